package dev.sluice.jobs.shuffle.source;

import java.io.IOException;
import java.util.Map;

/** Files are broken: the shuffle has to start again without them. */
public final class BrokenFilesException extends IOException {
  private static final long serialVersionUID = 1L;

  private final transient Map<String, String> reasons;

  public BrokenFilesException(Map<String, String> reasons) {
    super("broken: " + reasons);
    this.reasons = Map.copyOf(reasons);
  }

  /** Their paths with the reasons. */
  public Map<String, String> reasons() {
    return reasons;
  }
}
