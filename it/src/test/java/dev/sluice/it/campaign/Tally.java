package dev.sluice.it.campaign;

import java.io.IOException;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Deals rounds out to those who play them, and counts what came of them. What the file of results
 * holds of the same seed counts as played. For several threads.
 */
final class Tally {
  private final CampaignOptions options;
  private final Results results;
  private final Set<Integer> played;
  private int next;
  private int faults;
  private int rounds;
  private int skipped;
  private boolean good = true;

  Tally(CampaignOptions options) throws IOException {
    this.options = options;
    this.results = new Results(options.results());
    List<RoundResult> before = results.read(options.seed());
    this.played = before.stream().map(RoundResult::round).collect(Collectors.toSet());
    this.faults =
        options.onlyRound().isPresent() ? 0 : before.stream().mapToInt(RoundResult::happened).sum();
  }

  /** The next round to be played; empty where it is enough. */
  synchronized OptionalInt next() {
    if (options.onlyRound().isPresent()) {
      return next++ == 0 ? options.onlyRound() : OptionalInt.empty();
    }
    while (played.contains(next)) {
      next++;
    }
    boolean enough = next >= options.rounds() || faults >= options.faults();
    return enough ? OptionalInt.empty() : OptionalInt.of(next++);
  }

  /** Notes what came of a round, for good. */
  synchronized void add(RoundResult result) throws IOException {
    results.append(result);
    rounds++;
    faults += result.happened();
    skipped += result.outcome() == Outcome.SKIPPED ? 1 : 0;
    good &= result.outcome().isGood();
  }

  /** Whether all that were played ended as they should. */
  synchronized boolean isGood() {
    return good;
  }

  /** In words, for those who run a campaign. */
  synchronized String words() {
    return "%d rounds played, %d of them skipped; %d faults of seed %d in %s"
        .formatted(rounds, skipped, faults, options.seed(), options.results());
  }
}
