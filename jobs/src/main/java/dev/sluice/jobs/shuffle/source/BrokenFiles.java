package dev.sluice.jobs.shuffle.source;

import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.text.InputFile;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The files that turn out to be broken while the inputs are read. Thread-safe. */
public final class BrokenFiles {
  private final Map<String, String> reasons = new ConcurrentHashMap<>();

  /** Notes one; its first reason counts. */
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
   * Ends an attempt that has met some.
   *
   * @throws BrokenFilesException with all of them
   */
  public void throwAny() throws BrokenFilesException {
    if (!reasons.isEmpty()) {
      throw new BrokenFilesException(reasons);
    }
  }
}
