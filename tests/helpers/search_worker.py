"""Run the search worker of a built Material site in node, without a browser."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable
from pathlib import Path

_RUN = """
const fs = require("fs"), vm = require("vm");
const [worker, index] = process.argv.slice(1);
let answer, listener;
const world = {
  console, addEventListener: (_, callback) => { listener = callback; }, postMessage: message => { answer = message; },
};
world.self = world;
vm.runInNewContext(fs.readFileSync(worker, "utf8"), world);
(async () => {
  const { config, docs } = JSON.parse(fs.readFileSync(index, "utf8"));
  await listener({ data: { type: 0, data: { config, docs, options: { suggest: false } } } });
  const results = [];
  for (const data of JSON.parse(fs.readFileSync(0, "utf8"))) {
    await listener({ data: { type: 2, data } });
    results.push(answer.data.items.map(([best]) => best.location));
  }
  console.log(JSON.stringify(results));
})();
"""


def ask(site: Path, questions: Iterable[str]) -> list[list[str]]:
    """Return the locations of each query's results as Material lists them: the best of each page, best page first.

    For tests with the mark `node`.
    """
    (worker,) = (site / "assets" / "javascripts" / "workers").glob("search.*.min.js")
    index = site / "search" / "search_index.json"
    command = ["node", "-e", _RUN, str(worker), str(index)]
    done = subprocess.run(command, input=json.dumps(list(questions)), capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return [[str(location) for location in results] for results in json.loads(done.stdout)]
