"""The content of one screen: everything its reader may know, and nothing else."""
