"""What clients send and get, strictly decoded: tables, studies, the coach."""

from limes.server.protocol import coach, requests, study, tables, texts

__all__ = ["coach", "requests", "study", "tables", "texts"]
