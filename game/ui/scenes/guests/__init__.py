"""Other people's match records: shown and replayed, never stored."""
