package dev.sluice.jobs.shuffle;

import dev.sluice.storage.parquet.SourceFormatException;
import dev.sluice.storage.text.InputFile;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The files that turn out to be broken while the inputs are read. Thread-safe. */
final class BrokenFiles {
  private final Map<String, String> reasons = new ConcurrentHashMap<>();

  /** Notes one; its first reason counts. */
  void add(SourceFormatException e) {
    reasons.putIfAbsent(e.file().toString(), e.reason());
  }

  boolean has(InputFile file) {
    return reasons.containsKey(file.path().toString());
  }

  boolean isEmpty() {
    return reasons.isEmpty();
  }

  /**
   * Ends an attempt that has met some.
   *
   * @throws BrokenFilesException with all of them
   */
  void throwAny() throws BrokenFilesException {
    if (!reasons.isEmpty()) {
      throw new BrokenFilesException(reasons);
    }
  }
}
