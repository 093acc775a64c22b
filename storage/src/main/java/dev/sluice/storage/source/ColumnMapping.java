package dev.sluice.storage.source;

import static java.util.Objects.requireNonNull;

import dev.sluice.core.filter.Filter;
import dev.sluice.storage.table.TableSchema;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The columns of a document's fields in a source file, as dotted paths of leaf columns, such as
 * {@code metadata.score}. Text, and score if it is mapped, must exist in every file, the score or
 * in its path ({@link PathColumns}); id and dump may be unmapped, and may be missing from a file
 * even if mapped.
 *
 * @param carried further columns that rows carry along unchanged, see {@link SourceRow#columns};
 *     null where a file lacks them. A file that has other types of them does not fit
 * @param filter condition on any columns, see {@link SourceRow#passesFilter}; those that a file
 *     lacks are null. A file that has columns of other kinds than it compares does not fit
 */
public record ColumnMapping(
    Optional<String> id,
    String text,
    Optional<String> score,
    Optional<String> dump,
    Optional<TableSchema> carried,
    Optional<Filter> filter) {
  /** Requires paths that are not empty. */
  public ColumnMapping {
    requireNonNull(id, "id");
    requireNonNull(text, "text");
    requireNonNull(score, "score");
    requireNonNull(dump, "dump");
    requireNonNull(carried, "carried");
    requireNonNull(filter, "filter");
    Stream.of(id, Optional.of(text), score, dump)
        .flatMap(Optional::stream)
        .filter(String::isBlank)
        .findAny()
        .ifPresent(
            path -> {
              throw new IllegalArgumentException("a column's path is empty");
            });
  }

  /** A mapping of columns of which rows carry no others along. */
  public ColumnMapping(
      Optional<String> id, String text, Optional<String> score, Optional<String> dump) {
    this(id, text, score, dump, Optional.empty(), Optional.empty());
  }

  /** A mapping with a score. */
  public ColumnMapping(Optional<String> id, String text, String score, Optional<String> dump) {
    this(id, text, Optional.of(score), dump);
  }

  /** A mapping of only the text. */
  public static ColumnMapping textAlone(String text) {
    return new ColumnMapping(Optional.empty(), text, Optional.empty(), Optional.empty());
  }

  /** The same columns, with others that rows carry along. */
  public ColumnMapping carrying(Optional<TableSchema> columns) {
    return new ColumnMapping(id, text, score, dump, columns, filter);
  }

  /** The same columns, of rows that pass a filter. */
  public ColumnMapping filtered(Optional<Filter> condition) {
    return new ColumnMapping(id, text, score, dump, carried, condition);
  }

  /** The columns that a file must have whose path holds others: without a score that is there. */
  ColumnMapping without(Predicate<String> isInPath) {
    return new ColumnMapping(id, text, score.filter(isInPath.negate()), dump, carried, filter);
  }

  /** Paths of the columns that every file must have: text, and score if it is mapped. */
  public List<String> required() {
    return Stream.concat(Stream.of(text), score.stream()).toList();
  }
}
