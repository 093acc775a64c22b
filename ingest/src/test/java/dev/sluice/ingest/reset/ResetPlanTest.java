package dev.sluice.ingest.reset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.sluice.core.BegunUnit;
import dev.sluice.core.ForgottenUnit;
import dev.sluice.core.ForgottenUnit.SourcePart;
import dev.sluice.core.Unit;
import dev.sluice.ingest.reset.ResetPlan.ResetRefusedException;
import dev.sluice.ingest.source.UnitPlan;
import dev.sluice.topics.progress.ListedFile;
import dev.sluice.topics.progress.TestingProgress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import org.junit.jupiter.api.Test;

class ResetPlanTest {
  private static final String DUMP = "CC-MAIN-2024-10";
  private static final String OTHER = "CC-MAIN-2024-18";

  private final TestingProgress known = new TestingProgress();

  private static UnitPlan unit(String name, int generation, String... paths) {
    List<ListedFile> files = new ArrayList<>();
    for (String path : paths) {
      files.add(new ListedFile(path, 100, 1));
    }
    return new UnitPlan(new Unit(name, generation), files);
  }

  private ResetPlan plan(ResetRequest request) throws ResetRefusedException {
    return ResetPlan.of(known.state(), request, true, (unit, other) -> false);
  }

  private List<String> units(ResetRequest.Kind kind, String name) throws ResetRefusedException {
    return plan(new ResetRequest(kind, name, true)).units().stream()
        .map(ForgottenUnit::unit)
        .toList();
  }

  private void assertMore(ResetRequest request, String... message) {
    assertThatThrownBy(() -> plan(request))
        .isInstanceOfSatisfying(
            ResetRefusedException.class,
            e -> assertThat(e.reason()).isEqualTo(ResetRefusedException.Reason.MORE_THAN_ASKED))
        .hasMessageContainingAll(message)
        .hasMessageContaining("Add --units");
  }

