package dev.sluice.it.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DeckTest {
  private static final int KINDS = 5;

  @Test
  void shouldDealAllKindsBeforeAnyComesAgain() {
    List<Fault> shuffled = Deck.shuffled(Deck.ALL, new Random(1));

    for (int turn = 0; turn < 3; turn++) {
      assertThat(shuffled.subList(turn * KINDS, (turn + 1) * KINDS))
          .extracting(Fault::kind)
          .doesNotHaveDuplicates();
    }
    assertThat(shuffled).containsExactlyInAnyOrderElementsOf(Deck.ALL);
  }

  @Test
  void shouldMakeEachFaultTheMainOneOnce() {
    List<Fault> faults = Deck.named("owner");
    Set<String> planned = new HashSet<>();
    IntStream.range(0, faults.size())
        .mapToObj(round -> Plan.of(3, round, faults))
        .forEach(plan -> plan.blows().forEach(blow -> planned.add(blow.strike().words())));

    assertThat(planned)
        .containsAll(faults.stream().filter(Strike.class::isInstance).map(Fault::words).toList());
  }

  @Test
  void shouldStartTheRoleFirstThatIsStruckWhereOnlyTheFirstPasses() {
    List<Fault> faults = Deck.named("SIGKILL of ingest at \"owner before commit\"");

    Plan plan = Plan.of(3, 0, faults);

    assertThat(plan.first()).contains(Role.INGEST);
    assertThat(plan.blowsTo(Role.INGEST).get(0).strike()).isEqualTo(faults.get(0));
  }

  @Test
  void shouldReadWhatAFaultNeeds() {
    List<Fault> packs = Deck.named("pack");
    assertThat(packs).hasSizeGreaterThan(3);
    for (int round = 0; round < packs.size(); round++) {
      assertThat(Plan.of(3, round, packs).input()).isEqualTo(Input.CUTS);
    }
  }

  @Test
  void shouldStrikeNothingThatTheInputDoesNotLeadTo() {
    Strike main = new Strike(Role.SINK, Act.KILL, Optional.empty());
    assertThat(Deck.beside(main, Input.DUMPS))
        .isNotEmpty()
        .allMatch(strike -> strike.input().isEmpty())
        .allMatch(strike -> strike.role().form() == Form.ROLES_APART);
  }

  @Test
  void shouldStrikeMatchersOnlyWhereThereAreSome() {
    Strike main = new Strike(Role.SINK, Act.KILL, Optional.empty());
    Optional<Input> near = Optional.of(Input.NEAR_DUPLICATES);
    assertThat(Deck.beside(main, Input.NEAR_DUPLICATES))
        .anyMatch(strike -> strike.role() == Role.MATCHER)
        .noneMatch(strike -> strike.point().filter(Point::isOfPacks).isPresent());
    assertThat(Deck.beside(main, Input.CUTS))
        .noneMatch(strike -> strike.input().equals(near))
        .anyMatch(strike -> strike.point().filter(Point::isOfPacks).isPresent());
    List<Fault> faults = Deck.named("", near);
    for (int round = 0; round < faults.size(); round++) {
      assertThat(Plan.of(3, round, faults, near).input()).isEqualTo(Input.NEAR_DUPLICATES);
    }
  }

  @Test
  void shouldStrikeACompactionAlone() {
    List<Fault> faults = Deck.named("of compact");
    for (int round = 0; round < faults.size(); round++) {
      Plan plan = Plan.of(3, round, faults);
      assertThat(plan.form()).isEqualTo(Form.COMPACTION);
      assertThat(plan.blowsTo(Role.COMPACT)).isEqualTo(plan.blows()).hasSizeGreaterThan(1);
    }
    assertThat(Form.COMPACTION.roles()).containsExactly(Role.COMPACT);
  }

  @Test
  void shouldKillThePredecessorWhereOnlyItsSuccessorPasses() {
    Strike deleted =
        new Strike(Role.COMPACT, Act.KILL, Optional.of(Point.UNRECORDED_SHARD_DELETED));
    Plan plan = Plan.of(3, 0, List.of(deleted));
    List<Strike> strikes = plan.blows().stream().map(Blow::strike).toList();
    assertThat(strikes)
        .containsSubsequence(
            new Strike(Role.COMPACT, Act.KILL, Optional.of(Point.MERGED_SHARD_NAMED)), deleted);
  }
}
