"""The experiments on the screen: chosen, run, paused, stepped, stopped, read and copied by keys alone."""

import csv
import math
from dataclasses import replace

import numpy as np
import pytest

from attn_tui.files.sources import open_source
from attn_tui.ui.looks import style_of
from attn_tui.ui.screens.experiments.chooser import ChooserScreen
from attn_tui.ui.screens.experiments.experiments import BY_NAME
from attn_tui.ui.screens.experiments.screen import ExperimentScreen
from tests.ui.driving import driving
from tests.ui.experimenting import SIZES, copied, experimenting

NAMES = list(BY_NAME)


def rows_copied():
    return list(csv.DictReader(copied().splitlines()))


def softmax(scores):
    exps = [math.exp(score - max(scores)) for score in scores]
    return [exp / sum(exps) for exp in exps]


# Choosing


async def test_the_list_opens_each_by_its_number_and_escape_goes_back_to_the_board():
    async with driving("crane-lifted-steel") as driven:
        before = driven.screen[:-2]
        for number, name in enumerate(NAMES, start=1):
            await driven.press("x")
            assert isinstance(driven.app.screen, ChooserScreen)
            await driven.press(str(number))
            assert isinstance(driven.app.screen, ExperimentScreen)
            assert driven.app.screen.experiment.name == name
            await driven.press("escape")
            assert driven.app.on_board
        await driven.press("x", "escape")
        assert driven.app.on_board
        assert driven.screen[:-2] == before


async def test_closing_keys_in_one_burst_close_it_once():
    async with experimenting("variance") as over:
        await over.press("escape", "q", "escape")
        assert over.driven.app.on_board


async def test_the_list_is_walked_by_arrows_and_says_each_in_a_line():
    async with driving("crane-lifted-steel") as driven:
        await driven.press("x")
        shown = [strip.text.rstrip() for strip in driven.app.screen._compositor.render_strips()]
        for experiment in BY_NAME.values():
            assert any(experiment.title in line and experiment.summary in line for line in shown)
        assert shown[-1].startswith("Enter opens · Esc closes")
        await driven.press("down", "down", "down", "up", "enter")
        assert driven.app.screen.experiment.name == "training"


async def test_a_name_that_there_is_not_is_answered_with_the_nearest():
    async with driving("crane-lifted-steel") as driven:
        await driven.command("experiment varience")
        assert driven.session.command.line.text == "experiment varience"
        assert "there is no experiment 'varience': did you mean variance?" in driven.session.command.fault
        await driven.press("escape")
        await driven.command("experiment [/red]")
        assert (
            "choose from variance, saturation, training, cost, online-softmax" in driven.session.command.fault
        )
        await driven.press("escape")
        for name in BY_NAME:
            await driven.command(f"experiment {name}")
            assert driven.app.screen.experiment.name == name
            await driven.press("escape")


async def test_the_controls_of_random_numbers_are_as_they_were_after_a_look_at_own_ones():
    async with experimenting("training") as there:
        await there.press(*"32", "enter")
        await there.own()
        assert "d_k:" not in there.text
        await there.press("down")
        assert "numbers:[random] d_k: 32 " in there.text


# All of them


@pytest.mark.parametrize(("size", "colours"), list(zip(SIZES, (256, 0, 16), strict=True)))
@pytest.mark.parametrize("name", NAMES)
async def test_each_says_what_it_measures_its_controls_and_its_keys(name, size, colours):
    async with experimenting(name, "it-two-heads", size, colours) as there:
        for _ in range(2):
            assert BY_NAME[name].title in there.lines[0]
            assert "numbers:" in there.text and "[" in there.text
            keys = " ".join(there.lines[-2:])
            for needed in ("Esc closes", "← → choose", "↑ ↓ change", "r restart", "y Y copy"):
                assert needed in keys
            await there.press("b")
            assert not any("⠀" < mark <= "⣿" or mark in "▁▂▃▄▅▆▇█▸" for mark in there.text)
            await there.press("b")
            await there.own()


