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
 * Appends features in the order of documents. Not thread-safe. What is in an open block is not
 * written before the block is full, or all is: until then it travels with the mark.
 */
public final class FeatureWriter implements Closeable {
  private static final int TOGETHER = 16;

  /**
   * How far it is.
   *
   * @param documents written so far
   * @param tail those of the open block, in Base64
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
   * Opens the file behind a mark; anything else in it goes.
   *
   * @throws DamagedSpillException when it is shorter than the mark
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

  /** Adds the features of the next document and gives its number. */
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

  /** Writes whole blocks; how far it is then. */
  public Mark mark() throws IOException {
    writeWhole();
    byte[] tail = Arrays.copyOfRange(blocks, FeatureLayout.HEADER_BYTES, openBytes());
    return new Mark(documents(), Base64.getEncoder().encodeToString(tail));
  }

  /** Writes everything, after which nothing can be added; how many documents there are. */
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
