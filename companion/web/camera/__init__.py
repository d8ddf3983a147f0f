"""The camera's pages, its JSON API and the routes of its process."""
