package dev.sluice.settings.load;

import static dev.sluice.operators.SystemTypes.duration;
import static dev.sluice.operators.SystemTypes.outputPath;
import static dev.sluice.operators.SystemTypes.path;
import static dev.sluice.operators.SystemTypes.paths;
import static dev.sluice.operators.SystemTypes.size;
import static dev.sluice.operators.ValueType.anyWhole;
import static dev.sluice.operators.ValueType.flag;
import static dev.sluice.operators.ValueType.glob;
import static dev.sluice.operators.ValueType.matching;
import static dev.sluice.operators.ValueType.number;
import static dev.sluice.operators.ValueType.oneOf;
import static dev.sluice.operators.ValueType.optional;
import static dev.sluice.operators.ValueType.orAuto;
import static dev.sluice.operators.ValueType.prose;
import static dev.sluice.operators.ValueType.text;
import static dev.sluice.operators.ValueType.whole;
import static java.lang.Double.NEGATIVE_INFINITY;
import static java.lang.Double.POSITIVE_INFINITY;

import dev.sluice.core.DedupScope;
import dev.sluice.core.DumpName;
import dev.sluice.core.DumpPath;
import dev.sluice.core.filter.Filter;
import dev.sluice.core.values.StateProfile;
import dev.sluice.operators.ValueType;
import dev.sluice.operators.neardup.NearDedup;
import dev.sluice.operators.neardup.NearDedupScope;
import dev.sluice.settings.SluiceConfig;
import dev.sluice.settings.TopicsConfig.AvroEncoding;
import dev.sluice.settings.TopicsConfig.TopicText;
import dev.sluice.settings.load.ConfigKey.Kind;
import dev.sluice.settings.load.ConfigKey.Stored;
import dev.sluice.storage.source.ColumnRole;
import dev.sluice.storage.table.TableSchema;
import dev.sluice.storage.write.ShardCompression;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Declares all keys. They are in the order of the reference page, which explains them. Parsing,
 * environment variables, messages and the content configuration follow from this table.
 */
public final class ConfigKeys {
  /** The value that makes the process start a broker. */
  static final String EMBEDDED = "embedded";

  private static final List<ConfigKey<?>> DECLARED = new ArrayList<>();

  private static final ValueType<String> NAME =
      matching(
          "[0-9A-Za-z][0-9A-Za-z._-]{0,63}",
          "1 to 64 characters (letters, digits, `.`, `_`, `-`), starting with a letter or digit");
  private static final ValueType<String> LANGUAGE =
      matching("[A-Za-z]{2,8}(-[0-9A-Za-z]{1,8})*", "a language tag such as en or zh-Hans");
  private static final ValueType<String> COLUMN =
      matching(
          "(?=.*\\P{javaWhitespace})[^.\\p{Cntrl}]+(\\.[^.\\p{Cntrl}]+)*",
          "a column (`a.b` is field `b` of struct `a`)");
  private static final ValueType<String> DUMP =
      new ValueType<>(DumpName.ALLOWED, ConfigKeys::dump, Function.identity());
  private static final ValueType<DumpPath> DUMP_OF_PATH =
      new ValueType<>(
          "a regular expression of at most 1,000 characters with a group `(?<dump>...)`",
          DumpPath::of,
          DumpPath::regex);
  private static final ValueType<String> CONDITION =
      new ValueType<>(
          "a condition on columns, such as `language == 'en' && language_score >= 0.65`",
          Function.identity(),
          text -> Filter.parse(text).toString());
  private static final ValueType<Double> ANY_NUMBER =
      number(NEGATIVE_INFINITY, POSITIVE_INFINITY, "a number");
  private static final ValueType<String> OUTPUT_COLUMN =
      matching(
          "[^\\p{Cntrl}\\s,;{}()\\[\\]=]+",
          String.join(", ", ColumnRole.FIELDS) + ", or a column of the source");
  private static final ValueType<TableSchema> CARRIED_COLUMNS =
      new ValueType<>(
          "columns in Parquet's notation, all of them optional",
          ConfigKeys::schema,
          TableSchema::canonical);
  private static final ValueType<String> SERVERS =
      matching(
          "embedded|[^\\s,]+:[0-9]{1,5}(,\\s*[^\\s,]+:[0-9]{1,5})*",
          "embedded, or one or more HOST:PORT, separated by commas or as a list");
  private static final ValueType<String> ADDRESS = matching("[^\\s,/]+:[0-9]{1,5}", "HOST:PORT");

