"""Calls of every route with whatever a caller may send: no fault of ours, no refusal that does not say why."""

import shutil
from random import Random

import pytest
from calls import calls, is_as_it_should, routes_of, spoilt
from conftest import serving_app
from hypothesis import HealthCheck, Phase, given, seed, settings

from server.app import create_app

SEED = 20
EACH = 8
"""How many calls of each route are made up, and how often each is sent again with something in it spoilt."""
SPOILT = 2


@pytest.fixture(scope="module")
def app(knowledge_base, tmp_path_factory):
    """A service in a home of its own: what is stored here is no other test's."""
    home = tmp_path_factory.mktemp("calls")
    shutil.copytree(knowledge_base, home, dirs_exist_ok=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ARBITRE_HOME", str(home))
        app = create_app()
        with serving_app(app) as client:
            yield app, client


@pytest.mark.slow
def test_no_call_of_any_route_is_answered_with_a_fault_of_ours(app):
    app, client = app
    random, broken, done = Random(SEED), [], 0
    for rule, method in routes_of(app):

        @seed(SEED)
        @settings(max_examples=EACH, database=None, deadline=None, phases=[Phase.generate],
                  suppress_health_check=list(HealthCheck))  # fmt: skip
        @given(calls(rule, method))
        def answered(call):
            nonlocal done
            for each in (call, *(spoilt(call, random) for _ in range(SPOILT))):
                answer = client.call(each.method, each.path, each.body, **each.headers)
                kind = (answer.headers["Content-Type"] or "").partition(";")[0]
                done += 1
                if not is_as_it_should(each, answer.status, kind, answer.body):
                    broken.append((answer.status, kind, each))

        answered()
    assert broken == []
    assert done > len(routes_of(app)) * EACH