@pytest.mark.parametrize("name", NAMES)
async def test_no_look_has_a_colour_where_there_is_to_be_none(name):
    async with experimenting(name, colours=0) as there:
        looks = {span.look for line in there.over.paper.lines for span in line}
        assert all(style_of(look, 0).color is None and style_of(look, 0).bgcolor is None for look in looks)


@pytest.mark.parametrize("size", [(30, 8), (200, 60)])
@pytest.mark.parametrize("name", NAMES)
async def test_no_key_breaks_any_of_them_at_any_size(name, size):
    keys = [
        "left", "right", "up", "down", "n", "N", "space", "s", "r", "b", "y", "pagedown", "end", "home", "5", "enter",
        "0", "escape", "tab", "x", "z", "j", "k", "h", "l", "-", "backspace", ".", "f1", "ctrl+r",
    ]  # fmt: skip
    drawn = np.random.default_rng(3)
    async with experimenting(name, "translation", size) as there:
        for key in drawn.choice([key for key in keys if key != "escape"], 40):
            await there.press(key)
            assert there.lines
        assert "internal fault" not in there.text


@pytest.mark.parametrize("name", NAMES)
async def test_what_rests_has_no_timer(name):
    async with experimenting(name) as there:
        if there.state == "running":
            await there.press("s")
        assert there.state in ("paused", "stopped", "finished")
        assert there.over._timer is None


@pytest.mark.parametrize("name", NAMES)
async def test_closing_one_that_runs_ends_its_work(name):
    async with experimenting(name) as there:
        over = there.over
        await there.press("escape")
        await there.until(lambda: over._timer is None) if there.driven.app.on_board else None
        assert there.driven.app.on_board


async def test_quitting_asks_on_the_board_as_from_any_screen():
    async with driving("crane-lifted-steel") as driven:
        await driven.press("5", "enter", "x", "1")
        await driven.press("ctrl+q")
        assert driven.app.on_board
        assert driven.message == "quit and lose 1 edit? y quits, Esc stays"


async def test_numbers_are_typed_and_out_of_bounds_ones_stay_with_the_reason():
    async with experimenting("variance") as there:
        await there.press(*"5000", "enter")
        assert "'5000' is no d_k: type a whole number from 1 to 1024" in there.text
        assert "d_k:[5000▏]" in there.text
        await there.press("backspace", "enter")
        assert "d_k:[500]" in there.text
        await there.press("7", "escape")
        assert "d_k:[500]" in there.text
        await there.press("up", "up", "up")
        assert "d_k is at 1,024, which is as far as it goes" in there.text


async def test_a_key_without_a_meaning_and_a_step_back_that_is_not_there_are_said():
    async with experimenting("variance") as there:
        await there.press("w")
        assert "the key w does nothing here" in there.text
        await there.press("N")
        assert "this experiment goes forward only: r begins it again" in there.text
        await there.press("left", "5")
        assert "'5' can't be typed here: ↑ ↓ choose random or own" in there.text


# Variance


@pytest.mark.parametrize("size", SIZES)
async def test_the_published_variance_is_on_the_screen(size):
    async with experimenting("variance", size=size) as there:
        await there.until(lambda: "d_k = 64: raw 64.59 (expected 64 ± 0.65) scaled 1.009" in there.text)
        assert "20,000 random pairs of q and k a width" in there.text
        assert " of 11 widths, running" in there.lines[0]
        assert "raw" in there.text and "1024" in there.text


async def test_another_width_and_another_seed_are_those_of_numpy():
    async with experimenting("variance") as there:
        await there.press("4", "enter", "right", "right", *"11", "enter")
        random = np.random.default_rng(11)
        scores = (random.standard_normal((20_000, 4)) * random.standard_normal((20_000, 4))).sum(axis=1)
        await there.until(lambda: f"d_k = 4: raw {scores.var():.2f} " in there.text)
        assert f"scaled {(scores / 2).var():.3f}" in there.text


