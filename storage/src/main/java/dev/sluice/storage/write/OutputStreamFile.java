package dev.sluice.storage.write;

import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;

/**
 * The output file of a Parquet writer. It is also the file's only stream. Has no file system
 * blocks.
 */
abstract class OutputStreamFile extends PositionOutputStream implements OutputFile {
  @Override
  public final PositionOutputStream create(long blockSizeHint) {
    return this;
  }

  @Override
  public final PositionOutputStream createOrOverwrite(long blockSizeHint) {
    return this;
  }

  @Override
  public final boolean supportsBlockSize() {
    return false;
  }

  @Override
  public final long defaultBlockSize() {
    return 0;
  }
}
