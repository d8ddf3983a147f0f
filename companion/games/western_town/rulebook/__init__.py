"""The rules of Western Town as functions of values: nothing of tables, phones or people stands here."""
