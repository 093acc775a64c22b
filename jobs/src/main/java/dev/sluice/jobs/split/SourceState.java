package dev.sluice.jobs.split;

import java.util.ArrayList;
import java.util.List;

/**
 * How far the cutting of a file is.
 *
 * @param name of the file
 * @param parts that are written
 * @param problem why there are none; empty where there is none
 */
record SourceState(String name, List<CutPart> parts, String problem) {
  SourceState {
    parts = List.copyOf(parts);
  }

  static SourceState begin(String name) {
    return new SourceState(name, List.of(), "");
  }

  SourceState with(CutPart part) {
    List<CutPart> more = new ArrayList<>(parts);
    more.add(part);
    return new SourceState(name, more, problem);
  }

  SourceState broken(String reason) {
    return new SourceState(name, List.of(), reason);
  }

  boolean isBroken() {
    return !problem.isEmpty();
  }

  /** Whether all parts are written; they may not have their names yet. */
  boolean isWhole() {
    return !parts.isEmpty() && parts.get(parts.size() - 1).last();
  }

  CutPosition end() {
    return parts.isEmpty() ? CutPosition.BEGIN : parts.get(parts.size() - 1).end();
  }
}
