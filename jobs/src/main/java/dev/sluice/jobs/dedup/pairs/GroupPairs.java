package dev.sluice.jobs.dedup.pairs;

import dev.sluice.jobs.dedup.spill.Pair;
import dev.sluice.jobs.dedup.spill.RunSorter;
import dev.sluice.jobs.dedup.stage.CandidateRule;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;

/**
 * Generates the candidate pairs of groups, given their documents in ascending order. Pairs have the
 * later document first. Not thread-safe. Memory: the first {@link CandidateRule#all} documents.
 */
final class GroupPairs {
  private static final int FIRST = 32;

  private final CandidateRule rule;
  private final RunSorter target;
  private final Optional<FingerprintGroup> large;
  private long[] held;
  private long last;
  private long count;
  private long made;

  GroupPairs(CandidateRule rule, RunSorter target) {
    this(rule, target, Optional.empty());
  }

  /**
   * @param large generates the pairs of large groups by fingerprints
   */
  GroupPairs(CandidateRule rule, RunSorter target, Optional<FingerprintGroup> large) {
    this.rule = rule;
    this.target = target;
    this.large = large;
    this.held = new long[Math.min(rule.all(), FIRST)];
  }

  /** Adds the next document; repetitions are ignored. */
  void add(long document) throws IOException {
    if (count > 0 && document == last) {
      return;
    }
    if (count < rule.all()) {
      hold(document);
    } else {
      if (count == rule.all()) {
        pairHeld();
      }
      if (large.isEmpty() || !large.get().add(document, this::emit)) {
        pair(document, count, last);
      }
    }
    count++;
    last = document;
  }

  private void hold(long document) {
    if (count == held.length) {
      held = Arrays.copyOf(held, Math.min(rule.all(), 2 * held.length));
    }
    held[(int) count] = document;
  }

  /** The group has become large: generates the pairs of the documents held so far. */
  private void pairHeld() throws IOException {
    if (large.isPresent()) {
      large.get().begin();
      for (int i = 0; i < count; i++) {
        large.get().add(held[i], this::emit);
      }
      return;
    }
    for (int i = 1; i < count; i++) {
      pair(held[i], i, held[i - 1]);
    }
  }

  private void pair(long document, long index, long previous) throws IOException {
    for (int i = 0; i < Math.min(index, rule.representatives()); i++) {
      emit(document, held[i]);
    }
    if (rule.neighbours() && index > rule.representatives()) {
      emit(document, previous);
    }
  }

  private void emit(long later, long earlier) throws IOException {
    target.add(Pair.of(later, earlier));
    made++;
  }

  /** Ends the group. */
  void end() throws IOException {
    if (count > rule.all() && large.isPresent()) {
      large.get().end(this::emit);
    } else if (count <= rule.all()) {
      for (int i = 1; i < count; i++) {
        for (int j = 0; j < i; j++) {
          emit(held[i], held[j]);
        }
      }
    }
    count = 0;
  }

  /** The number of pairs generated, including repeated ones. */
  long made() {
    return made;
  }
}
