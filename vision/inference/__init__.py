"""What stands where, by the evidence, by what is believed, and by how many figures there are."""
