package dev.sluice.ingest.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.Unit;
import dev.sluice.core.Utf8;
import dev.sluice.ingest.source.UnitPlanner.UnitNames;
import dev.sluice.topics.progress.InputFiles;
import dev.sluice.topics.progress.ListedFile;
import dev.sluice.topics.progress.ProgressState;
import dev.sluice.topics.progress.ProgressState.UnitFiles;
import dev.sluice.topics.progress.TestingProgress;
import dev.sluice.topics.progress.UnitProgress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
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

  private static ListedFile file(String path) {
    return new ListedFile(path, 100, 1);
  }

  private static List<ListedFile> files(String... paths) {
    List<ListedFile> files = new ArrayList<>();
    for (String path : paths) {
      files.add(file(path));
    }
    return files;
  }

  private List<UnitPlan> plan(List<ListedFile> found, Set<String> dumps) {
    ProgressState state = known.state();
    return new UnitPlanner(state).plan(InputFiles.copyOf(found), dumps);
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
    assertThat(UnitNames.of(path)).isEqualTo(unit);
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
  void shouldContinueWithBegunUnitsFirstInTheOrderOfTheirBeginning() {
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
  void shouldTakeARepairedFileThatHadBeenQuarantinedAsANewUnit() {
    known.ended(
        unit(DIRECTORY_A, 1, DIRECTORY_A + "/0.parquet", DIRECTORY_A + "/1.parquet"),
        DIRECTORY_A + "/0.parquet");
    ListedFile larger = new ListedFile(DIRECTORY_A + "/0.parquet", 120, 1);
    ListedFile newer = new ListedFile(DIRECTORY_A + "/0.parquet", 100, 2);

    for (ListedFile repaired : List.of(larger, newer)) {
      assertThat(plan(List.of(repaired, file(DIRECTORY_A + "/1.parquet")), ALL))
          .containsExactly(new UnitPlan(new Unit(DIRECTORY_A, 2), List.of(repaired)));
    }
  }

  /** A hub tells no time. */
  @Test
  void shouldTakeARepairedFileOfTheSameSizeAndTimeForNewByItsVersion() {
    String path = DIRECTORY_A + "/0.parquet";
    known.ended(new UnitPlan(new Unit(DIRECTORY_A, 1), List.of(file(path).withTail("e1"))), path);

    assertThat(plan(List.of(file(path).withTail("e1")), ALL)).isEmpty();
    assertThat(plan(List.of(file(path)), ALL)).isEmpty();
    assertThat(plan(List.of(file(path).withTail("e2")), ALL))
        .containsExactly(
            new UnitPlan(new Unit(DIRECTORY_A, 2), List.of(file(path).withTail("e2"))));
  }

  @Test
  void shouldNotTakeAQuarantinedFileAgainThatIsAsItWas() {
    known.ended(unit(DIRECTORY_A, 1, DIRECTORY_A + "/0.parquet"), DIRECTORY_A + "/0.parquet");

    assertThat(plan(files(DIRECTORY_A + "/0.parquet"), ALL)).isEmpty();
  }

  @Test
  void shouldNotTakeAChangedFileAgainThatWasRead() {
    known.ended(unit(DIRECTORY_A, 1, DIRECTORY_A + "/0.parquet"));

    assertThat(plan(List.of(new ListedFile(DIRECTORY_A + "/0.parquet", 120, 2)), ALL)).isEmpty();
  }

  @Test
  void shouldGoByTheLastUnitThatHadAFile() {
    known.ended(unit(DIRECTORY_A, 1, DIRECTORY_A + "/0.parquet"), DIRECTORY_A + "/0.parquet");
    ListedFile repaired = new ListedFile(DIRECTORY_A + "/0.parquet", 120, 2);
    known.ended(new UnitPlan(new Unit(DIRECTORY_A, 2), List.of(repaired)));

    assertThat(plan(List.of(repaired), ALL)).isEmpty();
    assertThat(plan(List.of(new ListedFile(DIRECTORY_A + "/0.parquet", 130, 3)), ALL)).isEmpty();
  }

  @Test
  void shouldTakeTheDirectoriesAskedForOnly() {
    UnitPlan begun = unit(DIRECTORY_A, 1, DIRECTORY_A + "/0.parquet");
    known.begun(begun);
    List<ListedFile> found =
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
                InputFiles.copyOf(
                    files(
                        "a.parquet",
                        DIRECTORY_B + "/0.parquet",
                        "other/CC-MAIN-2024-18/0.parquet",
                        DIRECTORY_A + "/0.parquet"))))
        .containsExactly("CC-MAIN-2024-10", "CC-MAIN-2024-18");
  }

  /** What the planner does, as plainly as it can be said; quadratic. */
  private static List<UnitPlan> plainly(ProgressState state, List<ListedFile> found) {
    List<UnitPlan> plans = new ArrayList<>();
    SortedMap<String, List<ListedFile>> fresh = new TreeMap<>();
    for (UnitFiles unit : state.units()) {
      if (!state.progress(unit.unit()).orElseThrow().ended()) {
        plans.add(new UnitPlan(Unit.parse(unit.unit()), unit.files()));
      }
    }
    for (ListedFile file : found) {
      boolean isNew = true;
      for (UnitFiles unit : state.units()) {
        for (ListedFile before : unit.files()) {
          if (before.path().equals(file.path())) {
            UnitProgress progress = state.progress(unit.unit()).orElseThrow();
            boolean same = before.bytes() == file.bytes() && before.modified() == file.modified();
            isNew = !same && progress.ended() && progress.quarantined().containsKey(file.path());
          }
        }
      }
      if (isNew) {
        fresh.computeIfAbsent(UnitNames.of(file.path()), name -> new ArrayList<>()).add(file);
      }
    }
    List<UnitPlan> begin = new ArrayList<>();
    fresh.forEach(
        (name, files) -> {
          int last = state.forgottenGeneration(name);
          for (UnitFiles unit : state.units()) {
            Unit id = Unit.parse(unit.unit());
            last = id.name().equals(name) ? Math.max(last, id.generation()) : last;
          }
          begin.add(new UnitPlan(new Unit(name, last + 1), files));
        });
    begin.sort(Comparator.comparing(plan -> plan.files().get(0).path(), Utf8.ORDER));
    plans.addAll(begin);
    return plans;
  }

  private static List<ListedFile> randomFiles(Random random, String directory) {
    SortedMap<String, ListedFile> files = new TreeMap<>(Utf8.ORDER);
    for (int i = random.nextInt(6); i > 0; i--) {
      String path = directory + List.of("a", "b", "\uff5e", "\ud83d\ude00").get(random.nextInt(4));
      files.put(path, new ListedFile(path, 100 + random.nextInt(2), 1 + random.nextInt(2)));
    }
    return List.copyOf(files.values());
  }

  @Test
  void shouldPlanWhatThePlainRulesSay() {
    Random random = new Random(9);
    List<String> directories = List.of("", "x/", DIRECTORY_A + "/", DIRECTORY_A + "/part/");
    for (int round = 0; round < 3_000; round++) {
      setUp();
      for (int units = random.nextInt(7); units > 0; units--) {
        String directory = directories.get(random.nextInt(directories.size()));
        List<ListedFile> files = randomFiles(random, directory);
        UnitPlan unit = new UnitPlan(new Unit(UnitNames.of(directory + "a"), units), files);
        String[] quarantined =
            files.stream()
                .map(ListedFile::path)
                .filter(path -> random.nextBoolean())
                .toArray(String[]::new);
        if (random.nextInt(5) == 0) {
          known.begun(unit);
        } else {
          known.ended(unit, quarantined);
        }
      }
      SortedMap<String, ListedFile> found = new TreeMap<>(Utf8.ORDER);
      directories.forEach(
          each -> randomFiles(random, each).forEach(file -> found.put(file.path(), file)));
      List<ListedFile> files = List.copyOf(found.values());

      assertThat(plan(files, ALL)).isEqualTo(plainly(known.state(), files));
    }
  }

  /** As after the input was copied: looking at all files for each of them would take an hour. */
  @Test
  @Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void shouldLookAtEachFileOfAHistoryOnce() {
    InputFiles.Builder found = new InputFiles.Builder();
    for (int dump = 10; dump < 30; dump++) {
      String directory = "data/CC-MAIN-2024-" + dump;
      List<ListedFile> files = new ArrayList<>();
      for (int i = 0; i < 10_000; i++) {
        ListedFile file = file("%s/%05d.parquet".formatted(directory, i));
        files.add(file);
        found.add(new ListedFile(file.path(), file.bytes(), file.modified() + 1));
      }
      known.ended(new UnitPlan(new Unit(directory, 1), files), directory + "/00007.parquet");
    }

    assertThat(new UnitPlanner(known.state()).plan(found.build(), ALL))
        .hasSize(20)
        .allSatisfy(plan -> assertThat(plan.files()).hasSize(1));
  }
}
