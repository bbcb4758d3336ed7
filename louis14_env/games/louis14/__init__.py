"""Louis XIV (Ruediger Dorn, 2005), for two to four players."""
