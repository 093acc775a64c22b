package dev.sluice.storage.source;

import dev.sluice.core.filter.BoundFilter;
import dev.sluice.core.filter.ColumnKind;
import dev.sluice.core.filter.Filter;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.table.SingleField;
import dev.sluice.storage.table.TableFile;
import dev.sluice.storage.table.TableSchema;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A filter fitted to the columns of a file, each a {@link SingleField}.
 *
 * @param schema of the records that hold them
 * @param places where each column of the filter is in a record; empty if the file lacks it
 * @param fromPath those that the file lacks and its path has
 */
record FilterColumns(
    TableFile file,
    BoundFilter filter,
    TableSchema schema,
    List<Optional<SingleField>> places,
    Map<String, FilterValue> fromPath) {
  /**
   * Fits a filter to a file. Columns that file and path lack are null.
   *
   * @throws SourceFormatException if it has columns of a kind that the filter does not take, or two
   *     of a name
   */
  static FilterColumns of(TableFile file, Filter filter, PathColumns path) throws IOException {
    List<SingleField> fields = SingleField.of(file.schema().message());
    requireOnce(file, filter, fields);
    Map<String, ColumnKind> kinds = new HashMap<>();
    Set<String> needed = new HashSet<>();
    for (SingleField field : fields) {
      kinds.put(field.path(), field.kind());
      if (filter.columns().contains(field.path())) {
        needed.add(field.top());
      }
    }
    Map<String, FilterValue> fromPath = path.fit(filter, kinds);
    TableSchema schema = file.schema().nullable(needed::contains);
    Map<String, SingleField> places = new HashMap<>();
    SingleField.of(schema.message()).forEach(field -> places.put(field.path(), field));
    try {
      return new FilterColumns(
          file,
          filter.bind(kinds),
          schema,
          filter.columns().stream().map(name -> Optional.ofNullable(places.get(name))).toList(),
          fromPath);
    } catch (Filter.BindingException e) {
      throw new SourceFormatException(file.file(), path.misfit(e, fromPath.keySet()));
    }
  }

  private static void requireOnce(TableFile file, Filter filter, List<SingleField> fields)
      throws SourceFormatException {
    Set<String> twice = SingleField.twice(fields);
    twice.retainAll(filter.columns());
    if (!twice.isEmpty()) {
      throw new SourceFormatException(
          file.file(),
          "filter: has the column %s twice: rename one".formatted(String.join(", ", twice)));
    }
  }

  /** Opens the rows of a row group, which are read when they are asked for. */
  FilteredRows open(int rowGroup) {
    return new FilteredRows(this, rowGroup);
  }

  /** Upper bound of the memory for reading a row group. */
  long readBytes(int rowGroup) {
    return file.readBytes(rowGroup, schema);
  }
}
