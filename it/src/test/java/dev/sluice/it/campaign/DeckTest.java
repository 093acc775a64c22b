package dev.sluice.it.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
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
}
