package dev.sluice.jobs.shuffle.source;

import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.text.InputFile;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Collects files that turn out to be broken while inputs are read. Thread-safe. */
public final class BrokenFiles {
  private final Map<String, String> reasons = new ConcurrentHashMap<>();

  /** Adds a file; its first reason is kept. */
  public void add(SourceFormatException e) {
    reasons.putIfAbsent(e.file().toString(), e.reason());
  }

  public boolean has(InputFile file) {
    return reasons.containsKey(file.path().toString());
  }

  public boolean isEmpty() {
    return reasons.isEmpty();
  }

  /**
   * Ends an attempt that has found broken files.
   *
   * @throws BrokenFilesException with all of them
   */
  public void throwAny() throws BrokenFilesException {
    if (!reasons.isEmpty()) {
      throw new BrokenFilesException(reasons);
    }
  }
}
