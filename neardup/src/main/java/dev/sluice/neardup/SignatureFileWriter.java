package dev.sluice.neardup;

import dev.sluice.core.Bytes;
import dev.sluice.neardup.SignatureFooter.KeyRange;
import dev.sluice.neardup.SignatureFooter.RemovedSection;
import dev.sluice.neardup.SignatureFooter.Sections;
import dev.sluice.storage.output.Json;
import dev.sluice.storage.publish.Publication;
import dev.sluice.storage.write.ShardStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;
import java.util.zip.CheckedOutputStream;

/**
 * Writes a file of signatures to a temporary file and publishes it.
 *
 * <pre>
 * blocks    of up to 32 kept documents or 32 matches: 4 bytes length; twice the number of the first
 *           record, and 1 more for matches; records; 4 bytes CRC-32C
 * indexes   where each block of kept documents begins, then where each block of matches does
 * keys      16 ranges by the highest four bits, ascending: the difference to the key before, at the
 *           beginning to the greatest one of the range before, as a varint; then the number of the
 *           kept document that owns the key, in as many bytes as the greatest number needs
 * removed   8 bytes for each row that was removed; before a row of another file than the row
 *           before, -1 in 8 bytes, and the path of the file in modified UTF-8 after 2 bytes length
 * footer    JSON, 4 bytes CRC-32C of it, 4 bytes length, "SLUSIGN" 1
 * </pre>
 *
 * <p>Numbers of fixed length are big-endian. First all kept documents and matches, then the keys in
 * ascending order. Memory: 8 bytes for each block. Not thread-safe.
 */
final class SignatureFileWriter implements Closeable {
  static final byte[] MAGIC = {'S', 'L', 'U', 'S', 'I', 'G', 'N', SignatureFooter.FORMAT};

  /** Records of each block but the last. */
  static final int BLOCK = 32;

  /** The most bytes of a key and its owner. */
  static final int MOST_KEY_BYTES = 16;

  /** What a block begins with, beside the number of its first record. */
  static final int KEPT = 0;

  static final int MATCHES = 1;

  /** In place of a row: the path of a file follows. */
  static final long NEXT_FILE = -1;

  private static final int COPY_BYTES = 1 << 16;

  private final Publication publication;
  private final Path temporary;
  private final Path removedFile;
  private final ShardStream file;
  private final ShardStream removed;
  private final CheckedOutputStream checkedRemoved;
  private final DataOutputStream removedRows;
  private final Blocks kept = new Blocks(KEPT);
  private final Blocks matches = new Blocks(MATCHES);
  private final List<KeyRange> ranges = new ArrayList<>();
  private final CRC32C crc = new CRC32C();
  private final byte[] keyBytes = new byte[COPY_BYTES];
  private int keySize;
  private int ownerBytes;
  private long rangeBegin;
  private long keptIndex;
  private long matchIndex;
  private long keys;
  private long lastKey;
  private String removedFrom = "";
  private long removedCount;

  SignatureFileWriter(Publication publication) throws IOException {
    this.publication = publication;
    this.temporary = publication.temporaryName("signatures");
    this.removedFile = publication.temporaryName("removed");
    Files.createDirectories(temporary.getParent());
    this.file = new ShardStream(temporary);
    this.removed = ShardStream.unhashed(removedFile);
    this.checkedRemoved = new CheckedOutputStream(removed, new CRC32C());
    this.removedRows = new DataOutputStream(new BufferedOutputStream(checkedRemoved));
  }

  /** Records of one kind, a block of which is open. */
  private final class Blocks {
    private final RecordEncoder block = new RecordEncoder();
    private final int kind;
    private long[] offsets = new long[64];
    private long count;

    Blocks(int kind) {
      this.kind = kind;
    }

    RecordEncoder next() throws IOException {
      if (count % BLOCK == 0) {
        end();
        block.number(2 * count + kind);
      }
      count++;
      return block;
    }

    void end() throws IOException {
      if (block.size() > 0) {
        int number = blocks(count) - 1;
        if (number == offsets.length) {
          offsets = Arrays.copyOf(offsets, 2 * number);
        }
        offsets[number] = file.getPos();
        crc.update(block.bytes(), 0, block.size());
        writeInt(block.size());
        file.write(block.bytes(), 0, block.size());
        writeInt((int) crc.getValue());
        crc.reset();
        block.clear();
      }
    }

    long writeIndex() throws IOException {
      long begin = file.getPos();
      ByteBuffer index = ByteBuffer.allocate(Math.multiplyExact(blocks(count), Long.BYTES));
      index.asLongBuffer().put(offsets, 0, blocks(count));
      file.write(index.array(), 0, index.capacity());
      return begin;
    }
  }

