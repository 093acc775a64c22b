package dev.sluice.app.config;

import dev.sluice.core.CurationRules;
import dev.sluice.ingest.decode.IngestSettings;
import dev.sluice.operators.OperatorChain;
import dev.sluice.operators.OperatorRule;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The whole configuration of the main job, checked. Immutable.
 *
 * @param memoryBytes of the whole process, {@code auto} already resolved
 * @param workDir state, broker data and logs; empty: see {@link #workDirectory}
 * @param dataset what the result is
 * @param input what is read
 * @param rules what becomes of a row
 * @param operators applied to what passes them
 * @param ingest how the source is read
 * @param output what is written
 * @param sink how shards are written
 * @param kafka the broker
 * @param topics the form of records on them
 * @param streams how the topology runs
 * @param io what happens after I/O errors
 * @param http where a process tells how it is
 * @param content the keys that decide the output's bytes with canonical values, but for the number
 *     of partitions, which is known only when the output's owner record has been read
 * @param remembered the keys that an output remembers though they do not decide its bytes, with
 *     canonical values
 */
public record SluiceConfig(
    long memoryBytes,
    Optional<Path> workDir,
    DatasetConfig dataset,
    InputConfig input,
    CurationRules rules,
    OperatorChain operators,
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
  /** Checks that everything is there. */
  public SluiceConfig {
    Objects.requireNonNull(workDir, "workDir");
    Objects.requireNonNull(dataset, "dataset");
    Objects.requireNonNull(input, "input");
    Objects.requireNonNull(rules, "rules");
    Objects.requireNonNull(operators, "operators");
    Objects.requireNonNull(ingest, "ingest");
    Objects.requireNonNull(output, "output");
    Objects.requireNonNull(sink, "sink");
    Objects.requireNonNull(kafka, "kafka");
    Objects.requireNonNull(topics, "topics");
    Objects.requireNonNull(streams, "streams");
    Objects.requireNonNull(io, "io");
    Objects.requireNonNull(http, "http");
    content = Collections.unmodifiableSortedMap(new TreeMap<>(content));
    remembered = Collections.unmodifiableSortedMap(new TreeMap<>(remembered));
  }

  /** The same with a work directory that is known exactly. */
  public SluiceConfig in(Path directory) {
    return new SluiceConfig(
        memoryBytes,
        Optional.of(directory),
        dataset,
        input,
        rules,
        operators,
        ingest,
        output,
        sink,
        kafka,
        topics,
        streams,
        io,
        http,
        content,
        remembered);
  }

  /**
   * The work directory: as configured, else {@code _sluice/work} in the output, if there is one.
   */
  public Optional<Path> workDirectory() {
    return workDir.or(() -> output.path().map(path -> path.resolve("_sluice").resolve("work")));
  }

  /**
   * Where the topology's stores live: as configured, else {@code streams} in the work directory.
   */
  public Optional<Path> stateDirectory() {
    return streams.stateDir().or(() -> workDirectory().map(work -> work.resolve("streams")));
  }

  /** The operators as one of the rules. */
  public OperatorRule operatorRule() {
    return new OperatorRule(
        operators, input.operatorColumns(rules.scoreScale()), input.largestOperatorText());
  }

  /** The largest record that travels, in bytes: of the largest document. */
  public int maxRecordBytes() {
    return Math.toIntExact(input.maxDocumentBytes() + IngestSettings.RECORD_OVERHEAD_BYTES);
  }

  /** The topology's threads for so many partitions on this machine. */
  public int streamThreads(int partitions, Machine machine) {
    return streams.threads().orElse(Math.min(machine.autoThreads(), partitions));
  }

  /** Threads that decode the source on this machine. */
  public int ingestWorkers(Machine machine) {
    return ingest.workers().orElse(machine.autoThreads());
  }
}
