"""The OpenAPI description as Markdown: requests by path, then every form of data that they use."""

import json
from collections.abc import Iterable
from typing import Any

Schema = dict[str, Any]
GROUPS = (
    ("/api/study", "Studies"),
    ("/api/tables", "Tables"),
    ("/api", "The server"),
    ("/preview", "Pictures"),
)
METHODS = ("get", "post", "put", "patch", "delete")


def openapi_page(description: Schema) -> str:
    """All of a description; data forms link to one another."""
    parts: list[str] = []
    groups: dict[str, list[str]] = {"Tables": [], "Studies": [], "The server": [], "Pictures": []}
    for path, methods in description["paths"].items():
        title = next(title for prefix, title in GROUPS if path.startswith(prefix))
        for method in METHODS:
            if method in methods:
                groups[title].append(_request(method, path, methods[method]))
    for title, requests in groups.items():
        parts += [f"## {title}", *requests]
    parts.append("## Data")
    parts += [_form(name, schema) for name, schema in sorted(description["components"]["schemas"].items())]
    return "\n\n".join(part for part in parts if part) + "\n"


def _request(method: str, path: str, request: Schema) -> str:
    parts = [f"### {method.upper()} {path.replace('{', '').replace('}', '')}", f"`{method.upper()} {path}`"]
    parts.append(request.get("description", "").replace("\n", " "))
    parameters = [each for each in request.get("parameters", []) if each["in"] != "header"]
    if parameters:
        rows = [
            (f"`{each['name']}`", each["in"], _type(each["schema"]), each.get("description", ""))
            for each in parameters
        ]
        parts.append(_table(("parameter", "in", "type", "meaning"), rows))
    if body := request.get("requestBody"):
        parts.append(f"Send {_type(_json(body))}.")
    answers = [
        (f"`{status}`", _type(_json(answer)) or "no body", _said(answer))
        for status, answer in request["responses"].items()
        if "XX" not in status  # every request may fail alike
    ]
    parts.append(_table(("status", "answer", "meaning"), answers))
    return "\n\n".join(part for part in parts if part)


def _said(answer: Schema) -> str:
    text: str = answer.get("description", "")
    return "" if text == "Successful Response" else text


def _json(part: Schema) -> Schema:
    content: Schema = part.get("content", {})
    return next((form.get("schema", {}) for form in content.values()), {})


def _form(name: str, schema: Schema) -> str:
    parts = [f"### {name}", schema.get("description", "").replace("\n", " ")]
    if "properties" in schema:
        required = set(schema.get("required", ()))
        rows = [
            (
                f"`{field}`",
                _type(each),
                "yes" if field in required else _default(each),
                each.get("description", ""),
            )
            for field, each in schema["properties"].items()
        ]
        parts.append(_table(("field", "type", "required", "meaning"), rows))
    else:
        parts.append(_type(schema))
    return "\n\n".join(part for part in parts if part)


def _default(schema: Schema) -> str:
    return f"no: `{json.dumps(schema['default'])}`" if "default" in schema else "no"


def _type(schema: Schema) -> str:
    """A form in words; forms with a name are links."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    if several := schema.get("anyOf") or schema.get("oneOf"):
        return " or ".join(dict.fromkeys(_type(each) for each in several))
    if chosen := schema.get("enum") or ([schema["const"]] if "const" in schema else []):
        return ", ".join(f"`{each}`" for each in chosen)
    match schema.get("type"):
        case "array":
            inner = [_type(each) for each in schema.get("prefixItems", [])] or [
                _type(schema.get("items", {}))
            ]
            said = f"list of ({', '.join(inner)})" if len(inner) > 1 else f"list of {inner[0]}"
        case "object" if isinstance(schema.get("additionalProperties"), dict):
            said = f"object of {_type(schema['additionalProperties'])}"
        case kind:
            said = str(kind or ("anything" if schema else ""))
    return said


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    """A table; its last column is left out where nothing stands in it."""
    lines = [head, *rows]
    if not any(line[-1] for line in lines[1:]):
        lines = [line[:-1] for line in lines]
    lines.insert(1, ("---",) * len(lines[0]))
    return "\n".join(
        "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in line) + " |"
        for line in lines
    )
