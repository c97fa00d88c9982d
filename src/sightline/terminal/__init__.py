"""The board in a terminal: live curves in braille and a table of runs, drawn by rich."""
