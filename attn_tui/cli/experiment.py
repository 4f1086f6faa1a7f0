"""`attn-tui experiment NAME`: reads the options, runs the experiment, prints what it found."""

from __future__ import annotations

import argparse
import sys

from attn_tui.cli.experiment_training import run_training
from attn_tui.cli.experiment_values import bounded, own_opening, seed_of, whole
from attn_tui.cli.opening import option
from attn_tui.cli.progress import narrated
from attn_tui.engine.experiments import cost, online_softmax, saturation, timing, variance
from attn_tui.engine.experiments.widths import powers_of_two
from attn_tui.files.experiments.cost import cost_report
from attn_tui.files.experiments.online_softmax import online_report
from attn_tui.files.experiments.report import Origin, Report, report_as
from attn_tui.files.experiments.saturation import own_saturation_report, saturation_report
from attn_tui.files.experiments.variance import variance_report
from attn_tui.session.addresses import position
from attn_tui.session.computing import own_numbers
from attn_tui.session.faults import Fault
from attn_tui.session.problem import numbered


def run_experiment(args: argparse.Namespace) -> int:
    """Print what the experiment that `args` name finds. Raises Fault for what can't be used."""
    report = _RUN[args.experiment](args)
    sys.stdout.write(report_as(args.format, report))
    return 0


def _variance(args: argparse.Namespace) -> Report:
    if (own := own_opening(args)) is not None:
        point = own_numbers.own_variance(own.problem, own.head, own.rows)
        return variance_report([point], Origin(source=own.source, head=own.head))
    d_k, seed = whole(args, "--d-k", 64, 1, 1024), seed_of(args)
    pairs = whole(args, "--pairs", 20_000, 2, 1_000_000)
    widths = powers_of_two(d_k) if args.curve else (d_k,)
    bounded(2 * pairs * sum(widths), "--pairs or --d-k")
    points = narrated(
        variance.variance_points(widths, pairs, seed),
        lambda point: f"d_k {point.d_k}: {point.pairs:,} of {pairs:,} pairs",
    )
    last = {point.d_k: point for point in points}
    return variance_report(list(last.values()), Origin(seed=seed))


def _saturation(args: argparse.Namespace) -> Report:
    if (own := own_opening(args)) is not None:
        found = own_numbers.own_saturation(own.problem, own.head, own.rows)
        return own_saturation_report(found, own.problem, Origin(source=own.source, head=own.head))
    widths, seed = powers_of_two(whole(args, "--d-k", 512, 1, 1024)), seed_of(args)
    keys = whole(args, "--tokens", 16, 2, 1024)
    rows = whole(args, "--queries", 500, 1, 10_000)
    bounded(rows * (1 + keys) * sum(widths), "--queries, --tokens or --d-k")
    points = narrated(
        saturation.saturation_points(widths, keys, rows, seed),
        lambda point: f"d_k {point.d_k}: {point.rows:,} of {rows:,} rows",
    )
    last = {point.d_k: point for point in points}
    return saturation_report(list(last.values()), keys, seed)


def _cost(args: argparse.Namespace) -> Report:
    if (own := own_opening(args, also_random=("--dtype",))) is not None:
        sizes, source = own_numbers.own_sizes(own.problem), own.source
    else:
        sizes, source = _asked_sizes(args), None
    cases = cost.cases(sizes)
    if args.no_time:
        return cost_report([timing.MeasuredCost(name, cost.cost(case)) for name, case in cases.items()],
                           source, timed=False)  # fmt: skip
    measured = narrated(timing.measured_costs(cases), lambda case: f"measured: {case.name}")
    return cost_report(list(measured), source, timed=True)


def _asked_sizes(args: argparse.Namespace) -> cost.Sizes:
    tokens, d = whole(args, "--tokens", 512, 1, 1 << 20), whole(args, "--d-k", 64, 1, 4096)
    heads = whole(args, "--heads", 8, 1, 1024)
    shared = whole(args, "--kv-heads", heads, 1, heads)
    if heads % shared:
        raise Fault(f"--kv-heads: {heads} heads can't share {shared} evenly: choose a divisor of {heads}")
    return cost.Sizes(tokens, tokens, d, d, heads, shared, shared, args.dtype or "float32")


def _online(args: argparse.Namespace) -> Report:
    if (own := own_opening(args)) is not None:
        problem = own.problem
        query = len(problem.query_tokens) - 1
        if args.query is not None:
            query = option("--query", lambda: position(problem, "i", args.query))
        words = problem.query_tokens[query], problem.key_tokens
        row, origin = own_numbers.own_row(problem, own.head, query), Origin(source=own.source, head=own.head)
    else:
        if args.query is not None:
            raise Fault("--query is for numbers of your own: name them with --from SOURCE")
        d_k, tokens = whole(args, "--d-k", 64, 1, 1024), whole(args, "--tokens", 8, 1, 4096)
        query, origin = tokens - 1, Origin(seed=seed_of(args))
        words = str(query), numbered(tokens)
        row = online_softmax.random_row(d_k, tokens, 2, seed_of(args))
    return online_report(row, list(online_softmax.online_steps(row)), query, words, origin)


_RUN = {
    "variance": _variance,
    "saturation": _saturation,
    "training": run_training,
    "cost": _cost,
    "online-softmax": _online,
}
