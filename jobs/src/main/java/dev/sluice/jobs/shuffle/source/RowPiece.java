package dev.sluice.jobs.shuffle.source;

import dev.sluice.jobs.shuffle.partition.KeyedRowConsumer;
import java.io.IOException;

/** Rows that follow each other in an input. May be dealt once, by any thread. */
public interface RowPiece {
  /** How many there are. */
  long rows();

  /**
   * Hands the rows over, in order.
   *
   * @param first the number of the first over all inputs
   */
  void deal(long first, KeyedRowConsumer taker) throws IOException;
}
