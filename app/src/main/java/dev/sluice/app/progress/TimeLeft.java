package dev.sluice.app.progress;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Estimates when work will have reached a given amount, from how it grew in this invocation.
 *
 * <p>The rate is that of the later half of the time so far: the start of a process is slow, and
 * what an earlier invocation did says nothing about this one. Finished work grows in steps
 * (transactions, row groups, shards), so the rate is taken from step to step, and between two steps
 * the estimate counts down. When a step is overdue, the wait lowers the rate.
 *
 * <p>Bounded memory, whatever the length of the work. Thread-safe.
 */
public final class TimeLeft {
  /** Half of the steps are forgotten when there are more; the rest still tell halves apart. */
  private static final int MOST_STEPS = 256;

  private final List<Step> steps = new ArrayList<>();

  /** When {@code done} was reached first. */
  private record Step(double seconds, double done) {}

  /**
   * The work has reached an amount. The first call sets what was done before this invocation; a
   * call with no more than the last is ignored.
   *
   * @param seconds from any origin, never less than in the call before
   * @param done of the work, in any unit
   */
  public synchronized void reached(double seconds, double done) {
    if (steps.isEmpty() || done > last().done()) {
      if (steps.size() == MOST_STEPS) {
        forgetHalf();
      }
      steps.add(new Step(seconds, done));
    }
  }

  private Step last() {
    return steps.get(steps.size() - 1);
  }

  /** Keeps the first, which is where this invocation began, and the last. */
  private void forgetHalf() {
    List<Step> kept = new ArrayList<>();
    for (int i = 0; i < steps.size(); i++) {
      if (i % 2 == 0 || i == steps.size() - 1) {
        kept.add(steps.get(i));
      }
    }
    steps.clear();
    steps.addAll(kept);
  }

  /**
   * The seconds until the work reaches an amount; 0 if it has, empty if nothing was measured yet.
   *
   * @param seconds now, from the same origin
   * @param amount all of the work, or the part up to the end of a dump
   */
  public synchronized OptionalLong until(double seconds, double amount) {
    if (steps.isEmpty()) {
      return OptionalLong.empty();
    }
    if (last().done() >= amount) {
      return OptionalLong.of(0);
    }
    if (steps.size() < 3) { // the first step alone is mostly the start of the process
      return OptionalLong.empty();
    }
    int from = middle();
    double usualWait = longestWait(from);
    double silence = seconds - last().seconds();
    double overdue = Math.max(0, silence - usualWait);
    double time = last().seconds() - steps.get(from).seconds() + overdue;
    double rate = (last().done() - steps.get(from).done()) / time;
    double left = (amount - last().done()) / rate - Math.min(silence, usualWait);
    return OptionalLong.of(Math.max(1, Math.round(left)));
  }

  /** The last step in the first half of the time, but never the newest. */
  private int middle() {
    double half = (steps.get(0).seconds() + last().seconds()) / 2;
    int found = 0;
    while (found + 2 < steps.size() && steps.get(found + 1).seconds() <= half) {
      found++;
    }
    return found;
  }

  private double longestWait(int from) {
    double longest = 0;
    for (int i = from + 1; i < steps.size(); i++) {
      longest = Math.max(longest, steps.get(i).seconds() - steps.get(i - 1).seconds());
    }
    return longest;
  }
}
