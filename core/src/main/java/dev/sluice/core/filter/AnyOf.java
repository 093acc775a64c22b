package dev.sluice.core.filter;

import java.util.List;

/** True if one part is. */
final class AnyOf implements Condition {
  private final Condition[] parts;

  AnyOf(List<Condition> parts) {
    this.parts = parts.toArray(Condition[]::new);
  }

  @Override
  public boolean passes(FilterRow row) {
    for (Condition part : parts) {
      if (part.passes(row)) {
        return true;
      }
    }
    return false;
  }
}
