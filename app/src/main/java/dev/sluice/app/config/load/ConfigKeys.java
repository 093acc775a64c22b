package dev.sluice.app.config.load;

import static dev.sluice.app.config.load.ConfigKey.content;
import static dev.sluice.app.config.load.ConfigKey.element;
import static dev.sluice.app.config.load.ConfigKey.free;
import static dev.sluice.core.values.ValueType.anyWhole;
import static dev.sluice.core.values.ValueType.duration;
import static dev.sluice.core.values.ValueType.flag;
import static dev.sluice.core.values.ValueType.glob;
import static dev.sluice.core.values.ValueType.matching;
import static dev.sluice.core.values.ValueType.number;
import static dev.sluice.core.values.ValueType.oneOf;
import static dev.sluice.core.values.ValueType.optional;
import static dev.sluice.core.values.ValueType.orAuto;
import static dev.sluice.core.values.ValueType.outputPath;
import static dev.sluice.core.values.ValueType.path;
import static dev.sluice.core.values.ValueType.paths;
import static dev.sluice.core.values.ValueType.prose;
import static dev.sluice.core.values.ValueType.size;
import static dev.sluice.core.values.ValueType.text;
import static dev.sluice.core.values.ValueType.whole;
import static java.lang.Double.NEGATIVE_INFINITY;
import static java.lang.Double.POSITIVE_INFINITY;

import dev.sluice.app.config.AvroEncoding;
import dev.sluice.app.config.SluiceConfig;
import dev.sluice.app.config.TopicText;
import dev.sluice.app.config.load.ConfigKey.Kind;
import dev.sluice.core.DedupScope;
import dev.sluice.core.DumpName;
import dev.sluice.core.DumpPath;
import dev.sluice.core.filter.Filter;
import dev.sluice.core.values.ValueType;
import dev.sluice.operators.minhash.NearDedupScope;
import dev.sluice.operators.shingle.MinHashPreset;
import dev.sluice.storage.table.TableSchema;
import dev.sluice.storage.write.ShardCompression;
import dev.sluice.streams.StateProfile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * All keys, in the order of the reference page. Parsing, environment variables, messages, that page
 * and the content configuration follow from this table.
 */
public final class ConfigKeys {
  private static final ValueType<String> NAME =
      matching(
          "[0-9A-Za-z][0-9A-Za-z._-]{0,63}",
          "1 to 64 letters, digits, `.` `_` `-`, starting with a letter or digit");
  private static final ValueType<String> COLUMN =
      matching(
          "(?=.*\\P{javaWhitespace})[^.\\p{Cntrl}]+(\\.[^.\\p{Cntrl}]+)*",
          "a column; `a.b` reaches into a struct");
  private static final ValueType<String> DUMP =
      new ValueType<>(DumpName.ALLOWED, ConfigKeys::requireDump, Function.identity());
  private static final ValueType<DumpPath> DUMP_OF_PATH =
      new ValueType<>(
          "a regular expression of at most 1,000 characters with a group `(?<dump>...)`",
          DumpPath::of,
          DumpPath::regex);
  private static final ValueType<String> OUTPUT_COLUMN =
      matching(
          "[^\\p{Cntrl}\\s,;{}()\\[\\]=]+", "id, text, score, dump, or a column of the source");
  private static final ValueType<Optional<TableSchema>> CARRIED_COLUMNS =
      optional(
          new ValueType<>(
              "columns in Parquet's notation, all of them optional",
              ConfigKeys::schema,
              TableSchema::canonical));
  private static final ValueType<String> PARTITION_COLUMN = oneOf("bucket", "dump");
  private static final ValueType<String> LANGUAGE =
      matching("[A-Za-z]{2,8}(-[0-9A-Za-z]{1,8})*", "a language tag such as en or zh-Hans");
  private static final ValueType<String> SERVERS =
      matching(
          "embedded|[^\\s,]+:[0-9]{1,5}(,\\s*[^\\s,]+:[0-9]{1,5})*",
          "embedded, or HOST:PORT, several with commas or as a list");
  private static final ValueType<String> ADDRESS = matching("[^\\s,/]+:[0-9]{1,5}", "HOST:PORT");
  private static final ValueType<String> ANY_LIST = describing("a list");
  private static final ValueType<String> ANY_MAP = describing("a map of property names to values");

