"""Selling a steer: belief, the truth underneath, the settlement (rules 1983 §7)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.errors import BadRequest, IllegalMove, NotNow, RuleRef
from companion.core.messages import Event
from companion.core.table.table import Table
from companion.core.text import Who, fact, say
from companion.games.abilene.common.pieces import COWS_EACH
from companion.games.abilene.common.rules import lacking, vote_opened
from companion.games.abilene.edition_1983 import messages as messages_1983
from companion.games.abilene.edition_1983.house_rules import SteerRules
from companion.games.abilene.edition_1983.prices import Belief, settle_steer
from companion.games.abilene.edition_1983.rules.turn import FEVERED, HEALTHY, is_the_note
from companion.games.abilene.edition_1983.sentences import SENTENCES
from companion.games.abilene.edition_1983.state import State1983, SteerSale


def open_sale(state: State1983) -> tuple[Event, ...]:
    """Open the sale of the animal in town: everybody else votes."""
    return (messages_1983.SteerInTown(state.turn.seat, *state.in_town), vote_opened(state, "healthy_they_say", Belief))


def turn_over(
    table: Table, state: State1983, seat: str, command: messages_1983.TurnSteer, waived: bool
) -> tuple[Event, ...]:
    """Return what lies under the steer, typed by somebody who looked (§3.3)."""
    sale = _waiting_for_the_truth(state)
    owner = sale.owner or command.owner or ""
    if owner not in state.order or (sale.owner and command.owner not in (None, sale.owner)):
        raise BadRequest(say("Whose colour does the steer have?"), RuleRef("1983", "7.2"))
    if not waived and not left_under(state, owner)[command.fever]:
        code, count = ("fevered_all_sold", FEVERED) if command.fever else ("healthy_all_sold", HEALTHY)
        raise IllegalMove.saying(SENTENCES, fact(code, count=count, who=Who(owner)), RuleRef("1983", "1.2"))
    return (_turned(table, sale, owner, command.fever, seat),)


def open_note(table: Table, state: State1983, seat: str, command: messages_1983.OpenFever) -> tuple[Event, ...]:
    """Open the note that the owner's phone sealed at the start. Raise BadRequest for another one."""
    sale = _waiting_for_the_truth(state)
    sealed = state.notes.get(seat, {}).get(command.steer)
    if seat != sale.owner or command.steer != sale.steer or sealed is None:
        raise NotNow(say("This note is not asked for."))
    if not is_the_note(table.code, seat, command, sealed):
        raise BadRequest(say("This is not the note that %(who)s sealed.", who=Who(seat)))
    return (_turned(table, sale, seat, command.fever, seat),)


def _waiting_for_the_truth(state: State1983) -> SteerSale:
    sale = state.sale
    if sale is None or not sale.votes:
        raise NotNow(say("The steer is turned over after the votes are revealed."))
    if sale.fever is not None:
        raise NotNow(say("What is under this steer is known already."))
    return sale


def _turned(
    table: Table[State1983, SteerRules], sale: SteerSale, owner: str, fever: bool, by: str
) -> messages_1983.SteerTurned:
    settled = settle_steer(owner != sale.seller, not fever, sale.seller, sale.votes, table.rules)
    return messages_1983.SteerTurned(sale.seller, owner, fever, by, settled.payments)


def left_under(state: State1983, owner: str) -> Mapping[bool, int]:
    """Return by fever or not how many such steers of this colour have not been sold (§1.2)."""
    sold_fevers = [sold.fever for sold in state.sold if sold.owner == owner]
    return {True: FEVERED - sold_fevers.count(True), False: HEALTHY - sold_fevers.count(False)}


def colours_left(state: State1983) -> tuple[str, ...]:
    """Return the seats with steers of their colour that have not been sold."""
    sold_owners = [sold.owner for sold in state.sold]
    return tuple(seat for seat in state.order if sold_owners.count(seat) < COWS_EACH)


# --- settlement -------------------------------------------------------------------------------


def debtors(table: Table, state: State1983) -> Mapping[str, int]:
    """Return the seats that cannot meet the settlement yet, and how much each lacks: they have to borrow (§9.3)."""
    return lacking(table, state, state.sale.payments) if state.sale and state.sale.known else {}


def give(table: Table[State1983], seat: str, waived: bool) -> None:
    """Check that the seat can meet what is due now. Raise IllegalMove for a debtor, who gives nothing away."""
    if not waived and seat in debtors(table, table.play):
        raise IllegalMove.saying(SENTENCES, fact("pays_first", who=Who(seat)), RuleRef("1983", "9.3"))


def settle(table: Table, state: State1983) -> tuple[Event, ...]:
    """Return the sale's payments, as soon as everybody can meet them."""
    sale = state.sale
    if sale is None or sale.fever is None or debtors(table, state):
        return ()
    return (messages_1983.SteerSold(sale.seller, sale.owner, sale.fever, sale.votes, postings=sale.payments),)