  // The process
  static final ConfigKey<Optional<Long>> MEMORY =
      free("memory", orAuto(size("1MiB", "1TiB")), "auto");
  static final ConfigKey<Optional<Path>> WORK_DIR = free("work-dir", optional(path()), "");

  // The data set
  static final ConfigKey<String> DATASET_NAME =
      remembered("dataset.name", NAME, SluiceConfig.DatasetConfig.DEFAULT_NAME);
  static final ConfigKey<String> DATASET_VERSION = remembered("dataset.version", NAME, "1.0");
  static final ConfigKey<Optional<String>> DATASET_SOURCE =
      remembered("dataset.source", optional(text()), "");
  static final ConfigKey<Optional<String>> DATASET_SOURCE_VERSION =
      remembered("dataset.source-version", optional(text()), "");
  static final ConfigKey<String> DATASET_LANGUAGE = content("dataset.language", LANGUAGE, "en");
  static final ConfigKey<Optional<String>> DATASET_LICENSE =
      remembered("dataset.license", optional(text()), "");
  static final ConfigKey<Optional<String>> DATASET_ATTRIBUTION =
      remembered("dataset.attribution", optional(prose()), "");

  // The input
  static final ConfigKey<Optional<List<Path>>> INPUT_PATH =
      free(Kind.PATHS, "input.path", optional(paths()), "");
  static final ConfigKey<Optional<String>> INPUT_PATTERN =
      remembered("input.pattern", optional(glob()), "");
  static final ConfigKey<Optional<String>> COLUMN_ID =
      content("input.columns.id", optional(COLUMN), "id");
  static final ConfigKey<Optional<String>> INPUT_ID =
      content("input.id", optional(oneOf("text-hash")), "");
  static final ConfigKey<String> COLUMN_TEXT = content("input.columns.text", COLUMN, "text");
  static final ConfigKey<Optional<String>> COLUMN_SCORE =
      content("input.columns.score", optional(COLUMN), "score");
  static final ConfigKey<Optional<String>> COLUMN_DUMP =
      content("input.columns.dump", optional(COLUMN), "dump");
  static final ConfigKey<Optional<String>> DUMP_COLUMN =
      content("input.dump.column", optional(COLUMN), "");
  static final ConfigKey<Optional<DumpPath>> DUMP_MATCH =
      content("input.dump.match", optional(DUMP_OF_PATH), "");
  static final ConfigKey<Optional<DumpPath>> DUMP_PATH =
      content("input.dump.path", optional(DUMP_OF_PATH), "");
  static final ConfigKey<Optional<String>> DUMP_CONSTANT =
      content("input.dump.constant", optional(DUMP), "");
  static final ConfigKey<Optional<String>> FILTER = content("filter", optional(CONDITION), "");
  static final ConfigKey<Long> MAX_DOCUMENT_SIZE =
      free("input.max-document-size", size("1KiB", "64MiB"), "16MiB");
  static final ConfigKey<Long> MAX_OPERATOR_TEXT =
      free("input.max-operator-text", size("1KiB", "64MiB"), "4MiB");

