package dev.sluice.settings.load;

import dev.sluice.settings.OutputConfig;
import dev.sluice.settings.SourceColumns;
import dev.sluice.storage.publish.Publication;
import dev.sluice.storage.shard.ColumnChoice;
import dev.sluice.storage.shard.ShardFormat;
import dev.sluice.storage.source.ColumnRole;
import dev.sluice.storage.table.TableSchema;
import dev.sluice.storage.write.ShardCompression;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/** Reads the output and the format of its shards. */
final class OutputBinder {
  private static final String BUT = ColumnChoice.BUT;

  private final SettingReader reader;

  OutputBinder(SettingReader reader) {
    this.reader = reader;
  }

  /**
   * Returns the output. Columns and levels that have problems are replaced by valid ones.
   *
   * @param input the columns of the source
   */
  OutputConfig bind(SourceColumns input) {
    ShardCompression compression = reader.read(ConfigKeys.COMPRESSION);
    ColumnChoice columns = columns(input);
    Optional<TableSchema> carried = columns.carries() ? carried(columns) : Optional.empty();
    OutputConfig output =
        new OutputConfig(
            reader.read(ConfigKeys.OUTPUT_PATH),
            partitionBy(),
            columns,
            new ShardFormat(
                names(columns, carried),
                carried,
                compression,
                level(compression),
                Math.toIntExact(reader.read(ConfigKeys.PAGE_SIZE)),
                reader.read(ConfigKeys.ROW_GROUP_SIZE)),
            reader.read(ConfigKeys.MAX_FILE_SIZE));
    checkObjects(output);
    return output;
  }

  private void checkObjects(OutputConfig output) {
    if (output.isRemote() && output.maxFileBytes() > Publication.MAX_OBJECT_BYTES) {
      ConfigKey<Long> key = ConfigKeys.MAX_FILE_SIZE;
      reader.problem(
          key,
          reader.text(key.pattern())
              + " is too large for an object store; must be at most "
              + (Publication.MAX_OBJECT_BYTES >> 30)
              + "GiB");
    }
  }

  /** Returns the types of the columns. Types of different columns are a problem. */
  private Optional<TableSchema> carried(ColumnChoice columns) {
    ConfigKey<Optional<TableSchema>> key = ConfigKeys.OUTPUT_SCHEMA_KEY;
    Optional<TableSchema> schema = reader.read(key);
    if (schema.isEmpty() || columns.fits(schema.get())) {
      return schema;
    }
    boolean begun = reader.origin(key.pattern()).equals(OutputLayer.ORIGIN);
    reader.problem(
        ConfigKeys.OUTPUT_COLUMNS,
        "is %s, but %s these columns of the source: %s; %s"
            .formatted(
                columns.entries(),
                begun ? "the output was started with" : key.pattern() + " has",
                String.join(", ", schema.get().topLevel()),
                begun
                    ? "restore the original list, or choose a new output"
                    : "specify the same columns in both"));
    return Optional.empty();
  }

  /** Returns all columns if their types are known; otherwise the columns that need no types. */
  private static List<String> names(ColumnChoice columns, Optional<TableSchema> carried) {
    if (carried.isPresent()) {
      return columns.names(carried.get());
    }
    List<String> own = columns.entries().stream().filter(ColumnRole.FIELDS::contains).toList();
    return own.isEmpty() ? ColumnRole.FIELDS : own;
  }

  private ColumnChoice columns(SourceColumns input) {
    ConfigKey<String> key = ConfigKeys.OUTPUT_COLUMNS;
    reader.checkIndexes(key);
    List<String> columns = reader.readAll(key, ConfigKeys.OUTPUT_COLUMN_NAME);
    if (reader.size(key) == 0) {
      reader.problem(key, "is empty; must be " + key.type().allowed());
    }
    boolean repeated = new HashSet<>(columns).size() < columns.size();
    if (repeated) {
      reader.problem(key, columns + " contains a column twice");
    }
    boolean all = columns.contains(ColumnChoice.ALL);
    if (columns.stream()
        .anyMatch(name -> !name.equals(ColumnChoice.ALL) && name.startsWith(BUT) != all)) {
      reader.problem(
          key,
          columns + " mixes columns to write and columns to omit; must be " + key.type().allowed());
    }
    if (columns.contains("dump") && input.rules().dumpName(input.mapping()).isEmpty()) {
      reader.problem(key, columns + " contains dump, but input.columns.dump does not map a column");
    }
    return new ColumnChoice(columns.isEmpty() || repeated ? ColumnRole.FIELDS : columns);
  }

  private List<String> partitionBy() {
    ConfigKey<String> key = ConfigKeys.PARTITION_BY;
    reader.checkIndexes(key);
    List<String> levels = reader.readAll(key, ConfigKeys.PARTITION_BY_NAME);
    boolean readable = levels.size() == reader.size(key);
    if (readable
        && !levels.equals(List.of("bucket"))
        && !levels.equals(List.of("bucket", "dump"))) {
      reader.problem(key, levels + " is not allowed; must be " + key.type().allowed());
    }
    return levels;
  }

  private int level(ShardCompression compression) {
    ConfigKey<Integer> key = ConfigKeys.COMPRESSION_LEVEL;
    int level = reader.read(key);
    if (!compression.hasLevels() || level <= compression.maxLevel()) {
      return level;
    }
    reader.problem(
        key,
        "%d is not allowed; for %s, the level must be a whole number from 1 to %d"
            .formatted(
                level,
                ConfigKeys.COMPRESSION.type().canonical().apply(compression),
                compression.maxLevel()));
    return compression.maxLevel();
  }
}
