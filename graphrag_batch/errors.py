"""Every failure a person is expected to meet, as one tree of exceptions, and the exit codes.

    GraphragError                  exit 1: a message that says what, where, and the next command
    ├── ConfigError                .graphrag.yaml cannot be understood
    ├── SourceError                git cannot give what was asked
    │   ├── RepositoryNotFound
    │   ├── RevisionNotFound
    │   ├── EmptyRepository
    │   └── BlobUnavailable        the object is not in this clone (partial clone, corruption)
    ├── ArtifactError              the artifact cannot be used
    │   ├── ArtifactMissing
    │   ├── ArtifactForeign        not one of ours
    │   ├── ArtifactTooNew         written by a newer format
    │   └── ArtifactCorrupt        truncated, damaged, or not what it claims
    ├── ShareError                 what was published cannot be had
    │   ├── Unreachable            the folder, server, repository or release is not there, or does not answer
    │   ├── NotPublished           it is there and has nothing for this history
    │   └── ManifestError          what it says of itself cannot be read, or is not so
    ├── ServeError                 the server cannot listen where it was told to
    ├── BuildBusy                  another build holds the lock
    ├── ModelMissing               the embedding model is not at hand, or is not the one expected
    │   └── EndpointError          it is behind an endpoint that does not serve
    └── NotFound                   an id, path or entity that the artifact does not hold

This room imports nothing of the project; everything may import it.
"""

from __future__ import annotations

EXIT_OK = 0
EXIT_EXPECTED = 1
EXIT_USAGE = 2
EXIT_BUG = 3
EXIT_INTERRUPTED = 130


class GraphragError(Exception):
    """An expected failure.

    `what` says what went wrong, `where` names the file, line or object, `next_step` is what the
    reader can do now (usually a command). All three are shown to people and to agents.
    """

    def __init__(self, what: str, *, where: str = "", next_step: str = "") -> None:
        super().__init__(what, where, next_step)
        self.what = what
        self.where = where
        self.next_step = next_step

    def __str__(self) -> str:
        text = f"{self.where}: {self.what}" if self.where else self.what
        return f"{text}\n  next: {self.next_step}" if self.next_step else text


class ConfigError(GraphragError):
    """.graphrag.yaml cannot be understood."""


class SourceError(GraphragError):
    """git cannot give what was asked."""


class RepositoryNotFound(SourceError):
    """No git repository at or above the given path."""


class RevisionNotFound(SourceError):
    """The revision names no commit or tree of this repository."""


class EmptyRepository(SourceError):
    """The repository has no commit yet."""


class BlobUnavailable(SourceError):
    """The object is not in this clone."""


class ArtifactError(GraphragError):
    """The artifact cannot be used."""


class ArtifactMissing(ArtifactError):
    """There is no artifact where one was expected."""


class ArtifactForeign(ArtifactError):
    """The file is not a graphrag-batch artifact."""


class ArtifactTooNew(ArtifactError):
    """The artifact was written by a newer version than this one reads."""


class ArtifactCorrupt(ArtifactError):
    """The artifact is truncated, damaged, or not what it claims to be."""


class ShareError(GraphragError):
    """What was published cannot be had."""


class Unreachable(ShareError):
    """The folder, server, repository or release is not there, or does not answer."""


class NotPublished(ShareError):
    """Nothing was published there for this history."""


class ManifestError(ShareError):
    """What a published artifact says of itself cannot be read, or is not so."""


class ServeError(GraphragError):
    """The server cannot listen where it was told to."""


class BuildBusy(GraphragError):
    """Another process is building for this repository."""


class ModelMissing(GraphragError):
    """The embedding model is not installed, or its weights are not the expected ones."""


class EndpointError(ModelMissing):
    """The embedding model is behind an endpoint that does not serve."""


class NotFound(GraphragError):
    """An id, path or entity that the artifact does not hold."""
