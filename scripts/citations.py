"""citations.py - every section of a specification that is cited exists (docs/spec/README.md).

A citation is the name of a document in docs/spec and a list of its sections, `twixt.md 9.1 to 9.6`.
After it a bare section in brackets, `(2.4)`, is one of the document that was named last.
"""
import glob
import os
import re

SECTION = r"\d+(?:\.\d+)*"
LABEL = r"(?:[A-Z][A-Z\d]-\d+|[A-Z]{1,2}\d+)"
CHECK = re.compile(r"\b[A-Z][A-Z\d]-\d\d\b")
REFERENCE = rf"(?:{SECTION}|(?:check\s+)?{LABEL}|annex\s+[A-Z])(?![\w%])"
JOIN = rf"(?:\s*,\s*and\s+|\s*[,;]\s*|\s+and\s+(?:of\s+)?|\s+to\s+|\s*-\s*|\s+(?={LABEL}))"
SECTIONS = rf"{REFERENCE}(?:{JOIN}{REFERENCE})*"

# What stands before the name (`checks 27 to 35 and 42 of`, `R2 of`), the name, and its sections.
CITATION = re.compile(rf"""
    (?:(?:\bchecks?\s+(?P<items>\d+(?:{JOIN}\d+)*) | \b(?P<labels>{LABEL}(?:{JOIN}{LABEL})*))
       \s+(?:of|in)\s+)?
    (?<![\w/.-])(?P<name>[a-z][\w-]*)\.md\b
    (?:\s+(?P<sections>{SECTIONS}))?""", re.X)
BARE_IN_BRACKETS = re.compile(rf"\(({SECTION}\.\d+(?:{JOIN}{REFERENCE})*)(?=\s*[),;:])")
BARE_AFTER_WORD = re.compile(rf"\b(?:of|in)\s+({SECTION}\.\d+(?:{JOIN}{REFERENCE})*)")
DEEP = re.compile(r"\d+\.\d+\.\d+")
PATH = re.compile(r"(?<![\w/.-])((?:[\w-]+/)+[\w-]+\.md)\b")
UNNAMED = re.compile(rf"\b[Ss]pec(?:ification)?s?\s+(?:section\s+)?(\d+\.\d+|{LABEL})")

