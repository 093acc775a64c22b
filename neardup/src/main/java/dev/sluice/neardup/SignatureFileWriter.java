package dev.sluice.neardup;

import dev.sluice.core.Bytes;
import dev.sluice.neardup.SignatureFooter.KeyRange;
import dev.sluice.neardup.SignatureFooter.Sections;
import dev.sluice.storage.output.Json;
import dev.sluice.storage.publish.Publication;
import dev.sluice.storage.write.ShardStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * Writes a file of signatures to a temporary file and publishes it.
 *
 * <pre>
 * documents  blocks of up to 32 kept documents: 4 bytes length, number of the first document,
 *            documents, 4 bytes CRC-32C
 * index      where each of these blocks begins
 * keys       16 ranges by the highest four bits, ascending: the difference to the key before, at
 *            the beginning to the greatest one of the range before, as a varint; then the number of
 *            the kept document that owns the key, in as many bytes as the greatest number needs
 * matches    blocks of up to 32, one after the other
 * footer     JSON, 4 bytes CRC-32C of it, 4 bytes length, "SLUSIGN" 1
 * </pre>
 *
 * <p>Numbers of fixed length are big-endian. First all kept documents and matches, then the keys in
 * ascending order. Matches wait in another temporary file. Memory: 8 bytes for each block. Not
 * thread-safe.
 */
final class SignatureFileWriter implements Closeable {
  static final byte[] MAGIC = {'S', 'L', 'U', 'S', 'I', 'G', 'N', SignatureFooter.FORMAT};

  /** The number of records in each block except the last. */
  static final int BLOCK = 32;

  /** The maximum number of bytes of a key and its owner. */
  static final int MOST_KEY_BYTES = 16;

  private static final int COPY_BYTES = 1 << 16;

  private final Publication publication;
  private final Path temporary;
  private final Path matchFile;
  private final ShardStream file;
  private final Blocks kept;
  private final Blocks matches;
  private final List<KeyRange> ranges = new ArrayList<>();
  private final CRC32C crc = new CRC32C();
  private final byte[] keyBytes = new byte[COPY_BYTES];
  private int keySize;
  private int ownerBytes;
  private long rangeBegin;
  private long index;
  private int blockBytes;
  private long keys;
  private long lastKey;

  SignatureFileWriter(Publication publication) throws IOException {
    this.publication = publication;
    this.temporary = publication.temporaryName("signatures");
    this.matchFile = publication.temporaryName("matches");
    Files.createDirectories(temporary.getParent());
    this.file = new ShardStream(temporary);
    this.kept = new Blocks(file);
    this.matches = new Blocks(ShardStream.unhashed(matchFile));
  }

  /** Records of one kind, a block of which is open. */
  private final class Blocks {
    private final RecordEncoder block = new RecordEncoder();
    private final ByteArrayOutputStream offsets = new ByteArrayOutputStream();
    private final ShardStream to;
    private long count;

    Blocks(ShardStream to) {
      this.to = to;
    }

    RecordEncoder next() throws IOException {
      if (count % BLOCK == 0) {
        end();
        block.number(count);
      }
      count++;
      return block;
    }

    void end() throws IOException {
      if (block.size() > 0) {
        offsets.writeBytes(ByteBuffer.allocate(Long.BYTES).putLong(to.getPos()).array());
        blockBytes = Math.max(blockBytes, block.size());
        crc.update(block.bytes(), 0, block.size());
        writeInt(to, block.size());
        to.write(block.bytes(), 0, block.size());
        writeInt(to, (int) crc.getValue());
        crc.reset();
        block.clear();
      }
    }
  }

  private static void writeInt(ShardStream to, int value) throws IOException {
    to.write(ByteBuffer.allocate(Integer.BYTES).putInt(value).array(), 0, Integer.BYTES);
  }

  /**
   * Adds a kept document.
   *
   * @return how many were kept before it
   */
  int keep(Document signature) throws IOException {
    RecordEncoder block = kept.next();
    block.origin(signature.origin());
    block.fingerprint(signature.fingerprint());
    return Math.toIntExact(kept.count - 1);
  }

  /** Adds evidence. */
  void add(Match match) throws IOException {
    matches.next().match(match);
  }

  /** Ends the kept documents and matches. Keys follow. */
  void beginKeys() throws IOException {
    kept.end();
    matches.end();
    index = file.getPos();
    file.write(kept.offsets.toByteArray(), 0, kept.offsets.size());
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

  /** Ends the last range. Matches follow. */
  Sections endKeys() throws IOException {
    while (ranges.size() < SignatureFile.RANGES) {
      endRange();
    }
    long matchBlocks = file.getPos();
    appendMatches();
    return new Sections(
        kept.count, index, matches.count, matchBlocks, blockBytes, ownerBytes, ranges);
  }

  private void appendMatches() throws IOException {
    if (matches.count == 0) {
      return;
    }
    matches.to.release();
    try (InputStream in = Files.newInputStream(matchFile)) {
      for (int read = in.read(keyBytes); read >= 0; read = in.read(keyBytes)) {
        file.write(keyBytes, 0, read);
      }
    }
  }

  /**
   * Ends the file and flushes it to disk.
   *
   * @return the temporary file
   */
  Path complete(SignatureFooter footer) throws IOException {
    byte[] json = Json.line(footer);
    crc.update(json);
    file.write(json, 0, json.length);
    writeInt(file, (int) crc.getValue());
    writeInt(file, json.length);
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
      matches.to.delete();
    } finally {
      file.delete();
    }
  }
}
