"""Payments besides explosions: the ante, a card that is played; and the results of games (rules §4-§6, §11)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field

from companion.core.messages import Posting
from companion.core.money.bank import claims, debts
from companion.core.money.bank_messages import Loan
from companion.core.money.ledger import BANK
from companion.core.table.table import ranking
from companion.core.text import fact
from companion.games.calc import Name, Plain, everybody, seated, unique
from companion.games.unexploded_cow.calc.words import Amount, CowQuestion, Herds, Whole
from companion.games.unexploded_cow.explosion import POT
from companion.games.unexploded_cow.rulebook import cards, cities, herds
from companion.games.unexploded_cow.rulebook.herds import End, played_cow, with_cow

Cash = dict[Name, Whole]


def start(asked: CowQuestion, cash: Cash | None = None) -> object:
    """Answer a question about the ante (§4.3)."""
    before = cash or dict.fromkeys(asked.seats, cities.STARTING_MONEY)
    everybody(asked.seats, before)
    after = {seat: before[seat] - cities.ANTE for seat in asked.seats}
    short = {seat: -amount for seat, amount in after.items() if amount < 0}
    return {"cash": after, "pot": cities.ANTE * len(asked.seats), "short": short}


def turn(asked: CowQuestion, city_up: bool, cities_left: Annotated[int, Field(ge=0, le=12)], pot: Amount) -> object:
    """Answer a question about the start of a turn (§17.11)."""
    begun = cities.start_of_turn(city_up, cities_left, pot, asked.options.reante_when_empty)
    paid = cities.ANTE if begun.ante else 0
    cash = dict.fromkeys(asked.seats, -paid)
    return {"phase": begun.part.value, "turn_up": begun.turn_up, "cash": cash, "pot": pot + paid * len(asked.seats)}


class AskedCard(Plain):
    """A card that is played."""

    type: Literal["cow", "event"]
    id: Name
    price: Amount
    abilities: Sequence[cards.Ability] = ()
    free: bool = False

    def paid(self, payer: str) -> tuple[Posting, ...]:
        """Return the answer: its price goes to the pot."""
        return (Posting(payer, POT, self.price, fact("price", card=self.id)),) if self.price else ()


def play(
    asked: CowQuestion,
    active: Name,
    pot: Amount,
    card: AskedCard,
    herds: Herds | None = None,
    into: Name | None = None,
    at: End | int | None = None,
) -> object:
    """Answer a question about one card that is played (§6)."""
    seated(asked.seats, active)
    if card.type == "event":
        return {"payer": active, "owner": None, "herd": None, **asked.moved(card.paid(active), pot)}
    if herds is None or into is None or at is None:
        raise ValueError("a cow goes into a herd, at a place")
    placed = asked.placed(herds)
    seated(asked.seats, into)
    unique([card.id, *(cow.id for herd in placed.values() for cow in herd)])
    cow = played_cow(cards.Cow(card.id, card.id, 0, "", tuple(card.abilities)), active, into)
    herd = with_cow(placed[into], cow, at, anywhere=into == active)
    played = {"payer": into, "owner": cow.owner, "herd": [each.id for each in herd]}
    return {**played, **asked.moved(() if card.free else card.paid(into), pot)}


# --- results ------------------------------------------------------------------------------------


class PlayedGame(Plain):
    """A game of the evening."""

    end: Cash
    loans: dict[Name, Amount] | None = None


def result(asked: CowQuestion, games: list[PlayedGame], start: Cash | None = None) -> object:
    """Answer a question about the games of a session (§11)."""
    seats, start = asked.seats, _started(asked, start)
    totals, results = dict.fromkeys(seats, 0), []
    for game in games:
        loans = game.loans or dict.fromkeys(seats, 0)
        everybody(seats, game.end)
        everybody(seats, loans)
        won = {seat: herds.result(start[seat], game.end[seat], loans[seat]) for seat in seats}
        ranked = ranking(won)
        results.append({"start": start, "results": won, "ranking": ranked, "winners": herds.winners(ranked)})
        totals = {seat: totals[seat] + won[seat] for seat in seats}
        start = game.end
    return {"games": results, "next_start": start, "totals": totals, "standing": ranking(totals)}


class AskedLoan(Plain):
    """A debt still to be repaid, interest included; ``lender`` is a player or the bank."""

    lender: Name
    borrower: Name
    due: Amount


def settle(asked: CowQuestion, end: Cash, owed: list[AskedLoan], start: Cash | None = None) -> object:
    """Answer a question about the results of one game with the loans that are still owed (§18.3)."""
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