HEADING = re.compile(r"^#+ +(?:(\d+(?:\.\d+)*)\.?|(Annex [A-Z])\.|([A-Z]\d+)\.) ", re.M)
COMMENT = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|(/\*.*?\*/|//[^\n]*)', re.S)
FRAME = re.compile(r"/\*|\*/|//|^[ \t]*\*(?=\s)", re.M)
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")


def blank(match):
    return re.sub(r"[^\n]", " ", match[0])


class Document:
    """The sections of one specification: number or name -> its text, sections below included."""

    def __init__(self, text):
        self.sections = {}
        heads = list(HEADING.finditer(text))
        for index, head in enumerate(heads):
            level = len(head[0]) - len(head[0].lstrip("#"))
            end = next((other.start() for other in heads[index + 1:]
                        if len(other[0]) - len(other[0].lstrip("#")) <= level), len(text))
            name = (head[1] or head[2] or head[3]).lower()
            self.sections[name] = text[head.start():end]

    def has_item(self, section, item):
        return bool(re.search(rf"^ *{item}\. ", self.sections.get(section, ""), re.M))

    def has_label(self, label, section=None):
        """Something begins with this label (a row, a paragraph, a point), or a heading or a
        column has it."""
        if label.lower() in self.sections:
            return True
        texts = [self.sections.get(section, "")] if section else self.sections.values()
        begins = re.compile(rf"^(?:#.*|[-*| ]*)\b{label}\b|\| {label} \|", re.M)
        return any(begins.search(text) for text in texts)

    def has_section(self, section):
        above, _, item = section.rpartition(".")
        return section in self.sections or (above != "" and self.has_item(above, item))

    def missing(self, references):
        """Those of a list such as `2.13 F6, 3.1 - 3.4` that are not there, as sentences' ends."""
        section = None
        for reference in re.findall(REFERENCE, references):
            word = " ".join(re.sub(r"^check\s+", "", reference).split())
            if re.fullmatch(LABEL, word):
                is_check = reference.startswith("check")
                if not self.has_label(word, None if is_check else section):
                    yield f"nothing labelled {word}" + (f" in {section}" if section else "")
            elif re.fullmatch(SECTION, word):
                section = word
                if not self.has_section(word):
                    yield f"no section {word}"
            elif word.lower() not in self.sections:
                yield f"no {word}"


def read_documents(folder):
    documents = {}
    for path in glob.glob(os.path.join(folder, "*.md")):
        with open(path, encoding="utf-8") as file:
            documents[os.path.splitext(os.path.basename(path))[0]] = Document(file.read())
    return documents


def comments(text):
    """The comments of C source, each with its place; frames are blanks, so that lines keep."""
    for match in COMMENT.finditer(text):
        if match[1] is not None:
            yield match.start(), FRAME.sub(blank, match[0])


def plain(text):
    """An experiment or a document: a link to a specification is a citation, other links are none."""
    def name_of(match):
        target = match[1]
        name = os.path.basename(target) if "spec/" in target else ""
        return name.rjust(len(match[0])) if "\n" not in match[0] else blank(match)
    return re.sub(r'["`]', " ", LINK.sub(name_of, text))


def wrong_in_citation(match, documents):
    name, sections = match["name"], match["sections"]
    if name not in documents:
        yield f"there is no docs/spec/{name}.md"
        return
    document = documents[name]
    first = re.match(SECTION, sections or "")
    for item in re.findall(r"\d+", match["items"] or ""):
        if first is None or not document.has_item(first[0], item):
            yield f"{name}.md has no check {item} in {first[0] if first else 'no section'}"
    for label in re.findall(LABEL, match["labels"] or ""):
        if not document.has_label(label, first[0] if first else None):
            yield f"{name}.md has nothing labelled {label} in {first[0] if first else 'it'}"
    for what in document.missing(sections or ""):
        yield f"{name}.md has {what}"


def bare_references(text, begin, names_here):
    """(place, list) of sections without a document: in brackets anywhere, after `of` or `in` where
    they cannot be mistaken for a number; and of checks, `RO-03`."""
    for match in BARE_IN_BRACKETS.finditer(text, begin):
        yield match.start(1), match[1]
    for match in BARE_AFTER_WORD.finditer(text, begin):
        if names_here or DEEP.match(match[1]):
            yield match.start(1), match[1]
    for match in CHECK.finditer(text, begin):
        yield match.start(), "check " + match[0]


def wrong_bare(comment, matches, last, is_single, documents):
    """(place, what) of references that rely on a document named before: earlier in the same comment,
    or in an earlier one (`last`) if the whole file names a single document."""
    begin = matches[0].end() if matches else 0
    for at, references in bare_references(comment, begin, bool(matches)):
        name = next((match["name"] for match in reversed(matches) if match.end() <= at), last)
        if name not in documents:
            continue
        if not matches and not is_single:
            yield at, f"{references} of which document? this file names several"
            continue
        for what in documents[name].missing(references):
            yield at, f"{name}.md has {what}"


def wrong_in_source(text, documents):
    """(place, what) of each citation in C source that leads nowhere."""
    found = [(at, comment, list(CITATION.finditer(comment))) for at, comment in comments(text)]
    is_single = len({match["name"] for _, _, matches in found for match in matches}) == 1
    last = None
    for at, comment, matches in found:
        for match in matches:
            for what in wrong_in_citation(match, documents):
                yield at + match.start("name"), what
        for place, what in wrong_bare(comment, matches, last, is_single, documents):
            yield at + place, what
        for match in UNNAMED.finditer(comment):
            yield at + match.start(), f"specification {match[1]}: of which document?"
        last = matches[-1]["name"] if matches else last


def wrong_in_text(text, documents):
    """The same for experiments and documents, where only a citation with sections is one."""
    text = plain(text)
    for match in CITATION.finditer(text):
        if match["sections"] is not None:
            for what in wrong_in_citation(match, documents):
                yield match.start("name"), what
    for match in UNNAMED.finditer(text):
        yield match.start(), f"specification {match[1]}: of which document?"


def lost_paths(text, root):
    """Documents named with their folder, `docs/formats.md`, that are not there."""
    for at, comment in comments(text):
        for match in PATH.finditer(comment):
            if not os.path.exists(os.path.join(root, match[1])):
                yield at + match.start(), f"there is no {match[1]}"


def wrong_citations(path, text, documents, root):
    """What is wrong with the citations of one file, as lines for a person."""
    where = os.path.relpath(path, root)
    if path.endswith((".c", ".h")):
        wrong = [*wrong_in_source(text, documents), *lost_paths(text, root)]
    else:
        wrong = list(wrong_in_text(text, documents))
    for at, what in sorted(wrong):
        yield f"{where}:{text.count(chr(10), 0, at) + 1}: {what}"
