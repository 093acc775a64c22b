package dev.sluice.settings.load;

import static dev.sluice.operators.SystemTypes.duration;
import static dev.sluice.operators.SystemTypes.path;
import static dev.sluice.operators.SystemTypes.size;
import static dev.sluice.operators.ValueType.matching;
import static dev.sluice.operators.ValueType.oneOf;
import static dev.sluice.operators.ValueType.optional;
import static dev.sluice.operators.ValueType.orAuto;
import static dev.sluice.operators.ValueType.whole;
import static dev.sluice.settings.load.ConfigKey.describing;
import static dev.sluice.settings.load.ConfigKey.free;

import dev.sluice.core.values.StateProfile;
import dev.sluice.operators.ValueType;
import dev.sluice.settings.TopicsConfig.AvroEncoding;
import dev.sluice.settings.TopicsConfig.TopicText;
import dev.sluice.settings.load.ConfigKey.Kind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** The broker, topics and their records, and the topology. */
final class KafkaKeys {
  private static final ValueType<String> SERVERS =
      matching(
          "embedded|[^\\s,]+:[0-9]{1,5}(,\\s*[^\\s,]+:[0-9]{1,5})*",
          "embedded, or HOST:PORT, several with commas or as a list");
  private static final ValueType<String> ADDRESS = matching("[^\\s,/]+:[0-9]{1,5}", "HOST:PORT");
  private static final ValueType<String> ANY_MAP = describing("a map of property names to values");

  /** In place of the address of a broker: the process starts one. */
  static final String EMBEDDED = "embedded";

  // Kafka
  static final ConfigKey<String> BOOTSTRAP_SERVERS =
      free(
              "kafka.bootstrap-servers",
              SERVERS,
              EMBEDDED,
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
          "How often the topology commits its transaction. Texts that are left in the source wait"
              + " in memory until then.");
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

  private KafkaKeys() {}
}
