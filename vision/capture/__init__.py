"""Sources of pictures and places where they are kept: cameras, videos, folders."""
