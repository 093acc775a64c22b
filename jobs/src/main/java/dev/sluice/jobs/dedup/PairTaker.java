package dev.sluice.jobs.dedup;

import java.io.IOException;

/** Takes pairs with their similarity. */
@FunctionalInterface
interface PairTaker {
  void take(long pair, double similarity) throws IOException;
}
