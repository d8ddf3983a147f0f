"""The sentences of the facts that every table keeps, whatever is played.

A game has such a catalogue of its own for what only it keeps. The codes are stored in logs: a sentence may be reworded
at any time, but its code and what its parameters mean stay.
"""

from __future__ import annotations

from companion.core.text import Catalogue, wording

SENTENCES: Catalogue = {
    # questions to the table
    "undo": wording("Undo: %(title)s"),
    "action": wording("%(name)s"),
    "actions": wording("%(title)s (and %(count)s more)"),
    "change_rule": wording("Change a house rule: %(rule)s"),
    "change_level": wording("Change what the box does: %(level)s"),
    "level_bank": wording("Money only (payments, votes, counts)"),
    "level_board": wording("Whole board (moves are tapped and checked)"),
    "admit_phone": wording("A new phone asks for the seat of %(who)s"),
    "remove_seat": wording("Take away the seat of %(who)s"),
    "take_in": wording("%(name)s joins the game, with %(given)s to begin with"),
    "take_in_after": wording("%(name)s joins the game after %(who)s, with %(given)s to begin with"),
    "take_in_team": wording("%(name)s joins the game in the team of %(who)s"),
    "come_back": wording("%(who)s comes back into the game"),
    "come_back_with": wording("%(who)s comes back into the game, with %(given)s"),
    "enter_votes": wording("These are the cards that were on the table"),
    "void_ballot": wording("Hold the vote again"),
    "ends_vote": wording("%(who)s asks for something that cancels the vote; sealed votes are lost"),
    "allow_anyway": wording("Allow %(who)s anyway: %(refusal)s"),
    "books_corrected": wording("%(by)s corrected the books: %(amount)s from %(frm)s to %(to)s (%(words)s)"),
    "the_bank": wording("the bank"),
    # why something was refused: of most refusals only the kind is kept
    "refused": wording("That cannot be done."),
    "illegal": wording("The rules forbid it."),
    "not_now": wording("That is not possible any more."),
    "bad_request": wording("That makes no sense here."),
    "cannot_afford": wording("%(who)s cannot pay %(needs)s: there is not enough money."),
    "two_left": wording("Only two of you are left: end the game instead."),
    "asks_no_more": wording("That phone no longer asks."),
    "asked_anew": wording("Another phone has asked for it since."),
    "asked_too_late": wording("Something else has happened since; please ask again."),
    "books_closed": wording("Payments can only be corrected during a game."),
    "game_over": wording("This game is over."),
    "vote_over": wording("That vote is over."),
    "undone_no_more": wording("That cannot be undone any more."),
    "allowed_already": wording("The rules allow that: just do it."),
    # reasons of payments
    "payment": wording("a payment"),
    "payment_for": wording("%(who)s pays: %(words)s"),
    "loan_from": wording("loan from %(who)s"),
    "bank_loan": wording("bank loan"),
    "loan": wording("loan"),
    "loan_repaid": wording("loan of %(amount)s repaid"),
    "loan_partly_repaid": wording("loan of %(amount)s repaid in part"),
    "carried_over": wording("carried over from the game before"),
    "correction": wording("correction by %(who)s: %(words)s"),
}
