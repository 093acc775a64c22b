package dev.sluice.settings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.Bucket;
import dev.sluice.core.DedupScope;
import dev.sluice.core.DumpPath;
import dev.sluice.core.DumpRule;
import dev.sluice.core.filter.Filter;
import dev.sluice.core.values.StateProfile;
import dev.sluice.operators.neardup.NearDedup;
import dev.sluice.operators.neardup.NearDedupScope;
import dev.sluice.settings.SluiceConfig.IngestConfig.WatchSettings;
import dev.sluice.settings.TopicsConfig.AvroEncoding;
import dev.sluice.settings.TopicsConfig.TopicText;
import dev.sluice.storage.page.IoRetry;
import dev.sluice.storage.shard.ColumnChoice;
import dev.sluice.storage.shard.ShardFormat;
import dev.sluice.storage.source.ColumnMapping;
import dev.sluice.storage.source.ColumnRole;
import dev.sluice.storage.source.FieldRules;
import dev.sluice.storage.write.ShardCompression;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigMappingTest {
  private static final String EVERY_KEY =
      """
      memory: 3GiB
      work-dir: /work
      dataset:
        name: my-set
        version: "2.1"
        source: me/source
        source-version: v1
        language: zh
        license: MIT
        attribution: |
          Line one.
          Line two.
      input:
        path: /in
        pattern: "data/*.parquet"
        columns: {id: doc_id, text: body.raw, score: metadata.finemath_scores, dump: null}
        id: null
        dump: {column: null, match: null, path: "(?<dump>[^/]+)/", constant: null}
        max-document-size: 1MB
        max-operator-text: 2MB
      filter: "language=='en'"
      score: {min: 0.5, max: inf, epsilon: 0, scale: 5, constant: null}
      buckets:
        - {name: low, min: -1, max: 1.5, rate: 0.25}
        - {name: high, min: 2, rate: 1}
      sampling: {seed: -7}
      dedup: {scope: global}
      near-dedup: {method: minhash, scope: dump, threshold: 0.92, guard: 0.6}
      operators: []
      ingest:
        push-down: false
        workers: 7
        transaction-bytes: 8MiB
        transaction-interval: 500ms
        watch: {interval: 1s, settle: 5m, file-list: LIST}
      output:
        path: /out
        columns: [score, id]
        schema: ""
        partition-by: [bucket]
        compression: gzip
        compression-level: 9
        max-file-size: 16MiB
        row-group-size: 4MiB
        page-size: 64KiB
      blocklist:
        ids: /block/ids.txt
        urls: /block/urls.txt
        domains: /block/domains.txt
        texts: /block/texts.jsonl
        entries: /block/1.list
        near-copies: true
        url-column: link
      sink: {cut-bytes: 20MiB, threads: 3}
      kafka:
        bootstrap-servers: [a:9092, b:9093]
        topic-prefix: mine
        partitions: 5
        replication-factor: 2
        port: 9094
        advertise: broker.example:9095
        log-budget: 20GiB
        properties: {security.protocol: SASL_SSL, linger.ms: 500}
      topics:
        text: record
        avro-encoding: confluent
        registry-url: https://registry.example/apis/ccompat/v7
        registry-properties: {basic.auth.user.info: "me:secret"}
      streams:
        threads: 6
        state-dir: /state
        commit-interval: 10s
        state-profile: fast
        standby-replicas: 1
        properties: {max.task.idle.ms: 100, processing.guarantee: exactly_once_v2}
      io: {retries: 0, backoff: 250ms, min-free-disk: 64MiB}
      http: {port: 8080, host: 0.0.0.0, names: [streams, a.example]}
      """;

  @TempDir Path directory;
  private SluiceConfig config;

  @BeforeEach
  void load() {
    config = TestingConfig.loadYaml(directory, EVERY_KEY);
  }

  @Test
  void shouldNameEveryKeyInThisTest() {
    LoadedConfig loaded =
        TestingConfig.load(
            ConfigRequest.of(Optional.of(TestingConfig.write(directory, EVERY_KEY)), List.of()));
    assertThat(loaded.settings()).extracting(Setting::origin).doesNotContain("default");
  }

  @Test
  void shouldMapInputAndDataset() {
    assertThat(config.memoryBytes()).isEqualTo(3L << 30);
    assertThat(config.workDirectory()).contains(Path.of("/work"));
    assertThat(config.dataset())
        .isEqualTo(
            new SluiceConfig.DatasetConfig(
                "my-set",
                "2.1",
                Optional.of("me/source"),
                Optional.of("v1"),
                "zh",
                Optional.of("MIT"),
                Optional.of("Line one.\nLine two.\n")));
    assertThat(config.input())
        .isEqualTo(
            new InputConfig(
                Optional.of(InputSelection.of(List.of(Path.of("/in")))),
                Optional.of("data/*.parquet"),
                new SourceColumns(
                    new ColumnMapping(
                            Optional.of("doc_id"),
                            "body.raw",
                            "metadata.finemath_scores",
                            Optional.empty())
                        .filtered(Optional.of(Filter.parse("language == 'en'"))),
                    Set.of(ColumnRole.ID, ColumnRole.DUMP),
                    new FieldRules(
                        new DumpRule.OfPath(DumpPath.of("(?<dump>[^/]+)/")),
                        OptionalDouble.empty())),
                1_000_000,
                2_000_000));
    assertThat(config.input().largestOperatorText()).isEqualTo(1_000_000);
  }

  @Test
  void shouldMapRules() {
    assertThat(config.rules().minScore()).isEqualTo(0.5);
    assertThat(config.rules().maxScore()).isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(config.rules().scoreScale()).isEqualTo(5.0);
    assertThat(config.rules().seed()).isEqualTo(-7);
    assertThat(config.rules().dedup()).isEqualTo(DedupScope.GLOBAL);
    assertThat(config.nearDedup()).contains(new NearDedup(NearDedupScope.DUMP, 0.92, 0.6));
    assertThat(config.rules().buckets().all())
        .containsExactly(
            new Bucket("low", -1, 1.5, 0.25), new Bucket("high", 2, Double.POSITIVE_INFINITY, 1));
    assertThat(config.rules().buckets().indexOf(Math.nextDown(1.5))).isZero();
  }

  @Test
  void shouldMapReadingAndWriting() {
    assertThat(config.ingest())
        .isEqualTo(
            new SluiceConfig.IngestConfig(
                false,
                OptionalInt.of(7),
                8 << 20,
                Duration.ofMillis(500),
                new WatchSettings(Duration.ofSeconds(1), Duration.ofMinutes(5), "LIST")));
    assertThat(config.output())
        .isEqualTo(
            new OutputConfig(
                Optional.of(Path.of("/out")),
                List.of("bucket"),
                new ColumnChoice(List.of("score", "id")),
                new ShardFormat(
                    List.of("score", "id"), ShardCompression.GZIP, 9, 64 << 10, 4 << 20),
                16 << 20));
    assertThat(config.output().partitionsByDump()).isFalse();
    assertThat(config.sink()).isEqualTo(new SluiceConfig.SinkConfig(20 << 20, 3));
    assertThat(config.io())
        .isEqualTo(new SluiceConfig.IoConfig(new IoRetry(0, Duration.ofMillis(250)), 64L << 20));
  }

  @Test
  void shouldMapKafkaAndStreams() {
    assertThat(config.kafka())
        .isEqualTo(
            new KafkaConfig(
                List.of("a:9092", "b:9093"),
                "mine",
                OptionalInt.of(5),
                2,
                9094,
                Optional.of("broker.example:9095"),
                OptionalLong.of(20L << 30),
                new TreeMap<>(Map.of("security.protocol", "SASL_SSL", "linger.ms", "500"))));
    assertThat(config.kafka().bootstrapServers()).isEqualTo("a:9092,b:9093");
    assertThat(config.streams())
        .isEqualTo(
            new SluiceConfig.StreamsConfig(
                OptionalInt.of(6),
                Optional.of(Path.of("/state")),
                Duration.ofSeconds(10),
                StateProfile.FAST,
                1,
                new TreeMap<>(
                    Map.of(
                        "max.task.idle.ms", "100",
                        "processing.guarantee", "exactly_once_v2"))));
    assertThat(config.stateDirectory()).contains(Path.of("/state"));
  }

  @Test
  void shouldMapTheFormOfRecords() {
    TopicsConfig topics = config.topics();
    assertThat(topics.text()).isEqualTo(TopicText.RECORD);
    assertThat(topics.encoding()).isEqualTo(AvroEncoding.CONFLUENT);
    TopicsConfig.RegistryConfig registry = topics.registry().orElseThrow();
    assertThat(registry.url()).hasToString("https://registry.example/apis/ccompat/v7");
    assertThat(registry.authorization()).contains("Basic bWU6c2VjcmV0");
    assertThat(config.toString()).doesNotContain("me:secret");
    assertThat(config.content()).doesNotContainKey("topics.avro-encoding");
  }

  @Test
  void shouldMapHealth() {
    assertThat(config.http())
        .isEqualTo(
            new HttpConfig("0.0.0.0", OptionalInt.of(8080), List.of("streams", "a.example")));
  }

  @Test
  void shouldGiveEachRoleADirectoryOfItsOwnUnlessItIsTold() {
    ConfigRequest sink = TestingConfig.assignments().running(EnumSet.of(Role.SINK));
    ConfigRequest broker = TestingConfig.assignments().running(EnumSet.of(Role.BROKER));
    Map<String, String> output = Map.of("SLUICE_OUTPUT_PATH", "/out");

    assertThat(workDirectory(sink, Map.of())).isEqualTo("sluice-sink");
    assertThat(workDirectory(sink, output)).isEqualTo("/out/_sluice/work-sink");
    assertThat(workDirectory(broker, output)).isEqualTo("sluice-broker");
    assertThat(workDirectory(sink, Map.of("SLUICE_WORK_DIR", "/mine"))).isEqualTo("/mine");
  }

  private static String workDirectory(ConfigRequest request, Map<String, String> environment) {
    SluiceConfig loaded = TestingConfig.load(request, environment).config();
    return loaded.workDirectory().orElseThrow().toString();
  }
}
