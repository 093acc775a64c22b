package dev.sluice.settings;

import static dev.sluice.settings.TestingConfig.assignments;
import static dev.sluice.settings.TestingConfig.origin;
import static dev.sluice.settings.TestingConfig.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.Bucket;
import dev.sluice.operators.standard.StandardOperators;
import dev.sluice.settings.load.ConfigKeys;
import dev.sluice.settings.load.ConfigSchema;
import dev.sluice.settings.load.EnvironmentNames;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigLayersTest {
  private static final String NEAR =
      "near-dedup: {method: minhash, scope: dump, threshold: 0.9, guard: 0.6}";
  private static final String DUMP = "input: {dump: {column: crawl, match: `(?<dump>a)`}}";

  @TempDir Path directory;

  @Test
  void shouldLetTheHigherLayerWin() {
    Path file =
        TestingConfig.write(
            directory,
            """
            sampling:
              seed: 1
            io: {retries: 1, backoff: 2s}
            sink: {threads: 1}
            ingest: {workers: 1}
            """);
    ConfigRequest request =
        ConfigRequest.of(
                Optional.of(file),
                List.of("io.retries=3", "sink.threads=3", "sink.threads=4", "ingest.workers=3"))
            .with("--workers", "ingest.workers", "5");
    LoadedConfig loaded =
        TestingConfig.load(
            request,
            Map.of(
                "SLUICE_IO_BACKOFF", "7s", "SLUICE_IO_RETRIES", "2", "SLUICE_SINK_THREADS", "2"));
    assertThat(origin(loaded, "io.retries")).isEqualTo("--set");
    assertThat(text(loaded, "io.retries")).isEqualTo("3");
    assertThat(origin(loaded, "sampling.seed")).isEqualTo(file + ":2");
    assertThat(origin(loaded, "io.backoff")).isEqualTo("SLUICE_IO_BACKOFF");
    assertThat(loaded.config().sink().threads()).isEqualTo(4);
    assertThat(loaded.config().ingest().workers()).hasValue(5);
    assertThat(origin(loaded, "ingest.workers")).isEqualTo("--workers");
    assertThat(origin(loaded, "kafka.port")).isEqualTo("default");
  }

  @Test
  void shouldReplaceAListOfTheFileAsAWhole() {
    SluiceConfig config =
        TestingConfig.loadYaml(directory, "buckets: [{name: all, min: 0, rate: 1}]");
    assertThat(config.rules().buckets().all())
        .containsExactly(new Bucket("all", 0, Double.POSITIVE_INFINITY, 1));
  }

  @Test
  void shouldChangeOneElementByItsIndex() {
    LoadedConfig loaded =
        TestingConfig.load(
            assignments("buckets.0.rate=0.5"), Map.of("SLUICE_BUCKETS_1_RATE", "0.7"));
    assertThat(loaded.config().rules().buckets().all())
        .extracting(Bucket::rate)
        .containsExactly(0.5, 0.7, 0.8, 1.0);
  }

  @Test
  void shouldAppendAnElementByTheNextIndex() {
    LoadedConfig loaded =
        TestingConfig.load(
            assignments("buckets.3.max=4.5", "buckets.4={name: best, min: 4.5, rate: 1.0}"));
    assertThat(loaded.config().rules().buckets().all()).hasSize(5);
    assertThat(loaded.config().rules().buckets().at(4).name()).isEqualTo("best");
  }

  @Test
  void shouldTakeListsAndMapsAsYaml() {
    LoadedConfig loaded =
        TestingConfig.load(
            assignments("output.columns=[id,text]", "score={min: 1, max: 4}"),
            Map.of("SLUICE_OUTPUT_PARTITION_BY", "[bucket]"));
    assertThat(loaded.config().output().format().columns()).containsExactly("id", "text");
    assertThat(loaded.config().output().partitionBy()).containsExactly("bucket");
    assertThat(loaded.config().rules().minScore()).isEqualTo(1.0);
  }

  @Test
  void shouldTakeSingleValuesAsTheyStand() {
    LoadedConfig loaded =
        TestingConfig.load(
            assignments("input.pattern={a,b}/**.parquet", "dataset.source=a: b #c=d"));
    assertThat(loaded.config().input().pattern()).hasValue("{a,b}/**.parquet");
    assertThat(loaded.config().dataset().source()).contains("a: b #c=d");
  }

  @Test
  void shouldUnmapAColumn() {
    LoadedConfig loaded =
        TestingConfig.load(assignments("input.columns.id=null", "input.columns.dump="));
    assertThat(loaded.config().input().columns().mapping().id()).isEmpty();
    assertThat(loaded.config().input().columns().mapping().dump()).isEmpty();
  }

  /** Whoever turns something off, or puts something else in its place, need not know the file. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        NEAR + " | near-dedup.method=null | near-dedup.threshold | 0.95",
        NEAR + " | near-dedup.method= | near-dedup.guard | 0.3",
        NEAR + " | near-dedup=null | near-dedup.method |",
        NEAR + " | near-dedup=~ | near-dedup.scope | output",
        NEAR + " | near-dedup= | near-dedup.method |",
        "kafka: {bootstrap-servers: `b:9`, replication-factor: 3}"
            + " | kafka.bootstrap-servers=embedded | kafka.replication-factor | 1",
        "input: {columns: {id: url}} | input.id=text-hash | input.columns.id | id",
        "input: {id: text-hash} | input.id=null | input.id |",
        "input: {columns: {score: s}} | score.constant=3 | input.columns.score | score",
        "score: {constant: 3} | score=null | score.constant |",
        DUMP + " | input.dump.column=null | input.dump.match |",
        DUMP + " | input.dump.constant=wiki | input.dump.column |",
        DUMP + " | input.dump.path=(?<dump>x)/ | input.dump.match |",
        DUMP + " | input.dump=null | input.dump.column |",
        "input: {dump: {constant: wiki}} | input.dump.column=c | input.dump.constant |",
        "input: {columns: {dump: c}} | input.dump.constant=wiki | input.columns.dump | dump",
        "output: {columns: [id, url]} | output=null | output.columns.2 | score"
      })
  void shouldTakeBackWhatALowerLayerSaysInVain(
      String yaml, String assignment, String path, String text) {
    ConfigRequest request =
        ConfigRequest.of(
            Optional.of(TestingConfig.write(directory, yaml.replace('`', '"'))),
            List.of(assignment));
    assertThat(text(TestingConfig.load(request), path)).isEqualTo(text == null ? "" : text);
    String variable = EnvironmentNames.variable(assignment.substring(0, assignment.indexOf('=')));
    String value = assignment.substring(assignment.indexOf('=') + 1);
    if (path.startsWith(assignment.replaceFirst("=.*", "") + ".") || value.isEmpty()) {
      return; // groups have no variables, and an empty one says nothing
    }
    ConfigRequest fileAlone = ConfigRequest.of(request.file(), List.of());
    assertThat(text(TestingConfig.load(fileAlone, Map.of(variable, value)), path))
        .isEqualTo(text == null ? "" : text);
  }

  @Test
  void shouldTakeBackAMapThatIsNull() {
    Path file =
        TestingConfig.write(
            directory,
            "kafka: {properties: {linger.ms: 5}}\n"
                + "topics:\n"
                + "  registry-url: http://registry:8081\n"
                + "  registry-properties: {basic.auth.user.info: \"a:b\"}\n");
    for (String assignment : List.of("topics.registry-url=null", "topics=null")) {
      ConfigRequest request =
          ConfigRequest.of(Optional.of(file), List.of("kafka.properties=null", assignment));
      assertThat(TestingConfig.load(request).config().kafka().properties()).isEmpty();
      assertThat(TestingConfig.load(request).settings())
          .extracting(Setting::path)
          .noneMatch(path -> path.startsWith("topics.registry-properties."));
    }
    ConfigRequest one =
        ConfigRequest.of(
            Optional.of(file), List.of("kafka.properties=null", "kafka.properties.batch.size=9"));
    assertThat(TestingConfig.load(one).config().kafka().properties())
        .containsExactly(Map.entry("batch.size", "9"));
  }

  /** An empty section of a file says nothing, and an element of a list must say something. */
  @Test
  void shouldTakeNullForWhatItMeans() {
    SortedMap<String, String> stored =
        new TreeMap<>(Map.of("near-dedup.method", "minhash", "near-dedup.threshold", "0.9"));
    Path file = TestingConfig.write(directory, "near-dedup:\n");
    ConfigRequest request = ConfigRequest.of(Optional.of(file), List.of());
    assertThat(text(TestingConfig.load(request, Map.of(), stored), "near-dedup.threshold"))
        .isEqualTo("0.9");
    assertThat(TestingConfig.problems(assignments("buckets.0=null")))
        .singleElement()
        .asString()
        .contains("buckets.0 (--set): is the single value", "must be a map of keys to values");
  }

  /** Nothing of one and the same source is passed over. */
  @Test
  void shouldRefuseWhatTheSameSourceSaysInVain() {
    assertThat(
            TestingConfig.problems(assignments("near-dedup.scope=dump", "near-dedup.method=null")))
        .singleElement()
        .asString()
        .contains("near-dedup.scope (--set)", "requires near-dedup.method minhash");
    assertThat(
            TestingConfig.problems(
                ConfigRequest.of(
                    Optional.of(
                        TestingConfig.write(
                            directory, "input: {id: text-hash, columns: {id: url}}")),
                    List.of())))
        .singleElement()
        .asString()
        .contains("input.columns.id", "cannot be combined with input.id");
  }

  @Test
  void shouldTakeAnOptionForWhatItSays() {
    LoadedConfig loaded =
        TestingConfig.load(
            assignments("input.columns.id=null")
                .with("--input", "input.path", "null")
                .with("--output", "output.path", "~"));
    assertThat(loaded.config().input().path().map(Path::toString)).hasValue("null");
    assertThat(loaded.config().output().path().map(Path::toString)).hasValue("~");
  }

  @Test
  void shouldKeepTheTextOfScalars() {
    SluiceConfig config =
        TestingConfig.loadYaml(
            directory, "buckets: [{name: 4.0, min: 4, rate: 1}]\ndataset: {language: no}");
    assertThat(config.rules().buckets().at(0).name()).isEqualTo("4.0");
    assertThat(config.dataset().language()).isEqualTo("no");
  }

  @Test
  void shouldKeepTheDotsOfProperties() {
    LoadedConfig loaded =
        TestingConfig.load(
            assignments("kafka.properties.linger.ms=500", "streams.properties={a.b: 1}"),
            Map.of("SLUICE_KAFKA_PROPERTIES_BATCH_SIZE", "9"));
    assertThat(loaded.config().kafka().properties())
        .containsExactly(Map.entry("batch.size", "9"), Map.entry("linger.ms", "500"));
    assertThat(loaded.config().streams().properties()).containsExactly(Map.entry("a.b", "1"));
  }

  @Test
  void shouldWarnOfUnknownVariablesOnly() {
    LoadedConfig loaded =
        TestingConfig.load(
            assignments(),
            Map.of(
                "SLUICE_OPTS", "-Dx",
                "SLUICE_CACHE", "none",
                "SLUICE_UID", "1",
                "SLUICE_GID", "1",
                "SLUICE_INPUT", "/in",
                "SLUICE_OUTPUT", "/out",
                "SLUICE_IO_RETRIES", "",
                "SLUICE_SAMPLING_SED", "1",
                "OTHER", "1"));
    assertThat(loaded.warnings())
        .containsExactly(
            "environment variable SLUICE_SAMPLING_SED does not match a key; did you mean"
                + " SLUICE_SAMPLING_SEED?");
    assertThat(loaded.config().io().retry().retries()).isEqualTo(3);
  }

  @Test
  void shouldGiveEveryKeyAVariableOfItsOwn() {
    EnvironmentNames names =
        new EnvironmentNames(new ConfigSchema(ConfigKeys.ALL, StandardOperators.registry()));
    assertThat(ConfigKeys.ALL)
        .allSatisfy(
            key -> {
              String path = key.at(3);
              assertThat(names.path(EnvironmentNames.variable(path))).contains(path);
            });
  }

  @Test
  void shouldNarrowToTheBucketsNamed() {
    LoadedConfig loaded =
        TestingConfig.load(
            assignments("buckets.2.rate=0.9").narrowedTo(List.of("4.0", "3.5", "3.5")));
    assertThat(loaded.config().rules().buckets().all())
        .containsExactly(
            new Bucket("3.5", 3.5, 4.0, 0.9),
            new Bucket("4.0", 4.0, Double.POSITIVE_INFINITY, 1.0));
    assertThat(loaded.config().content())
        .containsEntry("buckets.0.name", "3.5")
        .doesNotContainKey("buckets.2.name");
    assertThat(origin(loaded, "buckets.0.rate")).isEqualTo("--set");
  }

  @Test
  void shouldHideSecrets() {
    LoadedConfig loaded =
        TestingConfig.load(
            assignments(
                "kafka.properties.sasl.jaas.config=x",
                "kafka.properties.ssl.keystore.password=x",
                "kafka.properties.ssl.keystore.key=x",
                "kafka.properties.ssl.keystore.location=/path",
                "kafka.properties.my.secret.thing=x",
                "kafka.properties.linger.ms=5",
                "topics.registry-url=http://registry:8081",
                "topics.registry-properties.basic.auth.user.info=x:y"));
    assertThat(loaded.settings())
        .filteredOn(setting -> setting.shownText().equals("(hidden)"))
        .extracting(Setting::path)
        .containsExactly(
            "kafka.properties.my.secret.thing",
            "kafka.properties.sasl.jaas.config",
            "kafka.properties.ssl.keystore.key",
            "kafka.properties.ssl.keystore.password",
            "topics.registry-properties.basic.auth.user.info");
    assertThat(loaded.config().kafka().properties()).containsEntry("sasl.jaas.config", "x");
  }

  @Test
  void shouldOrderSettingsAsDeclared() {
    LoadedConfig loaded = TestingConfig.load(assignments("kafka.properties.z=1"));
    assertThat(loaded.settings())
        .extracting(Setting::path)
        .containsSubsequence(
            "memory",
            "score.scale",
            "buckets.0.name",
            "buckets.0.rate",
            "buckets.3.name",
            "sampling.seed",
            "output.columns.0",
            "output.columns.2",
            "kafka.log-budget",
            "kafka.properties.z",
            "io.backoff");
  }
}
