package dev.sluice.app.monitor;

import java.util.ArrayList;
import java.util.List;

/**
 * The samples of a job, thinned: of the samples from one thinning to the next it keeps one of
 * {@link #every}, beginning with the first. When they would be more than {@link #MOST_POINTS}, it
 * drops every other one and keeps half as many from then on. The newest sample is always there.
 * Memory is bounded whatever the length. Not thread-safe.
 */
final class SampleHistory {
  /** The most points of a series. */
  static final int MOST_POINTS = 2_000;

  private final int most;
  private List<Sample> kept = new ArrayList<>();
  private Sample newest;
  private long every = 1;
  private long skipped;

  SampleHistory() {
    this(MOST_POINTS);
  }

  /**
   * @param most number of points; at least 3
   */
  SampleHistory(int most) {
    this.most = most;
  }

  /** Adds the next sample. Returns whether it is one of those that are kept. */
  boolean add(Sample sample) {
    newest = sample;
    if (skipped > 0) {
      skipped--;
      return false;
    }
    if (kept.size() == most - 1 && !thin()) { // one is left for the newest
      return false;
    }
    restore(sample);
    return true;
  }

  /** Returns whether the next sample is to be kept. */
  private boolean thin() {
    boolean odd = kept.size() % 2 == 1;
    List<Sample> half = new ArrayList<>();
    for (int i = 0; i < kept.size(); i += 2) {
      half.add(kept.get(i));
    }
    kept = half;
    skipped = odd ? every - 1 : 0;
    every *= 2;
    return !odd;
  }

  /** Adds a sample that was one of those kept. */
  void restore(Sample sample) {
    newest = sample;
    kept.add(sample);
    skipped = every - 1;
    while (kept.size() >= most) {
      thin();
    }
  }

  /** Adds a sample that was not one of those kept; it stays until the next one. */
  void restoreNewest(Sample sample) {
    if (newest == null || sample.time() > newest.time()) {
      newest = sample;
    }
  }

  /**
   * One of so many samples was kept.
   *
   * @param samples a power of 2
   */
  void restoreEvery(long samples) {
    every = samples;
    skipped = 0;
  }

  /** Of how many samples one is kept; a power of 2. */
  long every() {
    return every;
  }

  /** Those that are kept. */
  List<Sample> kept() {
    return List.copyOf(kept);
  }

  /** The kept samples, and the newest. */
  List<Sample> all() {
    List<Sample> all = new ArrayList<>(kept);
    if (newest != null && (all.isEmpty() || !all.get(all.size() - 1).equals(newest))) {
      all.add(newest);
    }
    return all;
  }
}
