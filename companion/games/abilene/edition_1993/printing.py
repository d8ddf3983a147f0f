"""Printables of the edition of 1993: stickers with their marks, figures, and a turn on one page.

A sticker is known by its kind, brand and value; cows of one kind are alike. Its marker is number 10 + 4 x brand
+ value, brands A to F counted from 0 and values from the dearest (10 = A $1,000 ... 33 = F $100), 34 without a
brand; its code is the brand's letter and the value ("A1000"), ``N500`` without a brand.
"""

from __future__ import annotations

from companion.core.text import Money, Text, say
from companion.core.ui.printable import AidPart, Printables, PrintedFigure, PrintedSticker, aid_part
from companion.games.abilene.common.printables import cowboys, turn_over
from companion.games.abilene.common.seats import COLOURS
from companion.games.abilene.edition_1993.money.herds import (
    BANK_FOR_FOREIGN,
    BANK_FOR_OWN_BRAND,
    BANK_FOR_UNBRANDED,
    COWS_OF_A_BRAND,
    UNBRANDED_VALUE,
    Brand,
    Sticker,
    all_stickers,
    code_of,
    kinds,
    marker_of,
)
from companion.games.abilene.edition_1993.money.prices import ENOUGH_FOR_A_RELEASE, RELEASE, food, repayment


def _herd() -> Text:
    dear, good, fair, poor = COWS_OF_A_BRAND
    return say(
        "Of each brand: %(dears)s × %(dear)s, %(goods)s × %(good)s, %(fairs)s × %(fair)s, %(poors)s × %(poor)s. "
        "Without a brand: %(plain)s.",
        dears=COWS_OF_A_BRAND[dear],
        dear=Money(dear),
        goods=COWS_OF_A_BRAND[good],
        good=Money(good),
        fairs=COWS_OF_A_BRAND[fair],
        fair=Money(fair),
        poors=COWS_OF_A_BRAND[poor],
        poor=Money(poor),
        plain=Money(UNBRANDED_VALUE),
    )


AID = (
    aid_part(
        say("Jail"),
        (
            say(
                "Food every turn: %(first)s for the first of your cowboys there, %(second)s for the second, "
                "%(further)s for each more.",
                first=Money(food(1)),
                second=Money(food(2) - food(1)),
                further=Money(food(3) - food(2)),
            ),
            "7.2",
        ),
        (
            say(
                "With %(enough)s or more in jail you may free any of them for %(price)s each. They go to your boot "
                "spaces or your outer edge and may ride at once.",
                enough=ENOUGH_FOR_A_RELEASE,
                price=Money(RELEASE),
            ),
            "7.1",
        ),
    ),
    aid_part(
        say("Cattle: light dice"),
        (say("Each die moves another cow of your herd, up to its number; less or not at all is fine."), "8.1"),
        (
            say(
                "Straight on with one bend at most, only on your own ranch. Past your own cowboys, never past "
                "another figure."
            ),
            "8.3",
        ),
        (say("A cow that reaches the town stops there and is sold this turn."), "8.5"),
    ),
    aid_part(
        say("Cowboys: dark dice"),
        (say("Each die moves another cowboy, exactly its number, on any ranch."), "9.1"),
        (say("Straight on with one bend at most, past no figure, never twice over a space."), "9.4"),
        (say("The town is one space. Straight on is free; any other exit is your one bend. No shots there."), "9.8"),
    ),
    aid_part(
        say("Theft"),
        (say("End exactly on a cow of another herd: it is yours. Look at its sticker in secret."), "10.1"),
        (say("Put it on a free cow space of your ranch, or else on your outer edge. Your cowboy stays there."), "10.2"),
    ),
    aid_part(
        say("Duel"),
        (
            say("End exactly on someone else's cowboy: both roll a dark die, a tie again. The higher one stays."),
            "11.1",
        ),
        (say("On the winner's ranch: the loser goes to jail."), "11.2"),
        (say("On the loser's ranch: to its outer edge, where the winner says."), "11.2"),
        (say("Anywhere else: to a boot space of the loser's ranch, or else to its outer edge."), "11.2"),
    ),
    aid_part(
        say("Sale"),
        (say("All others choose a card in secret: seller's own brand, no brand, or rustled. Then look."), "12.2"),
        (
            say(
                "Seller's own: the bank pays %(base)s and %(value)s. “No brand” pays the seller the value, "
                "“rustled” twice the value.",
                base=Money(BANK_FOR_OWN_BRAND),
                value=say("the cow's value"),
            ),
            "12.5",
        ),
        (
            say(
                "No brand: the bank pays %(base)s. “No brand” gets %(stake)s from the seller, the other cards pay "
                "the seller %(stake)s.",
                base=Money(BANK_FOR_UNBRANDED),
                stake=Money(UNBRANDED_VALUE),
            ),
            "12.5",
        ),
        (
            say(
                "Rustled: the bank pays %(base)s and %(value)s, but nothing if anyone says “rustled”. “Rustled” gets "
                "twice the value from the seller; “no brand” pays the seller the value, “own brand” twice.",
                base=Money(BANK_FOR_FOREIGN),
                value=say("the cow's value"),
            ),
            "12.5",
        ),
        (_herd(), "1.2"),
    ),
    aid_part(
        say("Short of money"),
        (
            say(
                "The bank lends whole hundreds. A quarter more is due, rounded up to a hundred: %(loan)s becomes "
                "%(back)s.",
                loan=Money(1000),
                back=Money(repayment(1000)),
            ),
            "12.10",
        ),
        (say("Players lend to each other as they agree."), "12.11"),
        (say("Bankrupt: your cowboys leave, your cattle stay for the others, and you are out."), "12.12"),
    ),
    aid_part(
        say("The end"),
        (say("At the end of a turn in which someone has no cattle left, or the agreed number is sold."), "13.1"),
        (say("Loans are repaid; cows that were not sold are worth nothing."), "14.1"),
    ),
)
"""The default readings; a house rule says on the phone what it changes. Before it comes the turn."""


def _turn(starting_cash: int) -> AidPart:
    return aid_part(
        say("Your turn"),
        (say("Sell cattle in Abilene; the most money at the end wins."), "14.1"),
        (say("Everyone begins with %(cash)s, nine cows and five cowboys.", cash=Money(starting_cash)), "3.4"),
        (say("Roll all five dice at once: two light ones for cattle, three dark ones for cowboys."), "6.1"),
        (say("Then in this order: jail, cattle, cowboys, sale. A duel is fought at once."), "6.2"),
    )


COW_PAINT = "#8a5a34"


def printables(starting_cash: int, seats: int) -> Printables:
    """Return everything of the edition, for so many seats."""
    counts = all_stickers(Brand)
    stickers = tuple(_sticker(sticker, counts[sticker]) for sticker in kinds())
    cows = tuple(PrintedFigure("cow", COW_PAINT, None, sticker.count, sticker) for sticker in stickers)
    return Printables(stickers, (*cowboys(COLOURS), *cows), (_turn(starting_cash), *AID), seats, turn_over())


def _sticker(sticker: Sticker, count: int) -> PrintedSticker:
    label = say("brand %(brand)s", brand=sticker.brand) if sticker.brand else say("no brand")
    value = say("%(value)s", value=Money(sticker.value))
    return PrintedSticker(code_of(sticker), marker_of(sticker), sticker.brand or "", label, value, count)
