package dev.sluice.storage.bands;

import dev.sluice.algorithms.neardup.SortedKeysReader;
import dev.sluice.storage.PermanentException;
import dev.sluice.storage.output.Json;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.StreamCorruptedException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * Reads a file of a band in sequence: header, removed rows, keys, and sketches beside that. Each
 * section is checked before anything of it is believed: header and rows before they are returned,
 * keys once the last is read. A file that is damaged or ends early is an {@link IOException} that
 * names file and section, and a length in it is believed only as far as there are bytes. Takes 300
 * KiB. Not thread-safe.
 */
public final class BandReader implements Closeable {
  private static final int BUFFER_BYTES = 64 << 10;
  private static final int CRC_BYTES = Integer.BYTES;
  private static final int MOST_HEADER = 64 << 20;

  private final Path file;
  private final InputStream in;
  private final BandHeader header;
  private long begin;
  private SortedKeysReader keys;
  private boolean removedChecked;

  private BandReader(Path file, InputStream in) throws IOException {
    this.file = file;
    this.in = in;
    this.header = readHeader();
  }

  /**
   * Opens a file and reads its header.
   *
   * @throws IOException if it cannot be read, or is not a file of a band
   */
  public static BandReader open(Path file) throws IOException {
    InputStream in = new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES);
    boolean opened = false;
    try {
      BandReader reader = new BandReader(file, in);
      opened = true;
      return reader;
    } finally {
      if (!opened) {
        in.close();
      }
    }
  }

  /** Reads the header of a file. */
  public static BandHeader header(Path file) throws IOException {
    try (BandReader reader = open(file)) {
      return reader.header();
    }
  }

  /** The header. */
  public BandHeader header() {
    return header;
  }

  private BandHeader readHeader() throws IOException {
    CRC32C crc = new CRC32C();
    int magic = BandWriter.MAGIC.length;
    byte[] start = in.readNBytes(magic + 1 + Integer.BYTES);
    if (start.length < magic + 1 + Integer.BYTES
        || !Arrays.equals(start, 0, magic, BandWriter.MAGIC, 0, magic)
        || start[magic] != BandHeader.FORMAT) {
      throw damaged(
          "header",
          "it does not begin as a file of a band of format %d".formatted(BandHeader.FORMAT));
    }
    crc.update(start);
    int length = ByteBuffer.wrap(start).getInt(magic + 1);
    if (length < 0 || length > MOST_HEADER) {
      throw damaged("header", "a length of " + length + " bytes");
    }
    byte[] json = in.readNBytes(length); // grows as bytes arrive
    if (json.length < length) {
      throw damaged("header", "the file ends in it");
    }
    crc.update(json);
    requireSum("header", crc);
    begin = start.length + (long) length + CRC_BYTES;
    try {
      return Json.read(json, file, BandHeader.class);
    } catch (IOException e) {
      throw damaged("header", e.getMessage());
    }
  }

  /** Opens the sketches of the keys, in the order of the keys; the header says if there are any. */
  public SketchReader sketches() throws IOException {
    return new SketchReader(
        file, SketchBlocks.of(header), begin + header.removedBytes() + CRC_BYTES);
  }

  private void requireSum(String name, CRC32C crc) throws IOException {
    byte[] sum = in.readNBytes(CRC_BYTES);
    if (sum.length < CRC_BYTES) {
      throw damaged(name, "the file ends before its checksum");
    }
    if (ByteBuffer.wrap(sum).getInt() != (int) crc.getValue()) {
      throw damaged(name, "its checksum is wrong");
    }
  }

  private IOException damaged(String name, String what) {
    return new PermanentException(
        "%s is damaged: %s: %s: %s".formatted(file, name, what, BandDirectory.REMEDY));
  }

  /**
   * Passes on the removed rows. Their checksum is compared before: the first time, they are read
   * twice.
   */
  public void removed(RemovedSection.Rows into) throws IOException {
    checkRemoved();
    try (InputStream again = Files.newInputStream(file)) {
      again.skipNBytes(begin);
      RemovedSection.read(again, header.removedBytes(), header.removedCount(), into);
    } catch (StreamCorruptedException e) {
      throw damaged("removed rows", e.getMessage());
    }
  }

  /** Goes behind the removed rows. */
  private void checkRemoved() throws IOException {
    if (removedChecked) {
      return;
    }
    CRC32C crc = new CRC32C();
    long left = header.removedBytes();
    byte[] buffer = new byte[(int) Math.min(BUFFER_BYTES, left)];
    while (left > 0) {
      int read = in.read(buffer, 0, (int) Math.min(buffer.length, left));
      if (read < 0) {
        throw damaged("removed rows", "the file ends in it");
      }
      crc.update(buffer, 0, read);
      left -= read;
    }
    requireSum("removed rows", crc);
    removedChecked = true;
  }

  /**
   * Goes to the first key, behind the removed rows. Keys ascend. They are to be believed when
   * {@link SortedKeysReader#END} was reached: only then is the checksum compared.
   *
   * @return the key; {@link SortedKeysReader#END} if there is none
   */
  public long firstKey() throws IOException {
    checkRemoved();
    skipSketches();
    try {
      keys = new SortedKeysReader(new Summed(in), header.keys());
      return keys.key();
    } catch (StreamCorruptedException e) {
      throw damaged("keys", e.getMessage());
    }
  }

  private void skipSketches() throws IOException {
    try {
      in.skipNBytes(SketchBlocks.of(header).total());
    } catch (EOFException e) {
      throw damaged("sketches", "the file ends in them");
    }
  }

  /** How many keys precede the current one. */
  public long index() {
    return keys.index();
  }

  /** Goes to the next key and returns it. */
  public long nextKey() throws IOException {
    try {
      return keys.next();
    } catch (StreamCorruptedException e) {
      throw damaged("keys", e.getMessage());
    }
  }

  /** As {@link SortedKeysReader#seek}. */
  public long seekKey(long least) throws IOException {
    try {
      return keys.seek(least);
    } catch (StreamCorruptedException e) {
      throw damaged("keys", e.getMessage());
    }
  }

  /** Goes behind the last key. */
  public void skipKeys() throws IOException {
    try {
      keys.skipAll();
    } catch (StreamCorruptedException e) {
      throw damaged("keys", e.getMessage());
    }
  }

  @Override
  public void close() throws IOException {
    in.close();
  }

  /** Ends before the checksum of the rest of the file, after comparing it. */
  private final class Summed extends FilterInputStream {
    private final CRC32C crc = new CRC32C();
    private final byte[] tail = new byte[CRC_BYTES];
    private boolean ended;

    Summed(InputStream in) throws IOException {
      super(in);
      if (in.readNBytes(tail, 0, CRC_BYTES) < CRC_BYTES) {
        throw damaged("keys", "the file ends before its checksum");
      }
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    /** The bytes kept back, then those that come in; the last four of all are kept back again. */
    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      if (length == 0) {
        return 0;
      }
      if (ended) {
        return -1;
      }
      byte[] joined = new byte[CRC_BYTES + length];
      int read = in.read(joined, CRC_BYTES, length);
      if (read < 0) {
        ended = true;
        if (ByteBuffer.wrap(tail).getInt() != (int) crc.getValue()) {
          throw damaged("keys", "its checksum is wrong");
        }
        return -1;
      }
      System.arraycopy(tail, 0, joined, 0, CRC_BYTES);
      System.arraycopy(joined, read, tail, 0, CRC_BYTES);
      System.arraycopy(joined, 0, bytes, offset, read);
      crc.update(bytes, offset, read);
      return read;
    }
  }
}
