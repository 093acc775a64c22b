package dev.sluice.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.Unit;
import dev.sluice.topics.progress.InputFile;
import dev.sluice.topics.progress.ProgressState;
import dev.sluice.topics.progress.TestingProgress;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnitPlannerTest {
  private static final Set<String> ALL = Set.of();
  private static final String DIRECTORY_A = "data/CC-MAIN-2024-10";
  private static final String DIRECTORY_B = "data/CC-MAIN-2024-18";

  private TestingProgress known;

  @BeforeEach
  void setUp() {
    known = new TestingProgress();
  }

  private static InputFile file(String path) {
    return new InputFile(path, 100, 1);
  }

  private static List<InputFile> files(String... paths) {
    List<InputFile> files = new ArrayList<>();
    for (String path : paths) {
      files.add(file(path));
    }
    return files;
  }

  private List<UnitPlan> plan(List<InputFile> found, Set<String> dumps) {
    ProgressState state = known.state();
    return new UnitPlanner(state).plan(found, dumps);
  }

  private static UnitPlan unit(String name, int generation, String... paths) {
    return new UnitPlan(new Unit(name, generation), files(paths));
  }

  @ParameterizedTest
  @CsvSource({
    "a.parquet, .",
    "data/a.parquet, .",
    "data/CC-MAIN-2024-10/a.parquet, data/CC-MAIN-2024-10",
    "CC-MAIN-2024-10/a.parquet, CC-MAIN-2024-10",
    "CC-MAIN-2024-10/part/a.parquet, CC-MAIN-2024-10",
    "CC-MAIN-2024-10/CC-MAIN-2024-18/a.parquet, CC-MAIN-2024-10",
    "data/cc-main-2024-10/a.parquet, .",
    "data/CC-MAIN-2024_10/a.parquet, .",
    "data/CC-MAIN-2024-10.parquet, ."
  })
  void shouldNameUnitsByTheOutermostDirectoryOfADump(String path, String unit) {
    assertThat(UnitPlanner.unitName(path)).isEqualTo(unit);
  }

  @Test
  void shouldMakeAUnitOfEachDirectoryAndOneOfAllLooseFiles() {
    List<UnitPlan> plans =
        plan(
            files(
                "a.parquet",
                DIRECTORY_A + "/0.parquet",
                DIRECTORY_A + "/1.parquet",
                DIRECTORY_B + "/0.parquet",
                "z.parquet"),
            ALL);

    assertThat(plans)
        .containsExactly(
            unit(".", 1, "a.parquet", "z.parquet"),
            unit(DIRECTORY_A, 1, DIRECTORY_A + "/0.parquet", DIRECTORY_A + "/1.parquet"),
            unit(DIRECTORY_B, 1, DIRECTORY_B + "/0.parquet"));
  }

  @Test
  void shouldOrderNewUnitsByTheBytesOfTheirFirstPath() {
    List<UnitPlan> plans =
        plan(files("CC-MAIN-A/0.parquet", "CC-MAIN-A-B/0.parquet", "b.parquet"), ALL);

    assertThat(plans)
        .extracting(plan -> plan.unit().name())
        .containsExactly("CC-MAIN-A-B", "CC-MAIN-A", ".");
  }

  @Test
  void shouldHaveNothingToDoWhenAllHasEnded() {
    known.ended(unit(DIRECTORY_A, 1, DIRECTORY_A + "/0.parquet"));

    assertThat(plan(files(DIRECTORY_A + "/0.parquet"), ALL)).isEmpty();
  }

  @Test
  void shouldTakeNewFilesOfAnEndedUnitAsTheNextGeneration() {
    known.ended(unit(DIRECTORY_A, 1, DIRECTORY_A + "/0.parquet"));
    known.ended(unit(DIRECTORY_A, 2, DIRECTORY_A + "/1.parquet"));

    List<UnitPlan> plans =
        plan(
            files(
                DIRECTORY_A + "/0.parquet", DIRECTORY_A + "/1.parquet", DIRECTORY_A + "/2.parquet"),
            ALL);

    assertThat(plans).containsExactly(unit(DIRECTORY_A, 3, DIRECTORY_A + "/2.parquet"));
  }

  @Test
  void shouldNotGiveAGenerationAgainWhoseForerunnerWasForgotten() {
    known.ended(unit(DIRECTORY_A, 2, DIRECTORY_A + "/1.parquet"));

    assertThat(plan(files(DIRECTORY_A + "/0.parquet", DIRECTORY_A + "/1.parquet"), ALL))
        .containsExactly(unit(DIRECTORY_A, 3, DIRECTORY_A + "/0.parquet"));
  }

  @Test
  void shouldNotGiveAGenerationAgainThatAResetHasForgotten() {
    known.forgotten("CC-MAIN-2024-10", DIRECTORY_A, 4);

    assertThat(plan(files(DIRECTORY_A + "/0.parquet", DIRECTORY_B + "/0.parquet"), ALL))
        .containsExactly(
            unit(DIRECTORY_A, 5, DIRECTORY_A + "/0.parquet"),
            unit(DIRECTORY_B, 1, DIRECTORY_B + "/0.parquet"));
  }

  @Test
  void shouldGoOnWithBegunUnitsFirstInTheOrderOfTheirBeginning() {
    UnitPlan begunB = unit(DIRECTORY_B, 1, DIRECTORY_B + "/0.parquet");
    UnitPlan begunA = unit(DIRECTORY_A, 1, DIRECTORY_A + "/1.parquet");
    known.begun(begunB);
    known.begun(begunA);

    List<UnitPlan> plans =
        plan(
            files(
                "a.parquet",
                DIRECTORY_A + "/0.parquet",
                DIRECTORY_A + "/1.parquet",
                DIRECTORY_B + "/0.parquet"),
            ALL);

    assertThat(plans)
        .containsExactly(
            begunB,
            begunA,
            unit(".", 1, "a.parquet"),
            unit(DIRECTORY_A, 2, DIRECTORY_A + "/0.parquet"));
  }

  @Test
  void shouldKeepTheFrozenListAlsoWhenFilesAreGone() {
    UnitPlan begun = unit(DIRECTORY_A, 1, DIRECTORY_A + "/0.parquet", DIRECTORY_A + "/1.parquet");
    known.begun(begun);

    assertThat(plan(files(DIRECTORY_A + "/1.parquet"), ALL)).containsExactly(begun);
  }

  @Test
  void shouldTakeARepairedFileThatHadBeenSetAsideAsANewUnit() {
    known.ended(
        unit(DIRECTORY_A, 1, DIRECTORY_A + "/0.parquet", DIRECTORY_A + "/1.parquet"),
        DIRECTORY_A + "/0.parquet");
    InputFile larger = new InputFile(DIRECTORY_A + "/0.parquet", 120, 1);
    InputFile newer = new InputFile(DIRECTORY_A + "/0.parquet", 100, 2);

    for (InputFile repaired : List.of(larger, newer)) {
      assertThat(plan(List.of(repaired, file(DIRECTORY_A + "/1.parquet")), ALL))
          .containsExactly(new UnitPlan(new Unit(DIRECTORY_A, 2), List.of(repaired)));
    }
  }

  @Test
  void shouldNotTakeASetAsideFileAgainThatIsAsItWas() {
    known.ended(unit(DIRECTORY_A, 1, DIRECTORY_A + "/0.parquet"), DIRECTORY_A + "/0.parquet");

    assertThat(plan(files(DIRECTORY_A + "/0.parquet"), ALL)).isEmpty();
  }

  @Test
  void shouldNotTakeAChangedFileAgainThatWasRead() {
    known.ended(unit(DIRECTORY_A, 1, DIRECTORY_A + "/0.parquet"));

    assertThat(plan(List.of(new InputFile(DIRECTORY_A + "/0.parquet", 120, 2)), ALL)).isEmpty();
  }

  @Test
  void shouldGoByTheLastUnitThatHadAFile() {
    known.ended(unit(DIRECTORY_A, 1, DIRECTORY_A + "/0.parquet"), DIRECTORY_A + "/0.parquet");
    InputFile repaired = new InputFile(DIRECTORY_A + "/0.parquet", 120, 2);
    known.ended(new UnitPlan(new Unit(DIRECTORY_A, 2), List.of(repaired)));

    assertThat(plan(List.of(repaired), ALL)).isEmpty();
    assertThat(plan(List.of(new InputFile(DIRECTORY_A + "/0.parquet", 130, 3)), ALL)).isEmpty();
  }

  @Test
  void shouldTakeTheDirectoriesAskedForOnly() {
    UnitPlan begun = unit(DIRECTORY_A, 1, DIRECTORY_A + "/0.parquet");
    known.begun(begun);
    List<InputFile> found =
        files(
            "a.parquet",
            DIRECTORY_A + "/0.parquet",
            DIRECTORY_B + "/0.parquet",
            "other/CC-MAIN-2024-18/0.parquet");

    assertThat(plan(found, Set.of("CC-MAIN-2024-18")))
        .containsExactly(
            unit(DIRECTORY_B, 1, DIRECTORY_B + "/0.parquet"),
            unit("other/CC-MAIN-2024-18", 1, "other/CC-MAIN-2024-18/0.parquet"));
    assertThat(plan(found, Set.of("CC-MAIN-2024-10"))).containsExactly(begun);
    assertThat(plan(found, Set.of("data"))).isEmpty();
  }

  @Test
  void shouldListTheDumpsThatDirectoriesAreNamedAfter() {
    assertThat(
            UnitPlanner.directoryDumps(
                files(
                    "a.parquet",
                    DIRECTORY_B + "/0.parquet",
                    "other/CC-MAIN-2024-18/0.parquet",
                    DIRECTORY_A + "/0.parquet")))
        .containsExactly("CC-MAIN-2024-10", "CC-MAIN-2024-18");
  }
}
