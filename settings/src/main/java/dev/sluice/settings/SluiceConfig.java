package dev.sluice.settings;

import dev.sluice.core.CurationRules;
import dev.sluice.core.values.StateProfile;
import dev.sluice.operators.OperatorChain;
import dev.sluice.operators.OperatorRule;
import dev.sluice.operators.neardup.NearDedup;
import dev.sluice.settings.TopicsConfig.TopicText;
import dev.sluice.storage.page.IoRetry;
import dev.sluice.storage.page.SourceFile;
import dev.sluice.storage.table.TableSchema;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The checked configuration of the main job. Immutable.
 *
 * @param memoryBytes memory of the process, with {@code auto} resolved
 * @param workDir directory of state, broker data and logs; see {@link #workDirectory}
 * @param dataset the data set and its source
 * @param input the input
 * @param rules rules that decide about a row
 * @param operators operators for the rows that pass the rules
 * @param nearDedup near-deduplication; empty if there is none
 * @param ingest reading of the source
 * @param output the output
 * @param blocklist documents that must not be in the output
 * @param sink writing of shards
 * @param kafka the broker and its topics
 * @param topics encoding of records on the topics
 * @param streams the topology
 * @param io handling of I/O errors and full disks
 * @param http endpoint that shows the process
 * @param content canonical values of the keys that decide the output's content, without the number
 *     of partitions, which is known only once the output's owner record has been read
 * @param remembered canonical values of other keys that an output stores
 */
public record SluiceConfig(
    long memoryBytes,
    Optional<Path> workDir,
    DatasetConfig dataset,
    InputConfig input,
    CurationRules rules,
    OperatorChain operators,
    Optional<NearDedup> nearDedup,
    IngestConfig ingest,
    OutputConfig output,
    BlocklistConfig blocklist,
    SinkConfig sink,
    KafkaConfig kafka,
    TopicsConfig topics,
    StreamsConfig streams,
    IoConfig io,
    HttpConfig http,
    SortedMap<String, String> content,
    SortedMap<String, String> remembered) {
  /** Default number of workers for an object store; most of them wait for responses. */
  private static final int REMOTE_WORKERS = 8;

  /** The key of the types of carried columns. */
  public static final String OUTPUT_SCHEMA = "output.schema";

  /**
   * The key of the constants of near-deduplication. The content configuration has it, but no user
   * configuration.
   */
  public static final String NEAR_DEDUP_CONSTANTS = "near-dedup.constants";

  /** Copies the maps. */
  public SluiceConfig {
    content = Collections.unmodifiableSortedMap(new TreeMap<>(content));
    remembered = Collections.unmodifiableSortedMap(new TreeMap<>(remembered));
  }

  /** Returns a copy with this work directory. */
  public SluiceConfig in(Path directory) {
    return copy(Optional.of(directory), input, output, http, content);
  }

  /** Returns a copy with this endpoint. */
  public SluiceConfig with(HttpConfig endpoint) {
    return copy(workDir, input, output, endpoint, content);
  }

  /** Returns a copy with the types of the carried columns. */
  public SluiceConfig carrying(TableSchema schema) {
    SortedMap<String, String> with = new TreeMap<>(content);
    with.put(OUTPUT_SCHEMA, schema.canonical());
    return copy(workDir, input.carrying(Optional.of(schema)), output.carrying(schema), http, with);
  }

  private SluiceConfig copy(
      Optional<Path> directory,
      InputConfig from,
      OutputConfig to,
      HttpConfig endpoint,
      SortedMap<String, String> deciding) {
    return new SluiceConfig(
        memoryBytes,
        directory,
        dataset,
        from,
        rules,
        operators,
        nearDedup,
        ingest,
        to,
        blocklist,
        sink,
        kafka,
        topics,
        streams,
        io,
        endpoint,
        deciding,
        remembered);
  }

  /**
   * Returns the work directory. By default, it is {@code _sluice/work} in the output, if the output
   * is known and local.
   */
  public Optional<Path> workDirectory() {
    return workDir.or(
        () -> output.localPath().map(path -> path.resolve("_sluice").resolve("work")));
  }

  /**
   * Returns the directory of the topology's stores. By default, it is {@code streams} in the work
   * directory.
   */
  public Optional<Path> stateDirectory() {
    return streams.stateDir().or(() -> workDirectory().map(work -> work.resolve("streams")));
  }

  /** Returns the rule that applies the operators. */
  public OperatorRule operatorRule() {
    return new OperatorRule(
        operators, input.operatorColumns(rules.scoreScale()), input.largestOperatorText());
  }

  /** Returns whether texts remain in the source while documents pass through the topics. */
  public boolean leavesTexts() {
    return topics.text() == TopicText.SOURCE
        || topics.text() == TopicText.AUTO && kafka.isEmbedded() && operators.isEmpty();
  }

  /** Returns the size of the largest record on the topics, in bytes. */
  public int maxRecordBytes() {
    return input.maxRecordBytes();
  }

  /**
   * Returns the number of threads of the topology for this number of partitions on this machine.
   */
  public int streamThreads(int partitions, Machine machine) {
    return streams.threads().orElse(Math.min(machine.autoThreads(), partitions));
  }

  /**
   * Returns the number of threads of the matcher in a process with these roles. It is 0 if
   * near-deduplication is off.
   */
  public int matcherThreads(Set<Role> roles, Machine machine) {
    return nearDedup.isPresent() && roles.contains(Role.MATCHER) ? machine.autoThreads() : 0;
  }

  /** Returns the number of threads that decode the source on this machine. */
  public int ingestWorkers(Machine machine) {
    int automatic =
        input.path().map(SourceFile::isLocal).orElse(true)
            ? machine.autoThreads()
            : Math.max(machine.autoThreads(), REMOTE_WORKERS);
    return ingest.workers().orElse(automatic);
  }

  /**
   * Settings for I/O errors and full disks.
   *
   * @param retry how reads of the source and writes of shards are retried
   * @param minFreeDiskBytes least free disk space; below that, the process stops reading and ends
   */
  public record IoConfig(IoRetry retry, long minFreeDiskBytes) {}

  /**
   * The data set and its source.
   *
   * @param name name of the data set
   * @param version version of the data set
   * @param source name or address of the source, if known
   * @param sourceVersion version of the source, if known
   * @param language language of the documents; also the directory of the shards
   * @param license license of the source, if known
   * @param attribution text of ATTRIBUTION.md; if empty, it is made from the fields above
   */
  public record DatasetConfig(
      String name,
      String version,
      Optional<String> source,
      Optional<String> sourceVersion,
      String language,
      Optional<String> license,
      Optional<String> attribution) {
    /** The default name of a data set. */
    public static final String DEFAULT_NAME = "fineweb-edu";
  }

  /**
   * Files that name documents that must not be in a new output. Other outputs have their own lists.
   *
   * @param ids file of ids
   * @param urls file of URLs
   * @param domains file of domains
   * @param texts file, directory or glob of texts
   * @param entries list of a take-down
   * @param nearCopies whether near-copies of the texts must not be in it, either
   * @param urlColumn column of shards with the URLs
   */
  public record BlocklistConfig(
      Optional<Path> ids,
      Optional<Path> urls,
      Optional<Path> domains,
      Optional<Path> texts,
      Optional<Path> entries,
      boolean nearCopies,
      String urlColumn) {}

  /**
   * How shards are written.
   *
   * @param cutBytes size of the documents in a curated partition that causes a cut
   * @param threads threads that write
   */
  public record SinkConfig(long cutBytes, int threads) {
    /** The value of {@code threads: auto}. */
    public static final int AUTO_THREADS = 2;

    private static final long MAX_AUTO_CUT_BYTES = 256L << 20;

    /** Checks the ranges. */
    public SinkConfig {
      if (cutBytes < 1 || threads < 1) {
        throw new IllegalArgumentException("cut-bytes " + cutBytes + ", threads " + threads);
      }
    }

    /**
     * Returns the value of {@code cut-bytes: auto}. It is the size of three files, at most 256 MiB.
     * The value does not depend on the machine, because it decides the output's content.
     */
    public static long autoCutBytes(long maxFileBytes) {
      return Math.min(3 * maxFileBytes, MAX_AUTO_CUT_BYTES);
    }
  }

  /**
   * The topology.
   *
   * @param threads number of threads; if empty, {@link Machine#autoThreads}, at most one per
   *     partition
   * @param stateDir directory of its stores; see {@link SluiceConfig#stateDirectory}
   * @param commitInterval time between commits of its transaction
   * @param stateProfile how the memory of its stores is bounded
   * @param standbyReplicas other processes that keep a copy of each store
   * @param properties properties of Kafka Streams
   */
  public record StreamsConfig(
      OptionalInt threads,
      Optional<Path> stateDir,
      Duration commitInterval,
      StateProfile stateProfile,
      int standbyReplicas,
      SortedMap<String, String> properties) {
    /** Copies the map. */
    public StreamsConfig {
      properties = Collections.unmodifiableSortedMap(new TreeMap<>(properties));
    }
  }

  /**
   * How the source is read.
   *
   * @param pushDown whether rows are dropped before they are sent to Kafka
   * @param workers number of threads that decode; if empty, {@link Machine#autoThreads}
   * @param transactionBytes size at which a transaction is committed
   * @param transactionInterval age at which a transaction is committed
   * @param watch settings of {@code ingest --watch}
   */
  public record IngestConfig(
      boolean pushDown,
      OptionalInt workers,
      long transactionBytes,
      Duration transactionInterval,
      WatchSettings watch) {
    /** Checks the size. */
    public IngestConfig {
      if (transactionBytes < 1) {
        throw new IllegalArgumentException("transaction-bytes " + transactionBytes);
      }
    }

    /**
     * Settings of {@code ingest --watch}.
     *
     * @param interval time between two listings of the input
     * @param settle how long a file must stay unchanged to count as complete
     * @param fileList name of the file list that a dump's directory may hold
     */
    public record WatchSettings(Duration interval, Duration settle, String fileList) {
      /** Checks the durations and the name. */
      public WatchSettings {
        Objects.requireNonNull(fileList, "fileList");
        if (interval.isNegative() || settle.isNegative()) {
          throw new IllegalArgumentException("interval " + interval + ", settle " + settle);
        }
      }
    }
  }
}
