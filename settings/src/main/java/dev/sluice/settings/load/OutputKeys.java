package dev.sluice.settings.load;

import static dev.sluice.operators.SystemTypes.outputPath;
import static dev.sluice.operators.SystemTypes.size;
import static dev.sluice.operators.ValueType.matching;
import static dev.sluice.operators.ValueType.oneOf;
import static dev.sluice.operators.ValueType.optional;
import static dev.sluice.operators.ValueType.orAuto;
import static dev.sluice.operators.ValueType.whole;
import static dev.sluice.settings.load.ConfigKey.content;
import static dev.sluice.settings.load.ConfigKey.describing;
import static dev.sluice.settings.load.ConfigKey.element;
import static dev.sluice.settings.load.ConfigKey.free;

import dev.sluice.operators.ValueType;
import dev.sluice.settings.SluiceConfig;
import dev.sluice.settings.load.ConfigKey.Kind;
import dev.sluice.storage.table.TableSchema;
import dev.sluice.storage.write.ShardCompression;
import java.nio.file.Path;
import java.util.Optional;

/** The shards, and what writes them. */
final class OutputKeys {
  private static final ValueType<String> OUTPUT_COLUMN =
      matching(
          "[^\\p{Cntrl}\\s,;{}()\\[\\]=]+", "id, text, score, dump, or a column of the source");
  private static final ValueType<Optional<TableSchema>> CARRIED_COLUMNS =
      optional(
          new ValueType<>(
              "columns in Parquet's notation, all of them optional",
              OutputKeys::schema,
              TableSchema::canonical));
  private static final ValueType<String> PARTITION_COLUMN = oneOf("bucket", "dump");

  // The output
  static final ConfigKey<Optional<Path>> OUTPUT_PATH =
      free("output.path", optional(outputPath()), "", "Directory to write to.");
  static final ConfigKey<String> OUTPUT_COLUMNS =
      content(
              "output.columns",
              describing("a list of columns, all, or {all-but: [...]}"),
              "[id, text, score]",
              "Columns of the shards, in this order: `id`, `text`, `score` and `dump` as mapped"
                  + " under `input.columns`, and any others of the source by their names, with"
                  + " their types. `all`: these three and every other column of the source;"
                  + " `{all-but: [a, b]}`: without these. See [columns of the"
                  + " source](files.md#carried-columns).")
          .as(Kind.LIST);
  static final ConfigKey<String> OUTPUT_COLUMN_NAME =
      element("output.columns.*", OUTPUT_COLUMN, "One column.");
  static final ConfigKey<Optional<TableSchema>> OUTPUT_SCHEMA_KEY =
      content(
          SluiceConfig.OUTPUT_SCHEMA,
          CARRIED_COLUMNS,
          "",
          "Types of the source's columns among `output.columns`, in Parquet's notation. By"
              + " default they are taken from the input's files when the output is started, and"
              + " stored in it. Files that lack a column have nulls; narrower numbers are"
              + " widened; other types do not fit.");
  static final ConfigKey<String> PARTITION_BY =
      content(
              "output.partition-by",
              describing("[bucket, dump] or [bucket]"),
              "[bucket, dump]",
              "Levels of directories. Without `dump`, a file holds rows of many dumps.")
          .as(Kind.LIST);
  static final ConfigKey<String> PARTITION_BY_NAME =
      element("output.partition-by.*", PARTITION_COLUMN, "One level.");
  static final ConfigKey<ShardCompression> COMPRESSION =
      content(
          "output.compression",
          oneOf(ShardCompression.class),
          "zstd",
          "Compression of the shards.");
  static final ConfigKey<Integer> COMPRESSION_LEVEL =
      content(
          "output.compression-level",
          whole(1, 22),
          "3",
          "Compression level: up to 22 for zstd, up to 9 for gzip, no effect on snappy and"
              + " none.");
  static final ConfigKey<Long> MAX_FILE_SIZE =
      content(
          "output.max-file-size",
          size("64KiB", "1TiB"),
          "512MiB",
          "Maximum size of a shard, unless a single row is larger.");
  static final ConfigKey<Long> ROW_GROUP_SIZE =
      content(
          "output.row-group-size",
          size("16KiB", "1GiB"),
          "8MiB",
          "Size of row groups before compression. With small ones, more shards can be open"
              + " at once.");
  static final ConfigKey<Long> PAGE_SIZE =
      content("output.page-size", size("1KiB", "64MiB"), "1MiB", "Size of Parquet pages.");

  // The sink
  static final ConfigKey<Optional<Long>> CUT_BYTES =
      content(
          "sink.cut-bytes",
          orAuto(size("64KiB", "1TiB")),
          "auto",
          "Bytes of a curated topic partition between two cuts. A restart repeats at most"
              + " this much. `auto`: three times `output.max-file-size`, at most 256MiB.");
  static final ConfigKey<Optional<Integer>> SINK_THREADS =
      free("sink.threads", orAuto(whole(1, 64)), "auto", "Threads that write shards. `auto`: 2.");

  private OutputKeys() {}

  private static TableSchema schema(String text) {
    TableSchema schema = TableSchema.parse(text);
    if (!schema.nullable(name -> true).equals(schema)) {
      throw new IllegalArgumentException("a column that is not optional");
    }
    return schema;
  }
}
