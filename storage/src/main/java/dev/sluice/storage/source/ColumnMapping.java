package dev.sluice.storage.source;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Where a document's fields are in a source file, as dotted paths of leaf columns, e.g. {@code
 * metadata.score}. Text, and score where it is mapped, must be in every file; id and dump may be
 * unmapped, and may be absent from a file although mapped.
 */
public record ColumnMapping(
    Optional<String> id, String text, Optional<String> score, Optional<String> dump) {
  /** Checks that no path is missing or empty. */
  public ColumnMapping {
    requireNonNull(id, "id");
    requireNonNull(text, "text");
    requireNonNull(score, "score");
    requireNonNull(dump, "dump");
    Stream.of(id, Optional.of(text), score, dump)
        .flatMap(Optional::stream)
        .filter(String::isBlank)
        .findAny()
        .ifPresent(
            path -> {
              throw new IllegalArgumentException("a column's path is empty");
            });
  }

  /** A mapping with a score. */
  public ColumnMapping(Optional<String> id, String text, String score, Optional<String> dump) {
    this(id, text, Optional.of(score), dump);
  }

  /** A mapping of the text alone. */
  public static ColumnMapping textAlone(String text) {
    return new ColumnMapping(Optional.empty(), text, Optional.empty(), Optional.empty());
  }

  /** The paths of the columns that every file must have: text, and score where it is mapped. */
  public List<String> required() {
    return Stream.concat(Stream.of(text), score.stream()).toList();
  }
}
