package dev.sluice.storage.write;

import java.io.ByteArrayOutputStream;
import java.io.IOException;

/**
 * The output file for a Parquet writer that writes a single row group. Only the row group is
 * appended to the real file, not the parts that belong to a file as a whole. Not thread-safe.
 */
public final class BlockStream extends OutputStreamFile {
  private final ShardStream file;
  private final ByteArrayOutputStream tail = new ByteArrayOutputStream();
  private Part part = Part.HEAD;

  private enum Part {
    HEAD,
    BLOCK,
    TAIL
  }

  public BlockStream(ShardStream file) {
    this.file = file;
  }

  /** Begins the row group. Called after the magic bytes. */
  public void beginBlock() {
    part = Part.BLOCK;
  }

  /** Ends the row group. The indexes and the footer follow. */
  public void endBlock() {
    part = Part.TAIL;
  }

  /** Returns the indexes and footer of a file whose last row group is this one. */
  public byte[] tail() {
    return tail.toByteArray();
  }

  @Override
  public long getPos() {
    return file.getPos() + tail.size();
  }

  @Override
  public void write(int value) throws IOException {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    switch (part) {
      case HEAD -> {
        // The real file already has the magic bytes.
      }
      case BLOCK -> file.write(bytes, offset, length);
      case TAIL -> tail.write(bytes, offset, length);
    }
  }
}
