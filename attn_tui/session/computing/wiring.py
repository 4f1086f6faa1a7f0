"""Which query head reads which key/value head, in what order, and what the kept keys and values need."""

from __future__ import annotations

from dataclasses import dataclass

from attn_tui import engine
from attn_tui.engine.experiments.cost import Sizes, cost
from attn_tui.session.computing.compute import table_head
from attn_tui.session.computing.mistakes import mistakes_of
from attn_tui.session.phrases import counted
from attn_tui.session.session import Session

_SPELT = 4
"""Heads up to which the order is told to its end."""


@dataclass(frozen=True)
class Wiring:
    """One kind of head that query heads read: `name` in words, `letters` before its numbers, and who reads each."""

    name: str
    letters: str
    readers: tuple[tuple[int, ...], ...]

    @property
    def is_shared(self) -> bool:
        """Whether several query heads read one."""
        return len(self.readers[0]) > 1


def wirings(session: Session) -> tuple[Wiring, ...]:
    """Who reads which heads of keys and values: of both together where they are as many, or else of each."""
    problem, heads = session.problem, session.heads
    k_heads, v_heads = problem.k.shape[0], problem.v.shape[0]
    if k_heads == v_heads:
        return (Wiring("key/value", "kv", engine.readers(heads, k_heads)),)
    keys = Wiring("key", "k", engine.readers(heads, k_heads))
    return keys, Wiring("value", "v", engine.readers(heads, v_heads))


def reads_words(session: Session, head: int) -> str:
    """Which heads of keys and values a query head reads: `reads kv1`, `reads k0 and v1`."""
    if wrong := wrongly_wired(session):
        return f"reads as ! {wrong} has it"
    k, v = (table_head(session.problem, table, head) for table in ("k", "v"))
    return f"reads kv{k}" if len(wirings(session)) == 1 else f"reads k{k} and v{v}"


def wrongly_wired(session: Session) -> str:
    """The mistakes in force that let heads read other heads than the formula's, by name; empty where none does."""
    return " and ".join(mistake.name for mistake in mistakes_of(session.settings) if mistake.mixes_heads)


def order_words(wiring: Wiring) -> str:
    """In which order heads are shared, as one sentence."""
    heads, shared = sum(map(len, wiring.readers)), len(wiring.readers)
    if not wiring.is_shared:
        return f"each query head reads a {wiring.name} head of its own"
    if shared == 1:
        called = ": multi-query attention" if wiring.letters == "kv" else ""
        return f"one {wiring.name} head for all {heads} query heads{called}"
    group = len(wiring.readers[0])
    first = range(heads if heads <= _SPELT else min(heads, group + 2))
    more = " …" if len(first) < heads else ""
    read = " ".join(str(head // group) for head in first) + more
    tiled = " ".join(str(head % shared) for head in first) + more
    asked = " ".join(map(str, first)) + more
    return f"each {wiring.name} head is repeated in place: query heads {asked} read {read}, not {tiled}"


def kept_words(session: Session) -> str:
    """What the keys and values need that a decoder keeps, against one of each a query head."""
    problem = session.problem
    dtype = session.settings.dtype or problem.q.dtype.name
    heads, k_heads, v_heads = session.heads, problem.k.shape[0], problem.v.shape[0]
    T_q, T_k, d_k, d_v = (session.size(axis) for axis in ("i", "j", "c", "e"))
    kept = cost(Sizes(T_q, T_k, d_k, d_v, heads, k_heads, v_heads, dtype)).kv_bytes
    whole = cost(Sizes(T_q, T_k, d_k, d_v, heads, heads, heads, dtype)).kv_bytes
    needed = f"kept K and V: {kept:,} bytes in {dtype}"
    if kept == whole:
        return f"{needed}, one of each a head"
    return f"{needed}, and {whole:,} with one of each a head (×{whole / kept:.3g})"


def count_words(session: Session) -> tuple[str, ...]:
    """That small heads cost what one large one does, with this problem's numbers, and what is not the same."""
    h, (T_q, T_k, d_k, d_v) = session.heads, (session.size(axis) for axis in ("i", "j", "c", "e"))
    small = engine.multiplications(T_q, T_k, h, d_k, d_v)
    large = engine.multiplications(T_q, T_k, 1, h * d_k, h * d_v)
    T, sizes = ("T²", f"{T_q:,}²") if T_q == T_k else ("T_q·T_k", f"{T_q:,}·{T_k:,}")
    return (
        f"Q·Kᵀ, {counted(h, 'head')} of width {d_k}: h·{T}·d_k = {h}·{sizes}·{d_k} = {small.scores:,} multiplications",
        f"one head of width {h * d_k}: {T}·(h·d_k) = {sizes}·({h}·{d_k}) = {large.scores:,}",
        f"weights·V: {small.mixing:,} and {large.mixing:,}; "
        f"not the same: exponentials, and weights to hold, {small.exponentials:,} against {large.exponentials:,}",
    )
