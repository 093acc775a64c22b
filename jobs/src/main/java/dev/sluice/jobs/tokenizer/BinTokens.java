package dev.sluice.jobs.tokenizer;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.sluice.core.IntList;
import dev.sluice.jobs.text.TemporaryFile;
import dev.sluice.jobs.tokenizer.TokenizeJob.TokenBatch;
import dev.sluice.storage.page.SourceFormatException;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes concatenated ids, little-endian. An id has 16 bits if the vocabulary has at most 65,536
 * entries, and otherwise 32 bits. An index in Megatron-LM's format ({@code MMIDIDX}, version 1) has
 * one sequence for each document. {@link DocumentRows} records where each document comes from.
 * Memory: 4 bytes for each document.
 */
final class BinTokens implements TokenWriter {
  /** The maximum size of a vocabulary whose ids have 16 bits. */
  static final int MOST_OF_16_BITS = 1 << 16;

  /** The first bytes of an index. */
  static final byte[] MAGIC = "MMIDIDX\0\0".getBytes(US_ASCII);

  /**
   * The size of the magic bytes, the version, the type of the ids, and the numbers of sequences and
   * documents + 1.
   */
  static final int HEADER_BYTES = 34;

  /** The number in the index that means ids of 16 bits. */
  static final byte CODE_OF_16_BITS = 8;

  private static final byte CODE_OF_32_BITS = 4;
  private static final int BUFFER_BYTES = 64 << 10;

  private final TemporaryFile idsFile;
  private final TemporaryFile indexFile;
  private final DocumentRows rows;
  private final int width;
  private final OutputStream out;
  private final ByteBuffer buffer =
      ByteBuffer.allocate(BUFFER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
  private final IntList lengths = new IntList();

  BinTokens(Path ids, Path index, DocumentRows rows, int vocabulary) throws IOException {
    this.idsFile = new TemporaryFile(ids);
    this.indexFile = new TemporaryFile(index);
    this.rows = rows;
    this.width = vocabulary <= MOST_OF_16_BITS ? Short.BYTES : Integer.BYTES;
    Files.createDirectories(ids.getParent());
    this.out = Files.newOutputStream(idsFile.path());
  }

  @Override
  public void write(TokenBatch batch) throws IOException {
    for (int i = 0; i < batch.ids().size(); i++) {
      put(out, batch.ids().get(i));
    }
    for (int document = 0; document < batch.documents(); document++) {
      lengths.add(batch.to(document) - batch.from(document));
    }
    rows.write(batch);
  }

  private void put(OutputStream target, int id) throws IOException {
    if (buffer.remaining() < Long.BYTES) {
      flush(target);
    }
    if (width == Short.BYTES) {
      buffer.putShort((short) id);
    } else {
      buffer.putInt(id);
    }
  }

  private void flush(OutputStream target) throws IOException {
    target.write(buffer.array(), 0, buffer.position());
    buffer.clear();
  }

  /** Publishes the ids last. The other files exist wherever the ids exist. */
  @Override
  public void publish() throws IOException {
    flush(out);
    out.close();
    try (OutputStream index = new BufferedOutputStream(Files.newOutputStream(indexFile.path()))) {
      writeIndex(index);
    }
    indexFile.publish();
    rows.publish();
    idsFile.publish();
  }

  private void writeIndex(OutputStream index) throws IOException {
    int documents = lengths.size();
    buffer.put(MAGIC).putLong(1).put(width == Short.BYTES ? CODE_OF_16_BITS : CODE_OF_32_BITS);
    buffer.putLong(documents).putLong(documents + 1L);
    for (int i = 0; i < documents; i++) {
      reserve(index).putInt(lengths.get(i));
    }
    long position = 0;
    for (int i = 0; i < documents; i++) {
      reserve(index).putLong(position);
      position += (long) width * lengths.get(i);
    }
    for (long i = 0; i <= documents; i++) {
      reserve(index).putLong(i);
    }
    flush(index);
  }

  private ByteBuffer reserve(OutputStream target) throws IOException {
    if (buffer.remaining() < Long.BYTES) {
      flush(target);
    }
    return buffer;
  }

  @Override
  public void discard() throws IOException {
    try {
      out.close();
    } finally {
      Files.deleteIfExists(idsFile.path());
      Files.deleteIfExists(indexFile.path());
      rows.discard();
    }
  }

  /**
   * Reads the index that {@link BinTokens} writes. Reads only what is needed; holds a file
   * descriptor. Not thread-safe.
   */
  static final class BinIndex implements Closeable {
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
     * @throws SourceFormatException if the file is not an index
     * @throws IOException if the file cannot be read
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

    /**
     * Returns the document that contains a token. It is the last document that begins at or before
     * the token.
     */
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

    /** Returns the index of a document's first token. */
    long firstToken(long document) throws IOException {
      long begins = BinTokens.HEADER_BYTES + Integer.BYTES * documents;
      return read(begins + Long.BYTES * document, Long.BYTES).getLong() / width;
    }

    /** Returns the number of tokens of a document. */
    int tokens(long document) throws IOException {
      return read(BinTokens.HEADER_BYTES + Integer.BYTES * document, Integer.BYTES).getInt();
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }
}
