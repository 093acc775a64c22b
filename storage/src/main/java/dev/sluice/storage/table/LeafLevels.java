package dev.sluice.storage.table;

import java.util.List;
import org.apache.parquet.schema.Type;

/**
 * What the levels of a column in one file mean in a schema where more of its path may be optional.
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

  /** The target's definition level for the file's. */
  int definition(int definition) {
    return definitions[definition];
  }

  /** The definition level of the file that a triple of a repetition level has at least. */
  int leastDefinition(int repetition) {
    return leastDefinitions[repetition];
  }
}
