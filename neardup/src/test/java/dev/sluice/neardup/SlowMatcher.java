package dev.sluice.neardup;

import dev.sluice.algorithms.neardup.Fingerprint.Containment;
import dev.sluice.algorithms.neardup.Fingerprint.Rule;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Decides documents one by one, as the rule is written down. */
final class SlowMatcher {
  private final double threshold;
  private final Map<Long, Waiting> owners = new HashMap<>();
  private final Map<Waiting, Integer> ranks = new IdentityHashMap<>();
  private final List<Waiting> kept = new ArrayList<>();
  private final List<Match> matches = new ArrayList<>();

  SlowMatcher(double threshold) {
    this.threshold = threshold;
  }

  List<DocumentOrigin> kept() {
    return kept.stream().map(Waiting::origin).toList();
  }

  List<Match> matches() {
    return matches;
  }

  void decide(Waiting document) {
    List<Waiting> candidates =
        document.keys().stream()
            .map(owners::get)
            .filter(Objects::nonNull)
            .distinct()
            .sorted(Comparator.comparing(ranks::get))
            .toList();
    Match best = null;
    for (boolean removes : new boolean[] {true, false}) {
      for (Waiting each : candidates) {
        Containment found = document.fingerprint().in(each.fingerprint(), threshold);
        boolean better = best == null || found.share() > best.containment().share();
        if (removes == (found.rule() != Rule.NONE)
            && better
            && (best == null || !best.isRemoval() || removes)) {
          best = new Match(document.origin(), each.origin(), found);
        }
      }
    }
    if (best != null
        && (best.isRemoval() || best.containment().share() >= EvidenceFile.LEAST_SHOWN)) {
      matches.add(best);
    }
    if (best == null || !best.isRemoval()) {
      kept.add(document);
      ranks.put(document, ranks.size());
      document.keys().forEach(key -> owners.putIfAbsent(key, document));
    }
  }

  /** The documents of a unit own nothing any longer. */
  void forget(String fileOfUnit) {
    owners.values().removeIf(owner -> owner.origin().file().startsWith(fileOfUnit));
    kept.removeIf(document -> document.origin().file().startsWith(fileOfUnit));
    matches.removeIf(match -> match.document().file().startsWith(fileOfUnit));
  }
}