  private static TableSchema schema(String text) {
    TableSchema schema = TableSchema.parse(text);
    if (!schema.nullable(name -> true).equals(schema)) {
      throw new IllegalArgumentException("a column that is not optional");
    }
    return schema;
  }

  // The machine
  static final ConfigKey<Optional<Long>> MEMORY =
      free(
          "memory",
          orAuto(size("1MiB", "1TiB")),
          "auto",
          "Memory budget of the whole process, not only of the heap. `auto`: half of the"
              + " machine's, at most 2GiB.");
  static final ConfigKey<Optional<Path>> WORK_DIR =
      free(
          "work-dir",
          optional(path()),
          "",
          "Directory for state, broker data and log files, used by one process at a time."
              + " `{instance}` in it becomes the lowest number from 1 whose directory no other"
              + " process uses. Default: `_sluice/work` in the output; for separate roles"
              + " `_sluice/work-streams` and so on. Required for an output in an object store.");

  // The data set
  static final ConfigKey<String> DATASET_NAME =
      free("dataset.name", NAME, "fineweb-edu", "Name of the data set, for the version record.");
  static final ConfigKey<String> DATASET_VERSION =
      free("dataset.version", NAME, "1.0", "Version of the data set, for the version record.");
  static final ConfigKey<Optional<String>> DATASET_SOURCE =
      free(
          "dataset.source",
          optional(text()),
          "",
          "Source of the documents, for ATTRIBUTION.md and the version record.");
  static final ConfigKey<Optional<String>> DATASET_SOURCE_VERSION =
      free("dataset.source-version", optional(text()), "", "Version of the source.");
  static final ConfigKey<String> DATASET_LANGUAGE =
      content(
          "dataset.language",
          LANGUAGE,
          "en",
          "Language of the documents. It names the directory of the shards in the output.");
  static final ConfigKey<Optional<String>> DATASET_LICENSE =
      free("dataset.license", optional(text()), "", "Licence of the source, for ATTRIBUTION.md.");
  static final ConfigKey<Optional<String>> DATASET_ATTRIBUTION =
      free(
          "dataset.attribution",
          optional(prose()),
          "",
          "Text of ATTRIBUTION.md. Default: a text made from `dataset.source`,"
              + " `dataset.source-version` and `dataset.license`.");

  // The input
  static final ConfigKey<Optional<List<Path>>> INPUT_PATH =
      free(
              "input.path",
              optional(paths()),
              "",
              "[Directories, files or globs](inputs.md#several-inputs) to"
                  + " read: one, or a list in the file. An environment variable has one per line.")
          .as(Kind.PATHS);
  static final ConfigKey<String> INPUT_PATTERN =
      free(
          "input.pattern",
          glob(),
          "**/*.parquet",
          "Files to read below each directory. `**/` also matches no directory at all.");
  static final ConfigKey<Optional<String>> COLUMN_ID =
      content(
          "input.columns.id",
          optional(COLUMN),
          "id",
          "Column with the id. Without one (null, or a file without a column `id`), ids"
              + " are derived from file and row, and duplicates are not found. A name other than"
              + " `id` that no file has is refused.");
  static final ConfigKey<String> COLUMN_TEXT =
      content("input.columns.text", COLUMN, "text", "Column with the text.");
  static final ConfigKey<Optional<String>> COLUMN_SCORE =
      content(
          "input.columns.score",
          optional(COLUMN),
          "score",
          "Column with the score, of any numeric type. Null only with `score.constant`.");
  static final ConfigKey<Optional<String>> COLUMN_DUMP =
      content(
          "input.columns.dump",
          optional(COLUMN),
          "dump",
          "Column with the dump's name. Without one (null, or a file without a column"
              + " `dump`), the dump is `unknown`. A name other than `dump` that no file has is"
              + " refused. Only names of the form `CC-MAIN-[0-9A-Za-z-]{1,32}` count; `input.dump`"
              + " takes others.");
  static final ConfigKey<Optional<String>> DUMP_COLUMN =
      content(
          "input.dump.column",
          optional(COLUMN),
          "",
          "Column with the dump's name, in place of `input.columns.dump`: every"
              + " [file-safe name](inputs.md#dumps) counts. A column that no file has is refused.");
  static final ConfigKey<Optional<DumpPath>> DUMP_PATH =
      content(
          "input.dump.path",
          optional(DUMP_OF_PATH),
          "",
          "Finds the dump's name in the path of the file, relative to the input and with `/`."
              + " Rows of files without a match are in `unknown`.");
  static final ConfigKey<Optional<String>> DUMP_CONSTANT =
      content("input.dump.constant", optional(DUMP), "", "Dump of all rows.");
  static final ConfigKey<Optional<String>> FILTER =
      content(
          "filter",
          optional(
              new ValueType<>(
                  "a condition on columns, such as `language == 'en' && language_score >= 0.65`",
                  Function.identity(),
                  text -> Filter.parse(text).toString())),
          "",
          "Rows to read: those for which this [condition](filter.md) on columns of the source is"
              + " true. All others are counted as `filtered_out`, before any other rule. Needs"
              + " Parquet.");
  static final ConfigKey<Long> MAX_DOCUMENT_SIZE =
      free(
          "input.max-document-size",
          size("1KiB", "64MiB"),
          "16MiB",
          "Larger documents go through the broker as a pointer into their source file.");
  static final ConfigKey<Long> MAX_OPERATOR_TEXT =
      free(
          "input.max-operator-text",
          size("1KiB", "64MiB"),
          "4MiB",
          "With operators, documents with a larger text are rejected, also if an operator"
              + " enlarged it. At most `input.max-document-size`. Decides content if there are"
              + " operators.");