async def test_a_width_that_was_measured_is_shown_at_once_and_one_that_was_not_is_measured():
    async with experimenting("variance") as there:
        await there.finish()
        await there.press("up")
        assert "d_k = 128: raw 12" in there.text and "11 of 11" in there.lines[0]
        await there.press(*"100", "enter")
        await there.until(lambda: "12 of 12" in there.lines[0])
        assert "d_k = 100: raw" in there.text


async def test_the_curve_is_copied_as_csv_with_the_chosen_width_last():
    async with experimenting("variance") as there:
        await there.press("y")
        await there.finish()
        await there.press("y")
        assert "copied as csv to the clipboard" in there.text
        rows = rows_copied()
        assert [row["d_k"] for row in rows] == [*(str(1 << n) for n in range(11) if n != 6), "64"]
        assert rows[-1]["raw_variance"].startswith("64.58") and rows[-1]["pairs"] == "20000"
        await there.press("Y")
        assert "variance of the dot product of random vectors" in copied()


async def test_own_scores_are_those_of_the_board_with_its_edits():
    async with driving("crane-lifted-steel") as driven:
        await driven.press("3", "enter")
        problem = driven.session.problem
        scores = [
            sum(float(a) * float(b) for a, b in zip(q, k, strict=True))
            for q in problem.q[0]
            for k in problem.k[0]
        ]
        mean = sum(scores) / 16
        variance = sum((score - mean) ** 2 for score in scores) / 16
        await driven.press("x")
        await driven.press("1")
        await driven.press("left", "up")
        shown = " ".join(line for line in "\n".join(map(str, read(driven))).split())
        assert "numbers:[own]" in shown and "16 pairs" in shown
        assert f"variance: raw {variance:.4f}" in shown
        assert f"of the scores × 0.7071: {variance / 2:.4f}" in shown


def read(driven):
    return ["".join(span.text for span in line) for line in driven.app.screen.paper.lines]


# Saturation


async def test_saturation_shows_what_is_left_with_the_scale_and_without():
    async with experimenting("saturation") as there:
        await there.finish()
        drawn = np.random.default_rng(0).standard_normal((500, 17, 512))
        scores = np.einsum("rd,rkd->rk", drawn[:, 0], drawn[:, 1:])
        for words, factor in (("with the scale:", 1 / math.sqrt(512)), ("without:", 1.0)):
            rows = [softmax([score * factor for score in row]) for row in scores.tolist()]
            largest = sum(map(max, rows)) / 500
            entropy = sum(-sum(w * math.log2(w) for w in row if w > 0) for row in rows) / 500
            assert f"d_k = 512, {words} largest {largest:.3f} entropy {entropy:.3f} bits" in there.text


async def test_what_the_curves_show_is_chosen_without_measuring_again():
    async with experimenting("saturation") as there:
        await there.finish()
        names = []
        for _ in range(3):
            names.append(
                next(line for line in there.lines if "without" in line and "⠒" in line).split("  ")[0]
            )
            await there.press("up")
            await there.finish()
            assert "11 of 11" in there.lines[0]
        assert names == ["largest weight", "entropy, bits", "gradient"]


async def test_own_rows_have_their_words_and_their_sharpness():
    async with experimenting("saturation") as there:
        await there.own()
        scores = [0.14, 0.56, 0.70, 0.63]
        scaled, raw = softmax([score / math.sqrt(2) for score in scores]), softmax(scores)
        (row,) = [line.split() for line in there.lines if line.startswith(" crane ")]
        assert row[1:3] == [f"{max(scaled):.3f}", f"{max(raw):.3f}"]
        words = [
            line.split()[0] for line in there.lines if line[:1] == " " and "0." in line and "bits" not in line
        ]
        assert words == ["the", "crane", "lifted", "steel", "(mean)"]


