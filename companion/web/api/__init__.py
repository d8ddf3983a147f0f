"""The JSON API, its OpenAPI document and the live stream."""
