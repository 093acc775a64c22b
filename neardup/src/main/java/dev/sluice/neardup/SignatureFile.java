package dev.sluice.neardup;

import dev.sluice.neardup.SignatureFooter.KeyRange;
import dev.sluice.neardup.SignatureFooter.RemovedSection;
import dev.sluice.storage.PermanentException;
import dev.sluice.storage.output.Json;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.zip.CRC32C;

/**
 * Reads a file that {@link SignatureFileWriter} has written: blocks of documents and matches at any
 * place, ranges of keys in sequence. Nothing is believed before its checksum was compared. A file
 * that is damaged is an {@link IOException} that names file and section. Thread-safe; what it opens
 * is not.
 */
public final class SignatureFile implements Closeable {
  /** The highest bits of a key say to which of so many ranges it belongs. */
  static final int RANGES = 16;

  private static final int RANGE_SHIFT = 48 - 4;
  private static final int KEY_BUFFER = 1 << 16;
  private static final int CRC_BYTES = Integer.BYTES;
  private static final int MOST_FOOTER = 64 << 20;
  private static final int TAIL = 2 * Integer.BYTES + SignatureFileWriter.MAGIC.length;

  /** What to do if files are damaged or do not fit together. */
  static final String REMEDY =
      "restore all of _sluice/signatures from one copy, or start a new output and topic prefix";

  private final Path path;
  private final boolean isCopy;
  private final SeekableByteChannel channel;
  private final SignatureFooter footer;

  private SignatureFile(Path path, boolean isCopy, SeekableByteChannel channel) throws IOException {
    this.path = path;
    this.isCopy = isCopy;
    this.channel = channel;
    this.footer = readFooter();
  }

  /**
   * Opens a file and reads its footer. In an object store, reading in many places is slow.
   *
   * @throws IOException if it cannot be read, or is not a file of signatures
   */
  public static SignatureFile open(Path path) throws IOException {
    return open(path, false);
  }

  /** Opens a local copy of a file in an object store, which is deleted if it is damaged. */
  static SignatureFile openCopy(Path path) throws IOException {
    return open(path, true);
  }

  private static SignatureFile open(Path path, boolean isCopy) throws IOException {
    SeekableByteChannel channel = Files.newByteChannel(path);
    boolean opened = false;
    try {
      SignatureFile file = new SignatureFile(path, isCopy, channel);
      opened = true;
      return file;
    } finally {
      if (!opened) {
        channel.close();
      }
    }
  }

  /** The range of a key. */
  static int rangeOf(long key) {
    return (int) (key >>> RANGE_SHIFT);
  }

  /** The greatest key of the ranges before one. */
  static long beforeRange(int range) {
    return ((long) range << RANGE_SHIFT) - 1;
  }

  Path path() {
    return path;
  }

  /** What the file says of itself. */
  public SignatureFooter footer() {
    return footer;
  }

  long bytes() throws IOException {
    return channel.size();
  }

  private SignatureFooter readFooter() throws IOException {
    long size = channel.size();
    if (size < TAIL) {
      throw damaged("footer", "the file is truncated");
    }
    ByteBuffer tail = read(size - TAIL, TAIL, "footer");
    int sum = tail.getInt();
    int length = tail.getInt();
    byte[] magic = new byte[SignatureFileWriter.MAGIC.length];
    tail.get(magic);
    if (!Arrays.equals(magic, SignatureFileWriter.MAGIC)) {
      throw damaged(
          "footer", "not a file of signatures of format %d".formatted(SignatureFooter.FORMAT));
    }
    if (length < 0 || length > Math.min(MOST_FOOTER, size - TAIL)) {
      throw damaged("footer", "a length of " + length + " bytes");
    }
    byte[] json = read(size - TAIL - length, length, "footer").array();
    requireSum("footer", json, json.length, sum);
    return Json.read(json, path, SignatureFooter.class);
  }

