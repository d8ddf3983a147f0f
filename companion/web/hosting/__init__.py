"""What many tables need of the web: several processes behind one proxy."""
