package dev.sluice.storage.bands;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.core.Bytes;
import java.io.ByteArrayOutputStream;
import java.io.StreamCorruptedException;

/**
 * Removed rows in order, as a file of a band stores them: the difference of each row from the one
 * before, one byte for most, after the path of its file. Not thread-safe.
 *
 * <pre>
 * file     varint  length of the path in bytes + 1; 0 after the last file
 *          bytes   path
 *          varints difference of each row from the one before, from -1 for the first; then 0
 * </pre>
 */
public final class RemovedSection {
  /** The largest row: one bit a row of a file must fit into memory. */
  static final long MOST_ROW = Integer.MAX_VALUE - 1L;

  private static final int MOST_PATH = 1 << 16;
  private static final int VARINT_BYTES = 10;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final byte[] scratch = new byte[VARINT_BYTES];
  private Frontier last = Frontier.BEGIN;
  private long row = -1;
  private long count;

  /** Takes the rows of a section. */
  @FunctionalInterface
  public interface Rows {
    /** Takes the next row, in the order of files and rows. */
    void accept(String file, long row);
  }

  /**
   * Adds the next row.
   *
   * @throws IllegalArgumentException if it does not follow the one before
   */
  public void add(String file, long next) {
    Frontier place = new Frontier(file, next, false);
    if (file.isEmpty() || next > MOST_ROW || row >= 0 && place.compareTo(last) <= 0) {
      throw new IllegalArgumentException("row %s after %s".formatted(place, last));
    }
    if (row < 0 || !file.equals(last.file())) {
      byte[] path = file.getBytes(UTF_8);
      if (path.length >= MOST_PATH) {
        throw new IllegalArgumentException("a path of " + path.length + " bytes");
      }
      if (row >= 0) {
        write(0);
      }
      write(path.length + 1);
      bytes.writeBytes(path);
      row = -1;
    }
    write(next - row);
    row = next;
    last = place;
    count++;
  }

  private void write(long value) {
    bytes.write(scratch, 0, Bytes.writeVarint(scratch, 0, value));
  }

  /** The number of rows. */
  public long count() {
    return count;
  }

  /** The bytes of all rows. Nothing can be added afterwards. */
  public byte[] toBytes() {
    if (row >= 0) {
      write(0);
    }
    write(0);
    return bytes.toByteArray();
  }

  /**
   * Reads rows.
   *
   * @param section what {@link #toBytes} has returned
   * @throws StreamCorruptedException if it is not, without a name of the file
   */
  static void read(byte[] section, long rows, Rows into) throws StreamCorruptedException {
    Varints in = new Varints(section);
    long left = rows;
    String former = "";
    for (long length = in.next(); length > 0; length = in.next()) {
      String file = in.text(length - 1);
      if (new Frontier(file, 0, false).compareTo(new Frontier(former, 0, false)) <= 0) {
        throw new StreamCorruptedException("files are not in order");
      }
      former = file;
      long row = -1;
      for (long step = in.next(); step > 0; step = in.next()) {
        if (step > MOST_ROW - row || left == 0) {
          throw new StreamCorruptedException("rows that there cannot be");
        }
        row += step;
        left--;
        into.accept(file, row);
      }
    }
    if (left > 0 || in.at < section.length) {
      throw new StreamCorruptedException("not as many rows as the header says");
    }
  }

  private static final class Varints {
    private final byte[] bytes;
    private int at;

    Varints(byte[] bytes) {
      this.bytes = bytes;
    }

    /** The next number, not negative. */
    long next() throws StreamCorruptedException {
      long value = 0;
      for (int shift = 0; shift < Long.SIZE - 1; shift += 7) {
        if (at == bytes.length) {
          break;
        }
        byte part = bytes[at++];
        value |= (part & 0x7FL) << shift;
        if (part >= 0) {
          return value;
        }
      }
      throw new StreamCorruptedException("a number that does not end");
    }

    String text(long length) throws StreamCorruptedException {
      if (length < 1 || length >= MOST_PATH || length > bytes.length - at) {
        throw new StreamCorruptedException("a path of " + length + " bytes");
      }
      at += (int) length;
      return new String(bytes, at - (int) length, (int) length, UTF_8);
    }
  }
}
