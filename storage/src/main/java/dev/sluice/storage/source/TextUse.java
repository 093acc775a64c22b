package dev.sluice.storage.source;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Uses a text, which must be neither changed nor kept. */
@FunctionalInterface
public interface TextUse {
  /**
   * Uses a text.
   *
   * @return whether it was the expected one
   */
  boolean accept(ByteBuffer text) throws IOException;
}
