package dev.sluice.storage.source;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The columns of a document's fields in a source file, as dotted paths of leaf columns, such as
 * {@code metadata.score}. Text, and score if it is mapped, must exist in every file; id and dump
 * may be unmapped, and may be missing from a file even if mapped.
 */
public record ColumnMapping(
    Optional<String> id, String text, Optional<String> score, Optional<String> dump) {
  /** Requires paths that are not empty. */
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

  /** A mapping of only the text. */
  public static ColumnMapping textAlone(String text) {
    return new ColumnMapping(Optional.empty(), text, Optional.empty(), Optional.empty());
  }

  /** Paths of the columns that every file must have: text, and score if it is mapped. */
  public List<String> required() {
    return Stream.concat(Stream.of(text), score.stream()).toList();
  }
}
