"""Material's own search without a browser: the worker that a built site ships, run by node."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable
from pathlib import Path

_RUN = """
const fs = require("fs"), vm = require("vm");
const [worker, index] = process.argv.slice(1);
let answer, hear;
const world = {
  console, addEventListener: (_, heard) => { hear = heard; }, postMessage: message => { answer = message; },
};
world.self = world;
vm.runInNewContext(fs.readFileSync(worker, "utf8"), world);
(async () => {
  const { config, docs } = JSON.parse(fs.readFileSync(index, "utf8"));
  await hear({ data: { type: 0, data: { config, docs, options: { suggest: false } } } });
  const found = [];
  for (const data of JSON.parse(fs.readFileSync(0, "utf8"))) {
    await hear({ data: { type: 2, data } });
    found.push(answer.data.items.map(([best]) => best.location));
  }
  console.log(JSON.stringify(found));
})();
"""


def ask(site: Path, questions: Iterable[str]) -> list[list[str]]:
    """For each question the places that are found, as Material lists them: the best one of each page, best page first.

    For tests with the mark `node`.
    """
    (worker,) = (site / "assets" / "javascripts" / "workers").glob("search.*.min.js")
    index = site / "search" / "search_index.json"
    command = ["node", "-e", _RUN, str(worker), str(index)]
    done = subprocess.run(command, input=json.dumps(list(questions)), capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return [[str(place) for place in found] for found in json.loads(done.stdout)]
