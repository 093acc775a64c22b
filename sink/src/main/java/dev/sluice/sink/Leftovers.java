package dev.sluice.sink;

import dev.sluice.storage.output.Compaction;
import dev.sluice.storage.output.CutFile;
import dev.sluice.storage.output.CutRecord;
import dev.sluice.storage.publish.OutputFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.kafka.common.TopicPartition;

/**
 * Shards that a killed process has published but not recorded. Their rows are also in other shards.
 * On a disk, use this only under the lock of compactions, take-downs and resets, because the shards
 * of a change that is at work look the same.
 */
final class Leftovers {
  private final SinkSettings settings;
  private final CutLogs logs;
  private final boolean takesNumbers;

  /**
   * @param takesNumbers whether another process may still be at work; not on a disk, where the lock
   *     of a process lasts exactly as long as the process
   */
  Leftovers(SinkSettings settings, CutLogs logs, boolean takesNumbers) {
    this.settings = settings;
    this.logs = logs;
    this.takesNumbers = takesNumbers;
  }

  /**
   * Deletes the shards of compactions and take-downs that were not recorded, and those of sinks
   * that no sink will record or write again, because a later cut used their names up.
   */
  void deleteAll() throws IOException {
    List<Path> found = unrecorded(path -> true);
    if (!found.isEmpty()) {
      Map<String, Long> next = nextRanks();
      delete(
          found.stream()
              .filter(file -> !isOfSink(relative(file)) || isPast(relative(file), next))
              .toList());
    }
  }

  /**
   * Deletes the shards of a change that could not be recorded. In an object store, rewritten shards
   * stay until the next change, because another process may be about to record the same ones.
   */
  void delete(Compaction failed) throws IOException {
    if (takesNumbers && !failed.rewrites().isEmpty()) {
      return;
    }
    Set<String> made = new HashSet<>();
    failed.made().forEach(file -> made.add(file.path()));
    delete(unrecorded(made::contains));
  }

  /** Returns the existing shards with these paths that no record names. */
  private List<Path> unrecorded(Predicate<String> wanted) throws IOException {
    Path shards = settings.layout().shards();
    List<Path> found =
        OutputFiles.of(shards).sizesBelow(shards).keySet().stream()
            .filter(file -> CutFile.isShard(relative(file)) && wanted.test(relative(file)))
            .toList();
    Set<String> recorded = recorded(); // after the files: they are published first
    return found.stream().filter(file -> !recorded.contains(relative(file))).toList();
  }

  private Set<String> recorded() throws IOException {
    Set<String> recorded = new HashSet<>();
    for (List<CutRecord> log : logs.cuts().values()) {
      log.forEach(cut -> cut.files().forEach(file -> recorded.add(file.path())));
    }
    for (Compaction change : logs.compactions().read()) {
      change.made().forEach(file -> recorded.add(file.path()));
    }
    return recorded;
  }

  /**
   * Deletes shards, unless they are recorded meanwhile. First reserves the numbers of their
   * records, so that a process that has not recorded them yet cannot do so any more.
   */
  private void delete(List<Path> shards) throws IOException {
    if (takesNumbers && !shards.isEmpty()) {
      takeNumbers(shards);
    }
    Set<String> recorded = recorded();
    for (Path file : shards) {
      if (!recorded.contains(relative(file))) {
        Files.deleteIfExists(file);
      }
    }
  }

  /** A process that rewrites shards has planned to use the next number that is free. */
  private void takeNumbers(List<Path> shards) throws IOException {
    long next = logs.compactions().read().size() + 1L;
    long last = 0;
    for (Path file : shards) {
      OptionalLong compaction = CutFile.compactionOf(relative(file));
      boolean isRewritten = CutFile.removedHash(relative(file)) != 0;
      last = Math.max(last, isRewritten ? next : compaction.orElse(0));
    }
    for (long number = next; number <= last; number++) {
      logs.compactions().giveUp(number, settings.publication());
    }
  }

  /** Returns whether a path is that of a shard of a cut, with all its rows or without some. */
  private static boolean isOfSink(String path) {
    return CutFile.compactionOf(path).isEmpty();
  }

  /** Returns whether a cut has used up the rank of a shard. */
  private boolean isPast(String path, Map<String, Long> nextRanks) {
    long rank = CutFile.rank(path);
    String place = place(path, rank % settings.topics().partitions());
    return rank < nextRanks.getOrDefault(place, 0L);
  }

  private static String place(String path, long partition) {
    return path.substring(0, path.lastIndexOf('/')) + " " + partition;
  }

  /** Returns the rank of the next shard by directory and partition. */
  private Map<String, Long> nextRanks() throws IOException {
    Map<String, Long> ranks = new HashMap<>();
    int partitions = settings.topics().partitions();
    for (Map.Entry<TopicPartition, List<CutRecord>> log : logs.cuts().entrySet()) {
      String bucket = settings.topics().names().bucketOf(log.getKey().topic());
      int partition = log.getKey().partition();
      for (CutRecord cut : log.getValue()) {
        cut.sequences()
            .forEach(
                (dump, sequence) -> {
                  long rank = sequence * partitions + partition;
                  ranks.put(place(settings.layout().shard(bucket, dump, rank), partition), rank);
                });
      }
    }
    return ranks;
  }

  private String relative(Path file) {
    return settings.layout().relative(file);
  }
}
