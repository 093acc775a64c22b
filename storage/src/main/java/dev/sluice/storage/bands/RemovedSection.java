package dev.sluice.storage.bands;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.core.Bytes;
import dev.sluice.core.Utf8;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StreamCorruptedException;

/**
 * Removed rows in order, as a file of a band stores them: the difference of each row from the one
 * before, one byte for most, after the path of its file. Written and read in 64 KiB, however many
 * there are. Not thread-safe.
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

  private final OutputStream out;
  private final byte[] scratch = new byte[VARINT_BYTES];
  private String file = "";
  private long row = -1;
  private long bytes;

  private RemovedSection(OutputStream out) {
    this.out = out;
  }

  /** Takes rows. */
  @FunctionalInterface
  public interface Rows {
    /** Takes the next row, in the order of files and rows. */
    void accept(String file, long row) throws IOException;
  }

  /** Where rows come from. */
  @FunctionalInterface
  public interface Source {
    /** Passes on all rows in the order of files and rows: the same ones each time. */
    void forEach(Rows into) throws IOException;
  }

  /**
   * The length of the section of these rows.
   *
   * @throws IllegalArgumentException if they are not in order
   */
  public static long bytes(Source rows) throws IOException {
    return write(rows, OutputStream.nullOutputStream());
  }

  /**
   * Writes the section of these rows.
   *
   * @return its length
   * @throws IllegalArgumentException if they are not in order
   */
  static long write(Source rows, OutputStream out) throws IOException {
    RemovedSection section = new RemovedSection(out);
    rows.forEach(section::add);
    if (!section.file.isEmpty()) {
      section.write(0);
    }
    section.write(0);
    return section.bytes;
  }

  private void add(String next, long nextRow) throws IOException {
    boolean same = next.equals(file);
    if (next.isEmpty()
        || nextRow > MOST_ROW
        || nextRow <= (same ? row : -1)
        || !same && Utf8.ORDER.compare(next, file) < 0) {
      throw new IllegalArgumentException(
          "row %s:%d after %s:%d".formatted(next, nextRow, file, row));
    }
    if (!same) {
      begin(next);
    }
    write(nextRow - row);
    row = nextRow;
  }

  private void begin(String next) throws IOException {
    byte[] path = next.getBytes(UTF_8);
    if (path.length >= MOST_PATH) {
      throw new IllegalArgumentException("a path of " + path.length + " bytes");
    }
    if (!file.isEmpty()) {
      write(0);
    }
    write(path.length + 1);
    out.write(path);
    bytes += path.length;
    file = next;
    row = -1;
  }

  private void write(long value) throws IOException {
    int length = Bytes.writeVarint(scratch, 0, value);
    out.write(scratch, 0, length);
    bytes += length;
  }

  /**
   * Reads a section.
   *
   * @param in begins with it
   * @param length of it
   * @param count number of rows
   * @throws StreamCorruptedException if it is none, without a name of the file
   */
  static void read(InputStream in, long length, long count, Rows into) throws IOException {
    Varints section = new Varints(in, length);
    long left = count;
    String former = "";
    for (long path = section.next(); path > 0; path = section.next()) {
      String file = section.text(path - 1);
      if (Utf8.ORDER.compare(file, former) <= 0) {
        throw new StreamCorruptedException("files are not in order");
      }
      former = file;
      long row = -1;
      for (long step = section.next(); step > 0; step = section.next()) {
        if (step > MOST_ROW - row || left == 0) {
          throw new StreamCorruptedException("rows that there cannot be");
        }
        row += step;
        left--;
        into.accept(file, row);
      }
    }
    if (left > 0 || !section.atEnd()) {
      throw new StreamCorruptedException("the number of rows differs from the header");
    }
  }

  private static final class Varints {
    private static final int BUFFER_BYTES = 64 << 10;

    private final InputStream in;
    private final byte[] buffer;
    private long left;
    private int at;
    private int end;

    Varints(InputStream in, long length) {
      this.in = in;
      this.left = length;
      this.buffer = new byte[(int) Math.min(BUFFER_BYTES, length)];
    }

    boolean atEnd() {
      return at == end && left == 0;
    }

    private byte one() throws IOException {
      if (at == end) {
        at = 0;
        end = in.readNBytes(buffer, 0, (int) Math.min(buffer.length, left));
        left -= end;
        if (end == 0) {
          throw new StreamCorruptedException("the section ends early");
        }
      }
      return buffer[at++];
    }

    /** The next number, not negative. */
    long next() throws IOException {
      long value = 0;
      for (int shift = 0; shift < Long.SIZE - 1; shift += 7) {
        byte part = one();
        value |= (part & 0x7FL) << shift;
        if (part >= 0) {
          return value;
        }
      }
      throw new StreamCorruptedException("a number that does not end");
    }

    String text(long length) throws IOException {
      if (length < 1 || length >= MOST_PATH || length > left + end - at) {
        throw new StreamCorruptedException("a path of " + length + " bytes");
      }
      byte[] path = new byte[(int) length];
      for (int i = 0; i < path.length; i++) {
        path[i] = one();
      }
      return new String(path, UTF_8);
    }
  }
}
