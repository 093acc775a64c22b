package dev.sluice.algorithms.fasttext;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Reads a model from its beginning. Each declared size is compared with the rest of the file before
 * memory is allocated for it. Not thread-safe.
 */
final class FastTextInput implements Closeable {
  private static final int BUFFER_BYTES = 1 << 16;

  private final Path file;
  private final FileChannel channel;
  private final long size;
  private final ByteBuffer buffer =
      ByteBuffer.allocate(BUFFER_BYTES).order(ByteOrder.LITTLE_ENDIAN).flip();

  /** The position in the file of the end of the buffer. */
  private long end;

  FastTextInput(Path file) throws IOException {
    this.file = file;
    this.channel = FileChannel.open(file, StandardOpenOption.READ);
    this.size = channel.size();
  }

  FastTextModel.FormatException problem(String what) {
    return new FastTextModel.FormatException(file, what);
  }

  private FastTextModel.FormatException truncated() {
    return problem("is truncated after %,d bytes".formatted(size));
  }

  long position() {
    return end - buffer.remaining();
  }

  private void need(int bytes) throws IOException {
    if (buffer.remaining() >= bytes) {
      return;
    }
    buffer.compact();
    while (buffer.position() < bytes) {
      int read = channel.read(buffer, end);
      if (read < 0) {
        throw truncated();
      }
      end += read;
    }
    buffer.flip();
  }

  int octet() throws IOException {
    need(1);
    return buffer.get() & 0xFF;
  }

  /** Reads a byte, which must be 0 or 1. */
  boolean flag(String name) throws IOException {
    int value = octet();
    if (value > 1) {
      throw problem("is damaged: %s is %d, but must be 0 or 1".formatted(name, value));
    }
    return value == 1;
  }

  int whole() throws IOException {
    need(Integer.BYTES);
    return buffer.getInt();
  }

  long large() throws IOException {
    need(Long.BYTES);
    return buffer.getLong();
  }

  float real() throws IOException {
    need(Float.BYTES);
    return buffer.getFloat();
  }

  /** Reads a 32-bit integer, which must be within bounds. */
  int whole(String name, int least, int most) throws IOException {
    return (int) checked(name, whole(), least, most);
  }

  /** Reads a 64-bit integer, which must be within bounds. */
  long large(String name, long least, long most) throws IOException {
    return checked(name, large(), least, most);
  }

  private long checked(String name, long value, long least, long most) throws IOException {
    if (value < least || value > most) {
      throw problem(
          "is damaged: %s is %,d, but must be from %,d to %,d".formatted(name, value, least, most));
    }
    return value;
  }

  /** Checks that the file has at least this many more bytes. */
  void requireLeft(long bytes) throws IOException {
    if (bytes > size - position()) {
      throw truncated();
    }
  }

  void skip(long bytes) throws IOException {
    requireLeft(bytes);
    if (bytes <= buffer.remaining()) {
      buffer.position(buffer.position() + (int) bytes);
    } else {
      end = position() + bytes;
      buffer.clear().flip();
    }
  }

  byte[] bytes(int length) throws IOException {
    requireLeft(length);
    byte[] all = new byte[length];
    for (int at = 0; at < length; ) {
      need(1);
      int part = Math.min(length - at, buffer.remaining());
      buffer.get(all, at, part);
      at += part;
    }
    return all;
  }

  float[] reals(int length) throws IOException {
    requireLeft((long) Float.BYTES * length);
    float[] all = new float[length];
    for (int i = 0; i < length; i++) {
      all[i] = real();
    }
    return all;
  }

  /** Checks that the file ends here. */
  void requireEnd() throws IOException {
    if (position() != size) {
      throw problem("is damaged: %,d bytes follow the model".formatted(size - position()));
    }
  }

  /** Maps bytes of the file into memory. They stay mapped after this input is closed. */
  ByteBuffer map(long from, long length) throws IOException {
    return channel.map(FileChannel.MapMode.READ_ONLY, from, length).order(ByteOrder.LITTLE_ENDIAN);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
