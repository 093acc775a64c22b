package dev.sluice.app.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.monitor.RunDocument;
import dev.sluice.app.monitor.RunState.Dump;
import dev.sluice.app.status.DumpStatus;
import dev.sluice.app.status.Pace;
import dev.sluice.app.status.StatusReport;
import dev.sluice.app.status.UnitStatus;
import dev.sluice.core.InputLosses;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class StatusDocumentTest {
  private static final String CRAWL = "CC-MAIN-2024-10";

  private static UnitStatus unit(String name, UnitStatus.State state, String... dumps) {
    TreeSet<String> all = new TreeSet<>(List.of(dumps));
    return new UnitStatus(name, state, 8, 18, 800, 1_800, 90, 0, InputLosses.NONE, all);
  }

  private static DumpStatus sealed(long rows) {
    SortedMap<String, Long> counters = new TreeMap<>();
    counters.put("rows", rows);
    counters.put("kept", 7L);
    counters.put("sampled_out", rows - 7);
    return new DumpStatus(counters, new TreeMap<>(), 1, 1_000, new TreeMap<>());
  }

  private static RunDocument document(SortedMap<String, DumpStatus> dumps, UnitStatus... units) {
    StatusReport status =
        new StatusReport(
            "out",
            Optional.empty(),
            OptionalLong.empty(),
            dumps,
            List.of(units),
            List.of(),
            new Pace(0, OptionalDouble.empty()),
            List.of(),
            List.of(),
            List.of(),
            new TreeMap<>(),
            Optional.empty());
    return new StatusDocument(status, new TreeMap<>()).at(1);
  }

  @Test
  void shouldCountFilesOnceWhateverDumpsTheirRowsAreOf() {
    RunDocument document =
        document(
            new TreeMap<>(), unit(".#1", UnitStatus.State.READING, "unknown", "wiki", "books"));

    assertThat(document.state().dumps())
        .containsExactly(new Dump("loose files", "reading", 18, 8, 1_800, 800, 90, 0, null));
    assertThat(document.state().flow().rowsRead()).isEqualTo(90);
    assertThat(document.state().flow().inFlight()).isEqualTo(90);
  }

  @Test
  void shouldShowADumpAgainWhoseDirectoryHasNewFiles() {
    SortedMap<String, DumpStatus> dumps = new TreeMap<>();
    dumps.put(CRAWL, sealed(10));
    dumps.put("CC-MAIN-2024-18", sealed(20));
    RunDocument document =
        document(
            dumps,
            unit("data/" + CRAWL + "#1", UnitStatus.State.SEALED, CRAWL),
            unit("data/" + CRAWL + "#2", UnitStatus.State.CURATING, CRAWL));

    assertThat(document.state().dumps())
        .containsExactly(
            new Dump(CRAWL, "curating", 18, 8, 1_800, 800, 100, 7, null),
            new Dump("CC-MAIN-2024-18", "sealed", 0, 0, 0, 0, 20, 7, null));
    assertThat(document.state().flow().rowsRead()).isEqualTo(120);
    assertThat(document.state().flow().inFlight()).isEqualTo(90);
    assertThat(document.phase()).isEqualTo("ready");
  }
}