  // Decisions about a row
  static final ConfigKey<Double> SCORE_MIN = content("score.min", ANY_NUMBER, "0.0");
  static final ConfigKey<Double> SCORE_MAX = content("score.max", ANY_NUMBER, "5.0");
  static final ConfigKey<Double> SCORE_EPSILON =
      content("score.epsilon", number(0, Double.MAX_VALUE, "a number of at least 0"), "1.0e-9");
  static final ConfigKey<Double> SCORE_SCALE =
      content("score.scale", number(Double.MIN_VALUE, Double.MAX_VALUE, "a number above 0"), "1.0");
  static final ConfigKey<Optional<Double>> SCORE_CONSTANT =
      content(
          "score.constant", optional(number(-Double.MAX_VALUE, Double.MAX_VALUE, "a number")), "");
  static final ConfigKey<String> BUCKETS =
      list(
          Kind.LIST,
          "buckets",
          "a list",
          """
          [{name: "2.8", min: 2.8, max: 3.0, rate: 0.30},\
          {name: "3.0", min: 3.0, max: 3.5, rate: 0.60},\
          {name: "3.5", min: 3.5, max: 4.0, rate: 0.80},\
          {name: "4.0", min: 4.0, max: inf, rate: 1.0}]\
          """);
  static final ConfigKey<String> BUCKET_NAME = element("buckets.*.name", NAME);
  static final ConfigKey<Double> BUCKET_MIN =
      element("buckets.*.min", number(NEGATIVE_INFINITY, Double.MAX_VALUE, "a number or -inf"));
  static final ConfigKey<Double> BUCKET_MAX =
      content(
          "buckets.*.max", number(-Double.MAX_VALUE, POSITIVE_INFINITY, "a number or inf"), "inf");
  static final ConfigKey<Double> BUCKET_RATE =
      element("buckets.*.rate", number(0, 1, "a number from 0 to 1"));
  static final ConfigKey<Long> SEED = content("sampling.seed", anyWhole(), "42");
  static final ConfigKey<DedupScope> DEDUP_SCOPE =
      content("dedup.scope", oneOf(DedupScope.class), "bucket");
  static final ConfigKey<Optional<String>> NEAR_DEDUP_METHOD =
      content("near-dedup.method", optional(oneOf("minhash")), "");
  static final ConfigKey<NearDedupScope> NEAR_DEDUP_SCOPE =
      content("near-dedup.scope", oneOf(NearDedupScope.class), "output");
  static final ConfigKey<Double> NEAR_DEDUP_THRESHOLD =
      content(
          "near-dedup.threshold",
          number(NearDedup.LEAST_THRESHOLD, 1, "a number from 0.9 to 1"),
          "0.95");
  static final ConfigKey<Double> NEAR_DEDUP_GUARD =
      free("near-dedup.guard", number(0, 1, "a number from 0 to 1"), "0.3");
  static final ConfigKey<String> OPERATORS =
      list(
          Kind.OPERATORS,
          "operators",
          "a list of operators, each of the form `name` or `name: {parameter: value}`",
          "[]");
  static final ConfigKey<String> SCORERS =
      list(
          Kind.OPERATORS,
          "scorers",
          "a list of one scorer of the form `name: {parameter: value}`",
          "");

  // Reading
  static final ConfigKey<Boolean> PUSH_DOWN = free("ingest.push-down", flag(), "true");
  static final ConfigKey<Optional<Integer>> INGEST_WORKERS =
      free("ingest.workers", orAuto(whole(1, 256)), "auto");
  static final ConfigKey<Long> TRANSACTION_BYTES =
      free("ingest.transaction-bytes", size("64KiB", "1GiB"), "32MiB");
  static final ConfigKey<Duration> TRANSACTION_INTERVAL =
      free("ingest.transaction-interval", duration("10ms", "30s"), "2s");
  static final ConfigKey<Duration> WATCH_INTERVAL =
      free("ingest.watch.interval", duration("100ms", "1d"), "5s");
  static final ConfigKey<Duration> WATCH_SETTLE =
      free("ingest.watch.settle", duration("0ms", "7d"), "30s");
  static final ConfigKey<String> WATCH_FILE_LIST =
      free("ingest.watch.file-list", matching("[^/\\\\]{1,255}", "a file name"), "_FILES");

  // The output
  static final ConfigKey<Optional<Path>> OUTPUT_PATH =
      free("output.path", optional(outputPath()), "");
  static final ConfigKey<String> OUTPUT_COLUMNS =
      list(
          Kind.LIST,
          "output.columns",
          "a list of columns, `all`, or `{all-but: [...]}`",
          "[id, text, score]");
  static final ConfigKey<String> OUTPUT_COLUMN_NAME = element("output.columns.*", OUTPUT_COLUMN);
  static final ConfigKey<Optional<TableSchema>> OUTPUT_SCHEMA_KEY =
      content(SluiceConfig.OUTPUT_SCHEMA, optional(CARRIED_COLUMNS), "");
  static final ConfigKey<String> PARTITION_BY =
      list(Kind.LIST, "output.partition-by", "[bucket, dump] or [bucket]", "[bucket, dump]");
  static final ConfigKey<String> PARTITION_BY_NAME =
      element("output.partition-by.*", oneOf("bucket", "dump"));
  static final ConfigKey<ShardCompression> COMPRESSION =
      content("output.compression", oneOf(ShardCompression.class), "zstd");
  static final ConfigKey<Integer> COMPRESSION_LEVEL =
      content("output.compression-level", whole(1, 22), "3");
  static final ConfigKey<Long> MAX_FILE_SIZE =
      content("output.max-file-size", size("64KiB", "1TiB"), "512MiB");
  static final ConfigKey<Long> ROW_GROUP_SIZE =
      content("output.row-group-size", size("16KiB", "1GiB"), "8MiB");
  static final ConfigKey<Long> PAGE_SIZE =
      content("output.page-size", size("1KiB", "64MiB"), "1MiB");

