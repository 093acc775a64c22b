package dev.sluice.storage.jsonl;

import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Fields that no object of a file has had so far. Not thread-safe. */
final class MissingFields {
  private final JsonText json;
  private final Set<String> missing;
  private boolean isAnyRead;

  /**
   * @param fields paths, at least one
   */
  MissingFields(Collection<String> fields) {
    this.missing = new TreeSet<>(fields);
    this.json = new JsonText(missing.iterator().next(), missing);
  }

  /** Looks at an object, which is valid, for those that are still missing. */
  void lookAt(byte[] bytes, int offset, int length) {
    isAnyRead = true;
    if (!missing.isEmpty() && json.read(bytes, offset, length).isEmpty()) {
      missing.removeIf(json::has);
    }
  }

  /** Which of them is missing, if there were objects. */
  Optional<String> problem() {
    return missing.stream()
        .filter(path -> isAnyRead)
        .map(
            path ->
                "no object has a field %s; there are: %s"
                    .formatted(path, String.join(", ", json.names())))
        .findFirst();
  }
}
