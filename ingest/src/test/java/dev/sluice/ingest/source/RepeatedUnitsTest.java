package dev.sluice.ingest.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.Unit;
import dev.sluice.ingest.source.SourceSelection.SourceSelectionException;
import dev.sluice.topics.progress.ListedFile;
import dev.sluice.topics.progress.TestingProgress;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class RepeatedUnitsTest {
  private static final UnitPlan LATER = unit("CC-MAIN-2024-18", 1, "b");
  private static final UnitPlan EARLIER = unit("CC-MAIN-2024-10", 1, "a", "c");
  private static final UnitPlan AGAIN = unit("CC-MAIN-2024-18", 2, "d");
  private static final List<UnitPlan> GIVEN = List.of(LATER, EARLIER, AGAIN);

  private final TestingProgress known = new TestingProgress();

  private static UnitPlan unit(String name, int generation, String... files) {
    return new UnitPlan(
        new Unit(name, generation),
        Arrays.stream(files).map(file -> new ListedFile(name + "/" + file, 7, 1)).toList());
  }

  private List<UnitPlan> plan() throws SourceSelectionException {
    return new UnitPlanner(known.state()).planAgain(GIVEN);
  }

  @Test
  void shouldKeepTheGivenOrder() throws SourceSelectionException {
    assertThat(plan()).isEqualTo(GIVEN);
  }

  @Test
  void shouldContinueWhereItWas() throws SourceSelectionException {
    known.ended(LATER);
    known.begun(EARLIER);
    assertThat(plan()).containsExactly(EARLIER, AGAIN);

    known.ended(EARLIER);
    known.ended(AGAIN);
    assertThat(plan()).isEmpty();
  }

  @Test
  void shouldRefuseAnotherOrder() {
    known.ended(EARLIER);
    known.ended(LATER);
    assertRefused(EARLIER);
  }

  @Test
  void shouldRefuseOtherFiles() {
    UnitPlan other = unit("CC-MAIN-2024-18", 1, "c");
    known.ended(other);
    assertRefused(other);
  }

  @Test
  void shouldRefuseMoreFiles() {
    UnitPlan more = unit("CC-MAIN-2024-18", 1, "b", "c");
    known.ended(more);
    assertRefused(more);
  }

  @Test
  void shouldRefuseMoreUnits() {
    GIVEN.forEach(known::ended);
    UnitPlan more = unit("CC-MAIN-2024-22", 1, "a");
    known.ended(more);
    assertRefused(more);
  }

  private void assertRefused(UnitPlan unit) {
    assertThatThrownBy(this::plan)
        .isInstanceOf(SourceSelectionException.class)
        .hasMessageContaining("from those of the version record (unit " + unit.unit().id() + ")");
  }
}
