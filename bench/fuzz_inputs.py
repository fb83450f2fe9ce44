"""Inputs that nobody meant: made from the server's own description, then spoiled."""

import json
import random
from typing import Any
from urllib.parse import quote, urlencode

Json = Any
TEXTS = (
    "Ann", "d4N", "d5E+sw", "d5E:d4ne>d5se", "5@d4N 12@e4E | d4ne", "f w1\nt r", "rFwf",
    "Players: Ann\nCards: standard\n1. 5 d4N\n",
    "Study: x\n\n1. 5 d4N (12 d4E)\n", "expert:player", "greedy", "ferryman", "given_up",
    "\u3164", "\u202e", "\ud83c\udf0d", "\x00", "' OR 1=1 --", "%s%n", "../../etc/passwd", "", " ", "é" * 40,
)  # fmt: skip
# What texts of the notation are made of, put anywhere into one that was right.
PIECES = (
    "\\u{d83d}", "\\u{dfff}", "\\u{0}", "\\u{110000}", "\\n", "\\", "{", "}", "(", ")", '"', "|", " ",
    "\n", "\n\n", "{so far}", '"road"', "(3 d3N)", "9" * 30, "-1", "0.", "17.", "d4N", "g7W+ne", ":d4ne>d4nw",
    "1@d4N", "Cards: rFwf ", "Variants: ferryman\n", "Deck: x\n", "Start: |\n", "Result: 1\n",
    "Date: 9999-99-99\n", "\u2028", "\x85", "\u3164", "é", "=" + "[" * 480, "[]," * 1_000, "]" * 480,
)  # fmt: skip
HOSTILE: tuple[Json, ...] = (
    None, True, -1, 0, 1, 2**31, 2**63, 2**70, -(2**70), 1e308, 0.5, "", " ", "\x00", "A" * 5_000, [], {},
    [[]], {"": {}}, ["x"] * 100, "\u3164", "1", "null", [None],
    float("nan"), float("inf"), 1.0, "0", "\ud800", "\udfff\ud800", {"\ud800": 1}, 10**400,
    [[[[[[[[]]]]]]]],
)  # fmt: skip
RAW = (
    b"",
    b"{",
    b"[" * 5_000,
    b"\xff\xfe\x00",
    b"NaN",
    b'{"a":1,"a":2}',
    b"null",
    b'"',
    b"{}" * 50,
    b"1e999",
    b"9" * 5_000,
    b'{"seats":' * 2_000,
    b"[" * 900 + b"]" * 900,
    b'{"name":"\\ud800"}',
    '{"name":"Ann"}'.encode("utf-16"),
    b'\xef\xbb\xbf{"name":"Ann"}',
)
HEADERS = (
    "cookie", "origin", "content-type", "authorization", "range", "if-none-match", "if-modified-since",
    "if-range", "x-forwarded-for", "x-forwarded-proto", "accept-encoding",
)  # fmt: skip
HEADER_VALUES = (
    "a=b; c", "null", "bytes=0-0,-1,5-2", "bytes=" + "9" * 5_000 + "-", "limes_guest=.;" * 20, "[::1",
    "[1.2.3.4]:x", "fe80::1%x", "Bearer ", "*", "W/", "99 Foo 99999 99:99:99 GMT",
    "application/json; charset=utf-7", "br;q=x",
)  # fmt: skip
MOST_DEEP = 6


