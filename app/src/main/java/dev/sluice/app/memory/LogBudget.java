package dev.sluice.app.memory;

import static dev.sluice.app.memory.MemoryPlan.sum;

import dev.sluice.app.memory.MemoryPlan.Part;
import dev.sluice.core.values.ByteSize;
import dev.sluice.settings.SluiceConfig;
import dev.sluice.topics.TopicPlan;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The disk space for documents, curated topics and the topic of signatures. It can check that the
 * space is enough. The following must fit at the same time: the records of one cut for each curated
 * partition; a quarter of the budget by which ingest may be ahead; a transaction and the copy that
 * the topology makes of it; and, in each topic partition, the active segment, which is never
 * deleted, and the segment being deleted.
 *
 * @param buckets number of curated topics
 * @param partitions partitions of each topic
 * @param nearDedup whether there is a topic of signatures, which has one partition
 * @param cutBytes {@code sink.cut-bytes}
 * @param transactionBytes {@code ingest.transaction-bytes}
 * @param segmentBytes size of a segment of the topics of documents, which must hold the largest
 *     document
 * @param budgetBytes {@code kafka.log-budget}
 */
public record LogBudget(
    int buckets,
    int partitions,
    boolean nearDedup,
    long cutBytes,
    long transactionBytes,
    long segmentBytes,
    long budgetBytes) {
  private static final long MEBIBYTE = 1L << 20;

  /**
   * The number of cuts that the automatic budget has room for, so that ingest seldom waits for the
   * sink.
   */
  private static final int AUTO_CUTS = 4;

  /** The number of segments per partition: the active one, and one that is being deleted. */
  private static final int SEGMENTS = 2;

  /** The number of copies of a transaction: that of ingest, and that of the topology. */
  private static final int COPIES = 2;

  /** The divisor of the budget that yields the number of bytes by which ingest may be ahead. */
  private static final int AHEAD_SHARE = 4;

  /**
   * Bytes in topics per byte of input. One byte of FineWeb's Parquet becomes three bytes in
   * records, and records are in two topics.
   */
  private static final int TOPIC_BYTES_PER_INPUT_BYTE = 6;

  /** Returns the budget of a configuration for this number of partitions. */
  public static LogBudget of(SluiceConfig config, int partitions) {
    int buckets = config.rules().buckets().all().size();
    boolean nearDedup = config.nearDedup().isPresent();
    long cut = config.sink().cutBytes();
    long transaction = config.ingest().transactionBytes();
    long segment = TopicPlan.segmentBytes(config.maxRecordBytes());
    long budget =
        config
            .kafka()
            .logBudgetBytes()
            .orElse(
                AUTO_CUTS * buckets * partitions * cut
                    + sum(segments(buckets, partitions, nearDedup, segment)));
    LogBudget result =
        new LogBudget(buckets, partitions, nearDedup, cut, transaction, segment, budget);
    return config.kafka().logBudgetBytes().isPresent() ? result : result.orEnough();
  }

  /** Returns this budget, or a larger one if not everything fits. */
  private LogBudget orEnough() {
    return neededBytes() <= budgetBytes
        ? this
        : new LogBudget(
            buckets, partitions, nearDedup, cutBytes, transactionBytes, segmentBytes, leastBytes());
  }

  /** Returns the smallest sufficient budget, in whole MiB. */
  private long leastBytes() {
    long needed = divideUp((neededBytes() - aheadBytes()) * AHEAD_SHARE, AHEAD_SHARE - 1);
    return divideUp(needed, MEBIBYTE) * MEBIBYTE;
  }

  private static long divideUp(long number, long divisor) {
    return (number + divisor - 1) / divisor;
  }

  private static List<Part> segments(
      int buckets, int partitions, boolean nearDedup, long segmentBytes) {
    long all = (1L + buckets) * partitions + (nearDedup ? 1 : 0);
    return List.of(new Part("for segments of topic partitions", SEGMENTS * all, segmentBytes));
  }

  /** Returns the parts that must fit at the same time. */
  private List<Part> parts() {
    List<Part> parts = new ArrayList<>();
    parts.add(new Part("for sink.cut-bytes", (long) buckets * partitions, cutBytes));
    parts.add(
        new Part(
            "for a quarter of the budget, which ingest may use before its consumers catch up",
            1,
            aheadBytes()));
    parts.add(new Part("for ingest.transaction-bytes", COPIES, transactionBytes));
    parts.addAll(segments(buckets, partitions, nearDedup, segmentBytes));
    parts.removeIf(part -> part.bytes() == 0);
    return parts;
  }

  /** Returns how many bytes ingest may send ahead of its consumers before it waits. */
  public long aheadBytes() {
    return budgetBytes / AHEAD_SHARE;
  }

  /**
   * Returns the maximum size of the log, in bytes, at which ingest sends another transaction. At
   * that moment, one segment of each partition may still be waiting for deletion. This is at least
   * the size of one cut and the active segments, so that ingest continues once everything is
   * consumed.
   */
  public long heldBytes() {
    return budgetBytes
        - COPIES * transactionBytes
        - sum(segments(buckets, partitions, nearDedup, segmentBytes)) / SEGMENTS;
  }

  /** Returns the number of bytes that must fit at the same time. */
  private long neededBytes() {
    return sum(parts());
  }

  /** Returns the number of segments that the log may have. */
  public long segments() {
    return budgetBytes / segmentBytes;
  }

  /**
   * Returns the problem with {@code kafka.log-budget}, including the arithmetic, or empty if the
   * budget is enough.
   */
  public Optional<String> problem() {
    if (neededBytes() <= budgetBytes) {
      return Optional.empty();
    }
    return Optional.of(
        "%s is too small: the topics must have room for %s. Set kafka.log-budget to at least %s, or, for a new output, lower sink.cut-bytes"
            .formatted(
                ByteSize.approximate(budgetBytes),
                MemoryPlan.arithmetic(parts()),
                ByteSize.format(leastBytes())));
  }

  /**
   * Returns the maximum size of the topics. It is the budget, or less if the input is small. The
   * smaller value is an estimate, because files may be compressed better than FineWeb's. If the
   * disk is too small after all, the run stops cleanly at {@code io.min-free-disk}.
   *
   * @param inputBytes size of the files to read, if known
   */
  public long diskBytes(OptionalLong inputBytes) {
    long inputOrBudget = Math.min(inputBytes.orElse(Long.MAX_VALUE), budgetBytes);
    return Math.min(budgetBytes, TOPIC_BYTES_PER_INPUT_BYTE * inputOrBudget);
  }

  /**
   * Returns the problem with the disk, or empty if the topics fit.
   *
   * @param freeBytes free space of the disk, including what the topics already take
   * @param inputBytes size of the files to read, if known
   * @param directory directory of the broker's data
   */
  public Optional<String> diskProblem(long freeBytes, OptionalLong inputBytes, Path directory) {
    long needed = diskBytes(inputBytes);
    if (freeBytes >= needed) {
      return Optional.empty();
    }
    if (needed < budgetBytes) {
      return Optional.of(
          "the topics may take %s (%d times the %s of the input), but %s has only %s free. Free some space, or choose a different disk with --work-dir"
              .formatted(
                  ByteSize.approximate(needed),
                  TOPIC_BYTES_PER_INPUT_BYTE,
                  ByteSize.approximate(inputBytes.getAsLong()),
                  directory,
                  ByteSize.approximate(freeBytes)));
    }
    return Optional.of(
        "the topics may take %s, but %s has only %s free. Free some space, lower kafka.log-budget, or, for a new output, lower sink.cut-bytes"
            .formatted(
                ByteSize.approximate(budgetBytes), directory, ByteSize.approximate(freeBytes)));
  }
}
