package dev.sluice.storage.source;

import dev.sluice.core.filter.BoundFilter;
import dev.sluice.core.filter.ColumnKind;
import dev.sluice.core.filter.Filter;
import dev.sluice.core.filter.FilterBindingException;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.table.FilterLeaves;
import dev.sluice.storage.table.TableFile;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * A filter fitted to the columns of a file.
 *
 * @param leaves where the filter's columns are in records
 */
record FilterColumns(TableFile file, BoundFilter filter, FilterLeaves leaves) {
  /**
   * Fits a filter to a file. Columns that the file lacks are null.
   *
   * @throws SourceFormatException if the file has columns of a kind that the filter does not take
   */
  static FilterColumns of(TableFile file, Filter filter) throws IOException {
    FilterLeaves leaves = FilterLeaves.of(file.schema(), filter.columns());
    Map<String, ColumnKind> kinds = new HashMap<>(leaves.kinds());
    filter.columns().forEach(column -> kinds.putIfAbsent(column, ColumnKind.NOTHING));
    try {
      return new FilterColumns(file, filter.bind(kinds), leaves);
    } catch (FilterBindingException e) {
      throw new SourceFormatException(file.file(), "filter: " + String.join("; ", e.problems()));
    }
  }

  /** Upper bound of the memory for reading a row group. */
  long readBytes(int rowGroup) {
    return file.readBytes(rowGroup, leaves.schema());
  }
}
