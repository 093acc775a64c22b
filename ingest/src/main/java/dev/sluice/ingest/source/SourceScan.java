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
 * The source files of an input. The rules of {@link InputTree} decide which files these are.
 *
 * @param files files in the order of the UTF-8 bytes of their relative paths
 * @param leftOut everything else found in the input, in the same order
 */
public record SourceScan(InputFiles files, List<SkippedPath> leftOut) {
  /**
   * The name of the directory for unfinished files of Spark and Hadoop. It is treated as hidden.
   */
  public static final String SPARK_TEMPORARY = "_temporary";

  /** Copies the list. */
  public SourceScan {
    leftOut = List.copyOf(leftOut);
  }

  /** Scans an input once. Reuses a listing of an object store that is a few seconds old. */
  public static SourceScan of(InputSelection input, Optional<String> pattern) throws IOException {
    return Recent.of(input, pattern);
  }

  /**
   * A cached scan of an object store, valid for a few seconds, because a command scans its input
   * several times at its start. It takes the memory of the list of files found.
   */
  private record Recent(
      InputSelection input, Optional<String> pattern, SourceScan scan, long nanos) {
    private static final long RECENT_NANOS = 10_000_000_000L;

    private static Optional<Recent> last = Optional.empty();

    /** Scans an input, or returns the recent scan of an object store. */
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
