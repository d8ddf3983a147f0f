"""Where pictures come from and where they are kept: cameras, videos, folders."""
