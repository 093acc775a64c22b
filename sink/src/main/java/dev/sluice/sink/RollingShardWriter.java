package dev.sluice.sink;

import dev.sluice.storage.output.CutFile;
import dev.sluice.storage.shard.ShardRow;
import dev.sluice.storage.shard.ShardWriter;
import dev.sluice.storage.shard.ShardWriter.ShardFile;
import dev.sluice.storage.takedown.NamedRows;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the documents of one bucket, dump and partition to shards of limited size. Where a shard
 * ends depends only on the rows. Shards are written as temporary files, which the caller publishes.
 *
 * <p>A row that a take-down names is written too, so that shards end at the same places as without
 * take-downs. A complete shard that has such rows is written again without them ({@link
 * ShardRewrite}), and the first file is deleted.
 */
final class RollingShardWriter {
  private static final Logger LOG = LoggerFactory.getLogger(RollingShardWriter.class);

  /** The format version in the footers of shards. */
  static final String FORMAT = "1";

  private final SinkSettings settings;
  private final String bucket;
  private final String dump;
  private final int partition;
  private final NamedRows named;
  private final List<FinishedShard> finished = new ArrayList<>();
  private Optional<ShardWriter> open = Optional.empty();
  private long sequence;
  private long textBytes;
  private long firstOrdinal;
  private long lastOrdinal;
  private boolean hasNamedRows;

  /**
   * @param dump name of the dump; empty if shards are not laid out by dump
   * @param sequence number of the next shard
   * @param named the rows that are in no published shard
   */
  RollingShardWriter(
      SinkSettings settings,
      String bucket,
      String dump,
      int partition,
      long sequence,
      NamedRows named) {
    this.settings = settings;
    this.bucket = bucket;
    this.dump = dump;
    this.partition = partition;
    this.sequence = sequence;
    this.named = named;
  }

  /**
   * Adds a row.
   *
   * @param isNamed whether a take-down names it
   */
  void write(ShardRow row, long ordinal, boolean isNamed) throws IOException {
    if (open.isPresent()
        && open.get().boundOfFileSize() + open.get().boundOfRow(row)
            > settings.output().maxFileBytes()) {
      roll();
    }
    if (open.isEmpty()) {
      open =
          Optional.of(
              new ShardWriter(
                  settings.output().format(),
                  settings.publication().temporaryName(bucket + "-" + dump + "-" + rank())));
      firstOrdinal = ordinal;
      textBytes = 0;
      hasNamedRows = false;
    }
    open.get().write(row);
    textBytes += row.textLength();
    lastOrdinal = ordinal;
    hasNamedRows |= isNamed;
  }

  long bufferedBytes() {
    return open.map(ShardWriter::bufferedBytes).orElse(0L);
  }

  void flushRowGroup() throws IOException {
    if (open.isPresent()) {
      open.get().flushRowGroup();
    }
  }

  /**
   * Completes the open shard. It returns the shards completed since the previous call, in order.
   * Shards without a row are not among them.
   */
  List<FinishedShard> finish() throws IOException {
    if (open.isPresent()) {
      roll();
    }
    List<FinishedShard> shards = List.copyOf(finished);
    finished.clear();
    return shards;
  }

  /** Returns the sequence number of the next shard. */
  long sequence() {
    return sequence;
  }

  private void roll() throws IOException {
    ShardFile file = open.get().close(footer());
    open = Optional.empty();
    String path = settings.layout().shard(bucket, dump, rank());
    FinishedShard shard = FinishedShard.of(file, path, bucket, dump, textBytes);
    if (hasNamedRows) {
      withoutNamedRows(shard).ifPresent(finished::add);
    } else {
      finished.add(shard);
    }
    sequence++;
  }

  private Optional<FinishedShard> withoutNamedRows(FinishedShard shard) throws IOException {
    try {
      return new ShardRewrite(settings.output(), named)
          .write(shard.file(), shard.temporary())
          .shard();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while writing " + shard.file().path());
    } finally {
      shard.discard();
    }
  }

  private long rank() {
    return sequence * settings.topics().partitions() + partition;
  }

  private SortedMap<String, String> footer() {
    SortedMap<String, String> footer = new TreeMap<>();
    footer.put("sluice.format", FORMAT);
    footer.put("sluice.bucket", bucket);
    footer.put("sluice.dump", dump);
    footer.put("sluice.partition", Integer.toString(partition));
    footer.put("sluice.first-record", Long.toString(firstOrdinal));
    footer.put("sluice.last-record", Long.toString(lastOrdinal));
    footer.put("sluice.content", settings.output().contentHash());
    return footer;
  }

  /** Deletes all unpublished files. Never fails. */
  void discard() {
    try {
      open.ifPresent(ShardWriter::discard);
    } catch (UncheckedIOException e) {
      LOG.atWarn().setCause(e).log("temporary file not deleted");
    }
    open = Optional.empty();
    finished.forEach(FinishedShard::discard);
    finished.clear();
  }

  /**
   * A complete and synced shard that is not yet published.
   *
   * @param temporary temporary file of the shard
   * @param file entry of the shard in the cut record
   */
  record FinishedShard(Path temporary, CutFile file) {
    private static final Logger LOG = LoggerFactory.getLogger(FinishedShard.class);

    /** Returns the shard of a closed writer, with its path in the output. */
    static FinishedShard of(
        ShardFile written, String path, String bucket, String dump, long textBytes) {
      return new FinishedShard(
          written.path(),
          new CutFile(
              path, bucket, dump, written.rows(), written.bytes(), textBytes, written.sha256()));
    }

    /**
     * Deletes the temporary file if it exists. Never fails, because the next start deletes what is
     * left.
     */
    void discard() {
      try {
        Files.deleteIfExists(temporary);
      } catch (IOException e) {
        LOG.atWarn().setCause(e).addKeyValue("file", temporary).log("temporary file not deleted");
      }
    }
  }
}
