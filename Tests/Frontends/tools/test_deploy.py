"""The files of deploy/, as far as they can be tried without a cluster: they are well-formed, and fit each other."""

import ast
import json
import re

import jinja2
import jsonschema
import pytest
import yaml

from clients import ROOT

DEPLOY = ROOT / "deploy"
KERNELSPECS = sorted(DEPLOY.rglob("kernel.json"))

# What JEP 105 says of a kernelspec.
KERNELSPEC = {
    "type": "object",
    "required": ["argv", "display_name", "language"],
    "properties": {
        "argv": {"type": "array", "items": {"type": "string"}, "minItems": 1},
        "display_name": {"type": "string"},
        "language": {"const": "chart"},
        "interrupt_mode": {"const": "message"},
        "env": {"type": "object", "additionalProperties": {"type": "string"}},
        "metadata": {"type": "object", "additionalProperties": {"type": "object"}},
    },
    "additionalProperties": False,
}
# The least that a launch_kubernetes.py hands to the template.
VALUES = {
    "kernel_pod_name": "somebody-k1",
    "kernel_namespace": "charts",
    "kernel_id": "5e1",
    "kernel_image": "chart-kernel:latest",
}


def pod(**values) -> dict:
    """The pod, rendered with the settings of both launchers."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(DEPLOY / "kubernetes"), trim_blocks=True, lstrip_blocks=True, autoescape=False
    )
    (document,) = yaml.safe_load_all(environment.get_template("kernel-pod.yaml.j2").render(**VALUES, **values))
    return document


@pytest.mark.parametrize("path", KERNELSPECS, ids=lambda path: path.parent.name)
def test_kernelspecs_are_valid_and_pass_on_all_that_a_launcher_needs(path):
    spec = json.loads(path.read_text())
    jsonschema.validate(spec, KERNELSPEC)
    for value in ("{kernel_id}", "{port_range}", "{response_address}", "{public_key}"):
        assert value in spec["argv"]
    assert f"/{path.parent.name}/scripts/launch_kubernetes.py" in spec["argv"][1]
    assert "process_proxy" in spec["metadata"] or "kernel_provisioner" in spec["metadata"]


def test_a_pod_needs_four_values():
    made = pod()
    assert made["metadata"]["labels"]["kernel_id"] == "5e1", "a text, though YAML could read it as a number"
    (container,) = made["spec"]["containers"]
    assert container["image"] == "chart-kernel:latest"
    assert made["spec"]["securityContext"]["runAsUser"] == 1000
    assert container["securityContext"]["readOnlyRootFilesystem"] is True
    assert [mount["mountPath"] for mount in container["volumeMounts"]] == ["/tmp"]


def test_a_pod_takes_what_clients_may_set():
    made = pod(
        kernel_uid="2000",
        kernel_gid=3000,
        kernel_memory_limit="2Gi",
        kernel_cpus_limit=2,
        kernel_working_dir="/data",
        kernel_volume_mounts=[{"name": "data", "mountPath": "/data", "readOnly": True}],
        kernel_volumes=[{"name": "data", "persistentVolumeClaim": {"claimName": "charts"}}],
    )
    (container,) = made["spec"]["containers"]
    assert made["spec"]["securityContext"]["runAsUser"] == 2000
    assert container["resources"]["limits"] == {"cpu": "2", "memory": "2Gi"}
    assert container["workingDir"] == "/data"
    mounted = {mount["name"] for mount in container["volumeMounts"]}
    assert mounted == {volume["name"] for volume in made["spec"]["volumes"]} == {"tmp", "data"}


EVIL = ['x"\n  hostNetwork: true\n#', "x: {y", "'", "\\", "</script>", "{{ 7 * 7 }}", "yes", "1e9"]


@pytest.mark.parametrize("evil", EVIL)
def test_no_value_breaks_out_of_its_place(evil):
    plain, made = pod(kernel_working_dir="/data"), pod(kernel_working_dir=evil)
    assert made["spec"]["containers"][0].pop("workingDir") == evil
    del plain["spec"]["containers"][0]["workingDir"]
    assert made == plain


def test_the_policy_is_about_the_pods():
    policy = yaml.safe_load((DEPLOY / "kubernetes/network-policy.yaml").read_text())
    assert policy["spec"]["podSelector"]["matchLabels"].items() <= pod()["metadata"]["labels"].items()


@pytest.mark.parametrize("path", sorted(DEPLOY.rglob("values.yaml")), ids=lambda path: path.parent.name)
def test_values_are_mappings(path):
    assert isinstance(yaml.safe_load(path.read_text()), dict)


def test_the_gateway_offers_the_kernel_that_is_installed_in_its_image():
    values = yaml.safe_load((DEPLOY / "kubernetes/enterprise-gateway/values.yaml").read_text())
    folders = [path.parent.name for path in KERNELSPECS if "enterprise-gateway" in path.parts]
    assert values["kernel"]["allowedKernels"] == folders == [values["kernel"]["defaultKernelName"]]


@pytest.mark.parametrize("path", sorted(DEPLOY.rglob("*.py")), ids=lambda path: path.name)
def test_programs_are_python(path):
    ast.parse(path.read_text(), feature_version=(3, 10))


@pytest.mark.parametrize("path", sorted(DEPLOY.rglob("Containerfile")), ids=lambda path: path.parent.name)
def test_images_copy_what_there_is_from_where_it_is(path):
    text = re.sub(r"\\\n(\s*#.*\n)*", " ", path.read_text())
    lines = [line.split() for line in text.splitlines() if line and not line.startswith("#")]
    stages = set()
    for instruction, *words in lines:
        if instruction == "FROM":
            assert words[0] in stages or words[0].startswith("docker.io/"), words
            stages.update(words[2:])
        elif instruction == "COPY":
            origin = [word.removeprefix("--from=") for word in words if word.startswith("--from=")]
            sources = [word for word in words if not word.startswith("--")][:-1]
            assert set(origin) <= stages
            for source in sources if not origin else []:
                assert (ROOT / source).exists(), source
        else:
            assert instruction in {"ARG", "RUN", "ENV", "USER", "WORKDIR", "ENTRYPOINT", "CMD", "EXPOSE"}, instruction
            if instruction in ("ENTRYPOINT", "CMD"):
                assert isinstance(json.loads(" ".join(words)), list)


def test_images_have_the_versions_that_are_tested():
    pinned = dict(re.findall(r"^([\w-]+)==([\w.]+)", (ROOT / "requirements.txt").read_text(), re.MULTILINE))
    text = (DEPLOY / "Containerfile").read_text()
    installed = re.findall(r"\b(anywidget|jupyterlab|notebook|nbconvert|papermill)==([\w.]+)", text)
    assert len(installed) == 5
    assert dict(installed).items() <= pinned.items()
