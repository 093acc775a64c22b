package dev.sluice.app.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.sluice.app.monitor.RunState.Dump;
import dev.sluice.ingest.IngestGauge.UnitReading;
import dev.sluice.topics.progress.UnitProgress;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class DumpListTest {
  private static UnitReading reading(String unit, int files) {
    UnitProgress progress =
        new UnitProgress(
            unit, files, 0, new TreeMap<>(), new TreeMap<>(), new TreeMap<>(), true, "a");
    return new UnitReading(files, files, 100 * files, 100 * files, progress);
  }

  @Test
  void shouldListLooseFilesBesideTheDumpsOfTheirRows() {
    DumpList dumps = new DumpList();
    dumps.add(reading("data/CC-MAIN-2024-10#1", 2), true, Set.of("CC-MAIN-2024-10"));
    dumps.add(reading(".#1", 3), true, Set.of("books", "papers"));

    assertThat(dumps.dumps(Map.of("books", 7L, "papers", 5L), Map.of("books", 4L), Map.of()))
        .extracting(Dump::name, Dump::state, Dump::files, Dump::rows)
        .containsExactly(
            tuple("CC-MAIN-2024-10", Dump.SEALED, 2, 0L),
            tuple("books", Dump.SEALED, 0, 7L),
            tuple("loose files", Dump.SEALED, 3, 0L),
            tuple("papers", Dump.SEALED, 0, 5L));
  }
}
