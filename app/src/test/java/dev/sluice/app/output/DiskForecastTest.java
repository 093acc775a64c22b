package dev.sluice.app.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.sluice.app.output.DiskForecast.PreviousOutput;
import dev.sluice.core.Unit;
import dev.sluice.ingest.source.UnitPlan;
import dev.sluice.settings.ConfigRequest;
import dev.sluice.settings.Machine;
import dev.sluice.settings.SluiceConfig;
import dev.sluice.settings.load.ConfigLoader;
import dev.sluice.storage.output.Manifests;
import dev.sluice.topics.progress.ListedFile;
import dev.sluice.topics.progress.ProgressState;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskForecastTest {
  private static final long GIGABYTE = 1_000_000_000;
  private static final PreviousOutput NOTHING = new PreviousOutput(0, 0, 0);

  @TempDir Path directory;

  private static DiskForecast forecast(
      SluiceConfig config, int partitions, long bytes, PreviousOutput past) throws IOException {
    return DiskForecast.of(config, partitions, bytes, config.leavesTexts(), past);
  }

  private SluiceConfig config(String... more) {
    List<String> all = new ArrayList<>();
    all.add("output.path=" + directory.resolve("not/yet/there"));
    all.addAll(List.of(more));
    return new ConfigLoader(
            Map.of(),
            new Machine(16L << 30, 2),
            root -> new TreeMap<>(),
            (config, roles, problems) -> {})
        .load(ConfigRequest.of(Optional.empty(), all))
        .config();
  }

  @Test
  void shouldTakeAQuarterOfWhatIsReadWhereNothingWasMeasured() throws IOException {
    DiskForecast forecast = forecast(config("topics.text=record"), 2, 100 * GIGABYTE, NOTHING);

    assertThat(forecast.measured()).isFalse();
    assertThat(forecast.outputRatio()).isEqualTo(0.25);
    DiskForecast.Volume volume = forecast.volumes().get(0);
    assertThat(forecast.volumes()).as("everything on one file system").hasSize(1);
    assertThat(volume.parts())
        .extracting(DiskForecast.Part::key)
        .containsExactly("output.path", "work-dir", "streams.state-dir");
    assertThat(volume.parts().get(0).bytes()).isEqualTo(25 * GIGABYTE);
    assertThat(volume.parts().get(1).bytes())
        .as("the log budget and a changelog")
        .isBetween(8832L << 20, (8832L << 20) + GIGABYTE);
    assertThat(volume.neededBytes())
        .isEqualTo(volume.parts().stream().mapToLong(DiskForecast.Part::bytes).sum());
    assertThat(volume.freeBytes()).isPositive();
    assertThat(volume.hasRoom()).isEqualTo(volume.neededBytes() <= volume.freeBytes());
  }

  @Test
  void shouldExpectLittleInTheTopicsWhereTextsStayInTheSource() throws IOException {
    DiskForecast forecast = forecast(config(), 2, 100 * GIGABYTE, NOTHING);

    assertThat(forecast.volumes().get(0).parts().get(1).bytes())
        .as("a tenth of the shards and a changelog")
        .isBetween(25 * GIGABYTE / 10, 25 * GIGABYTE / 10 + GIGABYTE);
  }

  @Test
  void shouldForecastFromWhatTheOutputWasMadeOf() throws IOException {
    PreviousOutput past = new PreviousOutput(GIGABYTE, GIGABYTE / 10, 1_000_000);
    DiskForecast forecast =
        forecast(config("kafka.bootstrap-servers=host:1"), 8, 2 * GIGABYTE, past);

    assertThat(forecast.measured()).isTrue();
    List<DiskForecast.Part> parts = forecast.volumes().get(0).parts();
    assertThat(parts)
        .extracting(DiskForecast.Part::key, DiskForecast.Part::bytes)
        .containsExactly(
            tuple("output.path", GIGABYTE / 5), tuple("streams.state-dir", 2_000_000L * 33));
  }

  @Test
  void shouldCountSignatures() throws IOException {
    PreviousOutput past = new PreviousOutput(GIGABYTE, GIGABYTE / 10, 1_000_000);
    List<DiskForecast.Part> with =
        forecast(config("near-dedup.method=minhash"), 2, 2 * GIGABYTE, past)
            .volumes()
            .get(0)
            .parts();
    List<DiskForecast.Part> without =
        forecast(config(), 2, 2 * GIGABYTE, past).volumes().get(0).parts();

    assertThat(with.get(0).bytes() - without.get(0).bytes())
        .as("234 bytes a document stay")
        .isEqualTo(2_000_000L * 234);
    assertThat(with.get(1).bytes() - without.get(1).bytes())
        .as("225 bytes a document pass through the broker")
        .isEqualTo(2_000_000L * 225);
  }

  /** The matcher reads signatures that are elsewhere from copies. */
  @Test
  void shouldCountCopiesOfSignaturesWithoutALocalOutput() throws IOException {
    PreviousOutput past = new PreviousOutput(GIGABYTE, GIGABYTE / 10, 1_000_000);
    long[] bytes = new long[2];
    for (int near = 0; near < 2; near++) {
      SluiceConfig config =
          config(
              "output.path=null",
              "work-dir=" + directory.resolve("work"),
              near == 0 ? "sampling.seed=1" : "near-dedup.method=minhash");
      bytes[near] =
          forecast(config, 2, 2 * GIGABYTE, past).volumes().stream()
              .flatMap(volume -> volume.parts().stream())
              .filter(part -> part.key().equals("work-dir"))
              .mapToLong(DiskForecast.Part::bytes)
              .sum();
    }
    assertThat(bytes[1] - bytes[0])
        .as("234 bytes a document stay, 225 pass through the broker")
        .isEqualTo(2_000_000L * (234 + 225));
  }

  @Test
  void shouldNotBelieveASmallSample() throws IOException {
    PreviousOutput small = new PreviousOutput(1_000_000, 999_999, 10_000);

    assertThat(forecast(config(), 2, GIGABYTE, small).measured()).isFalse();
  }

  @Test
  void shouldAddUpWhatIsNotYetRead() throws IOException {
    UnitPlan plan =
        new UnitPlan(
            Unit.parse("data/CC-MAIN-2024-10#1"),
            List.of(new ListedFile("a", 300, 0), new ListedFile("b", 500, 0)));

    DiskForecast forecast =
        DiskForecast.of(
            config(),
            2,
            new ProgressState(),
            new Manifests(List.of(), new TreeMap<>(), List.of(), List.of()),
            List.of(plan));

    assertThat(forecast.unreadBytes()).isEqualTo(800);
  }

  @Test
  void shouldCountTheTextsOfJsonInTopics() throws IOException {
    assertThat(brokerBytes("a.jsonl.zst")).isGreaterThan(5 * brokerBytes("a.parquet"));
  }

  private long brokerBytes(String file) throws IOException {
    UnitPlan plan =
        new UnitPlan(
            Unit.parse("data/CC-MAIN-2024-10#1"), List.of(new ListedFile(file, GIGABYTE, 0)));
    return DiskForecast.of(
            config(),
            2,
            new ProgressState(),
            new Manifests(List.of(), new TreeMap<>(), List.of(), List.of()),
            List.of(plan))
        .volumes()
        .stream()
        .flatMap(volume -> volume.parts().stream())
        .filter(part -> part.key().equals("work-dir"))
        .mapToLong(DiskForecast.Part::bytes)
        .sum();
  }

  @Test
  void shouldHaveNoRoomForMoreThanThereIs() {
    DiskForecast.Part part = new DiskForecast.Part("output.path", "/out", 10);
    assertThat(new DiskForecast.Volume(List.of(part, part), 20).hasRoom()).isTrue();
    assertThat(new DiskForecast.Volume(List.of(part, part), 19).hasRoom()).isFalse();
  }
}
