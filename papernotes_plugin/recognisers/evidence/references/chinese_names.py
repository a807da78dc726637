"""Names before the titles of books in Chinese, with the role of the person: `任继愈主编：《…》`."""

from __future__ import annotations

from papernotes_plugin.text.lazy_regex import lazy_regex

_ROLE = lazy_regex("(?<=..)(?:主编|编著|编译|选编|整理|编|著)$")
_FAMILIES = frozenset(
    "王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金"
    "石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔汤鲁费瞿梅季俞葛章齐庞殷柳阎翁冉"
)
"""The most frequent family names, and those of many authors."""
_OTHER_WORDS = frozenset(
    ("方法", "方案", "史料", "金融", "高级", "程序", "任务", "时评", "章节", "武侠", "石刻", "万物")
)
"""Words that begin like a name."""
_MAX_LENGTH = 3


def split_role(name: str) -> tuple[str, bool]:
    """Return a name without the role after it, and whether it is that of an editor.

    Examples:
        >>> split_role("任继愈主编"), split_role("苏力")
        (('任继愈', True), ('苏力', False))
    """
    role = _ROLE.search(name)
    return (name[: role.start()], "编" in role[0]) if role else (name, False)


def is_name(words: str) -> bool:
    """Return whether words begin with a frequent family name, or are a foreign name in Chinese; no label is one.

    Examples:
        >>> is_name("苏力"), is_name("马克·吐温"), is_name("教材")
        (True, True, False)
    """
    return "·" in words or (len(words) <= _MAX_LENGTH and words[0] in _FAMILIES and words not in _OTHER_WORDS)
