package dev.sluice.jobs.dedup.spill;

import java.io.IOException;

/** Receives pairs with their similarity. */
@FunctionalInterface
public interface PairConsumer {
  void take(long pair, double similarity) throws IOException;
}
