"""The results of the games of a session (rules §11)."""

from __future__ import annotations

from companion.core.errors import BadRequest
from companion.core.money.bank import claims, debts
from companion.core.money.bank_messages import Loan
from companion.core.money.ledger import BANK
from companion.core.text import say
from companion.games.unexploded_cow.calc.words import Amount, Asking, Name, Plain, Whole
from companion.games.unexploded_cow.reckoning import everybody, known
from companion.games.unexploded_cow.rulebook import cities, payments


class PlayedGame(Plain):
    """A game of the evening."""

    end: dict[Name, Whole]
    loans: dict[Name, Amount] | None = None


class Result(Asking):
    """The games of a session (§11)."""

    start: dict[Name, Whole] | None = None
    games: list[PlayedGame]

    def answer(self) -> object:
        start = self.start or dict.fromkeys(self.seats, cities.STARTING_MONEY)
        everybody(start, self.seats)
        totals = dict.fromkeys(self.seats, 0)
        told = []
        for game in self.games:
            loans = game.loans or dict.fromkeys(self.seats, 0)
            everybody(game.end, self.seats)
            everybody(loans, self.seats)
            won = {seat: payments.result(start[seat], game.end[seat], loans[seat]) for seat in self.seats}
            ranked = payments.ranking(self.seats, won)
            told.append({"start": start, "results": won, "ranking": ranked, "winners": payments.winners(ranked)})
            totals = {seat: totals[seat] + won[seat] for seat in self.seats}
            start = game.end
        standing = payments.ranking(self.seats, totals)
        return {"games": told, "next_start": start, "totals": totals, "standing": standing}


class AskedLoan(Plain):
    """What is still to be repaid, interest included; ``lender`` is a player or the bank."""

    lender: Name
    borrower: Name
    due: Amount


class Settled(Asking):
    """The results of one game with the loans that are still owed, from the bank and from each other (§18.3)."""

    start: dict[Name, Whole] | None = None
    end: dict[Name, Whole]
    owed: list[AskedLoan]

    def answer(self) -> object:
        start = self.start or dict.fromkeys(self.seats, cities.STARTING_MONEY)
        everybody(start, self.seats)
        everybody(self.end, self.seats)
        for loan in self.owed:
            if known(loan.borrower, self.seats) == loan.lender:
                raise BadRequest(say("Nobody can lend to himself."))
            known(loan.lender, (*self.seats, BANK))
        loans = {at: Loan(at, loan.lender, loan.borrower, loan.due, loan.due) for at, loan in enumerate(self.owed)}
        won = {
            seat: payments.result(start[seat], self.end[seat] + claims(loans, seat), debts(loans, seat))
            for seat in self.seats
        }
        ranked = payments.ranking(self.seats, won)
        return {"results": won, "ranking": ranked, "winners": payments.winners(ranked)}