  private static int blocks(long records) {
    return Math.toIntExact((records + BLOCK - 1) / BLOCK);
  }

  private void writeInt(int value) throws IOException {
    file.write(ByteBuffer.allocate(Integer.BYTES).putInt(value).array(), 0, Integer.BYTES);
  }

  /**
   * Adds a kept document.
   *
   * @return how many were kept before it
   */
  int keep(Signature signature) throws IOException {
    RecordEncoder block = kept.next();
    block.origin(signature.origin());
    block.fingerprint(signature.fingerprint());
    return Math.toIntExact(kept.count - 1);
  }

  /** Adds evidence. */
  void add(Match match) throws IOException {
    matches.next().match(match);
    if (match.isRemoval()) {
      remove(match.document());
    }
  }

  private void remove(DocumentOrigin document) throws IOException {
    if (!document.file().equals(removedFrom)) {
      removedRows.writeLong(NEXT_FILE);
      removedRows.writeUTF(document.file());
      removedFrom = document.file();
    }
    removedRows.writeLong(document.row());
    removedCount++;
  }

  /** Ends kept documents and matches; the keys follow. */
  void beginKeys() throws IOException {
    kept.end();
    matches.end();
    keptIndex = kept.writeIndex();
    matchIndex = matches.writeIndex();
    int bits = Long.SIZE - Long.numberOfLeadingZeros(Math.max(0, kept.count - 1));
    ownerBytes = Math.max(1, (bits + Byte.SIZE - 1) / Byte.SIZE);
    beginRange();
  }

  private void beginRange() {
    rangeBegin = file.getPos();
    lastKey = SignatureFile.beforeRange(ranges.size());
    keys = 0;
  }

  /**
   * Adds the next key.
   *
   * @param key greater than those before
   * @param owner the number of the kept document that owns it
   */
  void addKey(long key, long owner) throws IOException {
    while (ranges.size() < SignatureFile.rangeOf(key)) {
      endRange();
    }
    if (keySize > keyBytes.length - MOST_KEY_BYTES) {
      flushKeys();
    }
    keySize = Bytes.writeVarint(keyBytes, keySize, key - lastKey);
    for (int shift = (ownerBytes - 1) * Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
      keyBytes[keySize++] = (byte) (owner >>> shift);
    }
    lastKey = key;
    keys++;
  }

  private void flushKeys() throws IOException {
    crc.update(keyBytes, 0, keySize);
    file.write(keyBytes, 0, keySize);
    keySize = 0;
  }

  private void endRange() throws IOException {
    flushKeys();
    long bytes = file.getPos() - rangeBegin;
    ranges.add(new KeyRange(keys, rangeBegin, bytes, (int) crc.getValue()));
    crc.reset();
    beginRange();
  }

  /** Ends the last range; removed rows follow it. */
  Sections endKeys() throws IOException {
    while (ranges.size() < SignatureFile.RANGES) {
      endRange();
    }
    removedRows.flush();
    RemovedSection removedSection =
        new RemovedSection(
            removedCount,
            file.getPos(),
            removed.getPos(),
            (int) checkedRemoved.getChecksum().getValue());
    append(removed, removedFile);
    return new Sections(
        kept.count, keptIndex, matches.count, matchIndex, ownerBytes, ranges, removedSection);
  }

  private void append(ShardStream part, Path path) throws IOException {
    if (part.getPos() == 0) {
      return;
    }
    part.release();
    byte[] bytes = new byte[COPY_BYTES];
    try (InputStream in = Files.newInputStream(path)) {
      for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
        file.write(bytes, 0, read);
      }
    }
  }

  /**
   * Ends the file and syncs it.
   *
   * @return the temporary file
   */
  Path complete(SignatureFooter footer) throws IOException {
    byte[] json = Json.line(footer);
    crc.update(json);
    file.write(json, 0, json.length);
    writeInt((int) crc.getValue());
    writeInt(json.length);
    file.write(MAGIC, 0, MAGIC.length);
    file.sync();
    return temporary;
  }

  /**
   * Publishes the complete file.
   *
   * @throws java.nio.file.FileAlreadyExistsException if one with other bytes has the name: another
   *     matcher was faster
   */
  void publish(Path target) throws IOException {
    String sha256 = file.hash();
    Publication.createDirectories(target.getParent());
    try {
      publication.publish(temporary, target, sha256);
    } catch (NoSuchFileException e) {
      // who deletes files of a reset may remove the directory while it is empty
      Publication.createDirectories(target.getParent());
      publication.publish(temporary, target, sha256);
    }
    Publication.syncDirectory(target.getParent());
  }

  /** Deletes temporary files. */
  @Override
  public void close() throws IOException {
    try {
      removed.delete();
    } finally {
      file.delete();
    }
  }
}
