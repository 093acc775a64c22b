package dev.sluice.jobs.shuffle;

import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.text.InputListing;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Collects files that turn out to be broken while inputs are read. Thread-safe. */
final class BrokenFiles {
  private final Map<String, String> reasons = new ConcurrentHashMap<>();

  /** Adds a file with the reason. If a file is added again, its first reason is kept. */
  void add(SourceFormatException e) {
    reasons.putIfAbsent(e.file().toString(), e.reason());
  }

  boolean has(InputListing.InputFile file) {
    return reasons.containsKey(file.path().toString());
  }

  boolean isEmpty() {
    return reasons.isEmpty();
  }

  /**
   * Throws an exception if broken files have been found.
   *
   * @throws BrokenFilesException if files are broken; names all of them
   */
  void throwAny() throws BrokenFilesException {
    if (!reasons.isEmpty()) {
      throw new BrokenFilesException(reasons);
    }
  }

  /** Thrown if files are broken. The shuffle has to start over without them. */
  static final class BrokenFilesException extends IOException {
    private static final long serialVersionUID = 1L;

    private final transient Map<String, String> reasons;

    public BrokenFilesException(Map<String, String> reasons) {
      super("broken: " + reasons);
      this.reasons = Map.copyOf(reasons);
    }

    /** Returns the paths of the broken files, each with the reason. */
    public Map<String, String> reasons() {
      return reasons;
    }
  }
}
