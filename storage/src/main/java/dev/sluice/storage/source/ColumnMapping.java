package dev.sluice.storage.source;

import static java.util.Objects.requireNonNull;

import dev.sluice.core.filter.Filter;
import dev.sluice.storage.table.TableSchema;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The columns of a source file that are read: those with a role, those that rows carry along, and
 * those that a filter compares.
 *
 * @param columns dotted paths of leaf columns, such as {@code metadata.score}, by role. Those that
 *     are {@linkplain ColumnRole#isRequired required} must exist in every file, the score or in its
 *     path ({@link PathColumns}); others may be missing from a file
 * @param carried further columns that rows carry along unchanged, see {@link SourceRow#columns};
 *     null where a file lacks them. A file that has other types of them does not fit
 * @param filter condition on any columns, see {@link SourceRow#passesFilter}; those that a file
 *     lacks are null. A file that has columns of other kinds than it compares does not fit
 */
public record ColumnMapping(
    Map<ColumnRole, String> columns, Optional<TableSchema> carried, Optional<Filter> filter) {
  /** Copies the map. Requires paths that are not empty. */
  public ColumnMapping {
    columns = Collections.unmodifiableMap(copy(columns));
    requireNonNull(carried, "carried");
    requireNonNull(filter, "filter");
    if (columns.values().stream().anyMatch(String::isBlank)) {
      throw new IllegalArgumentException("a column's path is empty");
    }
  }

  /** A mapping without carried columns. */
  public ColumnMapping(
      Optional<String> id, String text, Optional<String> score, Optional<String> dump) {
    this(byRole(id, text, score, dump), Optional.empty(), Optional.empty());
  }

  /** A mapping with a score. */
  public ColumnMapping(Optional<String> id, String text, String score, Optional<String> dump) {
    this(id, text, Optional.of(score), dump);
  }

  /** Unlike the constructor of the map, takes an empty one. */
  private static Map<ColumnRole, String> copy(Map<ColumnRole, String> columns) {
    Map<ColumnRole, String> copy = new EnumMap<>(ColumnRole.class);
    copy.putAll(columns);
    return copy;
  }

  private static Map<ColumnRole, String> byRole(
      Optional<String> id, String text, Optional<String> score, Optional<String> dump) {
    Map<ColumnRole, String> columns = new EnumMap<>(Map.of(ColumnRole.TEXT, text));
    id.ifPresent(path -> columns.put(ColumnRole.ID, path));
    score.ifPresent(path -> columns.put(ColumnRole.SCORE, path));
    dump.ifPresent(path -> columns.put(ColumnRole.DUMP, path));
    return columns;
  }

  /** A mapping of only the text. */
  public static ColumnMapping textAlone(String text) {
    return new ColumnMapping(Optional.empty(), text, Optional.empty(), Optional.empty());
  }

  /** A mapping of columns of shards, whose names are those of their fields. */
  public static ColumnMapping ofShard(Collection<ColumnRole> roles) {
    Map<ColumnRole, String> columns = new EnumMap<>(ColumnRole.class);
    roles.forEach(role -> columns.put(role, role.field()));
    return new ColumnMapping(columns, Optional.empty(), Optional.empty());
  }

  /**
   * The mapping of whole shards.
   *
   * @param written names of their columns
   * @param carried those of them that rows carry along, which have no role even under the name of a
   *     field: the source's own {@code dump}, say
   */
  public static ColumnMapping ofShard(Collection<String> written, Optional<TableSchema> carried) {
    Set<String> own = new HashSet<>(written);
    carried.ifPresent(schema -> own.removeAll(schema.topLevel()));
    return ofShard(own.stream().map(ColumnRole::of).flatMap(Optional::stream).toList())
        .carrying(carried);
  }

  /** The path of the column with a role; empty if none has it. */
  public Optional<String> column(ColumnRole role) {
    return Optional.ofNullable(columns.get(role));
  }

  /** The path of the id. */
  public Optional<String> id() {
    return column(ColumnRole.ID);
  }

  /** The path of the text, which every source has and shards may lack. */
  public String text() {
    return column(ColumnRole.TEXT).orElseThrow();
  }

  /** The path of the score. */
  public Optional<String> score() {
    return column(ColumnRole.SCORE);
  }

  /** The path of the dump. */
  public Optional<String> dump() {
    return column(ColumnRole.DUMP);
  }

  /** Returns this mapping with carried columns. */
  public ColumnMapping carrying(Optional<TableSchema> others) {
    return new ColumnMapping(columns, others, filter);
  }

  /** Returns this mapping with a filter. */
  public ColumnMapping filtered(Optional<Filter> condition) {
    return new ColumnMapping(columns, carried, condition);
  }

  /** Returns this mapping without the score if the path holds it, so the file need not have it. */
  ColumnMapping without(Predicate<String> isInPath) {
    Map<ColumnRole, String> inFile = copy(columns);
    score().filter(isInPath).ifPresent(path -> inFile.remove(ColumnRole.SCORE));
    return new ColumnMapping(inFile, carried, filter);
  }

  /** Paths of the columns that every file must have: text, and score if it is mapped. */
  public List<String> required() {
    return columns.entrySet().stream()
        .filter(column -> column.getKey().isRequired())
        .map(Map.Entry::getValue)
        .toList();
  }
}
