"""Signatures of the compiled modules, which keep none: they are read from the stubs beside them."""

import ast
import inspect
import sys
from functools import cache
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

Function = ast.FunctionDef | ast.ClassDef


@cache
def stub(module: str) -> dict[str, ast.FunctionDef]:
    """Functions and methods of a module's stub by their names, a class by that of its constructor."""
    file = Path(inspect.getfile(sys.modules[module])).parent / f"{module.rpartition('.')[2]}.pyi"
    if not file.exists():
        return {}
    found = {}
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            found[node.name] = node
        elif isinstance(node, ast.ClassDef):
            for method in node.body:
                if isinstance(method, ast.FunctionDef):
                    name = node.name if method.name == "__init__" else f"{node.name}.{method.name}"
                    found[name] = method
    return found


def signature(
    _app: Sphinx, what: str, name: str, value: Any, _options: Any, known: str | None, returns: str | None
) -> tuple[str | None, str | None]:
    """What the stub says of a function, method or class of a compiled module."""
    owner = getattr(value, "__objclass__", value)
    module = getattr(owner, "__module__", None) or ""
    if what not in ("class", "function", "method", "staticmethod") or module not in sys.modules:
        return known, returns
    within = name.split(".")[-2:] if what in ("method", "staticmethod") else name.split(".")[-1:]
    found = stub(module).get(".".join(within)) if module.startswith("limes.") else None
    if found is None:
        return known, returns
    static = any(isinstance(each, ast.Name) and each.id == "staticmethod" for each in found.decorator_list)
    if what != "function" and not static:
        found.args.args = [each for each in found.args.args if each.arg != "self"]
    result = ast.unparse(found.returns) if found.returns and what != "class" else None
    return f"({ast.unparse(found.args)})", result


def own_words(_app: Sphinx, _what: str, _name: str, _value: Any, _options: Any, lines: list[str]) -> None:
    """Leave out what Python itself says of the fields of named tuples."""
    if lines and lines[0].startswith("Alias for field number"):
        lines.clear()


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("autodoc-process-signature", signature)
    app.connect("autodoc-process-docstring", own_words)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
