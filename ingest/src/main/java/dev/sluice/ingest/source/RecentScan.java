package dev.sluice.ingest.source;

import dev.sluice.settings.InputSelection;
import dev.sluice.storage.page.SourceFile;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;

/**
 * A scan of an input in an object store, for a few seconds: a command looks at its input several
 * times before it starts, each time with slow requests. Memory: that of the files found.
 */
record RecentScan(InputSelection input, Optional<String> pattern, SourceScan scan, long nanos) {
  private static final long RECENT_NANOS = 10_000_000_000L;

  private static Optional<RecentScan> last = Optional.empty();

  /** Scans an input, unless it is slow and that was done a moment ago. */
  static synchronized SourceScan of(InputSelection input, Optional<String> pattern)
      throws IOException {
    Optional<RecentScan> recent = last.filter(scan -> scan.isOf(input, pattern));
    if (recent.isPresent()) {
      return recent.get().scan();
    }
    SourceScan scan = new SourceTrees(input, pattern, System::nanoTime).look(Set.of());
    if (!SourceFile.isLocal(input.root())) {
      last = Optional.of(new RecentScan(input, pattern, scan, System.nanoTime()));
    }
    return scan;
  }

  private boolean isOf(InputSelection wanted, Optional<String> named) {
    return input.equals(wanted)
        && pattern.equals(named)
        && System.nanoTime() - nanos < RECENT_NANOS;
  }
}
