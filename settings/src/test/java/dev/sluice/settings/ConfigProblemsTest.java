package dev.sluice.settings;

import static dev.sluice.settings.TestingConfig.assignments;
import static dev.sluice.settings.TestingConfig.load;
import static dev.sluice.settings.TestingConfig.problems;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigProblemsTest {
  @TempDir Path directory;

  static List<Arguments> bombs() {
    String keys = IntStream.range(0, 80_000).mapToObj(i -> "k" + i).collect(joining(": 1, "));
    return List.of(
        Arguments.of("a: " + "x".repeat(20 << 20), "larger than 1 MiB"),
        Arguments.of("memory: " + "x".repeat(1_000_000), "characters)"),
        Arguments.of("memory: '" + " ".repeat(1_000_000) + "'", "is not allowed"),
        Arguments.of("x".repeat(1_000_000), "is the single value"),
        Arguments.of(
            "x".repeat(100) + ": 1\n" + "? " + "y".repeat(900_000) + "\n: 2", "unknown key"),
        Arguments.of("[".repeat(500_000), "Nesting Depth"),
        Arguments.of("a: &a " + "[*a, ".repeat(10_000), "Nesting Depth"),
        Arguments.of("{" + keys + ": 1}", "stopped after 200 problems"),
        Arguments.of("a: &a 1\n".repeat(100_000), "stopped after 200 problems"),
        Arguments.of("buckets:\n- &a {" + keys + ": 1}\n" + "- *a\n".repeat(49), "stopped after"),
        Arguments.of("buckets: &b [*b, *b, *b]\noperators: &c [*c]\n", "which contains the alias"),
        Arguments.of("buckets: &b [" + "*b, ".repeat(100) + "]", "aliases"));
  }

  @ParameterizedTest
  @MethodSource("bombs")
  @Timeout(180)
  void shouldRefuseBombsInAFewShortLines(String yaml, String message) {
    Path file = TestingConfig.write(directory, yaml);
    List<String> problems = problems(ConfigRequest.of(Optional.of(file), List.of()), Map.of());
    assertThat(problems).anyMatch(problem -> problem.contains(message));
    assertThat(problems).hasSizeLessThan(210).allMatch(problem -> problem.length() < 4_500);
  }

  @Test
  void shouldReportAllProblemsAtOnce() {
    Path file =
        TestingConfig.write(
            directory,
            """
            output:
              compresion: zstd
              compression: lzma
              compression: zstd
            buckets:
              - {name: a, min: 3, max: 2, rate: 0.5}
              - {name: b, min: 3, rate: 1.5}
              - {min: 4, max: x}
            operators: [lowercase, {word-count: {mn: 5, max: x}}, {lowercas: }]
            seed: 42
            memory: 64MiB
            """);
    ConfigRequest request =
        ConfigRequest.of(Optional.of(file), List.of("io.retries=often", "nonsense"))
            .with("--seed", "sampling.seed", "1.5")
            .narrowedTo(List.of("c"))
            .needing("input.path", "--input");
    List<String> problems = problems(request, Map.of("SLUICE_KAFKA_PORT", "70000"));
    String at = " (" + file;
    assertThat(problems)
        .containsExactlyInAnyOrder(
            "output.compresion" + at + ":2): unknown key; did you mean output.compression?",
            "output.compression" + at + ":4): duplicate key: this key appears more than once",
            "output.compression"
                + at
                + ":3): \"lzma\" is not allowed; must be one of zstd, gzip, snappy, none",
            "operators.1.word-count.mn" + at + ":9): unknown parameter; did you mean min?",
            "operators.1.word-count.max"
                + at
                + ":9): \"x\" is not allowed; must be a number of at least 0, or off",
            "operators.2.lowercas" + at + ":9): unknown operator; did you mean lowercase?",
            "seed" + at + ":10): unknown key; did you mean sampling.seed?",
            "--set: \"nonsense\" is not of the form key.path=value",
            "--bucket: bucket \"c\" does not exist; known buckets are a, b, (without a name)",
            "input.path: is not set; pass --input or set this key in the configuration file",
            "buckets.0" + at + ":6): min 3.0 must be below max 2.0",
            "buckets.1.rate" + at + ":7): \"1.5\" is not allowed; must be a number from 0 to 1",
            "buckets.2.name"
                + at
                + ":8): is missing; must be 1 to 64 characters (letters, digits, `.`, `_`, `-`),"
                + " starting with a letter or digit",
            "buckets.2.max" + at + ":8): \"x\" is not allowed; must be a number or inf",
            "buckets.2.rate" + at + ":8): is missing; must be a number from 0 to 1",
            "sampling.seed (--seed): \"1.5\" is not allowed; must be a 64-bit whole number",
            "kafka.port (SLUICE_KAFKA_PORT): \"70000\" is not allowed; must be a whole number from"
                + " 0 to 65535",
            "io.retries (--set): \"often\" is not allowed; must be a whole number from 0 to 20");
  }

  @Test
  void shouldReportWhatIsWrongWithEachBucket() {
    Path file =
        TestingConfig.write(
            directory,
            """
            buckets:
              - {name: a/b, min: 1, max: 2, rate: 0.5}
              - {name: ok, min: 3, max: 2, rate: 0.5}
              - {name: low, min: 2, max: 3, rate: 1.5}
              - {min: 4, max: x}
              - {name: X_y, min: 4, max: 5, rate: 1}
              - {name: x.Y, min: 4.5, max: 5, rate: 1, colour: red}
            """);
    assertThat(problems(ConfigRequest.of(Optional.of(file), List.of())))
        .hasSize(9)
        .anyMatch(p -> p.startsWith("buckets.0.name") && p.contains("\"a/b\" is not allowed"))
        .anyMatch(p -> p.startsWith("buckets.1") && p.contains("min 3.0 must be below max 2.0"))
        .anyMatch(p -> p.startsWith("buckets.2.rate") && p.contains("a number from 0 to 1"))
        .anyMatch(p -> p.startsWith("buckets.3.name") && p.contains("is missing"))
        .anyMatch(p -> p.startsWith("buckets.3.max") && p.contains("a number or inf"))
        .anyMatch(p -> p.startsWith("buckets.3.rate") && p.contains("is missing"))
        .anyMatch(p -> p.startsWith("buckets.5") && p.contains("X_y and x.Y are too similar"))
        .anyMatch(p -> p.startsWith("buckets.5") && p.contains("starts below 5.0"))
        .anyMatch(p -> p.startsWith("buckets.5.colour") && p.contains("unknown key"));
  }

  @Test
  void shouldReportOverlapsBesideWrongValues() {
    assertThat(
            problems(assignments("buckets.0.max=3.2", "buckets.0.rate=1.5", "buckets.1.name=a/b")))
        .hasSize(3)
        .anyMatch(p -> p.startsWith("buckets.0.rate"))
        .anyMatch(p -> p.startsWith("buckets.1.name"))
        .anyMatch(p -> p.contains("bucket number 1 [3.0, 3.5) starts below 3.2"));
  }

  @ParameterizedTest
  @CsvSource({
    "output.max-filesize, output.max-file-size",
    "output.max_file_size, output.max-file-size",
    "buckets.2.rates, buckets.2.rate",
    "bucket, buckets",
    "outptu, output",
    "Memory, memory",
    "scope, dedup.scope"
  })
  void shouldSuggestTheNearestKey(String unknown, String known) {
    assertThat(problems(assignments(unknown + "=1")))
        .containsExactly(unknown + " (--set): unknown key; did you mean " + known + "?");
  }

  @Test
  void shouldNotSuggestWhatIsFarAway() {
    assertThat(problems(assignments("zzzzzz=1"))).containsExactly("zzzzzz (--set): unknown key");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "memory=lots",
        "memory=512M",
        "memory=",
        "memory=-1",
        "memory=9999TiB",
        "work-dir=\0",
        "dataset.version=a/b",
        "dataset.language=../x",
        "input.pattern=[",
        "input.columns.text=",
        "input.columns.score=a..b",
        "input.columns.id= ",
        "score.min=NaN",
        "score.scale=0",
        "score.scale=-1",
        "score.epsilon=-1e-9",
        "score.epsilon=inf",
        "score.min=0x1p3",
        "buckets.0.min=1d",
        "buckets.0.rate=1.01",
        "sampling.seed=9223372036854775808",
        "dedup.scope=BUCKET",
        "near-dedup.method=simhash",
        "near-dedup.preset=fineweb",
        "near-dedup.scope=bucket",
        "near-dedup.check=exact",
        "near-dedup.check-threshold=0",
        "near-dedup.check-threshold=1.01",
        "ingest.push-down=yes",
        "ingest.workers=0",
        "ingest.transaction-interval=2",
        "output.columns=[a b]",
        "output.columns=[all, url]",
        "output.columns=[id, -url]",
        "output.columns={all-but: url}",
        "output.columns={all: [url]}",
        "filter=language =",
        "output.schema=url string",
        "output.schema=message m { required int32 n; }",
        "output.columns=[id, id]",
        "output.columns=[]",
        "output.columns=id",
        "output.columns=[id",
        "output.partition-by=[dump]",
        "output.partition-by=[dump, bucket]",
        "output.partition-by=[]",
        "output.compression-level=23",
        "kafka.bootstrap-servers=localhost",
        "kafka.topic-prefix=a/b",
        "kafka.partitions=0",
        "kafka.replication-factor=2",
        "kafka.properties=x",
        "kafka.properties.group.id=x",
        "kafka.properties.consumer.isolation.level=read_uncommitted",
        "kafka.properties.group.protocol=share",
        "kafka.properties.transaction.timeout.ms=1m",
        "kafka.properties.transaction.timeout.ms=2000",
        "streams.properties.group.protocol=consumer",
        "streams.properties.producer.transaction.timeout.ms=1000",
        "streams.properties.application.id=x",
        "streams.properties.state.dir=/x",
        "streams.properties.default.client.supplier=x.Y",
        "streams.properties.main.consumer.auto.offset.reset=earliest",
        "streams.commit-interval=0ms"
      })
  void shouldRefuse(String assignment) {
    assertThat(problems(assignments(assignment)))
        .singleElement()
        .asString()
        .startsWith(assignment.split("=")[0]);
  }

  @Test
  void shouldNameTheWayOutOfNearDeduplicationThatIsNotOn() {
    String off = "requires near-dedup.method minhash: set that key as well, or remove this key";
    assertThat(problems(assignments("near-dedup={preset: nemo, scope: dump}")))
        .containsExactlyInAnyOrder(
            "near-dedup.preset (--set): " + off, "near-dedup.scope (--set): " + off);
    Path file = TestingConfig.write(directory, "near-dedup:\n  preset: nemo\n");
    assertThat(problems(ConfigRequest.of(Optional.of(file), List.of())))
        .containsExactly("near-dedup.preset (" + file + ":2): " + off);
    assertThat(problems(assignments("near-dedup.method=minhsh", "near-dedup.preset=nemo")))
        .containsExactly(
            "near-dedup.method (--set): \"minhsh\" is not allowed; must be minhash, or nothing;"
                + " did you mean minhash?");
  }

  /** On a command line, where the file says more. */
  @ParameterizedTest
  @ValueSource(strings = {"near-dedup.method=null", "near-dedup.method="})
  void shouldLetSomebodySwitchNearDeduplicationOff(String off) {
    Path file = TestingConfig.write(directory, "near-dedup: {method: minhash, check: estimate}\n");
    assertThat(load(ConfigRequest.of(Optional.of(file), List.of())).config().bands()).isPositive();
    assertThat(load(ConfigRequest.of(Optional.of(file), List.of(off))).config().bands()).isZero();
  }

  /** What an output stores is not given in vain when its near-deduplication is switched off. */
  @Test
  void shouldNotBlameWhatAnOutputStores() {
    SortedMap<String, String> stored =
        new TreeMap<>(Map.of("near-dedup.method", "minhash", "near-dedup.preset", "nemo"));
    assertThat(load(assignments("near-dedup.method="), Map.of(), stored).config().bands()).isZero();
    assertThat(load(assignments(), Map.of(), stored).config().bands()).isEqualTo(20);
  }

  @ParameterizedTest
  @ValueSource(strings = {"bucket", "global", "none"})
  void shouldTakeNearDeduplicationBesideAnyOther(String scope) {
    ConfigRequest request = assignments("near-dedup.method=minhash", "dedup.scope=" + scope);
    SluiceConfig config = load(request).config();
    assertThat(config.bands()).isEqualTo(14);
    assertThat(config.content())
        .containsEntry("near-dedup.method", "minhash")
        .containsEntry("near-dedup.preset", "datatrove")
        .containsEntry("near-dedup.scope", "output")
        .containsEntry("near-dedup.check", "none")
        .doesNotContainKey("near-dedup.check-threshold");
  }

  @Test
  void shouldTakeAThresholdForTheCheckAlone() {
    String[] on = {"near-dedup.method=minhash", "near-dedup.check=estimate"};
    assertThat(load(assignments(on)).config().content())
        .containsEntry("near-dedup.check", "estimate")
        .containsEntry("near-dedup.check-threshold", "0.7");
    assertThat(problems(assignments("near-dedup.method=minhash", "near-dedup.check-threshold=0.8")))
        .containsExactly(
            "near-dedup.check-threshold (--set): requires near-dedup.check estimate: set that key"
                + " as well, or remove this key");
    assertThat(problems(assignments("near-dedup.check-threshold=0.8")))
        .singleElement()
        .asString()
        .contains("requires near-dedup.method minhash");
  }

  /** What Sluice sets whatever the user says is refused, so that nobody believes it is heeded. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "kafka.properties.max.request.size",
        "kafka.properties.partition.assignment.strategy",
        "streams.properties.producer.max.request.size",
        "streams.properties.main.consumer.partition.assignment.strategy",
        "streams.properties.statestore.cache.max.bytes",
        "streams.properties.cache.max.bytes.buffering",
        "streams.properties.replication.factor",
        "streams.properties.rocksdb.config.setter",
        "streams.properties.topic.message.timestamp.type",
        "streams.properties.processing.exception.handler",
        "streams.properties.deserialization.exception.handler",
        "streams.properties.default.deserialization.exception.handler",
        "streams.properties.production.exception.handler",
        "streams.properties.default.production.exception.handler",
        "streams.properties.num.standby.replicas",
        "streams.properties.ensure.explicit.internal.resource.naming",
      })
  void shouldRefuseWhatItWouldOverride(String property) {
    assertThat(TestingConfig.problems(assignments(property + "=1")))
        .singleElement()
        .asString()
        .startsWith(property)
        .contains("cannot be configured: ");
  }

  @Test
  void shouldSayWhyOnlyExactlyOnceIsTaken() {
    assertThat(problems(assignments("streams.properties.processing.guarantee=at_least_once")))
        .singleElement()
        .asString()
        .contains("\"at_least_once\" is not allowed", "loses records", "must be exactly_once_v2");
  }

  @Test
  void shouldCheckTheLevelOfTheCodec() {
    assertThat(problems(assignments("output.compression=gzip", "output.compression-level=10")))
        .containsExactly(
            "output.compression-level (--set): 10 is not allowed; for gzip, the level must be a"
                + " whole number from 1 to 9");
  }

  @Test
  void shouldRefuseADumpColumnThatIsNotMapped() {
    assertThat(problems(assignments("output.columns=[id, dump]", "input.columns.dump=")))
        .containsExactly(
            "output.columns (--set): [id, dump] contains dump, but input.columns.dump does not map"
                + " a column");
  }

  @Test
  void shouldRefuseAGapInAList() {
    assertThat(problems(assignments("buckets.6.rate=1")))
        .containsExactly("buckets.6.rate (--set): the list has 4 elements; the next index is 4");
  }

  @Test
  void shouldFindAKeyGivenInTwoForms() {
    Path file = TestingConfig.write(directory, "sampling.seed: 1\nsampling: {seed: 2}\n");
    assertThat(problems(ConfigRequest.of(Optional.of(file), List.of())))
        .containsExactly(
            "sampling.seed (" + file + ":2): duplicate key: this key appears more than once");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"a: [", "\tx: 1", "a: 1\n---\nb: 2", "just text", "? [a]\n: 1", "&a [*a]"})
  void shouldReportWhatIsNoConfiguration(String yaml) {
    Path file = TestingConfig.write(directory, yaml);
    assertThat(problems(ConfigRequest.of(Optional.of(file), List.of()))).hasSize(1);
  }

  @Test
  void shouldReportThatTheFileIsMissing() {
    Path file = directory.resolve("none.yaml");
    assertThat(problems(ConfigRequest.of(Optional.of(file), List.of())))
        .containsExactly("--config: " + file + " does not exist");
  }

  @Test
  void shouldTakeAnEmptyFile() {
    assertThat(TestingConfig.loadYaml(directory, "# nothing\nkafka:\n"))
        .usingRecursiveComparison()
        .isEqualTo(TestingConfig.load(assignments()).config());
  }
}
