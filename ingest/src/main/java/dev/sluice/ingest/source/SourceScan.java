package dev.sluice.ingest.source;

import dev.sluice.storage.text.InputTree;
import dev.sluice.storage.text.SkippedPath;
import dev.sluice.topics.progress.InputFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * The source files below a root: those that match a glob, by the rules of {@link InputTree}.
 *
 * @param files in the order of the UTF-8 bytes of their relative paths
 * @param leftOut what else lies there, in the same order
 */
public record SourceScan(InputFiles files, List<SkippedPath> leftOut) {
  /** Where Spark and Hadoop keep files that may never be finished; hidden as others are. */
  public static final String SPARK_TEMPORARY = "_temporary";

  /** Copies the list. */
  public SourceScan {
    leftOut = List.copyOf(leftOut);
  }

  /** Looks at all that is there, once. */
  public static SourceScan of(Path root, String pattern) throws IOException {
    return new SourceTree(root, new SourcePattern(root, pattern), System::nanoTime).look(Set.of());
  }
}
