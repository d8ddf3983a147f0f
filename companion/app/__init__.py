"""The use cases: act, undo, notify, play the bots, follow the camera, export, check. The one door to every table."""
