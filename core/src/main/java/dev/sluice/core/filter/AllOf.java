package dev.sluice.core.filter;

import java.util.List;

/** True if all parts are. */
final class AllOf implements Condition {
  private final Condition[] parts;

  AllOf(List<Condition> parts) {
    this.parts = parts.toArray(Condition[]::new);
  }

  @Override
  public boolean passes(FilterRow row) {
    for (Condition part : parts) {
      if (!part.passes(row)) {
        return false;
      }
    }
    return true;
  }
}
