package dev.sluice.sink;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.core.Digests;
import dev.sluice.sink.RollingShardWriter.FinishedShard;
import dev.sluice.sink.SinkSettings.ShardOutput;
import dev.sluice.storage.output.CutFile;
import dev.sluice.storage.page.ColumnBuffers;
import dev.sluice.storage.page.SourceFooter;
import dev.sluice.storage.shard.ShardRow;
import dev.sluice.storage.shard.ShardWriter;
import dev.sluice.storage.shard.ShardWriter.ShardFile;
import dev.sluice.storage.takedown.NamedRows;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Writes shards again without the rows that take-downs name.
 *
 * <p>The bytes of the new shard depend only on the rows that remain, and its name only on the rows
 * that were ever removed. So it does not matter whether rows were removed at once or one after
 * another, or whether a sink removed them before it published the shard. Pages before the first
 * removed row are the same again, and are not compressed again: this halves the work for one row.
 * (They may differ only after an update of the library that compresses.) Holds one row group and
 * some pages of a second one in memory. Not thread-safe.
 */
final class ShardRewrite {
  private static final String TAKEN_DOWN = "sluice.taken-down";
  private static final byte[] HASHED = "sluice.removed\0".getBytes(UTF_8);

  private final ShardOutput output;
  private final NamedRows named;
  private final ShardCopy copy;
  private final MessageDigest digest = Digests.sha256();

  /**
   * @param named the rows that are left out
   */
  ShardRewrite(ShardOutput output, NamedRows named) {
    this.output = output;
    this.named = named;
    this.copy = new ShardCopy(output.format(), "rewritten");
  }

  /**
   * What a shard became.
   *
   * @param shard the shard without the named rows; empty if it has no row left
   * @param removed the number of removed rows by dump
   */
  record Rewritten(Optional<FinishedShard> shard, SortedMap<String, Long> removed) {}

  /** What is known of the rows of one shard while they are read. */
  private final class Rows {
    private final ShardWriter writer;
    private final SortedMap<String, Long> removed = new TreeMap<>();
    private long hash;
    private long textBytes;

    Rows(ShardWriter writer) {
      this.writer = writer;
    }

    void take(ShardRow row, CutFile shard) throws IOException {
      if (named.names(row)) {
        removed.merge(shard.dump().isEmpty() ? row.dump() : shard.dump(), 1L, Long::sum);
        hash += hash(row.id());
      } else {
        writer.write(row);
        textBytes += row.textLength();
      }
    }
  }

  private long hash(byte[] id) {
    digest.update(HASHED);
    return ByteBuffer.wrap(digest.digest(id)).getLong();
  }

  /**
   * Writes a shard to a temporary file, without the named rows.
   *
   * @param shard the shard as its record has it
   * @param file where the shard is
   * @throws IOException if the shard cannot be read, or differs from its record
   */
  Rewritten write(CutFile shard, Path file) throws IOException, InterruptedException {
    ColumnBuffers pages = ColumnBuffers.ofHeap();
    ShardWriter writer =
        new ShardWriter(
            output.format(),
            output.publication().temporaryName(shard.bucket() + "-" + shard.dump()),
            pages::storedForm);
    boolean done = false;
    try {
      Rows rows = new Rows(writer);
      copy.read(shard, file, pages, row -> rows.take(row, shard));
      Optional<FinishedShard> finished = Optional.empty();
      if (writer.rows() > 0) {
        ShardFile written = writer.close(footer(file, shard.rows() - writer.rows()));
        String path = CutFile.without(shard.path(), CutFile.removedHash(shard.path()) + rows.hash);
        finished =
            Optional.of(
                FinishedShard.of(written, path, shard.bucket(), shard.dump(), rows.textBytes));
        done = true;
      }
      return new Rewritten(finished, rows.removed);
    } finally {
      if (!done) {
        writer.discard();
      }
    }
  }

  /**
   * Returns the entries of the shard's footer, with the number of all rows ever removed from it.
   */
  private static SortedMap<String, String> footer(Path file, long removed) throws IOException {
    SortedMap<String, String> footer = SourceFooter.read(file).metadata();
    long before = Long.parseLong(footer.getOrDefault(TAKEN_DOWN, "0"));
    footer.put(TAKEN_DOWN, Long.toString(before + removed));
    return footer;
  }
}