  // The rules
  static final ConfigKey<Double> SCORE_MIN =
      content(
          "score.min",
          number(NEGATIVE_INFINITY, POSITIVE_INFINITY, "a number"),
          "0.0",
          "Lower scores are invalid.");
  static final ConfigKey<Double> SCORE_MAX =
      content(
          "score.max",
          number(NEGATIVE_INFINITY, POSITIVE_INFINITY, "a number"),
          "5.0",
          "Higher scores are invalid. FineWeb-Edu has scores up to 5.22: raise the maximum"
              + " to keep them.");
  static final ConfigKey<Double> SCORE_EPSILON =
      content(
          "score.epsilon",
          number(0, Double.MAX_VALUE, "a number of at least 0"),
          "1.0e-9",
          "Every bound of a bucket is lowered by this much, to absorb floating-point" + " errors.");
  static final ConfigKey<Double> SCORE_SCALE =
      content(
          "score.scale",
          number(Double.MIN_VALUE, Double.MAX_VALUE, "a number above 0"),
          "1.0",
          "Factor that scores are multiplied by first.");
  static final ConfigKey<Optional<Double>> SCORE_CONSTANT =
      content(
          "score.constant",
          optional(number(-Double.MAX_VALUE, Double.MAX_VALUE, "a number")),
          "",
          "Score of all rows, for a corpus without scores. `input.columns.score` must not be set"
              + " then.");
  static final ConfigKey<String> BUCKETS =
      content(
              "buckets",
              ANY_LIST,
              """
              [{name: "2.8", min: 2.8, max: 3.0, rate: 0.30},\
               {name: "3.0", min: 3.0, max: 3.5, rate: 0.60},\
               {name: "3.5", min: 3.5, max: 4.0, rate: 0.80},\
               {name: "4.0", min: 4.0, max: inf, rate: 1.0}]\
              """,
              "The buckets, ascending by score and without overlaps. Gaps are allowed.")
          .as(Kind.LIST);
  static final ConfigKey<String> BUCKET_NAME =
      element("buckets.*.name", NAME, "Name of the bucket's directory and topic.");
  static final ConfigKey<Double> BUCKET_MIN =
      element(
          "buckets.*.min",
          number(NEGATIVE_INFINITY, Double.MAX_VALUE, "a number or -inf"),
          "Lowest score, inclusive.");
  static final ConfigKey<Double> BUCKET_MAX =
      content(
          "buckets.*.max",
          number(-Double.MAX_VALUE, POSITIVE_INFINITY, "a number or inf"),
          "inf",
          "Highest score, exclusive.");
  static final ConfigKey<Double> BUCKET_RATE =
      element(
          "buckets.*.rate",
          number(0, 1, "a number from 0 to 1"),
          "Fraction of the documents that sampling keeps.");
  static final ConfigKey<Long> SEED =
      content("sampling.seed", anyWhole(), "42", "Seed of the sampling hash.");
  static final ConfigKey<DedupScope> DEDUP_SCOPE =
      content(
          "dedup.scope",
          oneOf(DedupScope.class),
          "bucket",
          "Scope in which an id is kept once: its bucket, the whole output, or no"
              + " deduplication.");
  static final ConfigKey<Optional<String>> NEAR_DEDUP_METHOD =
      content(
          "near-dedup.method",
          optional(oneOf("minhash")),
          "",
          "How [near-duplicates](../explanation/near-duplicates.md) are found while documents pass:"
              + " `minhash`, or not at all. A document that passed all other rules is removed if an"
              + " earlier one in `near-dedup.scope` has the same key in a band.");
  static final ConfigKey<MinHashPreset> NEAR_DEDUP_PRESET =
      content(
          "near-dedup.preset",
          oneOf(MinHashPreset.class),
          "datatrove",
          "Shingles and bands, as in `dedup --preset`.");
  static final ConfigKey<NearDedupScope> NEAR_DEDUP_SCOPE =
      content(
          "near-dedup.scope",
          oneOf(NearDedupScope.class),
          "output",
          "Which earlier documents count: those of the same dump, or all of the output.");
  static final ConfigKey<String> NEAR_DEDUP_CHECK =
      content(
          "near-dedup.check",
          oneOf("none", "estimate"),
          "none",
          "Whether documents with a common key are compared: `none`, or `estimate`. With"
              + " `estimate`, a document is removed only if the first one with the same key in a"
              + " band is [similar enough](../explanation/near-duplicates.md#a-check) by what their"
              + " signatures say.");
  static final ConfigKey<Double> NEAR_DEDUP_CHECK_THRESHOLD =
      content(
          "near-dedup.check-threshold",
          number(Double.MIN_VALUE, 1, "a number above 0 and up to 1"),
          "0.7",
          "Least estimated similarity of near-duplicates, with `near-dedup.check: estimate`, as in"
              + " `dedup --check-threshold`.");
  static final ConfigKey<String> OPERATORS =
      content(
              "operators",
              describing("a list of operators, each `name` or `name: {parameter: value}`"),
              "[]",
              "[Operators](operators.md) to apply to the sampled documents before deduplication."
                  + " With operators, `input.max-operator-text` decides content too.")
          .as(Kind.OPERATORS);

