package dev.sluice.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.ForgottenUnit;
import dev.sluice.core.ForgottenUnit.SourcePart;
import dev.sluice.core.Unit;
import dev.sluice.topics.progress.InputFile;
import dev.sluice.topics.progress.TestingProgress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ResetPlanTest {
  private static final String DUMP = "CC-MAIN-2024-10";
  private static final String OTHER = "CC-MAIN-2024-18";

  private final TestingProgress known = new TestingProgress();

  private static UnitPlan unit(String name, int generation, String... paths) {
    List<InputFile> files = new ArrayList<>();
    for (String path : paths) {
      files.add(new InputFile(path, 100, 1));
    }
    return new UnitPlan(new Unit(name, generation), files);
  }

  @Test
  void shouldForgetTheUnitsThatHoldRowsOfTheDump() throws ResetRefusedException {
    known.read(unit("data/" + DUMP, 1, "a", "b"), true, DUMP);
    known.read(unit("data/" + OTHER, 1, "c"), true, OTHER);
    known.read(unit(".", 1, "d", "e"), false, DUMP);

    ResetPlan plan = ResetPlan.of(known.state(), DUMP);

    assertThat(plan.units())
        .containsExactly(
            ForgottenUnit.ended(
                "data/" + DUMP + "#1",
                List.of(DUMP),
                List.of(new SourcePart("a", 100), new SourcePart("b", 100))),
            ForgottenUnit.begun(
                ".#1",
                List.of(DUMP),
                List.of(new SourcePart("d", 100), new SourcePart("e", 100)),
                List.of(),
                1,
                7));
    assertThat(plan.generations()).isEqualTo(Map.of("data/" + DUMP, 1, ".", 1));
  }

  @Test
  void shouldForgetAUnitThatOnlyItsDirectoryNamesAfterTheDump() throws ResetRefusedException {
    known.begun(unit("data/" + DUMP, 1, "a"));

    assertThat(ResetPlan.of(known.state(), DUMP).units()).hasSize(1);
  }

  @Test
  void shouldRememberTheGenerationsOfEarlierResets() throws ResetRefusedException {
    known.forgotten(DUMP, ".", 4);
    known.read(unit("data/" + DUMP, 2, "a"), true, DUMP);

    assertThat(ResetPlan.of(known.state(), DUMP).generations())
        .isEqualTo(Map.of("data/" + DUMP, 2, ".", 4));
  }

  @Test
  void shouldHaveNothingToDoForADumpThatWasForgotten() throws ResetRefusedException {
    known.forgotten(DUMP, "data/" + DUMP, 1);

    assertThat(ResetPlan.of(known.state(), DUMP).units()).isEmpty();
  }

  @Test
  void shouldRefuseAUnitThatHoldsRowsOfOthers() {
    known.read(unit(".", 1, "a"), true, DUMP, OTHER, "unknown");

    assertThatThrownBy(() -> ResetPlan.of(known.state(), DUMP))
        .isInstanceOfSatisfying(
            ResetRefusedException.class,
            e -> assertThat(e.reason()).isEqualTo(ResetRefusedException.Reason.SHARED_UNIT))
        .hasMessageContaining("unit .#1")
        .hasMessageContaining(OTHER + ", unknown")
        .hasMessageContaining("reset --all");
  }

  @Test
  void shouldRefuseAnUnknownDumpAndListThoseThereAre() {
    known.read(unit("data/" + DUMP, 1, "a"), true, DUMP);

    assertThatThrownBy(() -> ResetPlan.of(known.state(), "CC-MAIN-2024-11"))
        .isInstanceOfSatisfying(
            ResetRefusedException.class,
            e -> assertThat(e.reason()).isEqualTo(ResetRefusedException.Reason.UNKNOWN_DUMP))
        .hasMessageContaining("CC-MAIN-2024-11")
        .hasMessageContaining("there is " + DUMP);
  }
}
