"""Names that look alike: two of them at one table would be one for everybody who reads them."""

from __future__ import annotations

import unicodedata

LOOKALIKES = str.maketrans("аеорсухѕіјԁһӏкмтвнαορνικτυβημχγ01|ı", "aeopcyxsijdhlkmtbhaopviktubhmxyolli")
"""Small letters of other alphabets, and digits, by the Latin letter that they look like on a screen."""


def skeleton(name: str) -> str:
    """Return a form that names share which look alike: without capitals, widths and alphabets; accents stay."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return "".join(letter for letter in folded if unicodedata.category(letter) != "Cf").translate(LOOKALIKES)
