package dev.sluice.neardup;

import dev.sluice.neardup.SignatureFooter.KeyRange;
import dev.sluice.neardup.SignatureFooter.Sections;
import dev.sluice.storage.PermanentException;
import dev.sluice.storage.output.Json;
import java.io.Closeable;
import java.io.IOException;
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
 * Reads a file that {@link SignatureFileWriter} has written. Blocks of documents can be read in any
 * order, and matches and ranges of keys are read sequentially. Nothing is believed before its
 * checksum was compared, and nothing is larger than the footer says. A file that is damaged is an
 * {@link IOException} that names file, section and offset. Thread-safe; what it opens is not.
 */
public final class SignatureFile implements Closeable {
  /** The number of ranges. The highest bits of a key select its range. */
  static final int RANGES = 16;

  private static final int RANGE_SHIFT = 48 - 4;
  private static final int KEY_BUFFER = 1 << 16;

  /** Bytes of a block beside its records: length and checksum. */
  private static final int BLOCK_FRAME = 2 * Integer.BYTES;

  private static final int MOST_FOOTER = 64 << 20;
  private static final int TAIL = 2 * Integer.BYTES + SignatureFileWriter.MAGIC.length;

  /** Advice for files that are damaged or do not fit together. */
  static final String REMEDY =
      "restore all of _sluice/signatures from one copy, or start a new output with a new "
          + "topic prefix";

  private final Path path;
  private final boolean isCopy;
  private final SeekableByteChannel channel;
  private final long size;
  private final SignatureFooter footer;