# Training


async def test_with_the_scale_it_learns_and_without_it_stalls():
    async with experimenting("training") as there:
        await there.finish()
        assert "step 200 of 200" in there.lines[0]
        with_scale, without = (line for line in there.lines if " loss 0" in line or " loss 1" in line)
        assert float(with_scale.split()[-1]) > 0.9
        assert without.split()[-1] == "<.001"
        assert "1.000" in without


async def test_the_key_that_each_side_gives_most_is_among_those_shown_where_not_all_fit():
    async with experimenting("training") as there:
        await there.until(lambda: there.step > 5)
        await there.press("space")
        (without,) = [line.split()[2:] for line in there.lines if line.startswith("+6 more ")]
        assert len(without) == 10 and "100%" in without
        (labels,) = [line.split()[1:] for line in there.lines if line.startswith("weights ")]
        assert int(labels[without.index("100%")]) > 9 and ">1" in labels


async def test_training_pauses_goes_on_takes_single_steps_stops_and_begins_again():
    async with experimenting("training") as there:
        await there.until(lambda: there.step >= 4)
        await there.press("space")
        assert there.state == "paused"
        at = there.step
        await there.press("n")
        assert there.step == at + 1
        await there.press("n", "n")
        assert there.step == at + 3
        await there.driven.pilot.pause(0.15)
        assert there.step == at + 3
        await there.press("space")
        await there.until(lambda: there.step > at + 3)
        await there.press("s")
        assert there.state == "stopped"
        at = there.step
        await there.press("n")
        assert there.step == at and "this run is stopped: r runs it again" in there.text
        await there.press("r")
        assert there.step < at and there.state == "running"


async def test_a_paused_training_begins_again_with_other_controls():
    async with experimenting("training") as there:
        await there.press(*"64", "enter", "right", "3", "enter")
        assert "query 0 attends to key 3: d_k = 64" in there.text
        await there.until(lambda: there.step > 120)
        await there.press("s", "y")
        assert len(rows_copied()) == there.step + 1
        assert float(rows_copied()[-1]["scaled_weight"]) > 0.9


async def test_more_steps_than_fit_are_refused_in_a_sentence():
    problem = replace(open_source("crane-lifted-steel"))
    problem = replace(
        problem, q=np.ones((1, 300, 300)), k=np.ones((1, 300, 300)), v=np.ones((1, 300, 2)),
        query_tokens=tuple(map(str, range(300))), key_tokens=tuple(map(str, range(300))),
        columns=tuple(map(str, range(300))),
    )  # fmt: skip
    async with experimenting("training", problem) as there:
        await there.own()
        while there.over.panel.control.name != "steps":
            await there.press("right")
        await there.press(*"2000", "enter")
        assert "2,000 steps are too many for 300 keys of 300 numbers: choose at most 745" in there.text


async def test_own_training_starts_from_the_selection_and_refuses_a_key_that_is_masked():
    problem = open_source("crane-lifted-steel")
    async with driving(problem) as driven:
        await driven.press("down", "m", "x")
        await driven.press("3")
        await driven.press("left", "up")
        assert "'crane' attends to 'the'" in " ".join("".join(read(driven)).split())
        await driven.press("right", "right", "3", "enter")
        assert "'crane' may not look at 'steel'" in " ".join("".join(read(driven)).split())


# Cost


async def test_the_times_arrive_one_after_the_other_beside_what_is_counted():
    async with experimenting("cost") as there:
        assert "x4" in there.text
        assert sum(line.count("…") for line in there.lines) >= 2
        await there.press(*"64", "enter")
        await there.finish()
        assert "4 of 4 timed, finished" in there.lines[0]
        asked, doubled = (
            next(line for line in there.lines if line.startswith(name)) for name in (" asked", " T doubled")
        )
        scores = 8 * 64 * 64
        assert f"{(2 * scores * 128 + 6 * scores) / 1e6:.3g} M" in asked
        assert doubled.split()[4] == "x4" and asked.split()[-1] in ("us", "ms", "s")
        await there.press("y")
        assert all(float(row["measured_whole_seconds"]) > 0 for row in rows_copied())


