"""Other people's match records: looked at and replayed, never stored."""
