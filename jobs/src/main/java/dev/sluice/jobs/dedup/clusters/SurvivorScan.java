package dev.sluice.jobs.dedup.clusters;

import dev.sluice.algorithms.neardup.ClusterMember;
import dev.sluice.algorithms.neardup.Survivor;
import dev.sluice.jobs.dedup.spill.Pair;
import dev.sluice.jobs.dedup.spill.RunWriter;
import java.io.IOException;
import java.util.Optional;

/** Determines the survivor of each cluster, given clusters and their documents in order. */
final class SurvivorScan {
  private final Survivor rule;
  private final RunWriter target;
  private long cluster;
  private Optional<ClusterMember> best = Optional.empty();

  SurvivorScan(Survivor rule, RunWriter target) {
    this.rule = rule;
    this.target = target;
  }

  /** Adds the next document. */
  void take(long first, ClusterMember member) throws IOException {
    if (best.isPresent() && first == cluster) {
      best = Optional.of(rule.of(best.get(), member));
      return;
    }
    end();
    cluster = first;
    best = Optional.of(member);
  }

  /** After the last document. */
  void end() throws IOException {
    if (best.isPresent()) {
      target.add(Pair.of(cluster, best.get().document()));
    }
  }
}
