package dev.sluice.jobs.dedup.stage;

import dev.sluice.algorithms.neardup.ClusterMember;
import dev.sluice.algorithms.neardup.Survivor;
import dev.sluice.jobs.dedup.clusters.ClusterDecision;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The rules written down once more, in memory and without haste. */
public final class SlowDedup {
  private final Spilled spilled;
  private final DedupRequest request;

  public SlowDedup(Spilled spilled, DedupRequest request) {
    this.spilled = spilled;
    this.request = request;
  }

  public List<ClusterDecision> decide() {
    Map<Integer, Set<Integer>> edges = new HashMap<>();
    for (List<Integer> pair : candidates()) {
      if (request.check().isEmpty()
          || similarity(pair.get(0), pair.get(1)) >= request.check().get().threshold()) {
        edges.computeIfAbsent(pair.get(0), key -> new HashSet<>()).add(pair.get(1));
        edges.computeIfAbsent(pair.get(1), key -> new HashSet<>()).add(pair.get(0));
      }
    }
    if (request.clustering() == ClusterRule.EARLIEST) {
      return earliest(edges);
    }
    TreeMap<Integer, ClusterDecision> decisions = new TreeMap<>();
    for (Integer document : new TreeSet<>(edges.keySet())) {
      if (!decisions.containsKey(document)) {
        decide(cluster(document, edges, decisions.keySet()), decisions);
      }
    }
    return List.copyOf(decisions.values());
  }

  private List<ClusterDecision> earliest(Map<Integer, Set<Integer>> edges) {
    List<ClusterDecision> decisions = new ArrayList<>();
    for (Integer document : new TreeSet<>(edges.keySet())) {
      int match = Math.min(document, Collections.min(edges.get(document)));
      boolean isMatch =
          match < document
              || edges.get(document).stream()
                  .anyMatch(later -> Collections.min(edges.get(later)).equals(document));
      if (isMatch) {
        OptionalDouble similarity =
            request.check().isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(document == match ? 1 : similarity(document, match));
        decisions.add(new ClusterDecision(document, match, similarity));
      }
    }
    return decisions;
  }

  private double similarity(int one, int other) {
    return request
        .check()
        .orElseThrow()
        .similarity()
        .of(spilled.signatures().get(one), 0, spilled.signatures().get(other), 0);
  }

  private Set<List<Integer>> candidates() {
    Map<Long, TreeSet<Integer>> groups = new HashMap<>();
    for (int document = 0; document < spilled.keys().size(); document++) {
      for (long key : spilled.keys().get(document)) {
        groups.computeIfAbsent(key >>> 8, ignored -> new TreeSet<>()).add(document);
      }
    }
    Set<List<Integer>> pairs = new HashSet<>();
    groups.values().forEach(group -> addPairs(List.copyOf(group), pairs));
    return pairs;
  }

  private void addPairs(List<Integer> group, Set<List<Integer>> pairs) {
    CandidateRule rule = request.candidates();
    for (int i = 0; i < group.size(); i++) {
      for (int j = 0; j < i; j++) {
        boolean taken =
            group.size() <= rule.all()
                || j < rule.representatives()
                || rule.neighbours() && j == i - 1;
        if (taken) {
          pairs.add(List.of(group.get(j), group.get(i)));
        }
      }
    }
  }

  private Set<Integer> cluster(int first, Map<Integer, Set<Integer>> edges, Set<Integer> decided) {
    if (request.clustering() == ClusterRule.CONNECTED) {
      return reached(first, edges);
    }
    Set<Integer> cluster = new TreeSet<>(edges.get(first));
    cluster.removeIf(document -> document < first || decided.contains(document));
    cluster.add(first);
    return cluster;
  }

  private static Set<Integer> reached(int from, Map<Integer, Set<Integer>> edges) {
    Set<Integer> reached = new TreeSet<>(Set.of(from));
    Deque<Integer> left = new ArrayDeque<>(reached);
    while (!left.isEmpty()) {
      for (Integer next : edges.get(left.remove())) {
        if (reached.add(next)) {
          left.add(next);
        }
      }
    }
    return reached;
  }

  private void decide(Set<Integer> cluster, Map<Integer, ClusterDecision> decisions) {
    List<ClusterMember> members = new ArrayList<>();
    for (Integer document : cluster) {
      double score = spilled.scores().get(document);
      members.add(
          new ClusterMember(
              document,
              Double.isNaN(score) ? OptionalDouble.empty() : OptionalDouble.of(score),
              spilled.lengths().get(document)));
    }
    Comparator<ClusterMember> order = Survivor.valueOf(request.survivor().name()).order();
    int kept = (int) members.stream().min(order).orElseThrow().document();
    for (Integer document : cluster.size() > 1 ? cluster : Set.<Integer>of()) {
      OptionalDouble similarity =
          request.check().isEmpty()
              ? OptionalDouble.empty()
              : OptionalDouble.of(document == kept ? 1 : similarity(document, kept));
      decisions.put(document, new ClusterDecision(document, kept, similarity));
    }
  }
}
