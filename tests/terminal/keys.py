"""The bytes that an xterm sends for a key."""

_PLAIN = {
    "enter": "\r", "tab": "\t", "shift+tab": "\x1b[Z", "esc": "\x1b", "escape": "\x1b", "space": " ",
    "backspace": "\x7f", "insert": "\x1b[2~", "delete": "\x1b[3~", "pageup": "\x1b[5~", "pagedown": "\x1b[6~",
    "f1": "\x1bOP", "f2": "\x1bOQ", "f3": "\x1bOR", "f4": "\x1bOS", "f5": "\x1b[15~", "f6": "\x1b[17~",
    "f7": "\x1b[18~", "f8": "\x1b[19~", "f9": "\x1b[20~", "f10": "\x1b[21~",
}  # fmt: skip
_ARROWS = {"up": "A", "down": "B", "right": "C", "left": "D", "end": "F", "home": "H"}
_MODIFIERS = {"": "", "shift+": "1;2", "ctrl+": "1;5", "ctrl+shift+": "1;6"}
KEYS = _PLAIN | {
    modifier + name: f"\x1b[{parameters}{final}"
    for name, final in _ARROWS.items()
    for modifier, parameters in _MODIFIERS.items()
}


def key_bytes(name: str) -> bytes:
    """The bytes of a key by its name, of ctrl and a letter, or of text as it is typed."""
    if name in KEYS:
        return KEYS[name].encode()
    if name.startswith("ctrl+") and len(name) == 6:
        return bytes([ord(name[5].upper()) & 0x1F])
    return name.encode()
