"""The verdict of one condition at one place of a live model, and how a place is read.

A place knows what it was read from. Once a condition about its presence or its type is not met, what is absent below it is
blocked: one cause, one miss.
"""

import collections

import torch

MATCHED, MISSED, UNDETERMINED, BLOCKED = "matched", "missed", "undetermined", "blocked"


class _Sentinel:
    """A value that no model holds."""

    def __init__(self, name):
        """Keeps a name for messages."""
        self.name = name

    def __repr__(self):
        """The name."""
        return self.name


ABSENT = _Sentinel("ABSENT")
UNREADABLE = _Sentinel("UNREADABLE")


def read(owner, name):
    """What an attribute read gives: a value, ABSENT, or UNREADABLE where it raises anything but AttributeError."""
    if owner is ABSENT or owner is UNREADABLE:
        return owner
    try:
        return getattr(owner, name)
    except AttributeError:
        return ABSENT
    except Exception:
        return UNREADABLE


def instance(owner):
    """The instance dictionary of an object, empty where it has none. What a class holds are no instance entries."""
    if owner is ABSENT or owner is UNREADABLE or isinstance(owner, type):
        return {}
    return getattr(owner, "__dict__", {})


def instance_or_none(place):
    """The instance dictionary of what stands at a place; None where that cannot be read."""
    return None if place.value is UNREADABLE else instance(place.value)


def is_module(value):
    """Whether a value is a torch module, by its real type."""
    return issubclass(type(value), torch.nn.Module)


class Place:
    """One object of the model, and where it was read from."""

    def __init__(self, value, above=None):
        """`above`: the place it was read from; none for a chunk."""
        self.value = value
        self.above = above
        self.own_failed = False

    def below(self, name):
        """The place that an attribute of this one leads to."""
        return Place(read(self.value, name), self)

    @property
    def failed(self):
        """Whether a condition about the presence or the type of this place, or of one above it, is not met."""
        return self.own_failed or (self.above is not None and self.above.failed)

    @property
    def there(self):
        """Whether something stands here that can be looked at; None is something."""
        return self.value is not ABSENT and self.value is not UNREADABLE


class Verdicts:
    """The verdicts of every condition, one for each subject."""

    def __init__(self):
        """No verdict yet."""
        self.of = collections.defaultdict(list)

    def note(self, condition, verdict):
        """Writes one subject's verdict down and gives it back."""
        self.of[condition].append(verdict)
        return verdict

    def shape(self, condition, place, met, blocked=False):
        """Judges the presence, and after it the type, of a place. `met` is asked about the value, ABSENT included; None: nobody can tell."""
        blocked = blocked or (place.value is ABSENT and place.failed)
        verdict = self.fact(condition, None if blocked or place.value is UNREADABLE else met(place.value), blocked)
        place.own_failed |= verdict in (MISSED, BLOCKED)
        return verdict

    def attribute(self, condition, place, name, met, blocked=False):
        """Judges an attribute of a place. `met` is asked about the value, ABSENT included; None means that nobody can tell."""
        value = read(place.value, name)
        if blocked or (value is ABSENT and place.failed):
            return self.note(condition, BLOCKED)
        return self.fact(condition, None if value is UNREADABLE else met(value))

    def fact(self, condition, met, blocked=False):
        """Judges a fact that was looked up already: yes, no, or None where nobody can tell."""
        if blocked:
            return self.note(condition, BLOCKED)
        return self.note(condition, UNDETERMINED if met is None else MATCHED if met else MISSED)

    def among(self, conditions, verdict):
        """The ids of those conditions that have a subject of this verdict."""
        return {one for one in conditions if verdict in self.of[one]}
