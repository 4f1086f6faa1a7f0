"""The one list of what a user can do.

Keys, the footer, the help screen, the command line behind `:` and the key table of the README are made from it.
"""

from __future__ import annotations

from functools import partial

from attn_tui.acts import (
    close,
    experiment,
    mistakes,
    moving_arrow,
    moving_by,
    moving_to_edge,
    open_command_line,
    paste_copied,
    quit_program,
    stepping,
)
from attn_tui.command import (
    Act,
    Command,
    Request,
    asking,
    either,
    key_shown,
    plainly,
    requesting,
    takes_nothing,
)
from attn_tui.session import moving, viewing
from attn_tui.session.digits import digits_words
from attn_tui.session.edits import arithmetic, editing, positioning, score_terms, structure, toggles, wording
from attn_tui.session.explaining import moved
from attn_tui.session.faults import Fault
from attn_tui.session.labels import plain
from attn_tui.session.lessons import walking
from attn_tui.session.lessons.asking import answer, begin_answer
from attn_tui.session.plane import plane_editing, plane_showing
from attn_tui.session.session import Session

TYPED = tuple("0123456789.-")
MOVE, NUMBERS, FORMULA = "Moving", "Numbers of Q, K and V", "The formula"
VIEW, WORDS, PROGRAM = "What is shown", "Words and columns", "The program"
LESSON, PLANE = "Lessons", "The plane, while it has the keys"


def in_plane(name: str, keys: str, told: str, act: Act, argument: str = "") -> Command:
    """A command whose keys are its own while the plane has the keys."""
    return Command(name, tuple(keys.split()), PLANE, told, act, argument, in_plane=True)


