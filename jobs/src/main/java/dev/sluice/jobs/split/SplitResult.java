package dev.sluice.jobs.split;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The result of a split.
 *
 * @param request the arguments
 * @param sources number of files that were split
 * @param rows in all parts
 * @param bytes of all parts
 * @param parts ordered by source and row
 * @param quarantined broken files, each with the reason; the parts contain nothing of them
 * @param leftOut skipped paths, as {@link dev.sluice.storage.text.SkippedPath#json}
 */
public record SplitResult(
    Map<String, Object> request,
    int sources,
    long rows,
    long bytes,
    List<Part> parts,
    List<String> quarantined,
    Map<String, Object> leftOut) {
  /** Copies the lists. */
  public SplitResult {
    request = Map.copyOf(request);
    parts = List.copyOf(parts);
    quarantined = List.copyOf(quarantined);
    leftOut = Map.copyOf(leftOut);
  }

  /**
   * A part.
   *
   * @param part its path in the output, with {@code /}
   * @param source path of the file relative to its input
   * @param firstRow index in the source of its first row
   * @param rows number of rows
   * @param bytes size on disk
   */
  public record Part(String part, String source, long firstRow, long rows, long bytes) {
    /** Requires both names. */
    public Part {
      Objects.requireNonNull(part, "part");
      Objects.requireNonNull(source, "source");
    }
  }
}