class Inputs:
    """Repeatable by its seed. `known` holds ids, tokens and invitations that are good at this server."""

    def __init__(self, description: Json, known: dict[str, list[str]], seed: int) -> None:
        self._chance = random.Random(seed)
        self._schemas = description["components"]["schemas"]
        self._known = known
        self._operations = [
            (path, method.upper(), operation)
            for path, methods in description["paths"].items()
            for method, operation in methods.items()
        ]

    def request(self) -> tuple[str, str, bytes | None, dict[str, str]]:
        """Method, address, body and headers."""
        path, method, operation = self._chance.choice(self._operations)
        query = {}
        for parameter in operation.get("parameters", []):
            value = self._spoiled(self._value(parameter["schema"], parameter["name"]))
            if parameter["in"] == "path":
                path = path.replace(f"{{{parameter['name']}}}", quote(str(value), safe="", errors="replace"))
            elif parameter["name"] == "wait":
                query["wait"] = "0"
            elif self._chance.random() < 0.7:
                query[parameter["name"]] = str(value)
        if self._chance.random() < 0.02:
            query["x" * self._chance.randrange(1, 200)] = "1"
        address = path + (f"?{urlencode(query, errors='replace')}" if query else "")
        if self._chance.random() < 0.03:
            method = self._chance.choice(["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "BREW"])
        return method, address, self._body(operation), self._headers()

    def message(self) -> str | bytes:
        """A text or bytes for a table's socket."""
        if self._chance.random() < 0.05:
            return self._chance.choice(RAW)
        kind = self._chance.choice(["turn", "undo", "ping", "turn", "x", None])
        message = {
            "type": kind,
            "id": self._chance.choice(["a", "x" * 41, 7]),
            "seat": self._chance.randrange(-1, 4),
            "round": self._chance.randrange(0, 18),
            "turn": self._text("turn"),
            "attempt": self._chance.choice([1, 1, 2, 0, 10**9]),
        }
        if self._chance.random() < 0.5:
            for name in {"undo": ["turn"], "ping": ["id", "seat", "round", "turn", "attempt"]}.get(
                str(kind), []
            ):
                del message[name]
        return json.dumps(self._spoiled(message))

    def _body(self, operation: Json) -> bytes | None:
        if "requestBody" not in operation:
            return None
        if self._chance.random() < 0.05:
            return self._chance.choice(RAW)
        schema = operation["requestBody"]["content"]["application/json"]["schema"]
        text = json.dumps(self._spoiled(self._value(schema, "")))
        return text.encode("utf-8", "surrogatepass")

    def _headers(self) -> dict[str, str]:
        headers = {
            "content-type": "application/json",
            "accept-language": self._chance.choice(["de", "cs;q=x", "*"]),
        }
        if self._chance.random() < 0.5:
            headers["authorization"] = f"Bearer {self._chance.choice(self._known['token'])}"
        if self._chance.random() < 0.1:
            headers[self._chance.choice(HEADERS)] = self._chance.choice(HEADER_VALUES)
        return headers

    def _value(self, schema: Json, name: str, deep: int = 0) -> Json:
        """Something that the description allows, more or less."""
        schema = self._resolved(schema)
        if deep > MOST_DEEP:
            return None
        for choices in ("anyOf", "oneOf", "allOf"):
            if choices in schema:
                return self._value(self._chance.choice(schema[choices]), name, deep + 1)
        if "enum" in schema:
            return self._chance.choice(schema["enum"])
        if "const" in schema:
            return schema["const"]
        return self._of_type(schema, name, deep)

    def _of_type(self, schema: Json, name: str, deep: int) -> Json:
        kind = schema.get("type")
        if kind == "object":
            fields = schema.get("properties", {})
            needed = set(schema.get("required", []))
            return {
                field: self._value(inner, field, deep + 1)
                for field, inner in fields.items()
                if field in needed or self._chance.random() < 0.5
            }
        if kind == "array":
            return [
                self._value(schema.get("items", {}), name, deep + 1) for _ in range(self._chance.randrange(4))
            ]
        if kind in ("integer", "number"):
            low, high = schema.get("minimum", 0), schema.get("maximum", 20)
            return self._chance.choice([low, high, self._chance.randint(int(low), int(high)), int(low) - 1])
        if kind == "boolean":
            return self._chance.random() < 0.5
        return self._text(name) if kind == "string" else None

    def _text(self, name: str) -> str:
        if self._known.get(name) and self._chance.random() < 0.8:
            return self._chance.choice(self._known[name])
        likely = 0.8 if name in ("text", "record", "landscape") else 0.05
        text = self._chance.choice(self._known["written"] if self._chance.random() < likely else TEXTS)
        while self._chance.random() < 0.4:
            at = self._chance.randrange(len(text) + 1)
            text = text[:at] + self._piece() + text[at + self._chance.choice([0, 0, 0, 1, 20]) :]
        return text

    def _piece(self) -> str:
        if self._chance.random() < 0.3:
            return chr(self._chance.randrange(0x20, 0x3000))
        return self._chance.choice(PIECES)

    def _spoiled(self, value: Json) -> Json:
        """Often left as it is; else one place in it is replaced, left out or doubled."""
        if self._chance.random() < 0.4:
            return value
        if isinstance(value, dict) and value and self._chance.random() < 0.8:
            field = self._chance.choice(list(value))
            if self._chance.random() < 0.15:
                return {name: inner for name, inner in value.items() if name != field}
            if self._chance.random() < 0.1:
                return value | {"surplus": 1}
            return value | {field: self._spoiled(value[field])}
        if isinstance(value, list) and value and self._chance.random() < 0.8:
            return [self._spoiled(inner) for inner in value] * self._chance.choice([1, 1, 1, 30])
        return self._chance.choice(HOSTILE)

    def _resolved(self, schema: Json) -> Json:
        while "$ref" in schema:
            schema = self._schemas[schema["$ref"].rpartition("/")[2]]
        return schema
