package dev.sluice.storage.bands;

import dev.sluice.algorithms.neardup.SortedKeysWriter;
import dev.sluice.storage.output.Json;
import dev.sluice.storage.publish.Publication;
import dev.sluice.storage.write.ShardStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.zip.CRC32C;
import java.util.zip.CheckedOutputStream;

/**
 * Writes a file of a band to a temporary file and publishes it. Streams the keys. The bytes depend
 * on header, removed rows and keys only.
 *
 * <pre>
 * "SLUBAND" 1 byte format, 2 with sketches
 * header    4 bytes length, JSON, 4 bytes CRC-32C of all bytes so far
 * removed   bytes of a {@link RemovedSection}, 4 bytes CRC-32C of them
 * sketches  only with sketches: see {@link SketchBlocks}
 * keys      bytes of a {@link SortedKeysWriter}, 4 bytes CRC-32C of them
 * </pre>
 *
 * <p>Numbers are big-endian. Not thread-safe.
 */
public final class BandWriter implements Closeable {
  static final byte[] MAGIC = {'S', 'L', 'U', 'B', 'A', 'N', 'D'};

  private static final int BUFFER_BYTES = 64 << 10;

  private final Publication publication;
  private final Path target;
  private final Path temporary;
  private final ShardStream file;
  private final CheckedOutputStream checked;
  private final OutputStream out;
  private final SortedKeysWriter keys;
  private final BandHeader header;
  private final SketchBlocks blocks;
  private long sketches;

  /**
   * Begins a temporary file. If the header says so, the sketches of all keys follow first, and then
   * the keys.
   *
   * @param target its final name, that of a {@link BandFile}
   * @param header with the number of keys that follow, and bytes and number of the removed rows
   * @param removed the removed rows
   */
  public BandWriter(
      Publication publication, Path target, BandHeader header, RemovedSection.Source removed)
      throws IOException {
    this.publication = publication;
    this.target = target;
    this.temporary = publication.temporaryName(target.getFileName().toString());
    Files.createDirectories(temporary.getParent());
    this.file = new ShardStream(temporary);
    this.checked = new CheckedOutputStream(file, new CRC32C());
    this.out = new BufferedOutputStream(checked, BUFFER_BYTES);
    this.keys = new SortedKeysWriter(out, header.keys());
    this.header = header;
    this.blocks = SketchBlocks.of(header);
    boolean begun = false;
    try {
      byte[] json = Json.line(header);
      out.write(MAGIC);
      out.write(header.format());
      out.write(ByteBuffer.allocate(Integer.BYTES).putInt(json.length).array());
      out.write(json);
      endSection();
      long bytes = RemovedSection.write(removed, out);
      if (bytes != header.removedBytes()) {
        throw new IllegalArgumentException("removed rows in " + bytes + " bytes");
      }
      endSection();
      begun = true;
    } finally {
      if (!begun) {
        close();
      }
    }
  }

  /** Adds the sketch of the next key. */
  public void addSketch(byte[] from, int at) throws IOException {
    if (sketches == header.keys()) {
      throw new IllegalArgumentException("more than " + sketches + " sketches");
    }
    out.write(from, at, header.sketchBytes());
    sketches++;
    if (blocks.endsBlock(sketches)) {
      endSection();
    }
  }

  /** Adds the next key, which is greater than the one before. */
  public void add(long key) throws IOException {
    if (header.sketchBytes() > 0 && sketches < header.keys()) {
      throw new IllegalStateException("a key after %d sketches".formatted(sketches));
    }
    keys.add(key);
  }

  private void endSection() throws IOException {
    out.flush();
    int crc = (int) checked.getChecksum().getValue();
    out.write(ByteBuffer.allocate(Integer.BYTES).putInt(crc).array());
    out.flush();
    checked.getChecksum().reset();
  }

  /**
   * Publishes the complete file, synced.
   *
   * @return whether it is new; false if a file with the same bytes is there
   * @throws FileAlreadyExistsException if one with other bytes is there: another worker was faster
   */
  public boolean publish() throws IOException {
    keys.finish();
    endSection();
    file.sync();
    String sha256 = file.hash();
    Publication.createDirectories(target.getParent());
    boolean isNew;
    try {
      isNew = publication.publish(temporary, target, sha256);
    } catch (NoSuchFileException e) {
      // who deletes files of a reset may remove the directory while it is empty
      Publication.createDirectories(target.getParent());
      isNew = publication.publish(temporary, target, sha256);
    }
    Publication.syncDirectory(target.getParent());
    return isNew;
  }

  /** Deletes the temporary file, if it was not published. */
  @Override
  public void close() throws IOException {
    file.delete();
  }
}
