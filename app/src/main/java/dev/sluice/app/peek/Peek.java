package dev.sluice.app.peek;

import dev.sluice.app.Failure;
import dev.sluice.core.values.Suggestion;
import dev.sluice.settings.ConfigException;
import dev.sluice.settings.Problem;
import dev.sluice.sink.SinkSettings;
import dev.sluice.sink.SourceTexts;
import dev.sluice.storage.table.TableSchema;
import dev.sluice.topics.AdminCalls;
import dev.sluice.topics.KafkaConnection;
import dev.sluice.topics.TopicNames;
import dev.sluice.topics.progress.PinnedUnits;
import dev.sluice.topics.progress.ProgressLog;
import dev.sluice.topics.record.SchemaRegistry.RegistryRefusedException;
import dev.sluice.topics.record.SchemaRegistry.RegistrySilentException;
import dev.sluice.topics.record.WriterSchemas;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.TopicPartition;

/** Shows committed records of a topic. Uses no consumer group and commits nothing. */
public final class Peek {
  /**
   * Consumer settings that limit how many records are fetched at once, because a record may be as
   * large as a document. Kafka returns a larger record nevertheless.
   */
  private static final Map<String, Object> SETTINGS =
      Map.of(
          ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
          "earliest",
          ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG,
          50,
          ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
          200,
          ConsumerConfig.FETCH_MAX_BYTES_CONFIG,
          8 << 20);

  private static final long SOURCE_BYTES = 16 << 20;

  private static final Comparator<PartitionReader.PeekedRecord> ORDER =
      Comparator.comparingLong(PartitionReader.PeekedRecord::timestamp)
          .thenComparingInt(PartitionReader.PeekedRecord::partition)
          .thenComparingLong(PartitionReader.PeekedRecord::offset);

  private final KafkaConnection connection;
  private final String prefix;
  private final Optional<SinkSettings.Source> sources;
  private final Optional<TableSchema> carried;

  /**
   * The records of a topic to show.
   *
   * @param topic short or full name
   * @param limit maximum number, at least 1
   * @param partition the only partition to read; all if empty
   * @param offset first offset in each partition; the newest records if empty
   * @param full whether to show long values completely
   */
  public record Request(
      String topic, int limit, OptionalInt partition, OptionalLong offset, boolean full) {
    /** Checks the numbers. */
    public Request {
      Objects.requireNonNull(topic, "topic");
      if (limit < 1) {
        throw new IllegalArgumentException("--limit is " + limit + ", but must be at least 1");
      }
      if (partition.orElse(0) < 0 || offset.orElse(0) < 0) {
        throw new IllegalArgumentException("--partition and --offset must not be negative");
      }
    }
  }

  /**
   * Reads topics with this prefix.
   *
   * @param sources reader of texts that are not in their records
   * @param carried columns that rows carry along
   */
  public Peek(
      KafkaConnection connection,
      String prefix,
      Optional<SinkSettings.Source> sources,
      Optional<TableSchema> carried) {
    this.sources = sources;
    this.carried = carried;
    this.connection = connection;
    this.prefix = prefix;
  }

  /**
   * Passes the requested records on, as lines of JSON in the order of their timestamps. Within a
   * partition, they are in the order of their offsets. Omits records of open and aborted
   * transactions. Holds {@code limit} lines per partition in memory.
   *
   * @return the number of records
   * @throws ConfigException if there is no such topic or partition
   * @throws Failure if the broker does not deliver them
   * @throws RegistrySilentException if a registry is needed for a record and does not answer
   * @throws RegistryRefusedException if the registry refuses to answer
   */
  public int show(Request request, Consumer<String> lines) {
    List<PartitionReader.PeekedRecord> records = new ArrayList<>();
    List<TopicPartition> partitions = partitions(request);
    WriterSchemas schemas = new WriterSchemas(unknown -> Optional.empty(), connection.format());
    try (SourceTexts texts = new SourceTexts(sources, pinned(), SOURCE_BYTES);
        PartitionReader reader =
            new PartitionReader(
                connection.consumer(SETTINGS),
                request,
                new RecordFormatter(request.full(), schemas, texts, carried))) {
      partitions.forEach(partition -> records.addAll(reader.read(partition)));
    }
    records.sort(ORDER);
    int shown = Math.min(request.limit(), records.size());
    boolean newest = request.offset().isEmpty();
    records
        .subList(newest ? records.size() - shown : 0, newest ? records.size() : shown)
        .forEach(record -> lines.accept(record.line()));
    return shown;
  }

  private PinnedUnits pinned() {
    String progress = new TopicNames(prefix, List.of()).progress();
    return new PinnedUnits(new ProgressLog(connection, progress));
  }

  private List<TopicPartition> partitions(Request request) {
    try (Admin admin = connection.admin()) {
      PeekTopics topics = new PeekTopics(prefix, AdminCalls.await(admin.listTopics().names()));
      if (topics.isEmpty()) {
        throw new Failure(
            "there are no topics %s.* on the broker at %s: no output has used this broker with this"
                    .formatted(prefix, connection.bootstrapServers())
                + " kafka.topic-prefix");
      }
      String topic = topics.resolve(request.topic());
      return partitions(request, topic, AdminCalls.topic(admin, topic).partitions().size());
    }
  }

  private static List<TopicPartition> partitions(Request request, String topic, int count) {
    if (request.partition().orElse(0) >= count) {
      throw new ConfigException(
          List.of(
              new Problem(
                  "--partition",
                  Integer.toString(request.partition().getAsInt()),
                  "%s only has partitions 0 to %d".formatted(topic, count - 1))));
    }
    IntStream numbers =
        request.partition().isPresent()
            ? IntStream.of(request.partition().getAsInt())
            : IntStream.range(0, count);
    return numbers.mapToObj(number -> new TopicPartition(topic, number)).toList();
  }

  /** The topics of one output on a broker, and their short names. */
  static final class PeekTopics {
    private static final String PROGRESS = "progress";

    private final String prefix;
    private final Map<String, String> byShortName = new LinkedHashMap<>();

    /**
     * @param prefix prefix of the output's topics
     * @param onBroker names of all topics on the broker
     */
    PeekTopics(String prefix, Collection<String> onBroker) {
      this.prefix = prefix;
      String ofTopology = new TopicNames(prefix, List.of()).applicationId();
      for (String topic : new TreeSet<>(onBroker)) {
        if (topic.startsWith(prefix + ".") && !topic.startsWith(ofTopology)) {
          byShortName.put(shortName(topic), topic);
        }
      }
    }

    private String shortName(String topic) {
      String name = topic.startsWith(prefix + ".") ? topic.substring(prefix.length() + 1) : topic;
      return name.equals("ingest." + PROGRESS) ? PROGRESS : name;
    }

    /** Returns whether the output has no topics. */
    boolean isEmpty() {
      return byShortName.isEmpty();
    }

    /**
     * Returns the topic with a short name, such as {@code rejects} or {@code curated.3.0}, or with
     * a full name.
     *
     * @throws ConfigException if there is no such topic; lists the topics that exist
     */
    String resolve(String name) {
      String known = shortName(name);
      if (!byShortName.containsKey(known)) {
        throw new ConfigException(List.of(new Problem("TOPIC", name, unknown(known))));
      }
      return byShortName.get(known);
    }

    private String unknown(String name) {
      String meant = Suggestion.near(name, byShortName.keySet());
      return "no such topic%s The topics %s.* are: %s"
          .formatted(
              meant.isEmpty() ? "." : meant, prefix, String.join(", ", byShortName.keySet()));
    }
  }
}
