"""The table: boards, bag, calls and scores of one match being played."""
