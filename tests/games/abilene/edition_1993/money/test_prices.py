"""Jail, loans, stickers and sales: the vectors of rules 1993 §18, and properties of every sale."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.errors import BadRequest, IllegalMove, RuleRef
from companion.core.messages import Posting
from companion.core.money.ledger import BANK
from companion.core.text import Money, Text, say, worded
from companion.games.abilene.common.rules import Settlement
from companion.games.abilene.edition_1993.house_rules import ContestRule, HouseRules
from companion.games.abilene.edition_1993.money.herds import (
    Brand,
    CorralCard,
    Sticker,
    all_stickers,
    still_possible,
    true_state,
)
from companion.games.abilene.edition_1993.money.prices import food, jail_bill, repayment, settle_sale
from companion.games.abilene.edition_1993.money.sale_explanations import sale_outlook
from companion.games.abilene.edition_1993.sentences import SENTENCES

OWN, NONE, FOREIGN = CorralCard.OWN, CorralCard.NONE, CorralCard.FOREIGN
DEFAULT = HouseRules()
ANY_DOUBT = HouseRules(contest_rule=ContestRule.ANY_DOUBT)
SPLIT = HouseRules(accuser_split=True)


def sell(state: CorralCard, value: int, *cards: CorralCard, rules: HouseRules = DEFAULT) -> Settlement:
    """Return the settlement of a sale by s0, in which s1, s2, ... have played these cards."""
    return settle_sale(state, value, "s0", {f"s{i}": card for i, card in enumerate(cards, 1)}, rules)


def reason(payment: Posting) -> Text:
    """Return the reason of a payment, in English."""
    return worded(SENTENCES, payment.reason)


class TestHerds:
    def test_six_brands_make_54_cows_worth_27000(self) -> None:
        cows = all_stickers(Brand)
        assert cows.total() == 54
        assert sum(sticker.value * count for sticker, count in cows.items()) == 27000
        assert cows[Sticker(None, 500)] == 12
        for brand in Brand:
            assert {s.value: n for s, n in cows.items() if s.brand == brand} == {1000: 1, 600: 3, 300: 2, 100: 1}

    @pytest.mark.parametrize("brands", ["ACE", "ABDE", "ABCDF"])
    def test_only_the_brands_in_play_and_two_unbranded_cows_each_are_used(self, brands: str) -> None:
        cows = all_stickers(brands)
        assert cows.total() == 9 * len(brands)
        assert cows[Sticker(None, 500)] == 2 * len(brands)

    def test_a_sold_sticker_is_possible_once_less_and_then_no_more(self) -> None:
        left = still_possible("ACE", [Sticker("A", 1000), Sticker("C", 600), Sticker(None, 500)])
        assert Sticker("A", 1000) not in left
        assert left[Sticker("C", 600)] == 2
        assert left[Sticker(None, 500)] == 5
        assert Sticker("B", 600) not in left

    @pytest.mark.parametrize(("brand", "value"), [("A", 500), (None, 600), ("G", 600), ("", 600), ("a", 600), ("A", 0)])
    def test_a_sticker_that_the_box_does_not_hold_is_refused(self, brand: str | None, value: int) -> None:
        with pytest.raises(BadRequest):
            Sticker(brand, value)

    def test_one_brand_for_two_players_is_refused(self) -> None:
        with pytest.raises(BadRequest):
            all_stickers("ABA")

    def test_the_true_state_depends_on_who_sells(self) -> None:
        assert true_state(Sticker("A", 600), "A") is OWN
        assert true_state(Sticker("A", 600), "B") is FOREIGN
        assert true_state(Sticker(None, 500), "A") is NONE


class TestJail:
    def test_food_costs_by_the_number_in_jail(self) -> None:
        assert [food(jailed) for jailed in range(6)] == [0, 300, 500, 600, 700, 800]

    @pytest.mark.parametrize("jailed", [-1, 6])
    def test_food_for_an_impossible_number_of_cowboys_is_refused(self, jailed: int) -> None:
        with pytest.raises(BadRequest):
            food(jailed)

    @pytest.mark.parametrize(
        ("jailed", "released", "bill"),
        [(4, 2, 3500), (3, 3, 4500), (3, 1, 2000), (5, 2, 3600), (3, 0, 600), (2, 0, 500), (0, 0, 0), (5, 5, 7500)],
    )
    def test_the_bill_is_1500_for_each_released_and_food_for_the_rest(
        self, jailed: int, released: int, bill: int
    ) -> None:
        assert jail_bill(jailed, released, DEFAULT) == bill

    def test_three_who_remain_after_a_partial_release_can_be_released_next_turn(self) -> None:
        assert jail_bill(5 - 2, 1, DEFAULT) == 2000

    @pytest.mark.parametrize(("jailed", "released"), [(2, 1), (2, 2), (1, 1), (0, 1), (3, 4)])
    def test_a_release_needs_three_in_jail_and_no_more_than_are_there(self, jailed: int, released: int) -> None:
        with pytest.raises(IllegalMove) as refusal:
            jail_bill(jailed, released, DEFAULT)
        assert refusal.value.rule == RuleRef("1993", "7.1")

    def test_a_negative_release_is_nonsense(self) -> None:
        with pytest.raises(BadRequest):
            jail_bill(3, -1, DEFAULT)

    def test_food_when_releasable_off_spares_only_those_who_could_release_and_do_not(self) -> None:
        rules = HouseRules(food_when_releasable=False)
        assert [jail_bill(jailed, 0, rules) for jailed in range(6)] == [0, 300, 500, 0, 0, 0]
        assert jail_bill(5, 2, rules) == 3600


class TestBankLoan:
    @pytest.mark.parametrize(
        ("loan", "due"),
        [
            (1000, 1300),
            (100, 200),
            (400, 500),
            (500, 700),
            (1200, 1500),
            (1300, 1700),
            (2000, 2500),
            (3300, 4200),
            (1500, 1900),
        ],
    )
    def test_a_loan_costs_a_quarter_rounded_up_to_a_hundred(self, loan: int, due: int) -> None:
        assert repayment(loan) == due

    @pytest.mark.parametrize("loan", [1, 150, 999, 1001])
    def test_only_whole_hundreds_are_lent(self, loan: int) -> None:
        with pytest.raises(IllegalMove) as refusal:
            repayment(loan)
        assert refusal.value.rule == RuleRef("1993", "12.10")

    @pytest.mark.parametrize("loan", [0, -100, -1])
    def test_a_loan_of_nothing_or_less_is_refused(self, loan: int) -> None:
        with pytest.raises(BadRequest):
            repayment(loan)


VECTORS: Mapping[str, tuple[Settlement, int, list[int]]] = {
    "10": (sell(OWN, 1000, OWN, OWN, OWN), 2000, [2000, 0, 0, 0]),
    "11": (sell(OWN, 600, OWN, NONE, FOREIGN), 1600, [3400, 0, -600, -1200]),
    "12": (sell(OWN, 300, *[FOREIGN] * 5), 1300, [4300] + [-600] * 5),
    "13": (sell(NONE, 500, OWN, NONE, FOREIGN), 1500, [2000, -500, 500, -500]),
    "14": (sell(NONE, 500, FOREIGN), 1500, [2000, -500]),
    "15": (sell(FOREIGN, 500, FOREIGN), 0, [-1000, 1000]),
    "16": (sell(NONE, 500, *[NONE] * 5), 1500, [-1000] + [500] * 5),
    "17": (sell(FOREIGN, 600, OWN, NONE, OWN), 2600, [5600, -1200, -600, -1200]),
    "18": (sell(FOREIGN, 600, NONE, OWN), 2600, [4400, -600, -1200]),
    "18 any doubt": (sell(FOREIGN, 600, NONE, OWN, rules=ANY_DOUBT), 0, [1800, -600, -1200]),
    "19": (sell(FOREIGN, 1000, FOREIGN, FOREIGN, OWN), 0, [-2000, 2000, 2000, -2000]),
    "20": (sell(FOREIGN, 1000, *[FOREIGN] * 5), 0, [-10000] + [2000] * 5),
    "21": (sell(FOREIGN, 1000, *[OWN] * 5), 3000, [13000] + [-2000] * 5),
    "22": (sell(FOREIGN, 100, NONE, NONE), 2100, [2300, -100, -100]),
    "any doubt, none doubts": (sell(FOREIGN, 100, OWN, OWN, rules=ANY_DOUBT), 2100, [2500, -200, -200]),
    "shared evenly": (sell(FOREIGN, 600, FOREIGN, FOREIGN, rules=SPLIT), 0, [-1200, 600, 600]),
    "shared, rounded down": (sell(FOREIGN, 1000, *[FOREIGN] * 3, OWN, rules=SPLIT), 0, [200, 600, 600, 600, -2000]),
    "shared, too little": (sell(FOREIGN, 100, *[FOREIGN] * 3, rules=SPLIT), 0, [0, 0, 0, 0]),
    "one alone shares with nobody": (sell(FOREIGN, 300, FOREIGN, NONE, rules=SPLIT), 0, [-300, 600, -300]),
    "unbranded, shared": (sell(NONE, 500, NONE, NONE, OWN, rules=SPLIT), 1500, [1600, 200, 200, -500]),
}

VALUES = {OWN: (1000, 600, 300, 100), NONE: (500,), FOREIGN: (1000, 600, 300, 100)}
SALES = st.builds(
    lambda state_value, cards, contest, split: sell(
        *state_value, *cards, rules=HouseRules(contest_rule=contest, accuser_split=split)
    ),
    st.sampled_from([(state, value) for state, values in VALUES.items() for value in values]),
    st.lists(st.sampled_from(CorralCard), min_size=1, max_size=5),
    st.sampled_from(ContestRule),
    st.booleans(),
)


class TestSale:
    @pytest.mark.parametrize("name", VECTORS)
    def test_the_bank_and_every_seat_get_what_the_rules_say(self, name: str) -> None:
        settled, bank, deltas = VECTORS[name]
        assert settled.bank == bank
        assert list(settled.deltas.values()) == deltas

    @settings(derandomize=True)
    @given(SALES)
    def test_the_changes_of_all_seats_sum_up_to_what_the_bank_pays(self, settled: Settlement) -> None:
        assert sum(settled.deltas.values()) == settled.bank

    @settings(derandomize=True)
    @given(SALES)
    def test_every_line_moves_money_for_a_reason_and_the_bank_comes_first(self, settled: Settlement) -> None:
        assert all(line.amount > 0 and str(reason(line)) for line in settled.payments)
        from_the_bank = [line.amount for line in settled.payments[:1] if line.frm == BANK]
        assert sum(from_the_bank) == settled.bank
        assert all("s0" in (line.frm, line.to) for line in settled.payments)

    def test_the_seller_is_among_those_changed_even_when_nothing_moves(self) -> None:
        assert sell(FOREIGN, 100, *[FOREIGN] * 3, rules=SPLIT).deltas == {"s0": 0, "s1": 0, "s2": 0, "s3": 0}

    def test_each_transfer_tells_who_paid_whom_and_why(self) -> None:
        lines = sell(OWN, 600, OWN, NONE, FOREIGN).payments
        assert [(line.frm, line.to, line.amount, str(reason(line))) for line in lines] == [
            (BANK, "s0", 1600, "s0 sold their own cow: $1,000 and its value, $600."),
            ("s2", "s0", 600, "s2 took s0's own cow for unbranded and pays its value."),
            ("s3", "s0", 1200, "s3 called s0's own cow rustled and pays twice its value."),
        ]

    def test_all_nine_cases_but_the_free_one_have_their_own_reason(self) -> None:
        reasons = [
            reason(sell(state, value, card).payments[-1]).message
            for state, value in [(OWN, 600), (NONE, 500), (FOREIGN, 600)]
            for card in CorralCard
            if (state, card) != (OWN, OWN)
        ]
        assert len(set(reasons)) == 8

    def test_a_shared_reward_says_so(self) -> None:
        assert str(reason(sell(FOREIGN, 600, FOREIGN, FOREIGN, rules=SPLIT).payments[0])).endswith(
            "Shared by 2, in whole hundreds."
        )

    @pytest.mark.parametrize(
        ("state", "value", "votes"),
        [
            (NONE, 600, {"s1": OWN}),
            (OWN, 0, {"s1": OWN}),
            (OWN, -600, {"s1": OWN}),
            (FOREIGN, 650, {"s1": OWN}),
            (OWN, 600, {}),
            (OWN, 600, {"s0": OWN, "s1": OWN}),
            (OWN, 600, {BANK: OWN}),
        ],
    )
    def test_a_sale_that_makes_no_sense_is_refused(
        self, state: CorralCard, value: int, votes: Mapping[str, CorralCard]
    ) -> None:
        with pytest.raises(BadRequest):
            settle_sale(state, value, "s0", votes, DEFAULT)


class TestOutlook:
    @pytest.mark.parametrize("rules", [DEFAULT, ANY_DOUBT])
    def test_what_a_card_promises_is_what_the_sale_does(self, rules: HouseRules) -> None:
        for state, values in VALUES.items():
            for card in CorralCard:
                promise = sale_outlook(rules).cards[card][state]
                change = sell(state, values[0], card, rules=rules).deltas["s1"]
                times = say("%(factor)s×", factor=abs(change) // values[0])
                assert promise.params["amount"] == (Money(abs(change)) if state is NONE or not change else times)
                assert ("−" in promise.message, "+" in promise.message) == (change < 0, change > 0)

    def test_a_voter_who_does_not_know_the_cow_reads_multiples_of_its_value(self) -> None:
        foreign = sale_outlook(DEFAULT).cards[FOREIGN]
        assert [str(foreign[state]) for state in CorralCard] == [
            "−2×",
            "−$500",
            "+2×",
        ]

    def test_the_seller_reads_what_the_bank_pays_in_each_of_the_three_cases(self) -> None:
        assert [str(text) for text in sale_outlook(DEFAULT).bank.values()] == [
            "the bank pays $1,000 and the cow's value",
            "the bank pays $1,500",
            "the bank pays $2,000 and the cow's value if no card says it is rustled, otherwise nothing",
        ]

    def test_the_outlook_follows_the_house_rules(self) -> None:
        assert "every card" in str(sale_outlook(ANY_DOUBT).bank[FOREIGN])
        assert "shared" in str(sale_outlook(SPLIT).cards[FOREIGN][FOREIGN])
        assert "shared" not in str(sale_outlook(DEFAULT).cards[FOREIGN][FOREIGN])
