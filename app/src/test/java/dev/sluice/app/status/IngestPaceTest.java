package dev.sluice.app.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.status.StatusReport.Ingest;
import dev.sluice.app.status.StatusReport.UnitStatus;
import dev.sluice.ingest.IngestGauge.UnitReading;
import dev.sluice.topics.progress.ListedFile;
import dev.sluice.topics.progress.ProgressHistory.Moment;
import dev.sluice.topics.progress.ProgressState.UnitFiles;
import dev.sluice.topics.progress.UnitProgress;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class IngestPaceTest {
  private static final String UNIT = "data/CC-MAIN-2024-10#1";
  private static final long NOW = 1_700_000_000_000L;
  private static final UnitFiles FILES =
      new UnitFiles(
          UNIT,
          List.of(
              new ListedFile("a", 1_000, 0),
              new ListedFile("b", 3_000, 0),
              new ListedFile("c", 2_000, 0)));

  private static UnitProgress at(int file, long row, long rows) {
    SortedMap<String, SortedMap<String, SortedMap<String, Long>>> counters = new TreeMap<>();
    counters
        .computeIfAbsent("unknown", dump -> new TreeMap<>())
        .computeIfAbsent("", bucket -> new TreeMap<>())
        .put("rows", rows);
    return new UnitProgress(UNIT, file, row, new TreeMap<>(), counters, false, "pid 1");
  }

  private static Ingest pace(UnitProgress now, List<Moment> moments) {
    return new IngestPace(List.of(FILES), Map.of(UNIT, now))
        .of(List.of(UnitStatus.begun(UnitReading.of(FILES.files(), now), false)), moments, NOW);
  }

  @Test
  void shouldCountWholeFilesAndTheRowsOfTheOneBeingRead() {
    UnitProgress now = at(1, 150, 250);
    Ingest pace =
        pace(now, List.of(new Moment(NOW - 11_000, at(0, 100, 100)), new Moment(NOW - 1_000, now)));
    assertThat(pace.bytesLeft()).isEqualTo(6_000 - 1_000 - 1_500);
    assertThat(pace.bytesPerSecond()).isEqualTo(150);
    assertThat(pace.secondsLeft()).isEqualTo(24);
  }

  @Test
  void shouldNotReportASpeedBeforeAFileIsWhole() {
    UnitProgress now = at(0, 150, 150);
    Ingest pace =
        pace(now, List.of(new Moment(NOW - 11_000, at(0, 50, 50)), new Moment(NOW - 1_000, now)));
    assertThat(pace.bytesLeft()).isEqualTo(6_000);
    assertThat(pace.secondsLeft()).isNull();
  }

  @Test
  void shouldNotReportASpeedOfWhatStandsStill() {
    UnitProgress now = at(1, 150, 250);
    List<Moment> longAgo =
        List.of(new Moment(NOW - 200_000, at(0, 100, 100)), new Moment(NOW - 100_000, now));
    assertThat(pace(now, longAgo).bytesPerSecond()).isNull();
    assertThat(pace(now, List.of()).bytesPerSecond()).isNull();
  }

  @Test
  void shouldHaveNothingLeftOfWhatHasEnded() {
    UnitProgress ended =
        new UnitProgress(UNIT, 3, 0, new TreeMap<>(), at(2, 200, 600).counters(), true, "pid 1");
    assertThat(pace(ended, List.of()).secondsLeft()).isZero();
  }
}