async def test_keys_are_answered_while_a_time_is_measured_and_stopping_ends_the_measuring():
    async with experimenting("cost") as there:
        await there.press(*"2048", "enter")
        assert there.state == "running"
        await there.press("right", "b", "s")
        assert there.state == "stopped" and "T: 2,048" in there.text and "####" in there.text
        at = there.lines[0]
        await there.driven.pilot.pause(0.15)
        assert there.lines[0] == at


async def test_heads_that_cannot_share_are_said_and_own_sizes_are_those_of_the_problem():
    async with experimenting("cost", "it-two-heads") as there:
        await there.press("right", "right", *"6", "enter")
        assert "6 heads can't share 8 of K and V evenly" in there.text
        await there.own()
        assert "Attention of it-two-heads at T = 12, d = 2, heads 2" in there.text


# Online softmax


async def test_the_online_softmax_of_own_numbers_ends_where_the_ordinary_one_does():
    async with experimenting("online-softmax") as there:
        await there.own()
        await there.press("right", "1", "enter")
        assert "'crane'" in there.text and there.step == 1
        weights = softmax([score / math.sqrt(2) for score in (0.14, 0.56, 0.70, 0.63)])
        values = [[0.1, 0.1], [0.5, 0.5], [0.1, 0.9], [0.0, 1.0]]
        output = [sum(w * v[column] for w, v in zip(weights, values, strict=True)) for column in (0, 1)]
        await there.press("n", "n")
        assert "ordinary softmax" not in there.text
        await there.press("n")
        assert f"The ordinary softmax: {output[0]:.3f} {output[1]:.3f}." in there.text
        (last,) = [line for line in there.lines if line.startswith("▸ steel")]
        assert last.split()[-2:] == [f"{output[0]:.3f}", f"{output[1]:.3f}"]
        assert "Kept from key to key: 4 numbers a row. The whole matrix of scores: 16." in there.text


async def test_it_is_stepped_forward_and_back_and_runs_by_itself():
    async with experimenting("online-softmax") as there:
        first = there.lines
        assert there.state == "paused" and there.step == 1
        await there.press("n", "n")
        third = there.lines
        await there.press("n", "N")
        assert there.lines == third and there.step == 3
        await there.press("N", "N", "N")
        assert there.lines == first
        await there.press("space")
        await there.until(lambda: there.step > 2)
        await there.press("space")
        assert there.state == "paused"


async def test_where_the_maximum_rises_what_was_before_is_rescaled():
    random = np.random.default_rng(0)
    q, k = (random.standard_normal((8, 64)) for _ in "qk")
    scores = (k @ q[7] / 8).tolist()
    rises = next(at for at in range(1, 8) if scores[at] > max(scores[:at]))
    async with experimenting("online-softmax") as there:
        await there.press(*["n"] * rises)
        factor = math.exp(max(scores[:rises]) - scores[rises])
        assert f"The maximum rose: sum and output from before × {factor:.3f}, then + 1.000." in there.text


@pytest.mark.parametrize("size", [(40, 12), (40, 11), (50, 10), (60, 10), (40, 13), (30, 8), (80, 8)])
@pytest.mark.parametrize("name", ["online-softmax", "variance", "saturation", "cost", "training"])
async def test_an_experiment_stands_in_a_small_window_with_a_message(name, size):
    async with driving("crane-lifted-steel", size) as driven:
        await driven.command(f"experiment {name}")
        await driven.press("y", "c", ":", "?")
        assert driven.app.is_running and len(driven.app.screen_stack) == 2
