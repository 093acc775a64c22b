package dev.sluice.objects;

import java.util.Objects;
import java.util.Optional;

/**
 * An object, or a common prefix of objects, in a listing.
 *
 * @param name what follows the prefix that was listed; without slashes
 * @param version of the object; empty for a prefix
 */
public record ObjectEntry(String name, Optional<ObjectVersion> version) {
  /** Requires all components. */
  public ObjectEntry {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(version, "version");
  }
}
