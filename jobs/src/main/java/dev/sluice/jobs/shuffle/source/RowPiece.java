package dev.sluice.jobs.shuffle.source;

import dev.sluice.jobs.shuffle.partition.KeyedRowConsumer;
import java.io.IOException;

/** Consecutive rows of an input. May be scattered once, by any thread. */
public interface RowPiece {
  /** The number of rows. */
  long rows();

  /**
   * Passes the rows on, in order.
   *
   * @param first number of the first row over all inputs
   */
  void scatter(long first, KeyedRowConsumer taker) throws IOException;
}