  private SignatureFile(Path path, boolean isCopy, SeekableByteChannel channel) throws IOException {
    this.path = path;
    this.isCopy = isCopy;
    this.channel = channel;
    this.size = channel.size();
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

  /** Opens a local copy of a file in an object store. If the copy is damaged, it is deleted. */
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

  /** Returns the range of a key. */
  static int rangeOf(long key) {
    return (int) (key >>> RANGE_SHIFT);
  }

  /** Returns the greatest key of the ranges before this one. */
  static long beforeRange(int range) {
    return ((long) range << RANGE_SHIFT) - 1;
  }

  Path path() {
    return path;
  }

  /** Returns the footer of the file. */
  public SignatureFooter footer() {
    return footer;
  }

  long bytes() {
    return size;
  }

  private SignatureFooter readFooter() throws IOException {
    long tailBegin = size - TAIL;
    if (tailBegin < 0) {
      throw damaged("footer", 0, "the file is truncated");
    }
    ByteBuffer tail = read("footer", tailBegin, TAIL);
    int sum = tail.getInt();
    int length = tail.getInt();
    byte[] magic = new byte[SignatureFileWriter.MAGIC.length];
    tail.get(magic);
    if (!Arrays.equals(magic, SignatureFileWriter.MAGIC)) {
      throw damaged(
          "footer",
          tailBegin,
          "not a file of signatures of format %d".formatted(SignatureFooter.FORMAT));
    }
    if (length < 0 || length > Math.min(MOST_FOOTER, tailBegin)) {
      throw damaged("footer", tailBegin, "a length of " + length + " bytes");
    }
    ByteBuffer json = read("footer", tailBegin - length, length);
    requireSum("footer", tailBegin - length, json, sum);
    return Json.read(json.array(), path, SignatureFooter.class);
  }

  private void requireSum(String section, long offset, ByteBuffer bytes, int sum)
      throws IOException {
    CRC32C crc = new CRC32C();
    crc.update(bytes.duplicate());
    if ((int) crc.getValue() != sum) {
      throw damaged(section, offset, "the checksum is wrong");
    }
  }

  private ByteBuffer read(String section, long offset, int length) throws IOException {
    requireThere(section, offset, length);
    ByteBuffer bytes = ByteBuffer.allocate(length);
    read(section, offset, bytes);
    return bytes.flip();
  }

  private void read(String section, long offset, ByteBuffer into) throws IOException {
    requireThere(section, offset, into.remaining());
    long at = offset;
    while (into.hasRemaining()) {
      int read = read(into, at);
      requireThere(section, offset, read);
      at += read;
    }
  }

  private void requireThere(String section, long offset, int length) throws IOException {
    if (offset < 0 || length < 0 || offset > size - length) {
      throw damaged(section, offset, "the file is truncated");
    }
  }

  private int read(ByteBuffer into, long offset) throws IOException {
    if (channel instanceof FileChannel file) {
      return file.read(into, offset);
    }
    synchronized (channel) {
      return channel.position(offset).read(into);
    }
  }

  private IOException damaged(String section, long offset, String what) throws IOException {
    String message = "%s is damaged: %s at byte %d: %s: ".formatted(path, section, offset, what);
    if (isCopy) {
      Files.deleteIfExists(path);
      return new IOException(message + "it is deleted, and will be fetched again");
    }
    return new PermanentException(message + REMEDY);
  }

  /** Receives records. */
  @FunctionalInterface
  public interface Records<T> {
    /** Receives the next record. */
    void accept(T next) throws IOException;
  }

  /** Passes on all kept documents, in the order in which they were decided. */
  void kept(Records<Document> into) throws IOException {
    for (long first = 0; first < footer.sections().kept(); first += SignatureFileWriter.BLOCK) {
      for (Document each : keptBlock(first)) {
        into.accept(each);
      }
    }
  }

  /** Passes on all evidence, in the order in which documents were decided. */
  public void matches(Records<Match> into) throws IOException {
    Sections sections = footer.sections();
    long offset = sections.matchBlocks();
    for (long first = 0; first < sections.matches(); first += SignatureFileWriter.BLOCK) {
      ByteBuffer block = block("matches", offset);
      for (Match each : records("matches", offset, block, first, RecordDecoder::match)) {
        into.accept(each);
      }
      offset += BLOCK_FRAME + block.limit();
    }
  }

  /** Returns the kept documents of the block whose first document has this number. */
  List<Document> keptBlock(long first) throws IOException {
    long entry = footer.sections().index() + first / SignatureFileWriter.BLOCK * Long.BYTES;
    long offset = read("index", entry, Long.BYTES).getLong();
    return records("documents", offset, block("documents", offset), first, RecordDecoder::document);
  }

  private ByteBuffer block(String section, long offset) throws IOException {
    int length = read(section, offset, Integer.BYTES).getInt();
    if (length < 0 || length > footer.sections().blockBytes()) {
      throw damaged(section, offset, "a block of " + length + " bytes");
    }
    ByteBuffer block = read(section, offset + Integer.BYTES, length + Integer.BYTES);
    int sum = block.getInt(length);
    requireSum(section, offset, block.limit(length), sum);
    return block;
  }

  /** Decodes a block whose first record has this number. */
  private <T> List<T> records(
      String section, long offset, ByteBuffer block, long first, Function<RecordDecoder, T> decode)
      throws IOException {
    RecordDecoder decoder = new RecordDecoder(block.duplicate());
    List<T> records = new ArrayList<>(SignatureFileWriter.BLOCK);
    try {
      if (decoder.number() != first) {
        throw damaged(section, offset, "another block than the one with number " + first);
      }
      while (decoder.hasMore()) {
        records.add(decode.apply(decoder));
      }
    } catch (RuntimeException e) {
      throw damaged(section, offset, "a block that holds something else: " + e);
    }
    return records;
  }

  /** Opens a range of keys at its first key. */
  KeyCursor keys(int range) throws IOException {
    return new KeyCursor(range);
  }

  /**
   * Iterates over the keys of a range. They are to be believed when {@link #END} was reached: only
   * then is the checksum compared. Memory: 64 KiB.
   */
  final class KeyCursor {
    /** The value of {@link #key} after the last key. It is greater than any key. */
    static final long END = Long.MAX_VALUE;

    private final KeyRange range;
    private final CRC32C crc = new CRC32C();
    private final int ownerBytes = footer.sections().ownerBytes();
    private final long most;
    private final byte[] buffer = new byte[KEY_BUFFER];
    private long left;
    private long unread;
    private long key;
    private int at;
    private int limit;

    private KeyCursor(int number) throws IOException {
      range = footer.sections().ranges().get(number);
      left = range.count();
      unread = range.bytes();
      key = beforeRange(number);
      most = beforeRange(number + 1);
      next();
    }

    /** Returns the current key, or {@link #END} after the last. */
    long key() {
      return key;
    }

    /** Moves to the next key and returns it. */
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
      int some = (int) Math.min(unread, KEY_BUFFER - limit);
      long offset = range.offset() + range.bytes() - unread;
      read("keys", offset, ByteBuffer.wrap(buffer, limit, some));
      crc.update(buffer, limit, some);
      limit += some;
      unread -= some;
      if (unread == 0 && (int) crc.getValue() != range.crc()) {
        throw damaged("keys", range.offset(), "the checksum is wrong");
      }
    }

    private void requireKeys(boolean are) throws IOException {
      if (!are) {
        throw damaged("keys", range.offset(), "something else, or too few or many");
      }
    }

    /**
     * Moves to the first key that is not less than this one, and returns it. The current key stays
     * if it is not less.
     */
    long seek(long least) throws IOException {
      while (key < least) {
        next();
      }
      return key;
    }

    /** Returns the number of the kept document that owns the current key. */
    long owner() throws IOException {
      long owner = 0;
      for (int i = at - ownerBytes; i < at; i++) {
        owner = owner << Byte.SIZE | buffer[i] & 0xFF;
      }
      requireKeys(owner < footer.sections().kept());
      return owner;
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
