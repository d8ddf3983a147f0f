"""The own town: building with the box's help, and changes by hand."""
