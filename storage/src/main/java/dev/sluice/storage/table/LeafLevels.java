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

  /**
   * @param leaf the file's leaf of the column, which may end above it
   */
  static LeafLevels of(RecordColumn leaf, TableSchema file, RecordColumn column, TableSchema to) {
    List<Type> here = RecordColumn.way(file.message(), leaf.descriptor().getPath());
    List<Type> there = RecordColumn.way(to.message(), column.descriptor().getPath());
    return new LeafLevels(
        RecordColumn.definitions(here, there),
        RecordColumn.definitionsOfRepetitions(here, leaf.maxRepetition()));
  }

  /** The highest repetition level in the file. */
  int maxRepetition() {
    return leastDefinitions.length - 1;
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
