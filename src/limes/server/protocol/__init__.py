"""What clients send and get, strictly decoded: tables, studies, the coach."""

from limes.server.protocol import coach, study, tables, texts

__all__ = ["coach", "study", "tables", "texts"]
