package dev.sluice.ingest;

import dev.sluice.topics.progress.InputFile;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * For how long files have been as they are, as far as this process has seen. Times of change are
 * compared with each other only, never with this machine's clock: another machine may have set
 * them.
 */
final class Settling {
  private final long settleNanos;
  private Map<String, Seen> seen = new HashMap<>();
  private long nowNanos;

  private record Seen(InputFile file, long sinceNanos) {}

  Settling(long settleNanos) {
    this.settleNanos = settleNanos;
  }

  /** A look at all files there are at a moment; those that it does not find are forgotten. */
  void observe(Collection<InputFile> found, long nanos) {
    Map<String, Seen> now = new HashMap<>();
    for (InputFile file : found) {
      Seen before = seen.get(file.path());
      boolean same = before != null && before.file().equals(file);
      now.put(file.path(), same ? before : new Seen(file, nanos));
    }
    seen = now;
    nowNanos = nanos;
  }

  /** Whether a file has been like this for the settling time. */
  boolean isSettled(InputFile file) {
    return wasSeen(file) && nowNanos - seen.get(file.path()).sinceNanos() >= settleNanos;
  }

  /** Whether an earlier look found a file like this. */
  boolean isUnchanged(InputFile file) {
    return wasSeen(file) && nowNanos != seen.get(file.path()).sinceNanos();
  }

  private boolean wasSeen(InputFile file) {
    Seen last = seen.get(file.path());
    return last != null && last.file().equals(file);
  }
}
