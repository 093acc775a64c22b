package dev.sluice.objects;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * An object, or a common prefix of objects, in a listing.
 *
 * @param name what follows the prefix that was listed; without slashes
 * @param version of the object; empty for a prefix
 * @param below what is directly below a prefix, if that came with the same answer
 */
public record ObjectEntry(
    String name, Optional<ObjectVersion> version, Optional<List<ObjectEntry>> below) {
  /** Requires all components. */
  public ObjectEntry {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(version, "version");
    below = below.map(List::copyOf);
  }

  /** An object. */
  public static ObjectEntry object(String name, ObjectVersion version) {
    return new ObjectEntry(name, Optional.of(version), Optional.empty());
  }

  /** A prefix, of which nothing else is known. */
  public static ObjectEntry prefix(String name) {
    return new ObjectEntry(name, Optional.empty(), Optional.empty());
  }
}
