"""A long form in a fold costs nothing until the fold is opened."""

from __future__ import annotations

from companion.games.any_game.messages.votes import AskVote
from companion.web.app import create_app
from tests.support.any_evening import ANN, BEN, CID, CODE, AnyEvening


def test_a_folded_choice_comes_when_its_fold_is_opened_and_all_who_wait_are_shown_the_same() -> None:
    evening = AnyEvening(turns=True, scores=True)
    evening.act(ANN, AskVote("Once more?", "yes, no"))
    app = create_app(evening.tables)
    phones = {}
    for seat in (ANN, BEN, CID):
        phones[seat] = app.test_client()
        token = app.extensions["companion"].tokens.admit(CODE, seat, 0.0)
        phones[seat].set_cookie(f"seat-{CODE}-{seat}", token)

    def fragment(seat: str, name: str) -> str:
        answer = phones[seat].get(f"/t/{CODE}/s/{seat}/part?have={name}").text
        return answer.split(f'<template data-fragment="{name}"', 1)[1].split("</template>", 1)[0]

    assert "<summary><span>Points</span></summary>" in fragment(BEN, "now")
    assert 'data-kind="score"' not in fragment(BEN, "now")
    assert 'data-kind="score"' in fragment(BEN, "folded")
    assert fragment(BEN, "now") == fragment(CID, "now") != fragment(ANN, "now")
