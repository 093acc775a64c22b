package dev.sluice.objects;

import java.nio.file.OpenOption;
import java.time.Instant;

/**
 * One version of an object. As an {@link java.nio.file.OpenOption}, opens exactly this version.
 *
 * @param bytes size of the object
 * @param tag value that changes whenever the object does: an ETag, or the hash of a revision
 * @param modified when the version was written
 */
public record ObjectVersion(long bytes, String tag, Instant modified) implements OpenOption {
  @Override
  public String toString() {
    return tag;
  }
}
