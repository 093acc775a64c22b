package dev.sluice.storage.source;

import dev.sluice.core.filter.BoundFilter;
import dev.sluice.core.filter.ColumnKind;
import dev.sluice.core.filter.Filter;
import dev.sluice.core.filter.FilterBindingException;
import dev.sluice.core.filter.FilterRow;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.table.FilterLeaves;
import dev.sluice.storage.table.TableFile;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A filter fitted to the columns of a file.
 *
 * @param leaves where the filter's columns are in records
 * @param fromPath those that the file lacks and its path has
 */
record FilterColumns(
    TableFile file, BoundFilter filter, FilterLeaves leaves, Map<String, FilterValue> fromPath) {
  /**
   * Fits a filter to a file. Columns that file and path lack are null.
   *
   * @throws SourceFormatException if it has columns of a kind that the filter does not take, or two
   *     of a name
   */
  static FilterColumns of(TableFile file, Filter filter, PathColumns path) throws IOException {
    FilterLeaves leaves = FilterLeaves.of(file.schema(), filter.columns());
    if (!leaves.twice().isEmpty()) {
      throw new SourceFormatException(
          file.file(),
          "filter: has the column %s twice: rename one"
              .formatted(String.join(", ", leaves.twice())));
    }
    Map<String, ColumnKind> kinds = new HashMap<>(leaves.kinds());
    Map<String, FilterValue> fromPath = path.fit(filter, kinds);
    try {
      return new FilterColumns(file, filter.bind(kinds), leaves, fromPath);
    } catch (FilterBindingException e) {
      throw new SourceFormatException(file.file(), path.misfit(e, fromPath.keySet()));
    }
  }

  /** A row of the file with the values of its path. */
  FilterRow row(FilterRow inFile) {
    if (fromPath.isEmpty()) {
      return inFile;
    }
    List<String> columns = filter.columns();
    FilterValues row = new FilterValues(columns.size(), Optional.of(inFile));
    fromPath.forEach((column, value) -> row.set(columns.indexOf(column), value));
    return row;
  }

  /** Upper bound of the memory for reading a row group. */
  long readBytes(int rowGroup) {
    return file.readBytes(rowGroup, leaves.schema());
  }
}
