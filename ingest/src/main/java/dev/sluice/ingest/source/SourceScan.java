package dev.sluice.ingest.source;

import dev.sluice.settings.InputSelection;
import dev.sluice.storage.page.SourceFile;
import dev.sluice.storage.text.InputTree;
import dev.sluice.storage.text.SkippedPath;
import dev.sluice.topics.progress.InputFiles;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The source files of an input, by the rules of {@link InputTree}.
 *
 * @param files in the order of the UTF-8 bytes of their relative paths
 * @param leftOut everything else found there, in the same order
 */
public record SourceScan(InputFiles files, List<SkippedPath> leftOut) {
  /**
   * Where Spark and Hadoop write files that may never be completed; treated like a hidden
   * directory.
   */
  public static final String SPARK_TEMPORARY = "_temporary";

  /** Copies the list. */
  public SourceScan {
    leftOut = List.copyOf(leftOut);
  }

  /** Scans everything once; what an object store told a moment ago is used again. */
  public static SourceScan of(InputSelection input, Optional<String> pattern) throws IOException {
    return Recent.of(input, pattern);
  }

  /**
   * A scan of an input in an object store, for a few seconds: a command looks at its input several
   * times before it starts, each time with slow requests. Memory: that of the files found.
   */
  private record Recent(
      InputSelection input, Optional<String> pattern, SourceScan scan, long nanos) {
    private static final long RECENT_NANOS = 10_000_000_000L;

    private static Optional<Recent> last = Optional.empty();

    /** Scans an input, unless it is slow and that was done a moment ago. */
    static synchronized SourceScan of(InputSelection input, Optional<String> pattern)
        throws IOException {
      Optional<Recent> recent = last.filter(scan -> scan.isOf(input, pattern));
      if (recent.isPresent()) {
        return recent.get().scan();
      }
      SourceScan scan = new SourceTrees(input, pattern, System::nanoTime).look(Set.of());
      if (!SourceFile.isLocal(input.root())) {
        last = Optional.of(new Recent(input, pattern, scan, System.nanoTime()));
      }
      return scan;
    }

    private boolean isOf(InputSelection wanted, Optional<String> named) {
      return input.equals(wanted)
          && pattern.equals(named)
          && System.nanoTime() - nanos < RECENT_NANOS;
    }
  }
}
