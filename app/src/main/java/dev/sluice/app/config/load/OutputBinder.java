package dev.sluice.app.config.load;

import dev.sluice.app.config.OutputConfig;
import dev.sluice.ingest.source.SourceColumns;
import dev.sluice.storage.page.ShardCompression;
import dev.sluice.storage.shard.ShardFormat;
import java.util.HashSet;
import java.util.List;

/** Reads the output and the format of its shards. */
final class OutputBinder {
  private final SettingReader reader;

  OutputBinder(SettingReader reader) {
    this.reader = reader;
  }

  /**
   * The output, with other columns or levels in place of those that have problems.
   *
   * @param input the columns of the source
   */
  OutputConfig bind(SourceColumns input) {
    ShardCompression compression = reader.read(ConfigKeys.COMPRESSION);
    return new OutputConfig(
        reader.read(ConfigKeys.OUTPUT_PATH),
        partitionBy(),
        new ShardFormat(
            columns(input),
            compression,
            level(compression),
            Math.toIntExact(reader.read(ConfigKeys.PAGE_SIZE)),
            reader.read(ConfigKeys.ROW_GROUP_SIZE)),
        reader.read(ConfigKeys.MAX_FILE_SIZE));
  }

  private List<String> columns(SourceColumns input) {
    ConfigKey<String> key = ConfigKeys.OUTPUT_COLUMNS;
    reader.checkIndexes(key);
    List<String> columns = reader.readAll(key, ConfigKeys.OUTPUT_COLUMN_NAME);
    if (reader.size(key) == 0) {
      reader.problem(key, "no columns; allowed: " + key.type().allowed());
    }
    boolean repeated = new HashSet<>(columns).size() < columns.size();
    if (repeated) {
      reader.problem(key, columns + " names a column twice");
    }
    if (columns.contains("dump") && input.rules().dumpName(input.mapping()).isEmpty()) {
      reader.problem(key, columns + " names dump, but input.columns.dump maps no column");
    }
    return columns.isEmpty() || repeated ? ShardFormat.ALL_COLUMNS : columns;
  }

  private List<String> partitionBy() {
    ConfigKey<String> key = ConfigKeys.PARTITION_BY;
    reader.checkIndexes(key);
    List<String> levels = reader.readAll(key, ConfigKeys.PARTITION_BY_NAME);
    boolean readable = levels.size() == reader.size(key);
    if (readable
        && !levels.equals(List.of("bucket"))
        && !levels.equals(List.of("bucket", "dump"))) {
      reader.problem(key, levels + " is not allowed; allowed: " + key.type().allowed());
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
        "%d is not allowed; allowed for %s: a whole number from 1 to %d"
            .formatted(
                level,
                ConfigKeys.COMPRESSION.type().canonical().apply(compression),
                compression.maxLevel()));
    return compression.maxLevel();
  }
}
