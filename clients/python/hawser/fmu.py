"""FMI 2.0 co-simulation units over `hawser serve`.

`make(scenario, unit)` writes an FMU with its C source (FMI 2.0, 2.2.7: SourceFiles); a program that imports it compiles that once for its
machine, as `fmpy compile` does. FMI 2.0 has no units without machine code: importers load binaries/<platform>/<name>.so.
"""

import hashlib
import os
import zipfile
from pathlib import Path
from xml.sax.saxutils import quoteattr

from .client import serve

_PLACES = (
    ("position", ("x", "y", "z"), "m", (0, 0, 0)),
    ("rotation", ("w", "x", "y", "z"), "", (1, 0, 0, 0)),
    ("velocity", ("x", "y", "z"), "m/s", (0, 0, 0)),
    ("angular-velocity", ("x", "y", "z"), "rad/s", (0, 0, 0)),
)


def make(scenario, unit, outputs=None, push=(), step=None, command=None, hawser=("hawser",)):
    """Writes `unit`, an .fmu; returns the names of its variables, inputs and outputs apart.

    outputs: names of channels; without them all but those of the nodes of cables. push: bodies that get a force as input [N].
    step: suggested communication step [s]. command: how hawser is called here; hawser: how the unit will call it, unless the
    variable HAWSER names a program. Files of the scenario's folder that the scenario names travel with it.
    """
    scenario, unit = Path(scenario), Path(unit)
    with serve(scenario, command=None if command is None else list(command)) as sim:
        offered, controls = sim.channels(), sim.controls()
        title, duration, bodies = sim.title, sim.duration, sim.bodies
    names = {channel["name"]: channel for channel in offered}
    if outputs is None:
        outputs = [name for name in names if ".node-" not in name and ".element-" not in name]
    missing = [name for name in outputs if name not in names] + [name for name in push if name not in bodies]
    if missing:
        raise ValueError(f"expected channels and bodies of {scenario}, found {', '.join(missing)}")
    columns = []
    for name in outputs:
        parts = names[name]["components"]
        several = isinstance(parts, (list, tuple)) and len(parts) > 1
        columns += [(f"{name}.{part}" if several else name, names[name].get("unit", "")) for part in (parts if several else [None])]
    inputs, lines = [], [f"arg {word}" for word in hawser] + [f"file {scenario.name}"]
    lines += [f"out {name}" for name, _ in columns]
    for kind, word in (("body", "body"), ("target", "target")):
        for control in controls:
            if control["kind"] != kind:
                continue
            lines.append(f"{word} {control['name']}")
            if kind == "target":
                inputs.append((f"target.{control['name']}", control.get("unit", ""), 0))
                continue
            for place, axes, si, at in _PLACES:
                inputs += [(f"lead.{control['name']}.{place}.{axis}", si, x) for axis, x in zip(axes, at)]
    for body in push:
        lines.append(f"push {body}")
        inputs += [(f"push.{body}.{axis}", "N", 0) for axis in "xyz"]
    source = Path(__file__).with_name("unit") / "hawser_unit.c"
    with zipfile.ZipFile(unit, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("modelDescription.xml", _description(title or scenario.stem, duration, columns, inputs, step, scenario.read_bytes()))
        archive.write(source, "sources/hawser_unit.c")
        archive.writestr("resources/unit.txt", "\n".join(lines) + "\n")
        for file in _named(scenario):
            archive.write(scenario.parent / file, f"resources/{file.as_posix()}")
    return [name for name, _, _ in inputs], [name for name, _ in columns]


def _named(scenario):
    """The scenario and the files below its folder that its text, or that of a file it names, names."""
    found, texts = [Path(scenario.name)], [scenario.read_text(encoding="utf-8")]
    rest = []
    for folder, folders, files in os.walk(scenario.parent):
        folders[:] = [name for name in folders if name not in ("runs", "node_modules") and not name.startswith(".")]
        rest += [Path(folder, name).relative_to(scenario.parent) for name in files if name != scenario.name]
    while texts:
        text = texts.pop()
        for file in [file for file in rest if file.as_posix() in text]:
            rest.remove(file)
            found.append(file)
            if file.suffix in (".yaml", ".yml", ".json"):
                texts.append((scenario.parent / file).read_text(encoding="utf-8"))
    return found


def _description(title, duration, columns, inputs, step, content):
    units = sorted({unit for _, unit in columns} | {unit for _, unit, _ in inputs} - {""})
    guid = hashlib.sha256(content + repr((columns, inputs)).encode()).hexdigest()[:32]
    rows = []
    for reference, (name, unit) in enumerate(columns):
        real = f'<Real unit={quoteattr(unit)}/>' if unit else "<Real/>"
        rows.append(f'<ScalarVariable name={quoteattr(name)} valueReference="{reference}" causality="output" variability="continuous">{real}</ScalarVariable>')
    for k, (name, unit, begin) in enumerate(inputs):
        real = f'<Real{f" unit={quoteattr(unit)}" if unit else ""} start="{begin}"/>'
        rows.append(f'<ScalarVariable name={quoteattr(name)} valueReference="{len(columns) + k}" causality="input" variability="continuous">{real}</ScalarVariable>')
    outputs = "".join(f'<Unknown index="{k + 1}"/>' for k in range(len(columns)))
    suggested = f' stepSize="{step}"' if step else ""
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="2.0" modelName={quoteattr(title)} guid="{guid}" generationTool="hawser" variableNamingConvention="flat" numberOfEventIndicators="0">
<CoSimulation modelIdentifier="hawser_unit" canHandleVariableCommunicationStepSize="true" needsExecutionTool="true" canBeInstantiatedOnlyOncePerProcess="false" canNotUseMemoryManagementFunctions="true">
<SourceFiles><File name="hawser_unit.c"/></SourceFiles>
</CoSimulation>
<UnitDefinitions>{"".join(f'<Unit name={quoteattr(unit)}/>' for unit in units if unit)}</UnitDefinitions>
<DefaultExperiment startTime="0" stopTime="{duration}"{suggested}/>
<ModelVariables>
{chr(10).join(rows)}
</ModelVariables>
<ModelStructure>{f"<Outputs>{outputs}</Outputs><InitialUnknowns>{outputs}</InitialUnknowns>" if outputs else ""}</ModelStructure>
</fmiModelDescription>
"""