  static final ConfigKey<String> SCORERS =
      content(
              "scorers",
              describing("a list of one scorer, `name: {parameter: value}`"),
              "",
              "A [scorer](operators.md#scorer) that gives each document its score, for a corpus"
                  + " without scores. `input.columns.score` must not be set then. Texts that are"
                  + " blank or not UTF-8 have no score. The SHA-256 of its files decides content,"
                  + " their paths do not.")
          .as(Kind.OPERATORS);

  // Ingest
  static final ConfigKey<Boolean> PUSH_DOWN =
      free(
          "ingest.push-down",
          flag(),
          "true",
          "Apply the rules at ingest, so that dropped rows are not sent to Kafka. The"
              + " result is the same.");
  static final ConfigKey<Optional<Integer>> WORKERS =
      free(
          "ingest.workers",
          orAuto(whole(1, 256)),
          "auto",
          "Threads that decode Parquet. `auto`: one per processor, at most 4; 8 if the input is in"
              + " an object store.");
  static final ConfigKey<Long> TRANSACTION_BYTES =
      free(
          "ingest.transaction-bytes",
          size("64KiB", "1GiB"),
          "32MiB",
          "Commit a transaction of rows and progress when it reaches this size,");
  static final ConfigKey<Duration> TRANSACTION_INTERVAL =
      free("ingest.transaction-interval", duration("10ms", "30s"), "2s", "or this age.");
  static final ConfigKey<Duration> WATCH_INTERVAL =
      free(
          "ingest.watch.interval",
          duration("100ms", "1d"),
          "5s",
          "How often `ingest --watch` lists the input.");
  static final ConfigKey<Duration> WATCH_SETTLE =
      free(
          "ingest.watch.settle",
          duration("0ms", "7d"),
          "30s",
          "How long the files of a dump must stay unchanged before the dump counts as"
              + " complete. Choose more than the longest pause between two files.");
  static final ConfigKey<String> WATCH_FILE_LIST =
      free(
          "ingest.watch.file-list",
          matching("[^/\\\\]{1,255}", "a file name"),
          "_FILES",
          "Name of a file that lists the files of a dump in its directory: on each line a"
              + " path and, after a tab, the size. If the list exists, the dump is complete when"
              + " all of its files do.");

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
                  + " `{all-but: [a, b]}`: without these. [Columns of the"
                  + " source](files.md#carried-columns) need Parquet.")
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

  // Kafka
  static final ConfigKey<String> BOOTSTRAP_SERVERS =
      free(
              "kafka.bootstrap-servers",
              SERVERS,
              "embedded",
              "The broker to use; `embedded` starts one in this process.")
          .as(Kind.JOINED);
  static final ConfigKey<String> TOPIC_PREFIX =
      free(
          "kafka.topic-prefix",
          matching("[0-9A-Za-z][0-9A-Za-z._-]{0,99}", "1 to 100 letters, digits, `.` `_` `-`"),
          "sluice",
          "Prefix of the names of topics, groups and transactions. Use one per output.");
  static final ConfigKey<Optional<Integer>> PARTITIONS =
      free(
          "kafka.partitions",
          orAuto(whole(1, 512)),
          "auto",
          "Partitions of each topic, fixed for the life of an output. `auto`: 2 on the"
              + " embedded broker, 8 on others. Decides content.");
  static final ConfigKey<Integer> REPLICATION_FACTOR =
      free("kafka.replication-factor", whole(1, 16), "1", "Replicas of each topic partition.");
  static final ConfigKey<Integer> PORT =
      free(
          "kafka.port",
          whole(0, 65535),
          "0",
          "Port of the embedded broker on the loopback address. 0: any free port.");
  static final ConfigKey<Optional<String>> ADVERTISE =
      free(
          "kafka.advertise",
          optional(ADDRESS),
          "",
          "Address of the embedded broker for clients on other machines, outside of a"
              + " container or behind a proxy. The broker then listens on all interfaces, and"
              + " everybody who can reach it can read and write.");
  static final ConfigKey<Optional<Long>> LOG_BUDGET =
      free(
          "kafka.log-budget",
          orAuto(size("1MiB", "1024TiB")),
          "auto",
          "Disk that documents and curated topics may take. Ingest waits before it is"
              + " reached. `auto`: 4 x buckets x partitions x `sink.cut-bytes` + 64MiB (more"
              + " with documents above 31MiB) x topic partitions, or the smallest budget that"
              + " works if that is more.");
  static final ConfigKey<String> KAFKA_PROPERTIES =
      free("kafka.properties", ANY_MAP, "{}", "Properties passed to every Kafka client.")
          .as(Kind.OPEN);

  // The form of records
  static final ConfigKey<TopicText> TOPIC_TEXT =
      free(
          "topics.text",
          oneOf(TopicText.class),
          "auto",
          "Where the [texts](topics.md#texts) of documents are while documents pass through the"
              + " topics: `source` leaves them in the source files, where the sink reads them;"
              + " `record` puts them into the records. The output is the same. `auto`: `source` on"
              + " the embedded broker without operators, else `record`.");
  static final ConfigKey<AvroEncoding> AVRO_ENCODING =
      free(
          "topics.avro-encoding",
          oneOf(AvroEncoding.class),
          "single-object",
          "[Encoding](topics.md#encodings) of the values on the documents and curated"
              + " topics: Avro's own, or Confluent's wire format, which needs a registry. Sluice"
              + " reads both, whichever it writes.");
  static final ConfigKey<Optional<String>> REGISTRY_URL =
      free(
          "topics.registry-url",
          optional(describing("an http or https URL")),
          "",
          "Schema registry with Confluent's REST API, such as `http://registry:8081`."
              + " Needed to write and to read Confluent's wire format.");
  static final ConfigKey<String> REGISTRY_PROPERTIES =
      free(
              "topics.registry-properties",
              ANY_MAP,
              "{}",
              "Credentials for the registry: `basic.auth.user.info` (user:password) or"
                  + " `bearer.auth.token`.")
          .as(Kind.OPEN);

  // Streams
  static final ConfigKey<Optional<Integer>> STREAM_THREADS =
      free(
          "streams.threads",
          orAuto(whole(1, 256)),
          "auto",
          "Threads of the topology. `auto`: one per processor, at most 4 and at most one"
              + " per partition.");
  static final ConfigKey<Optional<Path>> STATE_DIR =
      free(
          "streams.state-dir",
          optional(path()),
          "",
          "Directory for the topology's stores. Default: `streams` in the work directory.");
  static final ConfigKey<Duration> COMMIT_INTERVAL =
      free(
          "streams.commit-interval",
          duration("100ms", "30s"),
          "250ms",
          "How often the topology commits its transaction.");
  static final ConfigKey<StateProfile> STATE_PROFILE =
      free(
          "streams.state-profile",
          oneOf(StateProfile.class),
          "bounded",
          "`bounded`: the stores stay within their share of `memory`, however many keys"
              + " there are. `fast`: filters and indexes are kept in memory on top of it, 2.2"
              + " bytes per key of the process.");
  static final ConfigKey<Integer> STANDBY_REPLICAS =
      free(
          "streams.standby-replicas",
          whole(0, 15),
          "0",
          "Number of other `streams` processes that keep a copy of each store. If a"
              + " process is killed, another continues without a restore.");
  static final ConfigKey<String> STREAMS_PROPERTIES =
      free("streams.properties", ANY_MAP, "{}", "Properties passed to Kafka Streams.")
          .as(Kind.OPEN);

  // Reading and writing
  static final ConfigKey<Integer> IO_RETRIES =
      free(
          "io.retries",
          whole(0, 20),
          "3",
          "How often to retry reading an input file or writing a shard after an I/O error.");
  static final ConfigKey<Duration> IO_BACKOFF =
      free(
          "io.backoff",
          duration("0ms", "10m"),
          "1s",
          "Wait before the first retry. It doubles with each further one.");

  static final ConfigKey<Long> MIN_FREE_DISK =
      free(
          "io.min-free-disk",
          size("1KiB", "1TiB"),
          "128MiB",
          "If a process has less free space than this where it writes, it waits for more,"
              + " then stops cleanly.");

  // Health
  static final ConfigKey<Optional<Integer>> HTTP_PORT =
      free(
          "http.port",
          optional(whole(0, 65535)),
          "",
          "Port that answers for [health](status.md#health), the [live page](status.md#live-page),"
              + " and [metrics](metrics.md). 0: any free port. Default: none.");
  static final ConfigKey<String> HTTP_HOST =
      free(
          "http.host",
          matching("[^\\s,/]+", "a name or an address of this machine"),
          "127.0.0.1",
          "Address that this port listens on. Other than on the loopback"
              + " address, everybody who can reach it can read it.");
  static final ConfigKey<Optional<String>> HTTP_NAMES =
      free(
              "http.names",
              optional(matching("[^\\s,/]+(,\\s*[^\\s,/]+)*", "names, several with commas")),
              "",
              "Further host names that this port answers to. Requests for other"
                  + " names are refused.")
          .as(Kind.JOINED);

  /**
   * Keys that an output stores although they do not decide its content, because later commands
   * describe it with them. They may be changed.
   */
  static final List<ConfigKey<?>> REMEMBERED =
      List.of(
          DATASET_NAME,
          DATASET_VERSION,
          DATASET_SOURCE,
          DATASET_SOURCE_VERSION,
          DATASET_LICENSE,
          DATASET_ATTRIBUTION,
          INPUT_PATTERN);

  /** The check of near-duplicates that has a threshold. */
  static final String ESTIMATE = "estimate";

  /** Keys that say how near-duplicates are removed, if they are. */
  static final List<ConfigKey<?>> OF_NEAR_DEDUP =
      List.of(NEAR_DEDUP_PRESET, NEAR_DEDUP_SCOPE, NEAR_DEDUP_CHECK, NEAR_DEDUP_CHECK_THRESHOLD);

  /**
   * Content keys that an output stores only if they have a value, or {@link #OF_NEAR_DEDUP} only if
   * near-duplicates are removed, and the threshold only if they are checked: without one, it has
   * the bytes that it had before there were these keys.
   */
  static final List<ConfigKey<?>> ABSENT_BY_DEFAULT =
      List.of(
          DUMP_COLUMN,
          DUMP_PATH,
          DUMP_CONSTANT,
          SCORE_CONSTANT,
          FILTER,
          OUTPUT_SCHEMA_KEY,
          NEAR_DEDUP_METHOD,
          NEAR_DEDUP_PRESET,
          NEAR_DEDUP_SCOPE,
          NEAR_DEDUP_CHECK,
          NEAR_DEDUP_CHECK_THRESHOLD);

  /** All keys in declared order. */
  public static final List<ConfigKey<?>> ALL =
      List.of(
          MEMORY,
          WORK_DIR,
          DATASET_NAME,
          DATASET_VERSION,
          DATASET_SOURCE,
          DATASET_SOURCE_VERSION,
          DATASET_LANGUAGE,
          DATASET_LICENSE,
          DATASET_ATTRIBUTION,
          INPUT_PATH,
          INPUT_PATTERN,
          COLUMN_ID,
          COLUMN_TEXT,
          COLUMN_SCORE,
          COLUMN_DUMP,
          DUMP_COLUMN,
          DUMP_PATH,
          DUMP_CONSTANT,
          FILTER,
          MAX_DOCUMENT_SIZE,
          MAX_OPERATOR_TEXT,
          SCORE_MIN,
          SCORE_MAX,
          SCORE_EPSILON,
          SCORE_SCALE,
          SCORE_CONSTANT,
          BUCKETS,
          BUCKET_NAME,
          BUCKET_MIN,
          BUCKET_MAX,
          BUCKET_RATE,
          SEED,
          DEDUP_SCOPE,
          NEAR_DEDUP_METHOD,
          NEAR_DEDUP_PRESET,
          NEAR_DEDUP_SCOPE,
          NEAR_DEDUP_CHECK,
          NEAR_DEDUP_CHECK_THRESHOLD,
          OPERATORS,
          SCORERS,
          PUSH_DOWN,
          WORKERS,
          TRANSACTION_BYTES,
          TRANSACTION_INTERVAL,
          WATCH_INTERVAL,
          WATCH_SETTLE,
          WATCH_FILE_LIST,
          OUTPUT_PATH,
          OUTPUT_COLUMNS,
          OUTPUT_COLUMN_NAME,
          OUTPUT_SCHEMA_KEY,
          PARTITION_BY,
          PARTITION_BY_NAME,
          COMPRESSION,
          COMPRESSION_LEVEL,
          MAX_FILE_SIZE,
          ROW_GROUP_SIZE,
          PAGE_SIZE,
          CUT_BYTES,
          SINK_THREADS,
          BOOTSTRAP_SERVERS,
          TOPIC_PREFIX,
          PARTITIONS,
          REPLICATION_FACTOR,
          PORT,
          ADVERTISE,
          LOG_BUDGET,
          KAFKA_PROPERTIES,
          TOPIC_TEXT,
          AVRO_ENCODING,
          REGISTRY_URL,
          REGISTRY_PROPERTIES,
          STREAM_THREADS,
          STATE_DIR,
          COMMIT_INTERVAL,
          STATE_PROFILE,
          STANDBY_REPLICAS,
          STREAMS_PROPERTIES,
          IO_RETRIES,
          IO_BACKOFF,
          MIN_FREE_DISK,
          HTTP_PORT,
          HTTP_HOST,
          HTTP_NAMES);

  private ConfigKeys() {}

  private static String requireDump(String name) {
    if (!DumpName.isValid(name)) {
      throw new IllegalArgumentException("no name of a dump");
    }
    return name;
  }

  private static ValueType<String> describing(String allowed) {
    return matching("(?s).*", allowed);
  }
}