  // Documents that must not be in the output
  static final ConfigKey<Optional<Path>> BLOCKLIST_IDS =
      free("blocklist.ids", optional(path()), "");
  static final ConfigKey<Optional<Path>> BLOCKLIST_URLS =
      free("blocklist.urls", optional(path()), "");
  static final ConfigKey<Optional<Path>> BLOCKLIST_DOMAINS =
      free("blocklist.domains", optional(path()), "");
  static final ConfigKey<Optional<Path>> BLOCKLIST_TEXTS =
      free("blocklist.texts", optional(path()), "");
  static final ConfigKey<Optional<Path>> BLOCKLIST_ENTRIES =
      free("blocklist.entries", optional(path()), "");
  static final ConfigKey<Boolean> BLOCKLIST_NEAR_COPIES =
      free("blocklist.near-copies", flag(), "false");
  static final ConfigKey<String> BLOCKLIST_URL_COLUMN = free("blocklist.url-column", COLUMN, "url");

  // The sink
  static final ConfigKey<Optional<Long>> CUT_BYTES =
      content("sink.cut-bytes", orAuto(size("64KiB", "1TiB")), "auto");
  static final ConfigKey<Optional<Integer>> SINK_THREADS =
      free("sink.threads", orAuto(whole(1, 64)), "auto");

  // Kafka
  static final ConfigKey<String> BOOTSTRAP_SERVERS =
      free(Kind.JOINED, "kafka.bootstrap-servers", SERVERS, EMBEDDED);
  static final ConfigKey<String> TOPIC_PREFIX =
      free(
          "kafka.topic-prefix",
          matching(
              "[0-9A-Za-z][0-9A-Za-z._-]{0,99}",
              "1 to 100 characters (letters, digits, `.`, `_`, `-`)"),
          "sluice");
  static final ConfigKey<Optional<Integer>> PARTITIONS =
      free("kafka.partitions", orAuto(whole(1, 512)), "auto");
  static final ConfigKey<Integer> REPLICATION_FACTOR =
      free("kafka.replication-factor", whole(1, 16), "1");
  static final ConfigKey<Integer> BROKER_PORT = free("kafka.port", whole(0, 65535), "0");
  static final ConfigKey<Optional<String>> ADVERTISE =
      free("kafka.advertise", optional(ADDRESS), "");
  static final ConfigKey<Optional<Long>> LOG_BUDGET =
      free("kafka.log-budget", orAuto(size("1MiB", "1024TiB")), "auto");
  static final ConfigKey<String> KAFKA_PROPERTIES = properties("kafka.properties");

  // The form of records
  static final ConfigKey<TopicText> TOPIC_TEXT =
      free("topics.text", oneOf(TopicText.class), "auto");
  static final ConfigKey<AvroEncoding> AVRO_ENCODING =
      free("topics.avro-encoding", oneOf(AvroEncoding.class), "single-object");
  static final ConfigKey<Optional<String>> REGISTRY_URL =
      free("topics.registry-url", optional(any("an http or https URL")), "");
  static final ConfigKey<String> REGISTRY_PROPERTIES = properties("topics.registry-properties");

  // The topology
  static final ConfigKey<Optional<Integer>> STREAM_THREADS =
      free("streams.threads", orAuto(whole(1, 256)), "auto");
  static final ConfigKey<Optional<Path>> STATE_DIR =
      free("streams.state-dir", optional(path()), "");
  static final ConfigKey<Duration> COMMIT_INTERVAL =
      free("streams.commit-interval", duration("100ms", "30s"), "250ms");
  static final ConfigKey<StateProfile> STATE_PROFILE =
      free("streams.state-profile", oneOf(StateProfile.class), "bounded");
  static final ConfigKey<Integer> STANDBY_REPLICAS =
      free("streams.standby-replicas", whole(0, 15), "0");
  static final ConfigKey<String> STREAMS_PROPERTIES = properties("streams.properties");

