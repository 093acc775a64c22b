package dev.sluice.objects;

import java.nio.file.OpenOption;
import java.time.Instant;

/**
 * One version of an object. As an option, it opens that version and no other.
 *
 * @param bytes its size
 * @param tag changes whenever the object does: an ETag, or the hash of a revision
 * @param modified when it was written
 */
public record ObjectVersion(long bytes, String tag, Instant modified) implements OpenOption {
  @Override
  public String toString() {
    return tag;
  }
}
