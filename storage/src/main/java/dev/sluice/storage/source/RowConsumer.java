package dev.sluice.storage.source;

import java.io.IOException;

/** Receives the rows of a source one by one. */
@FunctionalInterface
public interface RowConsumer {
  /**
   * Receives a row. The caller of {@link ParquetSource#read} gets any exception unchanged.
   *
   * @param row valid until this method returns; only {@link SourceRow#id} returns a copy
   */
  void accept(SourceRow row) throws IOException, InterruptedException;
}
