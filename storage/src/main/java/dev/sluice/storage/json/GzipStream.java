package dev.sluice.storage.json;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.ZipException;

/**
 * Decompresses consecutive gzip members (RFC 1952) and checks that they are complete. Each member
 * must match its checksum and its length. Only zeros, with which tapes and block devices are
 * padded, may follow the last member. {@link java.util.zip.GZIPInputStream} treats anything that
 * does not look like a header as such padding, and so loses the members after a damaged header. Not
 * thread-safe.
 */
final class GzipStream extends InputStream {
  private static final int BUFFER_BYTES = 64 << 10;
  private static final int DEFLATE = 8;
  private static final int HEADER_CHECKSUM = 1 << 1;
  private static final int EXTRA = 1 << 2;
  private static final int NAME = 1 << 3;
  private static final int COMMENT = 1 << 4;
  private static final int RESERVED = 0xE0;

  private final InputStream in;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private final Inflater inflater = new Inflater(true);
  private final CRC32 checksum = new CRC32();
  private int at;
  private int filled;
  private long member;
  private boolean ended;

  /**
   * Reads the header of the first member.
   *
   * @throws ZipException if the stream does not start with a gzip member
   */
  GzipStream(InputStream in) throws IOException {
    this.in = in;
    header(next());
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    while (!ended && length > 0) {
      int count = inflate(target, offset, length);
      if (count > 0) {
        checksum.update(target, offset, count);
        return count;
      }
      if (inflater.finished()) {
        endMember();
      } else if (inflater.needsInput()) {
        fill();
        inflater.setInput(buffer, 0, filled);
      } else {
        throw broken("needs a dictionary");
      }
    }
    return length == 0 ? 0 : -1;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  private int inflate(byte[] target, int offset, int length) throws ZipException {
    try {
      return inflater.inflate(target, offset, length);
    } catch (DataFormatException e) {
      throw broken(e.getMessage());
    }
  }

  private void header(int first) throws IOException {
    member++;
    checksum.reset();
    checksum.update(first);
    if (first != 0x1F || checked() != 0x8B) {
      throw broken("does not begin with a gzip header");
    }
    if (checked() != DEFLATE) {
      throw broken("has an unknown compression method");
    }
    int flags = checked();
    if ((flags & RESERVED) != 0) {
      throw broken("has unknown flags");
    }
    skip(6);
    if ((flags & EXTRA) != 0) {
      skip(checked() | checked() << 8);
    }
    skipString(flags & NAME);
    skipString(flags & COMMENT);
    int sum = (int) checksum.getValue() & 0xFFFF;
    if ((flags & HEADER_CHECKSUM) != 0 && sum != (next() | next() << 8)) {
      throw broken("has a damaged header");
    }
    inflater.reset();
    inflater.setInput(buffer, at, filled - at);
    checksum.reset();
  }

  private void skip(int bytes) throws IOException {
    for (int i = 0; i < bytes; i++) {
      checked();
    }
  }

  private void skipString(int present) throws IOException {
    while (present != 0 && checked() != 0) {
      continue;
    }
  }

  private void endMember() throws IOException {
    at = filled - inflater.getRemaining();
    if (number() != (int) checksum.getValue()) {
      throw broken("does not match its checksum");
    }
    if (number() != (int) inflater.getBytesWritten()) {
      throw broken("does not match its length");
    }
    boolean padded = false;
    while (at < filled || hasMore()) {
      int first = next();
      if (first != 0 && !padded) {
        header(first);
        return;
      }
      if (first != 0) {
        throw broken("is followed by other data");
      }
      padded = true;
    }
    ended = true;
  }

  /** Reads four bytes, the lowest first. */
  private int number() throws IOException {
    return next() | next() << 8 | next() << 16 | next() << 24;
  }

  /** Reads a byte that the checksum of the header covers. */
  private int checked() throws IOException {
    int value = next();
    checksum.update(value);
    return value;
  }

  private int next() throws IOException {
    if (at == filled) {
      fill();
    }
    return buffer[at++] & 0xFF;
  }

  private void fill() throws IOException {
    if (!hasMore()) {
      throw new EOFException();
    }
  }

  private boolean hasMore() throws IOException {
    at = 0;
    filled = Math.max(0, in.read(buffer, 0, buffer.length));
    return filled > 0;
  }

  private ZipException broken(String what) {
    return new ZipException("gzip member %,d %s".formatted(member, what));
  }

  @Override
  public void close() throws IOException {
    inflater.end();
    in.close();
  }
}
