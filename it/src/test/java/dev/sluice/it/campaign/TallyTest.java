package dev.sluice.it.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TallyTest {
  private static final int SEED = 5;

  @TempDir Path directory;
  private Path file;

  @BeforeEach
  void setUp() {
    file = directory.resolve("results.jsonl");
  }

  private Tally tally(String... more) throws IOException {
    List<String> options = new ArrayList<>(List.of("--results", file.toString()));
    options.addAll(List.of("--seed", Integer.toString(SEED)));
    options.addAll(List.of(more));
    return new Tally(CampaignOptions.parse(options));
  }

  private static RoundResult result(int seed, int round, Outcome outcome) {
    RoundResult.Planned came = new RoundResult.Planned("a", "a #1", true);
    RoundResult.Planned missed = new RoundResult.Planned("b", "b #1", false);
    return new RoundResult(
        seed, round, "dumps", "", List.of(came, missed), outcome, List.of(), List.of(), 1, "");
  }

  @Test
  void shouldDealTheRoundsThatTheFileLacks() throws IOException {
    Tally before = tally();
    before.add(result(SEED, 1, Outcome.SAME));
    before.add(result(SEED, 0, Outcome.SAME));
    before.add(result(SEED, 3, Outcome.SAME));
    before.add(result(SEED + 1, 2, Outcome.SAME));

    Tally tally = tally("--rounds", "5");

    assertThat(List.of(tally.next(), tally.next(), tally.next()))
        .containsExactly(OptionalInt.of(2), OptionalInt.of(4), OptionalInt.empty());
  }

  @Test
  void shouldEndAfterAsManyFaultsAsHappened() throws IOException {
    tally().add(result(SEED, 0, Outcome.SAME));
    Tally tally = tally("--faults", "2");

    assertThat(tally.next()).hasValue(1);
    tally.add(result(SEED, 1, Outcome.SAME));

    assertThat(tally.next()).isEmpty();
    assertThat(tally.isGood()).isTrue();
  }

  @Test
  void shouldRepeatARound() throws IOException {
    tally().add(result(SEED, 7, Outcome.STUCK));
    Tally tally = tally("--round", "7");

    assertThat(tally.next()).hasValue(7);
    assertThat(tally.next()).isEmpty();
  }

  @Test
  void shouldNotBeGoodAfterARoundThatWasNot() throws IOException {
    Tally tally = tally();
    tally.add(result(SEED, 0, Outcome.DIFFERENT));
    tally.add(result(SEED, 1, Outcome.SKIPPED));

    assertThat(tally.isGood()).isFalse();
    assertThat(tally.words()).startsWith("2 rounds played, 1 of them skipped; 2 faults");
  }
}
