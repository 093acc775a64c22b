package dev.sluice.streams;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out whether a task's store of ids fits its ledger: it must have one id for each document
 * that the ledger counts as kept. Both are committed in the same transaction, so they can only
 * differ if the broker lost the end of a changelog, as an unreplicated broker may when its machine
 * loses power. With ids missing, the duplicates of their documents would be kept. With more ids
 * than documents, documents that the topology reads again would be dropped as duplicates of
 * themselves.
 *
 * <p>Counting takes 1 to 3 s of CPU time per million ids, so ids are only counted if the changelogs
 * have no replicas, and only once after each start of the machine and for each new state directory.
 * A file in the task's directory has the id that Linux gives to each start of the machine. On other
 * systems, ids are counted at each start. If counting takes longer than {@code
 * max.poll.interval.ms}, the topology loses its tasks and gets them back, counted.
 *
 * <p>If only the machine of the broker was started again, ids are not counted.
 */
final class LostIds {
  private static final Logger LOG = LoggerFactory.getLogger(LostIds.class);

  /** Has the id of the last start of the machine, on Linux. */
  static final Path MACHINE_START = Path.of("/proc/sys/kernel/random/boot_id");

  private static final String FILE = "ids-counted";

  private LostIds() {}

  /** Returns whether ids can be lost: whether the changelogs of a topology have no replicas. */
  static boolean canOccur(Map<String, Object> config) {
    return config.get(StreamsConfig.REPLICATION_FACTOR_CONFIG) instanceof Integer replicas
        && replicas == 1;
  }

  /**
   * Counts the ids if they have not been counted since the machine started.
   *
   * @param directory directory of the task
   * @param keptDocuments returns how many documents the ledger counts as kept
   * @throws StreamsException if the numbers differ
   */
  static void check(
      TaskId task,
      Path directory,
      KeyValueStore<Bytes, byte[]> ids,
      ForgottenIds forgotten,
      LongSupplier keptDocuments) {
    try {
      Optional<String> start =
          Files.exists(MACHINE_START)
              ? Optional.of(Files.readString(MACHINE_START))
              : Optional.empty();
      Path counted = directory.resolve(FILE);
      if (start.isPresent()
          && Files.exists(counted)
          && Files.readString(counted).equals(start.get())) {
        return;
      }
      long kept = keptDocuments.getAsLong();
      LOG.atInfo()
          .addKeyValue("partition", task.partition())
          .addKeyValue("kept", kept)
          .log("counting the ids, once after each start of the machine");
      require(task, directory, count(ids, forgotten), kept);
      if (start.isPresent()) {
        Files.writeString(counted, start.get());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Lets the ids of a task be counted again at the next start, because its store was deleted. */
  static void countAgain(Path directory) throws IOException {
    Files.deleteIfExists(directory.resolve(FILE));
  }

  private static long count(KeyValueStore<Bytes, byte[]> ids, ForgottenIds forgotten) {
    long count = 0;
    try (KeyValueIterator<Bytes, byte[]> all = ids.all()) {
      while (all.hasNext()) {
        count += forgotten.contains(all.next().value) ? 0 : 1;
      }
    }
    return count;
  }

  private static void require(TaskId task, Path directory, long ids, long kept) {
    if (ids != kept) {
      throw new StreamsException(
          "partition %d has %,d ids, but kept %,d documents. Delete the directory %s, and start again; its state will be restored. If the numbers still differ, the broker has lost acknowledged records. Start a new output with a different kafka.topic-prefix"
              .formatted(task.partition(), ids, kept, directory));
    }
  }
}
