"""The description of the service: valid, complete, and true of what it answers."""

import re

import pytest
import schemathesis
from conftest import position, request
from hypothesis import HealthCheck, Phase, seed, settings
from openapi_spec_validator import OpenAPIV31SpecValidator
from schemathesis.checks import CHECKS

from server.app import create_app
from server.openapi import document
from server.problems import KINDS

APP = create_app(max_body=4_000_000)
OURS = {"openapi.describe", "openapi.docs"}


def routes():
    """Every route that is no page, no file, and no host's own protocol."""
    for rule in APP.url_map.iter_rules():
        if rule.endpoint not in OURS and not rule.endpoint.startswith(("pages.", "table.", "static", "mcp.", "embed.")):
            path = re.sub(r"<(\w+)>", r"{\1}", rule.rule)
            yield from ((method, path) for method in rule.methods - {"HEAD", "OPTIONS"})


def operations():
    for path, methods in document()["paths"].items():
        yield from ((method.upper(), path, operation) for method, operation in methods.items())


def test_the_document_is_valid_openapi(server):
    described = server.get("/openapi.json").json()
    assert described["openapi"].startswith("3.1")
    OpenAPIV31SpecValidator(described).validate()


def test_every_route_is_described_and_every_description_routed():
    assert sorted(routes()) == sorted((method, path) for method, path, _ in operations())


def test_every_operation_has_a_name_of_its_own_and_a_summary():
    names = [operation["operationId"] for _, _, operation in operations()]
    assert len(set(names)) == len(names)
    assert all(operation["summary"] for _, _, operation in operations())


def test_every_problem_is_described_as_one():
    for _, _, operation in operations():
        for status, answer in operation["responses"].items():
            if int(status) >= 400 and "application/json" not in answer["content"]:
                assert list(answer["content"]) == ["application/problem+json"]
                assert int(status) in KINDS


def test_every_call_that_takes_a_body_tells_how_it_may_be_refused():
    for _, _, operation in operations():
        if "requestBody" in operation:
            assert {"400", "413", "415", "422", "500"} <= set(operation["responses"])


def test_every_reference_leads_somewhere():
    text = str(document())
    known = document()["components"]["schemas"]
    assert set(re.findall(r"#/components/schemas/([\w.-]+)", text)) <= set(known)


def test_the_docs_page_lists_every_call_and_every_problem(server):
    page = server.get("/docs").body.decode()
    assert all(f'data-path="{path}"' in page for _, path, _ in operations())
    assert all(f'id="{kind.slug}"' in page for kind in KINDS.values())
    assert "://" not in page.replace("http://www.w3.org", "").replace(server.address, "")


schema = schemathesis.openapi.from_wsgi("/openapi.json", APP)
PROMISES = ("status_code_conformance", "content_type_conformance", "response_schema_conformance", "not_a_server_error")
TRIED = [CHECKS.get_one(name) for name in PROMISES]


@pytest.mark.usefixtures("knowledge_base")
@pytest.mark.filterwarnings("ignore")
@pytest.mark.slow
@seed(1918)
@schema.parametrize()
@settings(
    max_examples=25,
    deadline=None,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_whatever_is_sent_the_answer_is_as_described(case):
    case.call_and_validate(checks=TRIED)


@pytest.mark.usefixtures("knowledge_base")
@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/v1/check", request()), ("/v1/options", {"position": position(), "unit": "g1"}),
        ("/v1/survey", {"position": position()}),
    ],
)
def test_a_good_request_and_its_answer_fit_their_schemas(path, body):
    from jsonschema import Draft202012Validator

    described = document()
    operation = described["paths"][path]["post"]
    asked = operation["requestBody"]["content"]["application/json"]["schema"]
    given = operation["responses"]["200"]["content"]["application/json"]["schema"]
    answer = APP.test_client().post(path, json=body).json
    for schema, data in ((asked, body), (given, answer)):
        Draft202012Validator(schema | {"components": described["components"]}).validate(data)


def test_every_call_and_parameter_is_described_in_french_too(server):
    from server.words_docs import FRENCH

    described = server.get("/openapi.json").json()["paths"]
    operations = [each for methods in described.values() for each in methods.values()]
    told = {each["summary"] for each in operations}
    told |= {part["description"] for each in operations for part in each["parameters"] if "description" in part}
    assert told == set(FRENCH)


def test_the_page_to_try_the_calls_is_french_for_who_reads_french(server):
    page = server.get("/docs?lang=fr", Accept="text/html").body.decode()
    assert "L&#39;arbitrage d&#39;une action dans une position." in page
    assert "La demande est fausse." in page
    assert "The ruling on one action" not in re.sub(r"<script.*?</script>", "", page, flags=re.DOTALL)
