package dev.sluice.it.campaign;

import java.util.List;

/**
 * A line of the results.
 *
 * @param seed of the campaign
 * @param round from 0
 * @param input what was read
 * @param form one process, or roles apart
 * @param faults that were planned
 * @param outcome how it ended
 * @param details what was wrong, if anything
 * @param ends how processes ended that were not told to: exit codes and last lines
 * @param seconds that it took
 * @param finished when, as ISO 8601
 */
record RoundResult(
    long seed,
    int round,
    String input,
    String form,
    List<Planned> faults,
    Outcome outcome,
    List<String> details,
    List<String> ends,
    double seconds,
    String finished) {
  /**
   * A fault of the round.
   *
   * @param fault its line in the table
   * @param exactly which time, or when
   * @param happened whether the process came that far
   */
  record Planned(String fault, String exactly, boolean happened) {}

  RoundResult {
    faults = List.copyOf(faults);
    details = List.copyOf(details);
    ends = List.copyOf(ends);
  }

  /** How many faults really happened. */
  int happened() {
    return (int) faults.stream().filter(Planned::happened).count();
  }
}
