package dev.sluice.storage.page;

import java.nio.file.OpenOption;
import java.util.Objects;

/**
 * The version of an object as its listing told it. As an option, it opens that version and no
 * other, without asking for it first.
 *
 * @param bytes its size
 * @param tag changes whenever the object does
 */
public record ListedVersion(long bytes, String tag) implements OpenOption {
  /** Requires the tag. */
  public ListedVersion {
    Objects.requireNonNull(tag, "tag");
  }

  @Override
  public String toString() {
    return tag;
  }
}
