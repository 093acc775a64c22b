package dev.sluice.neardup;

import dev.sluice.algorithms.neardup.Fingerprint.Rule;
import dev.sluice.neardup.GuardStop.Example;
import dev.sluice.neardup.GuardStop.Largest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Gathers what shows why some groups lose so much, from the first 100,000 of their documents that
 * were removed and are not copies. Memory: some 300 bytes for each kept document.
 */
final class GuardExamples {
  private static final int MOST_REMOVED = 100_000;
  private static final int SHOWN = 20;

  private final Set<String> groups;
  private final Map<DocumentOrigin, Long> kept = new HashMap<>();
  private final List<Example> examples = new ArrayList<>();
  private int removed;

  /**
   * @param groups as {@link GuardGroup#toString} writes them
   */
  GuardExamples(Set<String> groups) {
    this.groups = groups;
  }

  void add(Match match) {
    if (removed < MOST_REMOVED
        && match.containment().rule() == Rule.CONTAINED
        && GuardGroup.of(match.document()).stream().anyMatch(this::isShown)) {
      removed++;
      kept.merge(match.kept(), 1L, Long::sum);
      if (examples.size() < SHOWN) {
        examples.add(new Example(match.document(), match.kept(), match.containment().share()));
      }
    }
  }

  private boolean isShown(GuardGroup group) {
    return groups.contains(group.toString());
  }

  List<Example> examples() {
    return examples;
  }

  /** The kept documents because of which most were removed. */
  List<Largest> largest() {
    return kept.entrySet().stream()
        .map(each -> new Largest(each.getKey(), each.getValue()))
        .sorted(
            Comparator.comparingLong(Largest::removed)
                .reversed()
                .thenComparing(each -> each.document().file())
                .thenComparingLong(each -> each.document().row()))
        .limit(SHOWN)
        .toList();
  }
}
