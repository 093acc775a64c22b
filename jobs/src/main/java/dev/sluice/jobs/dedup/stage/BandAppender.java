package dev.sluice.jobs.dedup.stage;

import dev.sluice.core.Bytes;
import dev.sluice.jobs.dedup.spill.BandRecord;
import dev.sluice.jobs.dedup.spill.ChunkWriter;
import java.io.IOException;
import java.util.Arrays;

/**
 * Appends band keys of documents, in any order. Used by one thread at a time; several appenders may
 * write to the same files. Memory: one chunk per part.
 */
public final class BandAppender {
  private final BandWriters writers;
  private final byte[][] chunks;
  private final int[] filled;
  private final int[] counts;
  private final long[] firstKeys;
  private final boolean[] mixed;

  public BandAppender(BandWriters writers, int chunkBytes) {
    int parts = writers.count();
    this.writers = writers;
    this.chunks = new byte[parts][chunkBytes];
    this.filled = new int[parts];
    this.counts = new int[parts];
    this.firstKeys = new long[parts];
    this.mixed = new boolean[parts];
    Arrays.fill(filled, ChunkWriter.HEADER_BYTES);
  }

  /**
   * Adds a key of a document.
   *
   * @param key well mixed, including the band's number; its lowest 8 bits are ignored
   * @param document its number, below 2^40
   */
  public void add(long key, long document) throws IOException {
    addRecord(BandRecord.word(key, document), (int) document);
  }

  public void addRecord(long word, int low) throws IOException {
    int part = writers.partOf(word);
    byte[] chunk = chunks[part];
    int at = filled[part];
    Bytes.writeLong(chunk, at, word);
    Bytes.writeInt(chunk, at + Long.BYTES, low);
    filled[part] = at + BandRecord.BYTES;
    if (counts[part]++ == 0 && firstKeys[part] == 0) {
      firstKeys[part] = BandRecord.key(word) + 1;
    }
    mixed[part] |= firstKeys[part] != BandRecord.key(word) + 1;
    if (filled[part] > chunk.length - BandRecord.BYTES) {
      flush(part);
    }
  }

  private void flush(int part) throws IOException {
    writers.file(part).append(chunks[part], filled[part], counts[part]);
    filled[part] = ChunkWriter.HEADER_BYTES;
    counts[part] = 0;
  }

  /** Whether all keys that this has appended to a part are equal. */
  public boolean alike(int part) {
    return !mixed[part];
  }

  /** Writes open chunks. */
  public void flush() throws IOException {
    for (int part = 0; part < chunks.length; part++) {
      flush(part);
    }
  }
}