  // Reading and writing
  static final ConfigKey<Integer> IO_RETRIES = free("io.retries", whole(0, 20), "3");
  static final ConfigKey<Duration> IO_BACKOFF = free("io.backoff", duration("0ms", "10m"), "1s");
  static final ConfigKey<Long> MIN_FREE_DISK =
      free("io.min-free-disk", size("1KiB", "1TiB"), "128MiB");

  // Health
  static final ConfigKey<Optional<Integer>> HTTP_PORT =
      free("http.port", optional(whole(0, 65535)), "");
  static final ConfigKey<String> HTTP_HOST =
      free(
          "http.host",
          matching("[^\\s,/]+", "a host name or an address of this machine"),
          "127.0.0.1");
  static final ConfigKey<Optional<String>> HTTP_NAMES =
      free(
          Kind.JOINED,
          "http.names",
          optional(
              matching("[^\\s,/]+(,\\s*[^\\s,/]+)*", "one or more names, separated by commas")),
          "");

  /** All keys. */
  public static final List<ConfigKey<?>> ALL = List.copyOf(DECLARED);

  /** Keys that determine how near-duplicates are removed, if they are removed. */
  static final List<ConfigKey<?>> OF_NEAR_DEDUP =
      ALL.stream()
          .filter(key -> key.pattern().startsWith("near-dedup.") && key != NEAR_DEDUP_METHOD)
          .toList();

  private ConfigKeys() {}

  /** Creates a key that an output does not store. */
  private static <T> ConfigKey<T> free(String pattern, ValueType<T> type, String defaultText) {
    return free(Kind.SCALAR, pattern, type, defaultText);
  }

  private static <T> ConfigKey<T> free(
      Kind kind, String pattern, ValueType<T> type, String defaultText) {
    return declare(kind, pattern, type, Optional.of(defaultText), Stored.NOT);
  }

  /** Creates a key that an output stores although it does not decide the output's content. */
  private static <T> ConfigKey<T> remembered(
      String pattern, ValueType<T> type, String defaultText) {
    return declare(Kind.SCALAR, pattern, type, Optional.of(defaultText), Stored.AS_DESCRIPTION);
  }

  /** Creates a key that decides the output's content. */
  private static <T> ConfigKey<T> content(String pattern, ValueType<T> type, String defaultText) {
    return declare(Kind.SCALAR, pattern, type, Optional.of(defaultText), Stored.AS_CONTENT);
  }

  /** Creates a key that every element of a list must have and that decides the output's content. */
  private static <T> ConfigKey<T> element(String pattern, ValueType<T> type) {
    return declare(Kind.SCALAR, pattern, type, Optional.empty(), Stored.AS_CONTENT);
  }

  /** Creates the key of a list that decides the output's content. */
  private static ConfigKey<String> list(
      Kind kind, String pattern, String allowed, String defaultText) {
    return declare(kind, pattern, any(allowed), Optional.of(defaultText), Stored.AS_CONTENT);
  }

  private static ConfigKey<String> properties(String pattern) {
    return free(Kind.OPEN, pattern, any("a map of property names to values"), "{}");
  }

  private static <T> ConfigKey<T> declare(
      Kind kind, String pattern, ValueType<T> type, Optional<String> defaultText, Stored stored) {
    ConfigKey<T> key = new ConfigKey<>(pattern, kind, type, defaultText, stored);
    DECLARED.add(key);
    return key;
  }

  /** Returns the type of strings without any restriction. */
  private static ValueType<String> any(String allowed) {
    return matching("(?s).*", allowed);
  }

  private static String dump(String name) {
    if (!DumpName.isValid(name)) {
      throw new IllegalArgumentException("not a valid name of a dump");
    }
    return name;
  }

  private static TableSchema schema(String text) {
    TableSchema schema = TableSchema.parse(text);
    if (!schema.nullable(name -> true).equals(schema)) {
      throw new IllegalArgumentException("a column is not optional");
    }
    return schema;
  }
}
