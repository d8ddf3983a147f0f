"""Sheets in true millimetres, as PDF: boards, corner markers, stickers, cards, player aids, figures of paper.

Millimetres run from the upper left corner of the paper, x to the right and y downwards, as on boards.
reportlab is imported only where a sheet is drawn, so that a box that prints nothing does not pay for it.
"""
