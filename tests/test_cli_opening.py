"""An edit given on the command line: a new problem, in the precision of the tables."""

from dataclasses import replace
from math import inf

import numpy as np
import pytest

from attn_tui.cli.opening import edited
from attn_tui.session.faults import Fault
from tests.files.crane import crane


def test_an_edit_leaves_the_problem_it_began_with_alone():
    problem = crane(heads=2)
    after = edited(problem, 1, "k[lifted,machine]=-3")
    assert after.k[1, 2, 1] == -3
    assert problem.k[1, 2, 1] == 0.9
    assert np.array_equal(after.k[0], problem.k[0])


def test_an_edit_of_a_shared_table_is_of_the_head_that_is_read():
    problem = crane(heads=4)
    shared = replace(problem, k=problem.k[:2])
    assert edited(shared, 3, "k[0,0]=5").k[:, 0, 0].tolist() == [0.1, 5.0]


def test_an_edit_too_large_for_the_table_is_a_fault_and_infinity_is_not():
    problem = crane()
    small = replace(problem, q=problem.q.astype(np.float32))
    with pytest.raises(Fault, match="1e\\+300 is larger than a float32 can be"):
        edited(small, 0, "q[0,0]=1e300")
    assert edited(small, 0, "q[0,0]=inf").q[0, 0, 0] == inf
    assert edited(problem, 0, "q[0,0]=1e300").q[0, 0, 0] == 1e300
