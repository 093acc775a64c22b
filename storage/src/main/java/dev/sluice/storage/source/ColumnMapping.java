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
 * The columns to read from a source file. They have a role, are carried along by rows, or are
 * compared by a filter.
 *
 * @param columns dotted paths of leaf columns, such as {@code metadata.score}, by role. {@linkplain
 *     ColumnRole#isRequired Required} columns must exist in every file; the score may be in the
 *     file's path instead ({@link PathColumns}). Other columns may be missing from a file
 * @param carried further columns that rows carry along unchanged, see {@link SourceRow#columns};
 *     null where a file lacks them. A file in which they have different types does not fit
 * @param filter a condition on any columns, see {@link SourceRow#passesFilter}; columns that a file
 *     lacks are null. A file whose columns the filter cannot compare does not fit
 */
public record ColumnMapping(
    Map<ColumnRole, String> columns, Optional<TableSchema> carried, Optional<Filter> filter) {
  /** Copies the map. Requires paths that are not empty. */
  public ColumnMapping {
    columns = Collections.unmodifiableMap(copy(columns));
    requireNonNull(carried, "carried");
    requireNonNull(filter, "filter");
    if (columns.values().stream().anyMatch(String::isBlank)) {
      throw new IllegalArgumentException("the path of a column must not be blank");
    }
  }

  /** Creates a mapping without carried columns. */
  public ColumnMapping(
      Optional<String> id, String text, Optional<String> score, Optional<String> dump) {
    this(byRole(id, text, score, dump), Optional.empty(), Optional.empty());
  }

  /** Creates a mapping with a score. */
  public ColumnMapping(Optional<String> id, String text, String score, Optional<String> dump) {
    this(id, text, Optional.of(score), dump);
  }

  /** Copies a map; unlike the constructor of {@code EnumMap}, accepts an empty one. */
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

  /** Creates a mapping of the text alone. */
  public static ColumnMapping textAlone(String text) {
    return new ColumnMapping(Optional.empty(), text, Optional.empty(), Optional.empty());
  }

  /** Creates a mapping of columns of shards. These columns are named after their fields. */
  public static ColumnMapping ofShard(Collection<ColumnRole> roles) {
    Map<ColumnRole, String> columns = new EnumMap<>(ColumnRole.class);
    roles.forEach(role -> columns.put(role, role.field()));
    return new ColumnMapping(columns, Optional.empty(), Optional.empty());
  }

  /**
   * Creates the mapping of all columns of shards.
   *
   * @param written the names of their columns
   * @param carried the columns that rows carry along, which have no role even if one has the name
   *     of a field, such as the source's own {@code dump}
   */
  public static ColumnMapping ofShard(Collection<String> written, Optional<TableSchema> carried) {
    Set<String> own = new HashSet<>(written);
    carried.ifPresent(schema -> own.removeAll(schema.topLevel()));
    return ofShard(own.stream().map(ColumnRole::of).flatMap(Optional::stream).toList())
        .carrying(carried);
  }

  /** Returns the path of the column with a role, or empty if no column has this role. */
  public Optional<String> column(ColumnRole role) {
    return Optional.ofNullable(columns.get(role));
  }

  /** Returns the path of the id. */
  public Optional<String> id() {
    return column(ColumnRole.ID);
  }

  /** Returns the path of the text. Every source has a text, but shards may lack it. */
  public String text() {
    return column(ColumnRole.TEXT).orElseThrow();
  }

  /** Returns the path of the score. */
  public Optional<String> score() {
    return column(ColumnRole.SCORE);
  }

  /** Returns the path of the dump. */
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

  /**
   * Returns this mapping without the score if the path holds the score. The file need not have the
   * score then.
   */
  ColumnMapping without(Predicate<String> isInPath) {
    Map<ColumnRole, String> inFile = copy(columns);
    score().filter(isInPath).ifPresent(path -> inFile.remove(ColumnRole.SCORE));
    return new ColumnMapping(inFile, carried, filter);
  }

  /**
   * Returns the paths of the columns that every file must have. These are the text, and the score
   * if it is mapped.
   */
  public List<String> required() {
    return columns.entrySet().stream()
        .filter(column -> column.getKey().isRequired())
        .map(Map.Entry::getValue)
        .toList();
  }
}
