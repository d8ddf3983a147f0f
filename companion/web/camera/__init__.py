"""The camera's pages, its JSON API and the door for its process."""
