package dev.sluice.jobs.shuffle.partition;

import java.io.IOException;

/** Takes rows as bytes, from several threads at once. */
@FunctionalInterface
public interface KeyedRowConsumer {
  /**
   * Takes a row; the array may be overwritten afterwards.
   *
   * @param row its number over all inputs, from 0
   */
  void take(long row, byte[] bytes, int offset, int length) throws IOException;
}
