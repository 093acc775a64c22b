package dev.sluice.jobs.shuffle.partition;

import java.io.IOException;

/** Receives rows as bytes, from several threads at once. */
@FunctionalInterface
public interface KeyedRowConsumer {
  /**
   * Receives a row; the array may be reused afterwards.
   *
   * @param row its number over all inputs, from 0
   */
  void take(long row, byte[] bytes, int offset, int length) throws IOException;
}
