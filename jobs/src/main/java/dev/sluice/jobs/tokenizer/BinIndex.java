package dev.sluice.jobs.tokenizer;

import dev.sluice.storage.page.SourceFormatException;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Reads the index that {@link BinTokens} writes. Reads no more than it needs; holds a file
 * descriptor. Not thread-safe.
 */
final class BinIndex implements Closeable {
  private final Path file;
  private final SeekableByteChannel channel;
  private final int width;
  private final long documents;

  private BinIndex(Path file, SeekableByteChannel channel) throws IOException {
    this.file = file;
    this.channel = channel;
    ByteBuffer head = read(0, BinTokens.HEADER_BYTES);
    byte[] magic = new byte[BinTokens.MAGIC.length];
    head.get(magic);
    if (!ByteBuffer.wrap(magic).equals(ByteBuffer.wrap(BinTokens.MAGIC))) {
      throw new SourceFormatException(file, "is not an index of token ids");
    }
    head.getLong();
    this.width = head.get() == BinTokens.CODE_OF_16_BITS ? Short.BYTES : Integer.BYTES;
    this.documents = head.getLong();
  }

  /**
   * Opens an index.
   *
   * @throws SourceFormatException if it is none
   * @throws IOException if it cannot be read
   */
  static BinIndex open(Path file) throws IOException {
    SeekableByteChannel channel = Files.newByteChannel(file);
    try {
      return new BinIndex(file, channel);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private ByteBuffer read(long position, int bytes) throws IOException {
    ByteBuffer read = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    channel.position(position);
    while (read.hasRemaining()) {
      if (channel.read(read) < 0) {
        throw new EOFException("%s ends before byte %,d".formatted(file, position + bytes));
      }
    }
    return read.flip();
  }

  /** The document with a token: the last one that begins at the token or before it. */
  long documentOf(long token) throws IOException {
    long from = 0;
    long to = documents - 1;
    while (from < to) {
      long middle = from + (to - from + 1) / 2;
      if (firstToken(middle) <= token) {
        from = middle;
      } else {
        to = middle - 1;
      }
    }
    return from;
  }

  /** The number of a document's first token. */
  long firstToken(long document) throws IOException {
    long begins = BinTokens.HEADER_BYTES + Integer.BYTES * documents;
    return read(begins + Long.BYTES * document, Long.BYTES).getLong() / width;
  }

  /** The number of a document's tokens. */
  int tokens(long document) throws IOException {
    return read(BinTokens.HEADER_BYTES + Integer.BYTES * document, Integer.BYTES).getInt();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
