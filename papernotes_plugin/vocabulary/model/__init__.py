"""Every type that is passed between the stages of a build.

The types are frozen and decide nothing.  Types with very many instances are named tuples: those are created and
compared several times faster than dataclasses.  Imports the standard library only.

Offsets are half-open and count characters of `Note.text`.  Lines and columns are 1-based, as in an editor.  Paths are
posix paths relative to the folder of the notes.
"""

from papernotes_plugin.vocabulary.model.source import (
    Block,
    BlockKind,
    Chart,
    Column,
    Document,
    Dot,
    Edit,
    Entry,
    Evidence,
    Field,
    Group,
    Identifier,
    Inline,
    InlineKind,
    Lane,
    Library,
    Link,
    Mention,
    MentionKind,
    Note,
    NoteLink,
    Output,
    Paper,
    Related,
    Source,
    Span,
    Thread,
    Venue,
)

__all__ = [
    "Block",
    "BlockKind",
    "Chart",
    "Column",
    "Document",
    "Dot",
    "Edit",
    "Entry",
    "Evidence",
    "Field",
    "Group",
    "Identifier",
    "Inline",
    "InlineKind",
    "Lane",
    "Library",
    "Link",
    "Mention",
    "MentionKind",
    "Note",
    "NoteLink",
    "Output",
    "Paper",
    "Related",
    "Source",
    "Span",
    "Thread",
    "Venue",
]