  private void requireSum(String section, byte[] bytes, int length, int sum) throws IOException {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, length);
    if ((int) crc.getValue() != sum) {
      throw damaged(section, "the checksum is wrong");
    }
  }

  private ByteBuffer read(long position, int length, String section) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length);
    while (bytes.hasRemaining()) {
      if (read(bytes, position + bytes.position()) < 0) {
        throw damaged(section, "the file is truncated");
      }
    }
    return bytes.flip();
  }

  private int read(ByteBuffer into, long position) throws IOException {
    if (channel instanceof FileChannel file) {
      return file.read(into, position);
    }
    synchronized (channel) {
      return channel.position(position).read(into);
    }
  }

  private IOException damaged(String section, String what) throws IOException {
    String message = "%s is damaged: %s: %s: ".formatted(path, section, what);
    if (isCopy) {
      Files.deleteIfExists(path);
      return new IOException(message + "it is deleted, and will be fetched again");
    }
    return new PermanentException(message + REMEDY);
  }

  /** Takes records. */
  @FunctionalInterface
  public interface Records<T> {
    /** Takes the next record. */
    void accept(T next) throws IOException;
  }

  /** Passes on all kept documents in the order in which they were decided. */
  void kept(Records<Signature> into) throws IOException {
    SignatureFooter.Sections sections = footer.sections();
    for (long first = 0; first < sections.kept(); first += SignatureFileWriter.BLOCK) {
      for (Signature each : keptBlock(first)) {
        into.accept(each);
      }
    }
  }

  /** Passes on all evidence in the order in which documents were decided. */
  public void matches(Records<Match> into) throws IOException {
    SignatureFooter.Sections sections = footer.sections();
    for (long first = 0; first < sections.matches(); first += SignatureFileWriter.BLOCK) {
      for (Match each : matchBlock(first)) {
        into.accept(each);
      }
    }
  }

  /** Takes removed rows. */
  @FunctionalInterface
  interface Rows {
    /** Takes the next row. */
    void accept(String file, long row) throws IOException;
  }

  /**
   * Passes on the rows that were removed, in the order in which they were decided. Reads only them,
   * twice: first to compare their checksum.
   */
  void removed(Rows into) throws IOException {
    RemovedSection section = footer.sections().removed();
    try (InputStream all = removedRows()) {
      all.transferTo(OutputStream.nullOutputStream());
    }
    try (DataInputStream in = new DataInputStream(new BufferedInputStream(removedRows()))) {
      String file = "";
      for (long left = section.count(); left > 0; left--) {
        long row = in.readLong();
        if (row == SignatureFileWriter.NEXT_FILE) {
          file = in.readUTF();
          row = in.readLong();
        }
        into.accept(file, row);
      }
    }
  }

  private InputStream removedRows() {
    RemovedSection section = footer.sections().removed();
    return new Section("removed rows", section.offset(), section.bytes(), section.crc());
  }

  /** The kept documents of the block whose first one has this number. */
  List<Signature> keptBlock(long first) throws IOException {
    long index = footer.sections().keptIndex();
    return block(index, first, SignatureFileWriter.KEPT, RecordDecoder::signature);
  }

  private List<Match> matchBlock(long first) throws IOException {
    long index = footer.sections().matchIndex();
    return block(index, first, SignatureFileWriter.MATCHES, RecordDecoder::match);
  }

  /** Reads the block whose first record has this number. */
  private <T> List<T> block(long index, long first, int kind, Function<RecordDecoder, T> decode)
      throws IOException {
    String section = kind == SignatureFileWriter.KEPT ? "documents" : "matches";
    long entry = index + first / SignatureFileWriter.BLOCK * Long.BYTES;
    long offset = read(entry, Long.BYTES, section).getLong();
    if (offset < 0 || offset > index) {
      throw damaged(section, "a block at " + offset);
    }
    int length = read(offset, Integer.BYTES, section).getInt();
    if (length < 0 || length > index - offset) {
      throw damaged(section, "a block of " + length + " bytes");
    }
    ByteBuffer bytes = read(offset + Integer.BYTES, length + CRC_BYTES, section);
    requireSum(section, bytes.array(), length, bytes.getInt(length));
    RecordDecoder decoder = new RecordDecoder(bytes.limit(length));
    List<T> records = new ArrayList<>(SignatureFileWriter.BLOCK);
    try {
      if (decoder.number() != 2 * first + kind) {
        throw damaged(section, "another block in place of the one with number " + first);
      }
      while (decoder.hasMore()) {
        records.add(decode.apply(decoder));
      }
    } catch (RuntimeException e) {
      throw damaged(section, "a block that holds something else: " + e);
    }
    return records;
  }

  /** Opens a range of keys at its first key. */
  KeyCursor keys(int range) throws IOException {
    return new KeyCursor(range);
  }

  /**
   * Goes through the keys of a range. They are to be believed when {@link #END} was reached: only
   * then is the checksum compared. Memory: 64 KiB.
   */
  final class KeyCursor {
    /** What {@link #key} returns after the last key: more than any key. */
    static final long END = Long.MAX_VALUE;

    private final Section in;
    private final int ownerBytes = footer.sections().ownerBytes();
    private final long most;
    private final byte[] buffer = new byte[KEY_BUFFER];
    private long left;
    private long key;
    private int at;
    private int limit;

    private KeyCursor(int range) throws IOException {
      KeyRange keys = footer.sections().ranges().get(range);
      in = new Section("keys", keys.offset(), keys.bytes(), keys.crc());
      left = keys.count();
      key = beforeRange(range);
      most = beforeRange(range + 1);
      next();
    }

    /** The current key; {@link #END} after the last. */
    long key() {
      return key;
    }

    /** Goes to the next key and returns it. */
    long next() throws IOException {
      if (limit - at < SignatureFileWriter.MOST_KEY_BYTES) {
        fill();
      }
      if (left-- <= 0) {
        requireKeys(at == limit);
        return key = END;
      }
      long difference = 0;
      int shift = 0;
      byte part;
      do {
        part = buffer[at++];
        difference |= (part & 0x7FL) << shift;
        shift += 7;
      } while (part < 0 && shift < 49);
      at += ownerBytes;
      requireKeys(difference > 0 && difference <= most - key && at <= limit);
      return key += difference;
    }

    private void fill() throws IOException {
      System.arraycopy(buffer, at, buffer, 0, limit - at);
      limit -= at;
      at = 0;
      limit += in.readNBytes(buffer, limit, KEY_BUFFER - limit);
    }

    private void requireKeys(boolean are) throws IOException {
      if (!are) {
        throw damaged("keys", "something else, or too few or many");
      }
    }

    /** Goes to the first key that is not less, if the current one is, and returns it. */
    long seek(long least) throws IOException {
      while (key < least) {
        next();
      }
      return key;
    }

    /** The number of the kept document that owns the current key. */
    long owner() throws IOException {
      long owner = 0;
      for (int i = at - ownerBytes; i < at; i++) {
        owner = owner << Byte.SIZE | buffer[i] & 0xFF;
      }
      requireKeys(owner < footer.sections().kept());
      return owner;
    }
  }

  /** The bytes of a section; compares their checksum at the end. */
  private final class Section extends InputStream {
    private final String name;
    private final long offset;
    private final long length;
    private final int sum;
    private final CRC32C crc = new CRC32C();
    private long at;

    Section(String name, long offset, long length, int sum) {
      this.name = name;
      this.offset = offset;
      this.length = length;
      this.sum = sum;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int from, int most) throws IOException {
      if (at == length) {
        if ((int) crc.getValue() != sum) {
          throw damaged(name, "the checksum is wrong");
        }
        return most == 0 ? 0 : -1;
      }
      int next = (int) Math.min(most, length - at);
      int read = SignatureFile.this.read(ByteBuffer.wrap(bytes, from, next), offset + at);
      if (read < 0) {
        throw damaged(name, "the file is truncated");
      }
      crc.update(bytes, from, read);
      at += read;
      return read;
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
