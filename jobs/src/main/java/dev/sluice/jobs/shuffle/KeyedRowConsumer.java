package dev.sluice.jobs.shuffle;

import java.io.IOException;

/** Receives rows as bytes, from several threads at once. */
@FunctionalInterface
interface KeyedRowConsumer {
  /**
   * Receives a row; the array may be reused afterwards.
   *
   * @param row its number over all inputs, from 0
   */
  void take(long row, byte[] bytes, int offset, int length) throws IOException;
}
