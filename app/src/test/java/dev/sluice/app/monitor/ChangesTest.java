package dev.sluice.app.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.monitor.RunDocument.Event;
import dev.sluice.app.monitor.RunState.Dump;
import dev.sluice.app.monitor.RunState.Stage;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ChangesTest {
  private static Work.Look state(String dump, String waitsFor, String... quarantined) {
    return state(
        new Dump("CC-MAIN-2013-20", dump, 2, 0, 100, 0, 1_000, 400, null), waitsFor, quarantined);
  }

  private static Work.Look state(Dump dump, String waitsFor, String... quarantined) {
    TreeMap<String, String> files = new TreeMap<>();
    for (String file : quarantined) {
      files.put(file, "torn");
    }
    RunState none = RunState.NONE;
    RunState state =
        new RunState(
            none.progress(),
            List.of(dump),
            null,
            List.of(),
            List.of(),
            quarantined.length,
            none.losses(),
            List.of(new Stage("ingest", null, 0, Stage.WORKING, waitsFor, null)),
            null,
            List.of());
    return new Work.Look(state, true, files, Map.of());
  }

  @Test
  void shouldTellWhatHappenedBetweenTwoStates() {
    assertThat(
            Changes.between(state(Dump.READING, null), state(Dump.SEALED, "sink", "a.parquet"), 7))
        .containsExactly(
            new Event(7, "dump_sealed", "CC-MAIN-2013-20 is sealed: 400 of 1,000 rows kept"),
            new Event(7, "file_quarantined", "a.parquet: torn"),
            new Event(7, "back_pressure", "ingest waits for sink"));
    assertThat(Changes.between(state(Dump.WAITING, null), state(Dump.READING, "disk"), 8))
        .extracting(Event::kind)
        .containsExactly("unit_begun", "disk");
    assertThat(Changes.between(state(Dump.WAITING, null), state(Dump.SEALED, null), 9))
        .as("a dump that is shorter than the time between two looks")
        .extracting(Event::kind)
        .containsExactly("unit_begun", "dump_sealed");
  }

  /** Rows of loose files are those of other dumps; new files do not count those before them. */
  @Test
  void shouldTellOfLooseFilesWhatIsNew() {
    Work.Look sealed = state(loose(Dump.SEALED, 3), null);
    Work.Look reading = state(loose(Dump.READING, 4), null);

    assertThat(Changes.between(sealed, reading, 7))
        .containsExactly(new Event(7, "unit_begun", "loose files: reading 1 files"));
    assertThat(Changes.between(reading, state(loose(Dump.SEALED, 4), null), 8))
        .containsExactly(
            new Event(8, "dump_sealed", "loose files: all dumps of their rows are sealed"));
  }

  private static Dump loose(String state, int files) {
    return new Dump("loose files", state, files, 0, 100, 0, 0, 0, null);
  }

  @Test
  void shouldTellNothingTwice() {
    Work.Look state = state(Dump.SEALED, "sink", "a.parquet");
    assertThat(Changes.between(state, state, 7)).isEmpty();
  }
}