# fmt: off
COMMANDS: tuple[Command, ...] = (
    Command("help", ("?", "f1"), PROGRAM, "every key, and what the screen shows",
            requesting("help"), footer="help"),
    Command("quit", ("q", "ctrl+q"), PROGRAM, "quit; asks where edits would be lost",
            quit_program, "[!]", "quit", ("q",)),
    Command("mask", ("m",), FORMULA,
            "mask: none, causal, then the others that the problem offers; or those named, joined by +",
            either(toggles.next_mask, toggles.mask_from),
            "[none|causal|causal-end|window:L,R|padding:N|padding-left:N|blocks:N,N + …]", "mask"),
    Command("scale", ("s",), FORMULA, "scale: the problem's own, or off; or a multiplier",
            either(toggles.toggle_scale, toggles.scale_from), "[X|on|off]", "scale"),
    Command("position", ("O",), FORMULA,
            "where words stand: none, sinusoidal (waves added to X), rotary or rotary-halves (Q and K turned)",
            either(positioning.next_position, positioning.name_position), "[none|sinusoidal|rotary|rotary-halves]"),
    Command("dtype", ("b",), FORMULA, "compute in float64, float32, float16 or bfloat16, each stage rounded to it",
            either(arithmetic.next_dtype, arithmetic.name_dtype), "[float64|float32|float16|bfloat16]"),
    Command("mistake", ("!",), FORMULA,
            "the list of mistakes, right and wrong side by side; or make the one named, or take it out; or make none",
            mistakes, "[ID|none]", aliases=("mistakes",)),
    Command("head-previous", ("[",), VIEW, "previous head", plainly(partial(moving.next_head, step=-1))),
    Command("head", ("]",), VIEW, "next head; or the one with this number, from 0",
            either(partial(moving.next_head, step=1), moving.head_from), "[N]"),
    Command("undo", ("u",), PROGRAM, "take back the last edit, toggle or paste",
            plainly(Session.undo), footer="undo"),
    Command("redo", ("ctrl+r",), PROGRAM, "do again what undo took back", plainly(Session.redo)),
    Command("reset", ("r",), PROGRAM, "back to the problem, in a lesson to the step, as opened; undo takes it back",
            plainly(walking.restore)),
    Command("commands", (":", "ctrl+p"), PROGRAM, "every command by name, and its argument",
            plainly(open_command_line), footer="commands"),
    Command("open", ("o",), PROGRAM, "open a preset or a file",
            requesting("open"), "[NAME|FILE]", aliases=("e",)),
    Command("redraw", ("ctrl+l",), PROGRAM, "draw the whole screen again", requesting("redraw")),

    Command("up", ("up", "k"), MOVE, "one row up", moving_by(-1, 0)),
    Command("down", ("down", "j"), MOVE, "one row down", moving_by(1, 0)),
    Command("left", ("left", "h"), MOVE, "one column left", moving_by(0, -1)),
    Command("right", ("right", "l"), MOVE, "one column right", moving_by(0, 1)),
    Command("first-column", ("home", "^"), MOVE, "first column", moving_to_edge(0, -1)),
    Command("last-column", ("end", "$"), MOVE, "last column", moving_to_edge(0, 1)),
    Command("page-up", ("pageup", "ctrl+b"), MOVE, "one screen of rows up",
            plainly(partial(moving.move_page, pages=-1))),
    Command("page-down", ("pagedown", "ctrl+f"), MOVE, "one screen of rows down",
            plainly(partial(moving.move_page, pages=1))),
    Command("first-row", ("g",), MOVE, "first row", moving_to_edge(-1, 0)),
    Command("last-row", ("G",), MOVE, "last row", moving_to_edge(1, 0)),
    Command("next-pane", ("tab", "f6"), MOVE, "next pane", plainly(partial(moving.next_pane, step=1))),
    Command("previous-pane", ("shift+tab",), MOVE, "previous pane",
            plainly(partial(moving.next_pane, step=-1))),
    Command("go", ("/",), MOVE, "go to the token that has this text in it",
            either(moving.begin_search, moving.search), "[TEXT]"),
    Command("strongest", ("*",), MOVE, "go to the key that the selected query gives most",
            plainly(moving.go_to_strongest)),
    Command("next", ("n",), LESSON, "next step of a lesson; while a search is open, its next match",
            stepping(1), aliases=("next-match",)),
    Command("previous", ("N",), LESSON, "previous step of a lesson; while a search is open, its previous match",
            stepping(-1), aliases=("previous-match",)),
    Command("answer", ("Q",), LESSON, "answer the step's question: a number, or the letter of a choice",
            either(begin_answer, answer), "[TEXT]"),
    Command("text", (";",), LESSON, "the step's text and its question, whole", requesting("text")),

    Command("close", ("escape",), MOVE, "let go of a block, then of the search, of the zoom, of the plane",
            plainly(close)),

    Command("type", TYPED, NUMBERS,
            "type a number over the selected one; Enter commits downward, Tab rightward",
            editing.begin_edit, "NUMBER"),
    Command("edit", ("enter", "f2"), NUMBERS,
            "edit the selected number; in a pane on the right, go to its source",
            plainly(editing.enter)),
    Command("set", ("#",), NUMBERS, "set every selected number", asking("set", editing.set_numbers), "X"),
    Command("decrease", ("<",), NUMBERS, "take one step off every selected number",
            plainly(partial(editing.nudge, steps=-1))),
    Command("increase", (">",), NUMBERS, "add one step to every selected number",
            plainly(partial(editing.nudge, steps=1))),
    Command("step", ("=",), NUMBERS, "the step of < and >, 0.1 to begin with", asking("step", editing.step_from),
            "X"),
    Command("clear", ("delete",), NUMBERS, "set every selected number to 0", plainly(editing.clear)),
    Command("block", ("v",), NUMBERS, "select a block from here on; moving draws it",
            plainly(moving.toggle_block)),
    Command("extend-up", ("shift+up",), NUMBERS, "block: one row up", moving_by(-1, 0, extend=True)),
    Command("extend-down", ("shift+down",), NUMBERS, "block: one row down", moving_by(1, 0, extend=True)),
    Command("extend-left", ("shift+left",), NUMBERS, "block: one column left", moving_by(0, -1, extend=True)),
    Command("extend-right", ("shift+right",), NUMBERS, "block: one column right", moving_by(0, 1, extend=True)),
    Command("copy", ("y",), NUMBERS, "copy the selected numbers, at full precision", requesting("copy")),
    Command("paste", ("p",), NUMBERS, "paste what was copied; the terminal's paste does the same",
            plainly(paste_copied)),

    Command("allow", ("space",), FORMULA, "block or allow this cell of the scores or the weights",
            plainly(toggles.toggle_cells)),
    Command("blocked", ("%",), FORMULA, "what a blocked score becomes: -inf, or a number, with which it takes part",
            asking("blocked", score_terms.blocked_from), "X|off"),
    Command("offset", ("@",), FORMULA, "the key that query 0 stands at, for causal masks, windows, ALiBi and positions",
            asking("offset", score_terms.offset_from), "N"),
    Command("alibi", ("\\",), FORMULA,
            "ALiBi: a slope times the distance is taken off every score; on has the published slope of each head",
            asking("alibi", score_terms.alibi_from), "X|on|off"),
    Command("softcap", ("~",), FORMULA, "soft cap: X·tanh(score ÷ X), so that no score is beyond X",
            asking("softcap", score_terms.softcap_from), "X|off"),
    Command("sink", ("_",), FORMULA, "sink: e to this logit joins every row's sum, and its share goes to no key",
            asking("sink", score_terms.sink_from), "X|off"),
    Command("widen", ("w",), FORMULA, "repeat every number of Q and K twice as often; V stays; or N times",
            either(partial(toggles.widen, up=True), toggles.widen_from), "[N]"),
    Command("narrow", ("W",), FORMULA, "repeat every number of Q and K half as often",
            plainly(partial(toggles.widen, up=False))),

    Command("stage", ("t",), VIEW,
            "what the score pane shows: auto, raw, scaled, capped, M itself, masked, e to the score; below the weights "
            "the output, the heads side by side (concat), the result; of what a position changes before, after",
            either(viewing.next_stage, viewing.stage_from), "[NAME]"),
    Command("digits", ("f",), VIEW, "digits: 3, 2, 4, full, percent, heat only",
            either(viewing.next_digits, viewing.digits_from), "[NAME]"),
    Command("zoom", ("z",), VIEW, "give the pane the whole screen, or give it back",
            plainly(viewing.toggle_zoom)),
    Command("moved", ("T",), VIEW, "mark what moved by the last edit, toggle or undo, and by how much; or hide it",
            plainly(moved.toggle_moved)),
    Command("plane", ("P",), VIEW, "open the plane, where the query is moved among the keys, or close it",
            plainly(plane_showing.toggle_plane)),
    Command("explain", ("e",), VIEW, "the explanation, whole; Enter there goes to a number it names",
            requesting("explanation")),
    Command("table", ("Z",), VIEW, "every line of the computation, with its shape and its numbers",
            requesting("table")),
    Command("heads", ("H",), VIEW,
            "all heads at once, small, and which keys and values each reads; Enter there shows one",
            plainly(lambda _: Request("heads"))),
    Command("experiment", ("x",), VIEW, "the experiments; or the one named, such as variance, cost or training",
            experiment, "[NAME]"),

    Command("projection", ("L",), VIEW, "on the left, X and the weights that Q, K and V follow from, or Q, K and V",
            plainly(viewing.toggle_sources)),

    Command("sentence", (), WORDS, "another sentence, of the vocabulary's words",
            asking("sentence", wording.sentence_from), "WORDS"),
    Command("shuffle-ids", (), WORDS, "give the vocabulary's words other ids: no embedding and no number changes",
            plainly(wording.shuffle_ids)),
    Command("decode", ("D",), VIEW, "decode: the tokens one at a time, keys and values kept, earlier rows as they were",
            requesting("decoding")),

    Command("rename-word", ("R",), WORDS, "give the selected row's word another name",
            asking("rename-word", structure.rename_word), "NAME"),
    Command("insert-word", ("i",), WORDS, "insert a word, with numbers 0, before the selected row",
            asking("insert-word", structure.insert_word), "NAME"),
    Command("append-word", ("a",), WORDS, "insert a word, with numbers 0, behind the selected row",
            asking("append-word", partial(structure.insert_word, after=1)), "NAME"),
    Command("delete-word", ("d",), WORDS, "delete the selected row's word and its numbers",
            plainly(structure.delete_word)),
    Command("word-up", ("K",), WORDS, "move the selected row's word one up",
            plainly(partial(structure.move_word, step=-1))),
    Command("word-down", ("J",), WORDS, "move the selected row's word one down",
            plainly(partial(structure.move_word, step=1))),
    Command("rename-column", ("M",), WORDS, "give the selected column another name",
            asking("rename-column", structure.rename_column), "NAME"),
    Command("insert-column", ("I",), WORDS, "insert a column of zeros before the selected one",
            asking("insert-column", structure.insert_column), "NAME"),
    Command("append-column", ("A",), WORDS, "insert a column of zeros behind the selected one",
            asking("append-column", partial(structure.insert_column, after=1)), "NAME"),
    Command("delete-column", ("X",), WORDS, "delete the selected column", plainly(structure.delete_column)),
    Command("column-left", ("(",), WORDS, "move the selected column one to the left",
            plainly(partial(structure.move_column, step=-1))),
    Command("column-right", (")",), WORDS, "move the selected column one to the right",
            plainly(partial(structure.move_column, step=1))),

    in_plane("query-left", "left h", "the arrow one step left", moving_arrow(-1, 0)),
    in_plane("query-right", "right l", "the arrow one step right", moving_arrow(1, 0)),
    in_plane("query-up", "up k", "the arrow one step up", moving_arrow(0, 1)),
    in_plane("query-down", "down j", "the arrow one step down", moving_arrow(0, -1)),
    in_plane("query-far-left", "H", "the arrow five steps left", moving_arrow(-5, 0)),
    in_plane("query-far-right", "L", "the arrow five steps right", moving_arrow(5, 0)),
    in_plane("query-far-up", "K", "the arrow five steps up", moving_arrow(0, 5)),
    in_plane("query-far-down", "J", "the arrow five steps down", moving_arrow(0, -5)),
    in_plane("stronger", "+", "the arrow 1.1 times as long, in its direction",
             plainly(partial(plane_editing.strengthen, times=1))),
    in_plane("weaker", "-", "the arrow 1.1 times shorter", plainly(partial(plane_editing.strengthen, times=-1))),
    in_plane("turn-left", ",", "turn the arrow by 5 degrees to the left",
             plainly(partial(plane_editing.turn, times=1))),
    in_plane("turn-right", ".", "turn the arrow by 5 degrees to the right",
             plainly(partial(plane_editing.turn, times=-1))),
    in_plane("at", "0 1 2 3 4 5 6 7 8 9 enter f2", "type where the tip of the arrow is to be", plane_editing.at, "X Y"),
    in_plane("query-previous", "pageup", "the arrow of the word before",
             plainly(partial(plane_showing.next_word, step=-1))),
    in_plane("query-next", "pagedown", "the arrow of the next word",
             plainly(partial(plane_showing.next_word, step=1))),
    in_plane("plane-values", "v", "go round: keys and the query, values and the output, embeddings where there are any",
             plainly(plane_showing.next_space)),
    in_plane("plane-across", "<", "the next column across; or the one named",
             either(partial(plane_showing.next_column, way=0), partial(plane_showing.column_from, way=0)), "[COLUMN]"),
    in_plane("plane-upward", ">", "the next column upward; or the one named",
             either(partial(plane_showing.next_column, way=1), partial(plane_showing.column_from, way=1)), "[COLUMN]"),
    in_plane("plane-plain", "b", "draw the plane in plain characters, or in Braille dots",
             either(plane_showing.toggle_plain, plane_showing.plain_from), "[on|off]"),
)
# fmt: on

