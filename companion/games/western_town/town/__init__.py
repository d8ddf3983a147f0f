"""What everybody does in the own town: building with the box's help, and changes by hand."""
