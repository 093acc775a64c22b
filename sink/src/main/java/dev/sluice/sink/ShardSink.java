package dev.sluice.sink;

import dev.sluice.core.work.WorkerThreads;
import dev.sluice.storage.FileHash;
import dev.sluice.storage.output.Making.Input;
import dev.sluice.topics.KafkaConnection;
import dev.sluice.topics.RecordTrimmer;
import dev.sluice.topics.progress.KnownUnits;
import dev.sluice.topics.progress.PinnedUnits;
import dev.sluice.topics.progress.ProgressLog;
import dev.sluice.topics.progress.ProgressState.UnitFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import org.apache.kafka.clients.admin.Admin;

/**
 * The sink of one process. Its worker threads are in one consumer group, and share the partitions
 * with the workers of other processes. The first failure stops all workers of this process.
 */
public final class ShardSink extends WorkerThreads {
  /**
   * A turn lasts at most {@code max.poll.interval.ms} divided by this number, which leaves a margin
   * for slow I/O.
   */
  private static final int TURN_SHARE = 10;

  private static final Duration RECHECK_INTERVAL = Duration.ofSeconds(5);

  private final Admin admin;
  private final RecordTrimmer trimmer;
  private final Sealer sealer;
  private final SealingThread sealing;
  private final SourceTexts texts;
  private final SinkGauge gauge = new SinkGauge();

  private ShardSink(
      KafkaConnection connection, ProgressLog progress, SinkSettings settings, CutLogs logs) {
    super("sink");
    this.admin = connection.admin();
    this.trimmer = new RecordTrimmer(admin);
    this.texts =
        new SourceTexts(
            settings.source(), new PinnedUnits(progress), settings.workers().sourceBytes());
    this.sealer = sealer(progress, settings, logs, gauge);
    this.sealing =
        new SealingThread(settings.workers().retry(), sealer, RECHECK_INTERVAL, this::fail);
  }

  /**
   * Starts the workers and returns at once. The topics must exist.
   *
   * @param progress the progress topic
   * @param logs logs of the same output
   */
  public static ShardSink start(
      KafkaConnection connection, ProgressLog progress, SinkSettings settings, CutLogs logs)
      throws IOException {
    return start(
        connection, progress, settings, logs, connection.maxPollInterval().dividedBy(TURN_SHARE));
  }

  /**
   * Starts the workers. A turn of a worker has this length.
   *
   * @param turn how long a worker processes records before it polls again
   */
  static ShardSink start(
      KafkaConnection connection,
      ProgressLog progress,
      SinkSettings settings,
      CutLogs logs,
      Duration turn)
      throws IOException {
    settings.publication().clear();
    Files.createDirectories(settings.layout().shards());
    ShardSink sink = new ShardSink(connection, progress, settings, logs);
    Optional<NearDuplicates> nearDuplicates = NearDuplicates.of(settings);
    KnownUnits units = new KnownUnits(connection, settings.topics().names().progress());
    for (int i = 0; i < settings.workers().threads(); i++) {
      sink.add(
          new SinkWorker(
              connection,
              settings,
              logs,
              sink.sealing,
              sink.trimmer,
              sink.gauge,
              sink.texts,
              nearDuplicates,
              units,
              turn,
              i));
    }
    sink.sealing.sealAll();
    sink.start();
    FileHash.preload();
    return sink;
  }

  /** Writes the missing manifests of complete units. */
  public void seal() throws IOException {
    sealer.sealAll();
  }

  /**
   * Writes missing manifests and deletes temporary files while no sink is running. A killed sink
   * may have left this undone.
   */
  public static void seal(ProgressLog progress, SinkSettings settings, CutLogs logs)
      throws IOException {
    sealer(progress, settings, logs, new SinkGauge()).sealAlone();
  }

  /**
   * Deletes the shards that take-downs, compactions and resets have replaced or forgotten, if some
   * are there again because a slow sink has published them. Returns those that are there after
   * their deletion, because a store does not delete what it says it has deleted. Sinks may be
   * running.
   */
  public static SortedSet<Path> remaining(ProgressLog progress, SinkSettings settings, CutLogs logs)
      throws IOException {
    return sealer(progress, settings, logs, new SinkGauge()).remaining();
  }

  private static Sealer sealer(
      ProgressLog progress, SinkSettings settings, CutLogs logs, SinkGauge gauge) {
    return new Sealer(settings, logs, progress::resets, units -> sizes(progress, units), gauge);
  }

  /** Returns the source files of these units with their sizes, as ingest has frozen them. */
  private static Map<String, List<Input>> sizes(ProgressLog progress, Set<String> units) {
    Map<String, List<Input>> sizes = new HashMap<>();
    for (UnitFiles unit : progress.read().units()) {
      if (units.contains(unit.unit())) {
        sizes.put(
            unit.unit(),
            unit.files().stream().map(file -> new Input(file.path(), file.bytes())).toList());
      }
    }
    return sizes;
  }

  /** Returns the progress of this process. */
  public SinkGauge gauge() {
    return gauge;
  }

  /**
   * Stops the workers and closes all files. Documents since the last cuts are dropped, and written
   * again after the next start.
   */
  @Override
  public void close() {
    super.close();
    texts.close();
    sealing.close();
    admin.close();
  }
}
