"""Where numbers come from, in words and digits: lines, columns, tables and what moved."""
