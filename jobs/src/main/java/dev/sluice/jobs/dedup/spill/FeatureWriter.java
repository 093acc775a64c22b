package dev.sluice.jobs.dedup.spill;

import dev.sluice.core.Bytes;
import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.CRC32C;

/**
 * Appends features in document order. Not thread-safe. An open block is written when it is full, or
 * at the end; until then, it is part of the mark.
 */
public final class FeatureWriter implements Closeable {
  private static final int TOGETHER = 16;

  /**
   * A position from which writing can be continued.
   *
   * @param documents number of documents written
   * @param tail the open block, in Base64
   */
  public record Mark(long documents, String tail) {
    public static final Mark BEGIN = new Mark(0, "");
  }

  private final FeatureLayout layout;
  private final RandomAccessFile file;
  private final CRC32C crc = new CRC32C();
  private final byte[] blocks;
  private long written;
  private int whole;
  private int open;

  /**
   * Opens the file at a mark, and truncates the rest.
   *
   * @throws DamagedSpillException if it is shorter than the mark
   */
  public FeatureWriter(Path path, FeatureLayout layout, Mark mark) throws IOException {
    this.layout = layout;
    this.blocks = new byte[(TOGETHER + 1) * layout.blockBytes()];
    this.file = new RandomAccessFile(path.toFile(), "rw");
    this.written = mark.documents() / layout.documents();
    this.open = (int) (mark.documents() % layout.documents());
    long end = written * layout.blockBytes();
    if (file.length() < end) {
      String why = "only %d of %d bytes".formatted(file.length(), end);
      file.close();
      throw new DamagedSpillException(path, why);
    }
    file.setLength(end);
    file.seek(end);
    byte[] tail = Base64.getDecoder().decode(mark.tail());
    System.arraycopy(tail, 0, blocks, FeatureLayout.HEADER_BYTES, tail.length);
  }

  /** Appends the features of the next document, and returns its number. */
  public long add(byte[] signature, double score, long length) throws IOException {
    long document = documents();
    int at = openAt() + FeatureLayout.HEADER_BYTES + open * layout.width();
    Bytes.writeLong(blocks, at, Double.doubleToRawLongBits(score));
    Bytes.writeLong(blocks, at + FeatureLayout.LENGTH_AT, length);
    System.arraycopy(
        signature, 0, blocks, at + FeatureLayout.SIGNATURE_AT, layout.signatureBytes());
    if (++open == layout.documents()) {
      seal();
      whole++;
      open = 0;
    }
    if (whole == TOGETHER) {
      writeWhole();
    }
    return document;
  }

  private long documents() {
    return (written + whole) * layout.documents() + open;
  }

  private int openAt() {
    return whole * layout.blockBytes();
  }

  private int openBytes() {
    return FeatureLayout.HEADER_BYTES + open * layout.width();
  }

  /** Completes the header of the open block. */
  private void seal() {
    int at = openAt();
    Bytes.writeLong(blocks, at, written + whole);
    Bytes.writeInt(blocks, at + FeatureLayout.COUNT_AT, open);
    crc.reset();
    crc.update(blocks, at, FeatureLayout.CRC_AT);
    crc.update(blocks, at + FeatureLayout.HEADER_BYTES, openBytes() - FeatureLayout.HEADER_BYTES);
    Bytes.writeInt(blocks, at + FeatureLayout.CRC_AT, (int) crc.getValue());
  }

  private void writeWhole() throws IOException {
    file.write(blocks, 0, openAt());
    System.arraycopy(blocks, openAt(), blocks, 0, layout.blockBytes());
    written += whole;
    whole = 0;
  }

  /** Writes complete blocks, and returns the position. */
  public Mark mark() throws IOException {
    writeWhole();
    byte[] tail = Arrays.copyOfRange(blocks, FeatureLayout.HEADER_BYTES, openBytes());
    return new Mark(documents(), Base64.getEncoder().encodeToString(tail));
  }

  /** Writes everything, after which nothing can be added; returns the number of documents. */
  public long finish() throws IOException {
    writeWhole();
    if (open > 0) {
      seal();
      file.write(blocks, 0, openBytes());
    }
    return documents();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