  @Test
  void shouldForgetTheUnitsThatHoldRowsOfTheDump() throws ResetRefusedException {
    known.read(unit("data/" + DUMP, 1, "a", "b"), true, DUMP);
    known.read(unit("data/" + OTHER, 1, "c"), true, OTHER);
    known.read(unit(".", 1, "d", "e"), false, DUMP);

    ResetPlan plan = plan(ResetRequest.ofDump(DUMP));

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

  /** Of the others, only those that have lost something to them, and may lose no more. */
  @Test
  void shouldTellHowFarOtherUnitsWereRead() throws ResetRefusedException {
    known.read(unit("data/" + DUMP, 1, "a"), false, DUMP);
    known.read(unit("data/" + OTHER, 1, "b"), true, OTHER);
    known.read(unit("data/" + OTHER, 2, "c", "d"), false, OTHER);
    known.begun(unit("data/" + OTHER, 3, "e"));

    assertThat(plan(ResetRequest.ofDump(DUMP)).halfRead(known.state()))
        .containsExactly(new BegunUnit("data/" + OTHER + "#2", 1, 7));
  }

  @Test
  void shouldForgetAUnitThatOnlyItsDirectoryNamesAfterTheDump() throws ResetRefusedException {
    known.begun(unit("data/" + DUMP, 1, "a"));

    assertThat(plan(ResetRequest.ofDump(DUMP)).units()).hasSize(1);
  }

  @Test
  void shouldRememberTheGenerationsOfEarlierResets() throws ResetRefusedException {
    known.forgotten(DUMP, ".", 4);
    known.read(unit("data/" + DUMP, 2, "a"), true, DUMP);

    assertThat(plan(ResetRequest.ofDump(DUMP)).generations())
        .isEqualTo(Map.of("data/" + DUMP, 2, ".", 4));
  }

  @Test
  void shouldHaveNothingToDoForADumpThatWasForgotten() throws ResetRefusedException {
    known.forgotten(DUMP, "data/" + DUMP, 1);

    assertThat(plan(ResetRequest.ofDump(DUMP)).units()).isEmpty();
  }

  @Test
  void shouldForgetRowsWithoutADumpWithTheirDirectory() throws ResetRefusedException {
    known.read(unit("data/" + DUMP, 1, "a"), true, DUMP, "unknown");
    known.read(unit("data/" + OTHER, 1, "b"), true, OTHER, "unknown");

    assertThat(plan(ResetRequest.ofDump(DUMP)).units())
        .extracting(ForgottenUnit::unit, ForgottenUnit::dumps)
        .containsExactly(tuple("data/" + DUMP + "#1", List.of(DUMP, "unknown")));
    assertMore(
        ResetRequest.ofDump("unknown"),
        "unit data/" + DUMP + "#1 with rows of " + DUMP + ", unknown; unit data/" + OTHER + "#1");
    assertThat(units(ResetRequest.Kind.DUMP, "unknown")).hasSize(2);
  }

  @Test
  void shouldAskBeforeItForgetsMoreThanTheDump() throws ResetRefusedException {
    known.read(unit(".", 1, "a"), true, DUMP, OTHER, "unknown");
    known.read(unit("data/" + OTHER, 1, "b"), true, OTHER);

    assertMore(
        ResetRequest.ofDump(DUMP), "unit .#1 with rows of " + DUMP + ", " + OTHER + ", unknown");
    assertThat(units(ResetRequest.Kind.DUMP, DUMP)).containsExactly(".#1");
    assertThat(units(ResetRequest.Kind.DUMP, OTHER)).containsExactly(".#1", "data/" + OTHER + "#1");
  }

  @Test
  void shouldForgetAUnitByItsId() throws ResetRefusedException {
    known.read(unit(".", 1, "a"), true, DUMP, OTHER);
    known.read(unit(".", 2, "b"), true, DUMP, OTHER);
    ResetRequest request = new ResetRequest(ResetRequest.Kind.UNIT, ".#2", false);

    assertThat(plan(request).units()).extracting(ForgottenUnit::unit).containsExactly(".#2");
    assertThat(plan(request).generations()).isEqualTo(Map.of(".", 2));
    assertThatThrownBy(
            () -> plan(new ResetRequest(ResetRequest.Kind.UNIT, "data/" + DUMP + "#1", false)))
        .hasMessageContaining("unit data/" + DUMP + "#1 has not been read; the output has ")
        .hasMessageContaining(".#1, .#2");
  }

  @Test
  void shouldForgetTheUnitsWithFilesInADirectory() throws ResetRefusedException {
    known.read(unit("a/" + DUMP, 1, "a/" + DUMP + "/1"), true, DUMP);
    known.read(unit("b/" + DUMP, 1, "b/" + DUMP + "/1"), true, DUMP);
    known.read(unit(".", 1, "books/1", "papers/2"), true, "unknown");
    ResetRequest.Kind directory = ResetRequest.Kind.DIRECTORY;

    assertThat(plan(new ResetRequest(directory, "b", false)).units())
        .extracting(ForgottenUnit::unit)
        .containsExactly("b/" + DUMP + "#1");
    assertMore(
        new ResetRequest(directory, "papers", false),
        "directory papers",
        "unit .#1 with rows of unknown and files in other directories, such as books/1");
    assertThat(units(directory, "papers")).containsExactly(".#1");
    assertThat(units(directory, ".")).hasSize(3);
    assertThatThrownBy(() -> plan(new ResetRequest(directory, "paper", true)))
        .hasMessageContaining("books, papers");
  }

  @Test
  void shouldForgetTogetherWhatMayHaveRowsInTheSameShards() throws ResetRefusedException {
    UnitPlan first = unit("data/" + DUMP, 1, "a");
    UnitPlan beside = unit("data/" + OTHER, 1, "b");
    known.begun(first);
    known.read(beside, true, OTHER, "unknown");
    known.read(first, false, DUMP, "unknown");
    known.read(unit("data/CC-MAIN-2024-22", 1, "c"), true, "CC-MAIN-2024-22");

    for (String dump : List.of(DUMP, OTHER)) {
      assertMore(ResetRequest.ofDump(dump), "data/" + DUMP + "#1", "data/" + OTHER + "#1");
      assertThat(units(ResetRequest.Kind.DUMP, dump))
          .containsExactlyInAnyOrder("data/" + DUMP + "#1", "data/" + OTHER + "#1");
    }
    ResetRequest all = new ResetRequest(ResetRequest.Kind.DUMP, DUMP, true);
    assertThat(ResetPlan.of(known.state(), all, false, (unit, other) -> false).units()).hasSize(3);
  }

  @Test
  void shouldForgetTogetherWhatACompactionHasMerged() throws ResetRefusedException {
    for (int number = 1; number <= 3; number++) {
      known.read(unit("data/" + DUMP, number, "file-" + number), true, DUMP);
    }
    String first = "data/" + DUMP + "#1";
    ResetRequest alone = new ResetRequest(ResetRequest.Kind.UNIT, first, false);
    assertThat(plan(alone).units()).hasSize(1);

    BiPredicate<String, String> merged = (one, other) -> other.equals("data/" + DUMP + "#3");
    assertThatThrownBy(() -> ResetPlan.of(known.state(), alone, true, merged))
        .isInstanceOf(ResetRefusedException.class)
        .hasMessageContainingAll(first, "data/" + DUMP + "#3", "Add --units");
    ResetRequest withUnits = new ResetRequest(ResetRequest.Kind.UNIT, first, true);
    assertThat(ResetPlan.of(known.state(), withUnits, true, merged).units())
        .extracting(ForgottenUnit::unit)
        .containsExactly(first, "data/" + DUMP + "#3");
  }

  @Test
  void shouldRefuseAnUnknownDumpAndListThoseThereAre() {
    known.read(unit("data/" + DUMP, 1, "a"), true, DUMP);

    assertThatThrownBy(() -> plan(ResetRequest.ofDump("CC-MAIN-2024-11")))
        .isInstanceOfSatisfying(
            ResetRefusedException.class,
            e -> assertThat(e.reason()).isEqualTo(ResetRefusedException.Reason.NOT_KNOWN))
        .hasMessageContaining("CC-MAIN-2024-11")
        .hasMessageContaining("the output has " + DUMP);
  }
}
