"""The pages and the JSON API: thin; they parse, act, and redirect or render."""
