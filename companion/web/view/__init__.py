"""What one screen shows: everything its reader may know, and nothing else."""