BY_NAME = {name: command for command in COMMANDS for name in command.names}
BY_KEY = {key: command for command in COMMANDS if not command.in_plane for key in command.keys}
KEYS_IN_PLANE = {
    key: command
    for command in sorted(COMMANDS, key=lambda command: command.in_plane)
    if command.section not in (NUMBERS, WORDS) or command.name == "step"
    for key in command.keys
}
"""What keys do while the plane has them: those that change numbers or words of the panes do nothing."""


def run(session: Session, command: Command, text: str = "") -> Request | None:
    """Carry out a command; why it can't act is said in the message line."""
    session.say("")
    try:
        return command.act(session, text.strip())
    except Fault as fault:
        session.say_fault(str(fault))
        return None


def run_line(session: Session, line: str) -> Request | None:
    """Carry out a name and what follows it. Fault for no such command, for a bad argument, or where it can't act."""
    name, _, text = line.strip().removeprefix(":").partition(" ")
    if name.endswith("!"):
        name, text = name[:-1], "!"
    if name not in BY_NAME:
        raise Fault(f"there is no command '{plain(name)}': type a part of a name to see those that have it")
    session.say("")
    command, argument = BY_NAME[name], text.strip()
    if argument and not command.argument:
        raise takes_nothing(argument)
    return command.act(session, argument)


