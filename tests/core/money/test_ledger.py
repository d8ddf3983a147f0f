"""Money only moves, to the dollar; and two different sealed votes are never the same bytes."""

import hashlib
import string
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from companion.core.errors import BadRequest, CannotAfford
from companion.core.messages import Posting
from companion.core.money.ledger import BANK, LARGEST, amount_of, nets, open_accounts, post, transfer
from companion.core.secrets import ballot as ballots
from companion.core.secrets.ballot import TAG, Opening, commitment
from companion.core.secrets.opening import check_opening
from companion.core.text import fact

SEATS = ("s1", "s2", "s3")
WHY = fact("payment")
same_every_time = settings(derandomize=True, max_examples=200, deadline=None)
accounts_names = st.sampled_from((BANK, *SEATS))
postings = st.lists(
    st.builds(Posting, accounts_names, accounts_names, st.integers(1, LARGEST), st.just(WHY)), max_size=12
)


@same_every_time
@given(postings)
def test_postings_conserve_money(moved: list[Posting]) -> None:
    assert sum(post(open_accounts(SEATS), moved).values()) == 0


@same_every_time
@given(postings)
def test_balances_are_the_nets_of_all_postings(moved: list[Posting]) -> None:
    after = post(open_accounts(SEATS), moved)
    change = nets(moved)
    assert after == {account: change.get(account, 0) for account in after}


@same_every_time
@given(postings, postings)
def test_posting_twice_is_posting_both(first: list[Posting], second: list[Posting]) -> None:
    empty = open_accounts(SEATS)
    assert post(post(empty, first), second) == post(empty, [*first, *second])


@same_every_time
@given(st.integers(-LARGEST, 2 * LARGEST), st.integers(0, LARGEST), accounts_names, accounts_names)
def test_a_transfer_moves_just_the_amount_or_is_refused(amount: int, purse: int, frm: str, to: str) -> None:
    accounts = {**dict.fromkeys((BANK, *SEATS), purse)}
    try:
        moved = transfer(accounts, frm, to, amount, WHY)
    except BadRequest:
        assert amount < 0 or frm == to
    except CannotAfford:
        assert frm != BANK
        assert amount > purse
    else:
        after = post(accounts, moved)
        assert after[to] - accounts[to] == amount == accounts[frm] - after[frm]
        assert all(after[seat] >= 0 for seat in SEATS)


@pytest.mark.thorough
def test_a_ledger_that_moves_one_leg_only_fails_the_property(monkeypatch: pytest.MonkeyPatch) -> None:
    def one_leg(accounts: dict[str, int], moved: list[Posting]) -> dict[str, int]:
        after = dict(accounts)
        for posting in moved:
            after[posting.to] += posting.amount
        return after

    monkeypatch.setitem(globals(), "post", one_leg)
    with pytest.raises(AssertionError):
        test_postings_conserve_money()


@pytest.mark.parametrize("amount", [0, -1, LARGEST + 1])
def test_amounts_that_nobody_pays_are_refused(amount: int) -> None:
    with pytest.raises(BadRequest):
        amount_of(amount)


def test_a_posting_of_nothing_or_less_is_a_mistake_of_the_program() -> None:
    with pytest.raises(ValueError, match="positive"):
        post(open_accounts(SEATS), [Posting("s1", "s2", 0, WHY)])


# --- the commitment ---------------------------------------------------------------------------

words = st.text(string.ascii_letters + string.digits + "|:/ é", max_size=12)
nonces = st.binary(min_size=32, max_size=32).map(bytes.hex)
votes = st.tuples(words, st.integers(0, 10**12), words, words, nonces)
Vote = tuple[str, int, str, str, str]


def sealed(vote: Vote) -> str:
    table, number, seat, choice, nonce = vote
    return commitment(table, number, seat, Opening(choice, nonce))


def moved_border(vote: Vote) -> Vote:
    """Return the same bytes one after the other, with the border between seat and choice elsewhere."""
    table, number, seat, choice, nonce = vote
    return table, number, seat + choice, "", nonce


@same_every_time
@given(votes, votes)
def test_two_different_votes_never_give_the_same_bytes(one: Vote, two: Vote) -> None:
    assert (sealed(one) == sealed(two)) == (one == two)


@same_every_time
@given(votes)
@example(("TABLE", 7, "s1", "OWN", "00" * 32))
def test_a_border_moved_between_two_parts_gives_another_commitment(vote: Vote) -> None:
    other = moved_border(vote)
    assert other == vote or sealed(other) != sealed(vote)


def test_without_the_lengths_a_moved_border_would_go_unnoticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def without_lengths(table: str, number: int, seat: str, opening: Opening) -> str:
        text = TAG + table + str(number) + seat + opening.choice
        return hashlib.sha256(text.encode() + bytes.fromhex(opening.nonce)).hexdigest()

    monkeypatch.setitem(globals(), "commitment", without_lengths)
    with pytest.raises(AssertionError):
        test_a_border_moved_between_two_parts_gives_another_commitment()


@same_every_time
@given(votes)
def test_the_commitment_is_the_published_formula(vote: Vote) -> None:
    """Phones compute the same: every part after its length in four bytes, the largest first."""
    table, number, seat, choice, nonce = vote
    parts: list[Any] = [part.encode() for part in (TAG, table, str(number), seat, choice)]
    parts.append(bytes.fromhex(nonce))
    data = b"".join(len(part).to_bytes(4, "big") + part for part in parts)
    assert sealed(vote) == hashlib.sha256(data).hexdigest()


@pytest.mark.parametrize("nonce", ["", "00", "0" * 63, "0" * 65, "G" * 64, "A" * 64])
def test_a_nonce_of_another_shape_opens_nothing(nonce: str) -> None:
    opening = Opening("OWN", nonce)
    ballot = ballots.Ballot(7, fact("void_ballot"), ("s1",), ("OWN", "NONE"), {"s1": "0" * 64})
    with pytest.raises(BadRequest):
        check_opening("TABLE", ballot, "s1", opening)
