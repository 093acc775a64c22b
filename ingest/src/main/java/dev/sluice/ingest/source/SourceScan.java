package dev.sluice.ingest.source;

import dev.sluice.settings.InputSelection;
import dev.sluice.storage.text.InputTree;
import dev.sluice.storage.text.SkippedPath;
import dev.sluice.topics.progress.InputFiles;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

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
    return RecentScan.of(input, pattern);
  }
}
