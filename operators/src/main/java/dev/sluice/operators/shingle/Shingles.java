package dev.sluice.operators.shingle;

import dev.sluice.algorithms.neardup.ShingleSink;
import java.util.OptionalLong;

/** What becomes of the units of one text after the other. */
interface Shingles {
  /** Begins a text. */
  void begin(ShingleSink sink);

  /** Ends it; how many shingles it has. */
  long end();

  /** The hash of all units of a text that has some, but fewer than a shingle. */
  OptionalLong shortText();
}
