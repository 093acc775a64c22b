package dev.sluice.storage.table;

import java.util.List;
import org.apache.parquet.schema.Type;

/**
 * Translates the levels of a file's column to a schema in which more of its path may be optional.
 */
final class LeafLevels {
  private final int[] definitions;
  private final int[] leastDefinitions;

  private LeafLevels(int[] definitions, int[] leastDefinitions) {
    this.definitions = definitions;
    this.leastDefinitions = leastDefinitions;
  }

  static LeafLevels of(RecordColumn column, TableSchema file, TableSchema target) {
    String[] path = column.descriptor().getPath();
    List<Type> from = RecordColumn.way(file.message(), path);
    List<Type> to = RecordColumn.way(target.message(), path);
    return new LeafLevels(
        RecordColumn.definitions(from, to),
        RecordColumn.definitionsOfRepetitions(from, column.maxRepetition()));
  }

  /** The definition level in the schema. */
  int definition(int definition) {
    return definitions[definition];
  }

  /** The minimum definition level in the file of a triple with this repetition level. */
  int leastDefinition(int repetition) {
    return leastDefinitions[repetition];
  }
}
