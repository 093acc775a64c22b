package dev.sluice.settings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.Bucket;
import dev.sluice.core.CurationRules;
import dev.sluice.core.DedupScope;
import dev.sluice.core.values.StateProfile;
import dev.sluice.settings.SluiceConfig.IngestConfig.WatchSettings;
import dev.sluice.settings.TopicsConfig.AvroEncoding;
import dev.sluice.settings.TopicsConfig.TopicText;
import dev.sluice.storage.page.IoRetry;
import dev.sluice.storage.shard.ColumnChoice;
import dev.sluice.storage.shard.ShardFormat;
import dev.sluice.storage.source.ColumnMapping;
import dev.sluice.storage.write.ShardCompression;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ConfigDefaultsTest {
  private final LoadedConfig loaded =
      TestingConfig.load(ConfigRequest.of(Optional.empty(), List.of()));
  private final SluiceConfig config = loaded.config();

  @Test
  void shouldTakeHalfOfTheMachineAndAtMostTwoGibibytes() {
    assertThat(config.memoryBytes()).isEqualTo(2L << 30);
    assertThat(new Machine(3L << 30, 2).autoMemoryBytes()).isEqualTo(3L << 29);
    assertThat(config.workDir()).isEmpty();
    assertThat(config.workDirectory()).isEmpty();
    assertThat(config.stateDirectory()).isEmpty();
  }

  @Test
  void shouldDescribeFineWebEdu() {
    assertThat(config.dataset())
        .isEqualTo(
            new SluiceConfig.DatasetConfig(
                "fineweb-edu",
                "1.0",
                Optional.empty(),
                Optional.empty(),
                "en",
                Optional.empty(),
                Optional.empty()));
    assertThat(config.input())
        .isEqualTo(
            new InputConfig(
                Optional.empty(),
                Optional.empty(),
                new SourceColumns(
                    new ColumnMapping(Optional.of("id"), "text", "score", Optional.of("dump")),
                    Set.of()),
                16L << 20,
                4L << 20));
  }

  @Test
  void shouldHaveTheRulesOfTheDesign() {
    CurationRules rules = config.rules();
    assertThat(rules.minScore()).isEqualTo(0.0);
    assertThat(rules.maxScore()).isEqualTo(5.0);
    assertThat(rules.scoreScale()).isEqualTo(1.0);
    assertThat(rules.seed()).isEqualTo(42);
    assertThat(rules.dedup()).isEqualTo(DedupScope.BUCKET);
    assertThat(rules.buckets().all())
        .containsExactly(
            new Bucket("2.8", 2.8, 3.0, 0.30),
            new Bucket("3.0", 3.0, 3.5, 0.60),
            new Bucket("3.5", 3.5, 4.0, 0.80),
            new Bucket("4.0", 4.0, Double.POSITIVE_INFINITY, 1.0));
    assertThat(config.nearDedup()).isEmpty();
    assertThat(rules.buckets().indexOf(3.0 - 2e-9)).isZero();
    assertThat(rules.buckets().indexOf(3.0 - 5e-10)).isEqualTo(1);
  }

  @Test
  void shouldReadAndWriteAsDocumented() {
    assertThat(config.ingest())
        .isEqualTo(
            new SluiceConfig.IngestConfig(
                true,
                OptionalInt.empty(),
                32 << 20,
                Duration.ofSeconds(2),
                new WatchSettings(Duration.ofSeconds(5), Duration.ofSeconds(30), "_FILES")));
    assertThat(config.output())
        .isEqualTo(
            new OutputConfig(
                Optional.empty(),
                List.of("bucket", "dump"),
                new ColumnChoice(List.of("id", "text", "score")),
                new ShardFormat(
                    List.of("id", "text", "score"), ShardCompression.ZSTD, 3, 1 << 20, 8 << 20),
                512L << 20));
    assertThat(config.output().partitionsByDump()).isTrue();
    assertThat(config.sink()).isEqualTo(new SluiceConfig.SinkConfig(256L << 20, 2));
    assertThat(config.io())
        .isEqualTo(new SluiceConfig.IoConfig(new IoRetry(3, Duration.ofSeconds(1)), 128L << 20));
  }

  @Test
  void shouldUseTheEmbeddedBroker() {
    assertThat(config.kafka())
        .isEqualTo(
            new KafkaConfig(
                List.of(),
                "sluice",
                OptionalInt.empty(),
                1,
                0,
                Optional.empty(),
                OptionalLong.empty(),
                new TreeMap<>()));
    assertThat(config.kafka().isEmbedded()).isTrue();
    assertThat(config.kafka().partitionsOfNewOutput()).isEqualTo(2);
    assertThat(config.streams())
        .isEqualTo(
            new SluiceConfig.StreamsConfig(
                OptionalInt.empty(),
                Optional.empty(),
                Duration.ofMillis(250),
                StateProfile.BOUNDED,
                0,
                new TreeMap<>()));
    assertThat(config.streamThreads(2, TestingConfig.MACHINE)).isEqualTo(2);
    assertThat(config.ingestWorkers(TestingConfig.MACHINE)).isEqualTo(2);
  }

  @Test
  void shouldNeedNoRegistry() {
    assertThat(config.topics())
        .isEqualTo(new TopicsConfig(TopicText.AUTO, AvroEncoding.SINGLE_OBJECT, Optional.empty()));
  }

  @Test
  void shouldNameTheContentKeys() {
    assertThat(config.content())
        .containsExactlyInAnyOrderEntriesOf(
            Map.ofEntries(
                Map.entry("buckets.0.max", "3.0"),
                Map.entry("buckets.0.min", "2.8"),
                Map.entry("buckets.0.name", "2.8"),
                Map.entry("buckets.0.rate", "0.3"),
                Map.entry("buckets.1.max", "3.5"),
                Map.entry("buckets.1.min", "3.0"),
                Map.entry("buckets.1.name", "3.0"),
                Map.entry("buckets.1.rate", "0.6"),
                Map.entry("buckets.2.max", "4.0"),
                Map.entry("buckets.2.min", "3.5"),
                Map.entry("buckets.2.name", "3.5"),
                Map.entry("buckets.2.rate", "0.8"),
                Map.entry("buckets.3.max", "Infinity"),
                Map.entry("buckets.3.min", "4.0"),
                Map.entry("buckets.3.name", "4.0"),
                Map.entry("buckets.3.rate", "1.0"),
                Map.entry("dataset.language", "en"),
                Map.entry("dedup.scope", "bucket"),
                Map.entry("filter", ""),
                Map.entry("input.columns.dump", "dump"),
                Map.entry("input.columns.id", "id"),
                Map.entry("input.columns.score", "score"),
                Map.entry("input.columns.text", "text"),
                Map.entry("input.dump.column", ""),
                Map.entry("input.dump.constant", ""),
                Map.entry("input.dump.match", ""),
                Map.entry("input.dump.path", ""),
                Map.entry("input.id", ""),
                Map.entry("near-dedup.method", ""),
                Map.entry("operators", "[]"),
                Map.entry("output.columns", "[id, text, score]"),
                Map.entry("output.compression", "zstd"),
                Map.entry("output.compression-level", "3"),
                Map.entry("output.max-file-size", "536870912"),
                Map.entry("output.page-size", "1048576"),
                Map.entry("output.partition-by", "[bucket, dump]"),
                Map.entry("output.row-group-size", "8388608"),
                Map.entry("output.schema", ""),
                Map.entry("sampling.seed", "42"),
                Map.entry("score.constant", ""),
                Map.entry("score.epsilon", "1.0E-9"),
                Map.entry("score.max", "5.0"),
                Map.entry("score.min", "0.0"),
                Map.entry("score.scale", "1.0"),
                Map.entry("sink.cut-bytes", "268435456")));
  }

  @Test
  void shouldSayThatEverythingIsADefault() {
    assertThat(loaded.settings()).extracting(Setting::origin).containsOnly("default");
    assertThat(loaded.warnings()).isEmpty();
  }

  @Test
  void shouldKeepItsDirectoriesInTheOutput() {
    SluiceConfig withOutput =
        TestingConfig.load(TestingConfig.assignments("output.path=/data/out")).config();
    assertThat(withOutput.workDirectory()).contains(Path.of("/data/out/_sluice/work"));
    assertThat(withOutput.stateDirectory()).contains(Path.of("/data/out/_sluice/work/streams"));
  }
}
