package dev.sluice.jobs.split;

import java.util.List;
import java.util.Map;

/**
 * What a split has made.
 *
 * @param request what it was asked for
 * @param sources the files that were cut
 * @param rows in all parts
 * @param bytes of all parts
 * @param parts in the order of sources and rows
 * @param quarantined files that are broken, each with the reason; nothing of them is in the parts
 * @param leftOut what else the inputs lead to, as {@link dev.sluice.storage.text.SkippedPath#json}
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
    leftOut = leftOut == null ? Map.of() : Map.copyOf(leftOut);
  }

  /**
   * A part.
   *
   * @param part its path in the output, with {@code /}
   * @param source the input's path below what led to it
   * @param firstRow the number in the source of its first row
   * @param rows in it
   * @param bytes on disk
   */
  public record Part(String part, String source, long firstRow, long rows, long bytes) {}
}
