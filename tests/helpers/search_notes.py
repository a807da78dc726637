"""Source files of a site whose search is tested."""

from __future__ import annotations

_RESNET = """@inproceedings{he2016deep,
  title = {Deep Residual Learning for Image Recognition},
  author = {He, Kaiming and Zhang, Xiangyu and Ren, Shaoqing and Sun, Jian},
  booktitle = {Proceedings of the IEEE Conference on Computer Vision and Pattern Recognition},
  year = {2016},
  eprint = {1512.03385},
  archiveprefix = {arXiv}
}
"""
NOTES = {
    "docs/index.md": "# Start\n\nWhat I read.\n\n- [Diffusion](diffusion.md)\n- [Vision](vision.md)\n",
    "docs/diffusion.md": (
        "# Diffusion\n\n## Steps\n\n"
        "- DDPM [ho2020denoising](https://arxiv.org/abs/2006.11239) walks backwards through a waterfall "
        "of noise #generative/images\n"
        "- [Diffusion Models Beat GANs on Image Synthesis](https://arxiv.org/abs/2105.05233)\n"
        "- [UI-Vision: A Benchmark for Perception](https://arxiv.org/abs/2503.15661)\n"
        + "".join(f"- [Paper {i} about Noise](https://arxiv.org/abs/9901.{i:05})\n" for i in range(1, 8))
    ),
    "docs/vision.md": (
        "# Vision\n\n### [Deep Residual Learning for Image Recognition](https://arxiv.org/abs/1512.03385)\n\n"
        "**TL;DR:** Shortcuts let a hundred layers train. #🧠\n\nLater I call it ResNet [@he2016deep].\n\n"
        "- ResNet [he2016deep](https://arxiv.org/abs/1512.03385) once more\n"
    ),
    "bib/papers.bib": _RESNET
    + "@misc{ho2020denoising, title={Denoising Diffusion Probabilistic Models}, author={Jonathan Ho and Ajay Jain "
    "and Pieter Abbeel}, year={2020}, eprint={2006.11239}}\n",
}
"""Notes and a bibliography by path: papers with titles, short names, tags and one BibTeX entry."""
