"""What a camera saw of a game of 1983: explained, judged and told as ``abilene.camera`` does it for all editions."""
