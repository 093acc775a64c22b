package dev.sluice.sink;

import dev.sluice.storage.output.CutFile;
import java.io.IOException;
import java.util.List;

/**
 * Thrown if a take-down has taken the number of a cut. The rows of the cut were not compared with
 * the entries of this take-down, so the partition must be written again from its last cut.
 */
final class FencedException extends IOException {
  private static final long serialVersionUID = 1L;

  private final transient List<CutFile> published;

  /**
   * @param published the shards of the cut, which no record will name
   */
  FencedException(String partition, List<CutFile> published) {
    super("a take-down has taken the number of the next cut of " + partition);
    this.published = List.copyOf(published);
  }

  /** Returns the shards of the cut. They have their final names. */
  List<CutFile> published() {
    return published;
  }
}
