"""Train the model that labels the words of references: `python -m tests.training WORKS NEGATIVE REMARKS`.

The files are no part of the repository:

- WORKS has one work on each line, as a JSON object.  `title` is a string, `authors` and `editors` are lists of pairs of
  a given name and a family name, and `year` is a number.  `type` is the type of a BibTeX entry, or `thesis`.  These
  keys are strings and may be missing: `subtitle`, `journal`, `booktitle`, `series`, `volume`, `number`, `pages`,
  `publisher`, `address`, `school`, `edition`, `arxiv`.  `.bib` files of any field can be converted to this form.
  Several files have commas between their paths.
- NEGATIVE has one line of Markdown on each line, from notes without references.
- REMARKS has words on each line that notes have before or after a reference.

`--labelled` is for a file with texts of notes whose facts people have labelled; `labelled_texts` describes it.

`--mean-with` is for weights of another training, with other seeds or drawn texts.  The mean of both models errs less
than each of them.

The program needs the extra `train`, and writes the weights into the package.
"""

from __future__ import annotations

import argparse
import json
import lzma
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from random import Random
from statistics import mean
from typing import Any

import papernotes_plugin
from tests.training.feature_digest import feature_digest
from tests.training.labelled_texts import draw_variants, read_labelled_texts
from tests.training.training_texts import draw_texts, labelled_tokens
from tests.training.works import read_lines, read_works

WEIGHTS = Path(papernotes_plugin.__file__).parent / "recognisers/evidence/segmentation/weights.json.xz"
_MAX_LENGTH = 900
"""Characters of a text that the model learns from."""
_SCALE = 50
"""The file has each weight times this, without decimals, as `linear_chain` reads it."""
_MIN_MEAN = 4
"""The smallest mean of weights in the file."""
_NEVER = -8.0
"""Weight of a label after another one that it never follows."""
SEED = 1


def main() -> None:
    """Train, and write the model."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("works", "negative", "remarks"):
        parser.add_argument(name, metavar=name.upper())
    parser.add_argument("--count", type=int, default=20000, help="number of drawn references")
    parser.add_argument("--labelled", metavar="FILE", help="labelled texts of notes, as `labelled_texts` reads them")
    parser.add_argument("--variants", type=int, default=6, help="number of variants of each labelled text")
    parser.add_argument("--c1", type=float, default=0.3, help="regularisation that makes weights zero")
    parser.add_argument("--c2", type=float, default=0.01, help="regularisation that makes weights small")
    parser.add_argument("--iterations", type=int, default=140)
    parser.add_argument("--model", default="model.crfsuite", help="file for the model of the library")
    parser.add_argument("--out", type=Path, default=WEIGHTS, help="file for the weights")
    parser.add_argument("--mean-with", type=Path, metavar="FILE", help="weights that the new ones are averaged with")
    options = parser.parse_args()
    train(options)
    content = weights_of(options.model)
    if options.mean_with:
        content = mean_of([content, read_weights(options.mean_with)])
    write_weights(content, options.out)


def train(options: argparse.Namespace) -> None:
    """Write a model of `pycrfsuite` that is trained on drawn texts."""
    import pycrfsuite

    works, negative, remarks = read_works(options.works), read_lines(options.negative), read_lines(options.remarks)
    trainer = pycrfsuite.Trainer(verbose=True)
    drawn_texts = draw_texts(Random(SEED), works, negative, remarks, options.count)
    labelled = read_labelled_texts(options.labelled) if options.labelled else []
    variants = draw_variants(Random(SEED), labelled, works, options.variants)
    for drawn in chain(drawn_texts, labelled, variants):
        if drawn.text.strip() and len(drawn.text) <= _MAX_LENGTH:
            features, labels = labelled_tokens(drawn)
            if features:
                trainer.append(features, labels)
    trainer.select("lbfgs")
    trainer.set_params(
        {
            "c1": options.c1,
            "c2": options.c2,
            "max_iterations": options.iterations,
            "feature.possible_transitions": True,
            "feature.minfreq": 3,
        }
    )
    trainer.train(options.model)


def weights_of(model: str) -> dict[str, Any]:
    """Return the weights of a model of `pycrfsuite` in the form that the package reads."""
    import pycrfsuite

    tagger = pycrfsuite.Tagger()
    tagger.open(model)
    info = tagger.info()
    labels = sorted(info.labels)
    numbers = {label: number for number, label in enumerate(labels)}
    weights: dict[str, list[int]] = {}
    for (feature, label), weight in sorted(info.state_features.items()):
        if value := round(weight * _SCALE):
            weights.setdefault(feature, []).extend((numbers[label], value))
    transitions = [[round(info.transitions.get((a, b), _NEVER), 3) for b in labels] for a in labels]
    return {"features": feature_digest(), "labels": labels, "transitions": transitions, "weights": weights}


def mean_of(models: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return the mean of the weights of some models, without small ones.

    Raises:
        ValueError: The models have other features or labels than the first.
    """
    if any((model["features"], model["labels"]) != (models[0]["features"], models[0]["labels"]) for model in models):
        raise ValueError("the weights are those of other features or labels")
    sums: defaultdict[str, Counter[int]] = defaultdict(Counter)
    for model in models:
        for feature, row in model["weights"].items():
            for number, value in zip(row[::2], row[1::2], strict=True):
                sums[feature][number] += value
    weights: dict[str, list[int]] = {}
    for feature, of_labels in sorted(sums.items()):
        means = ((number, round(value / len(models))) for number, value in sorted(of_labels.items()))
        if row := [part for number, value in means if abs(value) >= _MIN_MEAN for part in (number, value)]:
            weights[feature] = row
    rows = zip(*(model["transitions"] for model in models), strict=True)
    transitions = [[round(mean(values), 3) for values in zip(*row, strict=True)] for row in rows]
    return {**models[0], "transitions": transitions, "weights": weights}


def read_weights(path: Path) -> dict[str, Any]:
    """Return the weights in a file."""
    content: dict[str, Any] = json.loads(lzma.decompress(path.read_bytes()))
    return content


def write_weights(content: dict[str, Any], path: Path) -> None:
    """Write weights in the form that the package reads."""
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    path.write_bytes(lzma.compress(text.encode(), preset=9))
    print(f"{path}: {path.stat().st_size} bytes for {len(content['weights'])} of the features")


if __name__ == "__main__":
    main()
