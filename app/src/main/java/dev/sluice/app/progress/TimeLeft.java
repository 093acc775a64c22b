package dev.sluice.app.progress;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Estimates when work will reach a given amount. The estimate uses the work's growth in this
 * invocation.
 *
 * <p>The rate is that of the later half of the time so far, because the start of a process is slow,
 * and the rate of an earlier invocation may differ. Finished work grows in steps (transactions, row
 * groups, shards), so the rate is taken from step to step, and between two steps the estimate
 * counts down. When a step is overdue, the wait lowers the rate.
 *
 * <p>Keeps a few hundred steps in memory, evenly spread over the time, however long the work is and
 * however frequent its steps are. Thread-safe.
 */
public final class TimeLeft {
  /**
   * The maximum number of steps. If there are more, every second one is dropped; the rest suffice
   * to find the later half.
   */
  private static final int MOST_STEPS = 256;

  /**
   * The minimum time before an estimate. Earlier, a Java program is still warming up, and an
   * estimate would be wrong.
   */
  private static final double LEAST_SECONDS = 5;

  private final List<Step> kept = new ArrayList<>();
  private Step newest;
  private double firstGrowth = Double.POSITIVE_INFINITY;
  private double spacing;
  private double longestWait;

  /**
   * An amount that was reached.
   *
   * @param seconds time of the step
   * @param longestWait longest wait for a step since the previous kept step
   */
  private record Step(double seconds, double done, double longestWait) {}

  /**
   * Records that the work has reached an amount. The first call sets what was done before this
   * invocation. A call is ignored if the amount has not grown since the last one.
   *
   * @param seconds time since an arbitrary origin, never less than in the previous call
   * @param done finished amount of the work, in any unit
   */
  public synchronized void reached(double seconds, double done) {
    if (newest != null && done <= newest.done()) {
      return;
    }
    if (newest != null) {
      longestWait = Math.max(longestWait, seconds - newest.seconds());
      firstGrowth = Math.min(firstGrowth, seconds);
    }
    newest = new Step(seconds, done, longestWait);
    if (kept.isEmpty() || seconds - kept.get(kept.size() - 1).seconds() >= spacing) {
      kept.add(newest);
      longestWait = 0;
    }
    if (kept.size() == MOST_STEPS) {
      forgetHalf();
    }
  }

  /** Drops every second step, but keeps the first, where this invocation began. */
  private void forgetHalf() {
    List<Step> half = new ArrayList<>(List.of(kept.get(0)));
    for (int i = 2; i < kept.size(); i += 2) {
      Step step = kept.get(i);
      double wait = Math.max(step.longestWait(), kept.get(i - 1).longestWait());
      half.add(new Step(step.seconds(), step.done(), wait));
    }
    Step last = kept.get(kept.size() - 1); // the number is even, so the last step is not kept
    longestWait = last.longestWait();
    spacing = 2 * (last.seconds() - kept.get(0).seconds()) / MOST_STEPS;
    kept.clear();
    kept.addAll(half);
  }

  /**
   * Returns how many seconds are left until the work reaches an amount. The result is 0 if the
   * amount is already reached, and empty until the work has grown for {@value #LEAST_SECONDS}
   * seconds.
   *
   * @param seconds current time, from the same origin
   * @param amount all of the work, or the part up to the end of a dump
   */
  public synchronized OptionalLong until(double seconds, double amount) {
    if (newest == null) {
      return OptionalLong.empty();
    }
    if (newest.done() >= amount) {
      return OptionalLong.of(0);
    }
    // The first growth alone is mostly the start of the process.
    if (newest.seconds() <= firstGrowth || seconds - firstGrowth < LEAST_SECONDS) {
      return OptionalLong.empty();
    }
    int from = middle();
    double usualWait = usualWait(from);
    double silence = seconds - newest.seconds();
    double overdue = Math.max(0, silence - usualWait);
    double time = newest.seconds() - kept.get(from).seconds() + overdue;
    double rate = (newest.done() - kept.get(from).done()) / time;
    double left = (amount - newest.done()) / rate - Math.min(silence, usualWait);
    return OptionalLong.of(Math.max(1, Math.round(left)));
  }

  /** Returns the last step in the first half of the time, but never the newest. */
  private int middle() {
    double half = (kept.get(0).seconds() + newest.seconds()) / 2;
    int found = 0;
    while (found + 1 < kept.size()
        && kept.get(found + 1).seconds() <= half
        && kept.get(found + 1).done() < newest.done()) {
      found++;
    }
    return found;
  }

  private double usualWait(int from) {
    double longest = newest.longestWait();
    for (Step step : kept.subList(from + 1, kept.size())) {
      longest = Math.max(longest, step.longestWait());
    }
    return longest;
  }
}