def footer(session: Session) -> tuple[tuple[str, str], ...]:
    """The keys and labels of the last line: what n and N are now, heads only where there are several, the digits."""
    pairs: list[tuple[str, str]] = []
    for command in COMMANDS:
        if command.name == "mask" and session.search is not None:
            pairs += [("n N", "match"), ("Esc", "search")]
        elif command.name == "mask" and session.walk is not None:
            pairs += [("n N", "step"), *[("Q", "answer")] * session.walk.waits]
        if command.name == "head" and session.heads > 1:
            pairs.append(("[ ]", "head"))
        elif command.name == "digits":
            pairs.append((key_shown(command.keys[0]), digits_words(session.digits)))
        elif command.footer:
            pairs.append((key_shown(command.keys[0]), command.footer))
    return tuple(pairs)


def key_table() -> str:
    """Every key and command as the Markdown table that the README holds."""
    rows = ["| keys | `:` command | what it does |", "| --- | --- | --- |"]
    for command in COMMANDS:
        digits = ["a digit"] if "0" in command.keys else []
        keys = " ".join([*digits, *(f"`{key_shown(key)}`" for key in command.keys if not key.isdigit())])
        call = f"{command.name} {command.argument}".rstrip().replace("|", "\\|")
        rows.append(f"| {keys} | `{call}` | {command.help} |")
    return "\n".join(rows)
