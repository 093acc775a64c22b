package dev.sluice.storage.bands;

import dev.sluice.storage.PermanentException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/**
 * Reads sketches of a file of a band by the number of their key, a block at a time; those that
 * nobody asks for are not read. Each is checked before it is believed. Memory is a block. Not
 * thread-safe.
 */
public final class SketchReader implements Closeable {
  private final Path file;
  private final SeekableByteChannel channel;
  private final SketchBlocks blocks;
  private final long begin;
  private ByteBuffer buffer = ByteBuffer.allocate(0);
  private long block = -1;

  /**
   * @param begin where the sketches begin in the file
   */
  SketchReader(Path file, SketchBlocks blocks, long begin) throws IOException {
    this.file = file;
    this.blocks = blocks;
    this.begin = begin;
    this.channel = Files.newByteChannel(file);
  }

  /**
   * Goes to the sketch of a key.
   *
   * @param index number of keys before it
   * @return where it begins in {@link #bytes}
   * @throws IOException if it cannot be read, or is damaged
   */
  public int seek(long index) throws IOException {
    if (index < 0 || index >= blocks.count()) {
      throw new IllegalArgumentException("sketch %d of %d".formatted(index, blocks.count()));
    }
    long wanted = index / SketchBlocks.BLOCK;
    if (wanted != block) {
      block = -1;
      read(wanted);
      block = wanted;
    }
    return (int) (index % SketchBlocks.BLOCK) * blocks.bytes();
  }

  /** Holds the sketch that was sought last. The array itself, which the next one overwrites. */
  public byte[] bytes() {
    return buffer.array();
  }

  private void read(long wanted) throws IOException {
    int length = blocks.length(wanted);
    if (buffer.capacity() < length + Integer.BYTES) {
      buffer = ByteBuffer.allocate(length + Integer.BYTES);
    }
    buffer.clear().limit(length + Integer.BYTES);
    channel.position(begin + blocks.offset(wanted));
    while (buffer.hasRemaining()) {
      if (channel.read(buffer) < 0) {
        throw damaged("the file ends in them");
      }
    }
    CRC32C crc = new CRC32C();
    crc.update(buffer.array(), 0, length);
    if (buffer.getInt(length) != (int) crc.getValue()) {
      throw damaged("their checksum is wrong");
    }
  }

  private IOException damaged(String what) {
    return new PermanentException(
        "%s is damaged: sketches: %s: %s".formatted(file, what, BandDirectory.REMEDY));
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
