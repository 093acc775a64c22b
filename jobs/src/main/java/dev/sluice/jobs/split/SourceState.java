package dev.sluice.jobs.split;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The progress of splitting a file.
 *
 * @param name of the file
 * @param parts written so far
 * @param problem why it cannot be split; empty if it can
 */
record SourceState(String name, List<CutPart> parts, String problem) {
  SourceState {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(problem, "problem");
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

  /** Whether all parts are written; they may not be renamed yet. */
  boolean isWhole() {
    return !parts.isEmpty() && parts.get(parts.size() - 1).last();
  }

  CutPosition end() {
    return parts.isEmpty() ? CutPosition.BEGIN : parts.get(parts.size() - 1).end();
  }
}
