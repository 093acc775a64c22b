package dev.sluice.storage.source;

import java.io.IOException;

/** Takes the rows of a source one by one. */
@FunctionalInterface
public interface RowConsumer {
  /**
   * Takes one row. What it throws reaches the caller of {@link ParquetSource#read} as it is.
   *
   * @param row valid until this returns; only {@link SourceRow#id} hands out a copy
   */
  void accept(SourceRow row) throws IOException, InterruptedException;
}
