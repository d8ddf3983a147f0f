"""The results of the games of a session (rules §11)."""

from __future__ import annotations

from companion.core.money.bank import claims, debts
from companion.core.money.bank_messages import Loan
from companion.core.money.ledger import BANK
from companion.core.table.table import ranking
from companion.games.calc import Name, Plain, everybody, seated
from companion.games.unexploded_cow.calc.words import Amount, CowQuestion, Whole
from companion.games.unexploded_cow.rulebook import cities, herds

Cash = dict[Name, Whole]


class PlayedGame(Plain):
    """A game of the evening."""

    end: Cash
    loans: dict[Name, Amount] | None = None


def result(asked: CowQuestion, games: list[PlayedGame], start: Cash | None = None) -> object:
    """The games of a session (§11)."""
    seats, start = asked.seats, _started(asked, start)
    totals, told = dict.fromkeys(seats, 0), []
    for game in games:
        loans = game.loans or dict.fromkeys(seats, 0)
        everybody(seats, game.end)
        everybody(seats, loans)
        won = {seat: herds.result(start[seat], game.end[seat], loans[seat]) for seat in seats}
        ranked = ranking(won)
        told.append({"start": start, "results": won, "ranking": ranked, "winners": herds.winners(ranked)})
        totals = {seat: totals[seat] + won[seat] for seat in seats}
        start = game.end
    return {"games": told, "next_start": start, "totals": totals, "standing": ranking(totals)}


class AskedLoan(Plain):
    """What is still to be repaid, interest included; ``lender`` is a player or the bank."""

    lender: Name
    borrower: Name
    due: Amount


def settle(asked: CowQuestion, end: Cash, owed: list[AskedLoan], start: Cash | None = None) -> object:
    """The results of one game with the loans that are still owed, from the bank and from each other (§18.3)."""
    seats, start = asked.seats, _started(asked, start)
    everybody(seats, end)
    for loan in owed:
        seated(seats, loan.borrower)
        seated((*seats, BANK), loan.lender)
        if loan.borrower == loan.lender:
            raise ValueError("nobody can lend to himself")
    loans = {at: Loan(at, loan.lender, loan.borrower, loan.due, loan.due) for at, loan in enumerate(owed)}
    won = {seat: herds.result(start[seat], end[seat] + claims(loans, seat), debts(loans, seat)) for seat in seats}
    ranked = ranking(won)
    return {"results": won, "ranking": ranked, "winners": herds.winners(ranked)}


def _started(asked: CowQuestion, start: Cash | None) -> Cash:
    begun = start or dict.fromkeys(asked.seats, cities.STARTING_MONEY)
    everybody(asked.seats, begun)
    return begun
