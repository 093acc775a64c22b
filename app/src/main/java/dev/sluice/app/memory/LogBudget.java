package dev.sluice.app.memory;

import dev.sluice.app.config.SluiceConfig;
import dev.sluice.core.values.ByteSize;
import dev.sluice.topics.TopicPlan;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The disk that the documents and curated topics may take, and whether it is enough. What must fit
 * at once: for each curated topic partition the records of one cut, a quarter of the budget that
 * ingest may run ahead, one transaction and the topology's copies of it, and in each topic
 * partition the active segment, which is never deleted, beside the one being deleted.
 *
 * @param buckets number of curated topics
 * @param partitions of each topic
 * @param cutBytes {@code sink.cut-bytes}
 * @param transactionBytes {@code ingest.transaction-bytes}
 * @param segmentBytes of these topics: a record of the largest document must fit
 * @param budgetBytes {@code kafka.log-budget}
 */
public record LogBudget(
    int buckets,
    int partitions,
    long cutBytes,
    long transactionBytes,
    long segmentBytes,
    long budgetBytes) {
  private static final long MEBIBYTE = 1L << 20;
  private static final int CUTS = 4;
  private static final int SEGMENTS = 2;
  private static final int COPIES = 2;
  private static final int AHEAD_SHARE = 4;

  /** A byte of FineWeb's Parquet is three in records, which travel through two topics. */
  private static final int TOPIC_BYTES_PER_INPUT_BYTE = 6;

  /** Checks that everything is positive. */
  public LogBudget {
    if (buckets < 1
        || partitions < 1
        || cutBytes < 1
        || transactionBytes < 1
        || segmentBytes < 1
        || budgetBytes < 1) {
      throw new IllegalArgumentException(
          "log budget of %d buckets, %d partitions, %d, %d, %d, %d bytes"
              .formatted(
                  buckets, partitions, cutBytes, transactionBytes, segmentBytes, budgetBytes));
    }
  }

  /** The budget of a configuration for this number of partitions. */
  public static LogBudget of(SluiceConfig config, int partitions) {
    int buckets = config.rules().buckets().all().size();
    long cut = config.sink().cutBytes();
    long transaction = config.ingest().transactionBytes();
    long segment = TopicPlan.segmentBytes(config.maxRecordBytes());
    return new LogBudget(
        buckets,
        partitions,
        cut,
        transaction,
        segment,
        config
            .kafka()
            .logBudgetBytes()
            .orElseGet(() -> autoBytes(buckets, partitions, cut, transaction, segment)));
  }

  /** What {@code log-budget: auto} is: room for four cuts, and never less than what must fit. */
  private static long autoBytes(
      int buckets, int partitions, long cutBytes, long transactionBytes, long segmentBytes) {
    long usual =
        CUTS * buckets * partitions * cutBytes
            + SEGMENTS * segmentBytes * topicPartitions(buckets, partitions);
    return new LogBudget(buckets, partitions, cutBytes, transactionBytes, segmentBytes, usual)
        .orEnough();
  }

  private long orEnough() {
    return neededBytes() <= budgetBytes ? budgetBytes : leastBytes();
  }

  /** The least budget that works, in whole MiB. */
  private long leastBytes() {
    long enough =
        divideUp((cutsBytes() + copiesBytes() + segmentsBytes()) * AHEAD_SHARE, AHEAD_SHARE - 1);
    return divideUp(enough, MEBIBYTE) * MEBIBYTE;
  }

  private static long topicPartitions(int buckets, int partitions) {
    return (1L + buckets) * partitions;
  }

  /** How many bytes ingest may be ahead of its consumers before it waits. */
  public long aheadBytes() {
    return budgetBytes / AHEAD_SHARE;
  }

  /**
   * How many bytes the log may hold when ingest sends one more transaction, while a segment of each
   * partition is still to be deleted. At least what one cut and the active segments hold, so that
   * there is room again when all is taken.
   */
  public long heldBytes() {
    return budgetBytes - copiesBytes() - segmentsBytes() / SEGMENTS;
  }

  /** What must fit at once. */
  public long neededBytes() {
    return cutsBytes() + aheadBytes() + copiesBytes() + segmentsBytes();
  }

  private long cutsBytes() {
    return (long) buckets * partitions * cutBytes;
  }

  private long copiesBytes() {
    return COPIES * transactionBytes;
  }

  private long segmentsBytes() {
    return SEGMENTS * segmentBytes * topicPartitions(buckets, partitions);
  }

  /** What is wrong with {@code kafka.log-budget}, with the arithmetic; empty where it is enough. */
  public Optional<String> problem() {
    if (neededBytes() <= budgetBytes) {
      return Optional.empty();
    }
    return Optional.of(
        "%s is too little: %s. Set kafka.log-budget to at least %s, or lower sink.cut-bytes"
            .formatted(
                ByteSize.approximate(budgetBytes), arithmetic(), ByteSize.format(leastBytes())));
  }

  private static long divideUp(long number, long divisor) {
    return (number + divisor - 1) / divisor;
  }

  private String arithmetic() {
    return "%d buckets x %d partitions x %s (sink.cut-bytes) + a quarter of the budget %s"
            .formatted(
                buckets,
                partitions,
                ByteSize.approximate(cutBytes),
                ByteSize.approximate(aheadBytes()))
        + " + 2 x %s (ingest.transaction-bytes) + 2 segments x %s x %d topic partitions = %s"
            .formatted(
                ByteSize.approximate(transactionBytes),
                ByteSize.approximate(segmentBytes),
                topicPartitions(buckets, partitions),
                ByteSize.approximate(neededBytes()));
  }

  /**
   * What the topics take at most: the budget, but no more than the input makes of it. Where that is
   * less than the budget, it is an estimate, as files may be packed better than FineWeb's. A disk
   * that is too small after all fills up to {@code io.min-free-disk}, where a run stops cleanly.
   *
   * @param inputBytes of the files that will be read; empty where that is not known
   */
  public long diskBytes(OptionalLong inputBytes) {
    long most = Math.min(inputBytes.orElse(Long.MAX_VALUE), budgetBytes);
    return Math.min(budgetBytes, TOPIC_BYTES_PER_INPUT_BYTE * most);
  }

  /**
   * What is wrong with the disk; empty where the topics fit.
   *
   * @param freeBytes of the disk, what the topics already take included
   * @param inputBytes of the files that will be read; empty where that is not known
   * @param directory of the broker's data
   */
  public Optional<String> diskProblem(long freeBytes, OptionalLong inputBytes, Path directory) {
    long needed = diskBytes(inputBytes);
    if (freeBytes >= needed) {
      return Optional.empty();
    }
    if (needed < budgetBytes) {
      return Optional.of(
          "the topics may take %s (%d times the %s of the input), but %s has %s free. Make space, or name another disk with --work-dir"
              .formatted(
                  ByteSize.approximate(needed),
                  TOPIC_BYTES_PER_INPUT_BYTE,
                  ByteSize.approximate(inputBytes.getAsLong()),
                  directory,
                  ByteSize.approximate(freeBytes)));
    }
    return Optional.of(
        ("the topics may take %s (4 x %d buckets x %d partitions x sink.cut-bytes %s + 2 segments x"
             + " %s x %d topic partitions, unless kafka.log-budget says otherwise), but %s has %s"
             + " free. Lower sink.cut-bytes or kafka.log-budget, or make space")
            .formatted(
                ByteSize.approximate(budgetBytes),
                buckets,
                partitions,
                ByteSize.approximate(cutBytes),
                ByteSize.approximate(segmentBytes),
                topicPartitions(buckets, partitions),
                directory,
                ByteSize.approximate(freeBytes)));
  }
}
