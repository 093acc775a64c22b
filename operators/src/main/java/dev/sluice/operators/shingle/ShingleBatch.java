package dev.sluice.operators.shingle;

import dev.sluice.algorithms.neardup.ShingleSink;

/** Hands over the hashes of a text's shingles, up to 1,024 at a time. Memory: 8 KB. */
final class ShingleBatch {
  private static final int TOGETHER = 1_024;

  private final long[] hashes = new long[TOGETHER];
  private ShingleSink sink = (hashes, count) -> {};
  private int waiting;

  void begin(ShingleSink sink) {
    this.sink = sink;
    waiting = 0;
  }

  void add(long hash) {
    hashes[waiting++] = hash;
    if (waiting == TOGETHER) {
      flush();
    }
  }

  void flush() {
    if (waiting > 0) {
      sink.accept(hashes, waiting);
      waiting = 0;
    }
  }
}
