package dev.sluice.settings;

import dev.sluice.core.CurationRules;
import dev.sluice.operators.OperatorChain;
import dev.sluice.operators.OperatorRule;
import dev.sluice.operators.minhash.NearDedup;
import dev.sluice.settings.TopicsConfig.TopicText;
import dev.sluice.storage.page.IoRetry;
import dev.sluice.storage.page.SourceFile;
import dev.sluice.storage.table.TableSchema;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Optional;
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

  /** Copies the maps. */
  public SluiceConfig {
    content = Collections.unmodifiableSortedMap(new TreeMap<>(content));
    remembered = Collections.unmodifiableSortedMap(new TreeMap<>(remembered));
  }

  /** A copy with another work directory. */
  public SluiceConfig in(Path directory) {
    return copy(Optional.of(directory), input, output, http, content);
  }

  /** A copy with another endpoint. */
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
   * The work directory: by default {@code _sluice/work} in the output, if that is known and local.
   */
  public Optional<Path> workDirectory() {
    return workDir.or(
        () -> output.localPath().map(path -> path.resolve("_sluice").resolve("work")));
  }

  /** The directory of the topology's stores: by default {@code streams} in the work directory. */
  public Optional<Path> stateDirectory() {
    return streams.stateDir().or(() -> workDirectory().map(work -> work.resolve("streams")));
  }

  /** The number of bands of near-deduplication; 0 without it. */
  public int bands() {
    return nearDedup.map(NearDedup::bands).orElse(0);
  }

  /** The rule that applies the operators. */
  public OperatorRule operatorRule() {
    return new OperatorRule(
        operators, input.operatorColumns(rules.scoreScale()), input.largestOperatorText());
  }

  /** Whether texts stay in the source while documents pass through the topics. */
  public boolean leavesTexts() {
    return topics.text() == TopicText.SOURCE
        || topics.text() == TopicText.AUTO && kafka.isEmbedded() && operators.isEmpty();
  }

  /** The size of the largest record on the topics, in bytes. */
  public int maxRecordBytes() {
    return input.maxRecordBytes();
  }

  /** Threads of the topology for this number of partitions on this machine. */
  public int streamThreads(int partitions, Machine machine) {
    return streams.threads().orElse(Math.min(machine.autoThreads(), partitions));
  }

  /**
   * Threads of the bands in a process with these roles; 0 without near-deduplication. Beside other
   * roles one, which compares keys faster than those send them.
   */
  public int bandThreads(Set<Role> roles, Machine machine) {
    if (!roles.contains(Role.BANDS)) {
      return 0;
    }
    return Math.min(bands(), roles.size() == 1 ? machine.autoThreads() : 1);
  }

  /** Threads that decode the source on this machine. */
  public int ingestWorkers(Machine machine) {
    int automatic =
        input.path().map(SourceFile::isLocal).orElse(true)
            ? machine.autoThreads()
            : Math.max(machine.autoThreads(), REMOTE_WORKERS);
    return ingest.workers().orElse(automatic);
  }

  /**
   * Handling of I/O errors and full disks.
   *
   * @param retry of reads of the source and writes of shards
   * @param minFreeDiskBytes with less free space, nothing more is read, and the process stops
   */
  public record IoConfig(IoRetry retry, long minFreeDiskBytes) {}
}
