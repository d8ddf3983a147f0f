"""Schmidt 1993: six ranches, dice before the drive, stickers under the cows, the corral cards."""
