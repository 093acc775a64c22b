package dev.sluice.storage.json;

import dev.sluice.storage.page.SourceFormatException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;

/** Fields that no object of a file has had so far. Not thread-safe. */
public final class MissingFields {
  private final JsonText object;
  private final Set<String> missing;
  private boolean isAnyRead;

  /**
   * Creates a check that has not seen an object yet.
   *
   * @param object knows these fields of each object that is looked at
   * @param fields paths, the most important first
   */
  public MissingFields(JsonText object, Collection<String> fields) {
    this.object = object;
    this.missing = new LinkedHashSet<>(fields);
  }

  /** Looks at the object that was read last. */
  public void look() {
    isAnyRead = true;
    missing.removeIf(object::has);
  }

  /** Reads an object, which is valid, unless nothing is missing any more. */
  void lookAt(byte[] bytes, int offset, int length) {
    isAnyRead = true;
    if (!missing.isEmpty()) {
      object.read(bytes, offset, length);
      look();
    }
  }

  /**
   * Requires that nothing is missing, if there were objects.
   *
   * @throws SourceFormatException if a field is, listing those that the objects had
   */
  public void require(Path file) throws SourceFormatException {
    if (isAnyRead && !missing.isEmpty()) {
      throw SourceFormatException.lacking(
          file,
          "no object has a field",
          missing.iterator().next(),
          String.join(", ", object.names()));
    }
  }
}
