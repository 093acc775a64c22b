package dev.sluice.jobs.process;

import dev.sluice.storage.rows.ByteRows;
import java.io.IOException;
import java.util.List;

/**
 * Additional lines of a piece.
 *
 * @param lines in order
 * @param keys the kind of each line, of which a limited number is wanted; empty if all lines are
 */
record SideLines(ByteRows lines, List<String> keys) {
  /** Lines that are all wanted. */
  static SideLines all(ByteRows lines) {
    return new SideLines(lines, List.of());
  }

  /** Their size. */
  int bytes() {
    return lines.length();
  }

  /**
   * Adds the wanted lines.
   *
   * @param before numbers of lines of each kind so far
   * @return the numbers afterwards
   */
  TraceCounts addTo(SideFile file, TraceCounts before) throws IOException {
    if (keys.isEmpty()) {
      file.add(lines);
      return before;
    }
    TraceCounts now = before;
    for (int i = 0; i < keys.size(); i++) {
      if (now.wants(keys.get(i))) {
        now = now.with(keys.get(i));
        file.add(lines, i);
      }
    }
    return now;
  }
}
