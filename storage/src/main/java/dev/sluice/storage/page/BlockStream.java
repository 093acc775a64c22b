package dev.sluice.storage.page;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;

/**
 * What Parquet's writer takes for a file, when it writes one row group: the row group goes to the
 * file behind those before, what belongs to a file as a whole does not. Not thread-safe.
 */
public final class BlockStream extends PositionOutputStream implements OutputFile {
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

  /** The magic bytes are written; the row group follows. */
  public void beginBlock() {
    part = Part.BLOCK;
  }

  /** The row group is written; indexes and footer follow. */
  public void endBlock() {
    part = Part.TAIL;
  }

  /** Indexes and footer, as at the end of a file that has this row group last. */
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
        // the file has them
      }
      case BLOCK -> file.write(bytes, offset, length);
      case TAIL -> tail.write(bytes, offset, length);
    }
  }

  @Override
  public PositionOutputStream create(long blockSizeHint) {
    return this;
  }

  @Override
  public PositionOutputStream createOrOverwrite(long blockSizeHint) {
    return this;
  }

  @Override
  public boolean supportsBlockSize() {
    return false;
  }

  @Override
  public long defaultBlockSize() {
    return 0;
  }
}
