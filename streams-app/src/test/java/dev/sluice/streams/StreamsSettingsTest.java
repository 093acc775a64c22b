package dev.sluice.streams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.values.StateProfile;
import dev.sluice.streams.StateStoreConfig.StateCache;
import dev.sluice.topics.KafkaConnection;
import dev.sluice.topics.TopicNames;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.LogAndContinueProcessingExceptionHandler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StreamsSettingsTest {
  private static final StateMemory MEMORY = new StateMemory(32L << 20, StateProfile.FAST);
  private static final StateCache CACHE = new StateCache(MEMORY);

  private static StreamsSettings settings(Map<String, String> properties) {
    return new StreamsSettings(
        new TopicNames("p", List.of("low")),
        Path.of("state"),
        "instance-7",
        3,
        Duration.ofSeconds(5),
        2,
        17 << 20,
        1,
        new StreamsSettings.Memory(MEMORY, 8 << 20, 34L << 20),
        properties);
  }

  private static StreamsConfig config(Map<String, String> client, Map<String, String> streams) {
    Properties properties =
        StreamsProperties.of(new KafkaConnection("host:1", client), settings(streams), CACHE);
    return new StreamsConfig(properties);
  }

  private static StreamsConfig config(Map<String, String> streams) {
    return config(Map.of(), streams);
  }

  private static Map<String, Object> producer(StreamsConfig config) {
    return config.getProducerConfigs("client");
  }

  private static Map<String, Object> mainConsumer(StreamsConfig config) {
    return config.getMainConsumerConfigs("group", "client", 1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"at_least_once", "exactly_once", "exactly_once_beta", "none"})
  void shouldRefuseEveryGuaranteeButExactlyOnceV2(String guarantee) {
    assertThatThrownBy(() -> settings(Map.of("processing.guarantee", guarantee)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("streams.properties.processing.guarantee is " + guarantee)
        .hasMessageContaining("exactly_once_v2")
        .hasMessageContaining("the only copy");
  }

  @Test
  void shouldProcessExactlyOnceUnderTheGivenNames() {
    StreamsConfig config = config(Map.of("processing.guarantee", "exactly_once_v2"));

    assertThat(config.getString("processing.guarantee")).isEqualTo("exactly_once_v2");
    assertThat(config.getString("application.id")).isEqualTo("p.curation");
    assertThat(config.getList("bootstrap.servers")).containsExactly("host:1");
    assertThat(config.getString("state.dir")).isEqualTo("state");
    assertThat(config.getInt("num.stream.threads")).isEqualTo(3);
    assertThat(config.getInt("replication.factor")).isEqualTo(2);
    assertThat(config.getInt("num.standby.replicas")).isEqualTo(1);
    assertThat(config.originals()).containsEntry("sluice.state.cache", CACHE);
    assertThat(config.getBoolean("ensure.explicit.internal.resource.naming")).isTrue();
    assertThat(config.getClass("rocksdb.config.setter")).isEqualTo(StateStoreConfig.class);
    assertThat(config.originals()).containsEntry("topic.message.timestamp.type", "LogAppendTime");
  }

  @Test
  void shouldKeepStoresAfterAKillUnlessTheUserDoesNotWantIt() {
    assertThat(config(Map.of()).getBoolean("enable.transactional.statestores")).isTrue();
    assertThat(config(Map.of()).getLong("statestore.uncommitted.max.bytes")).isEqualTo(8 << 20);
    assertThat(
            config(Map.of("enable.transactional.statestores", "false"))
                .getBoolean("enable.transactional.statestores"))
        .isFalse();
  }

  @Test
  void shouldCommitInSecondsAndGiveTransactionsAMinute() {
    StreamsConfig config = config(Map.of());

    assertThat(config.getLong("commit.interval.ms")).isEqualTo(5_000);
    assertThat(producer(config)).containsEntry("transaction.timeout.ms", 60_000);
    assertThat(config.getLong("task.timeout.ms")).isGreaterThan(60_000);
    assertThat(config.getInt("buffered.records.per.partition")).isBetween(50, 200);
    assertThat(producer(config))
        .containsEntry("max.request.size", 17 << 20)
        .containsEntry("buffer.memory", 34L << 20);
  }

  @Test
  void shouldBeAStaticMemberOfAClassicGroupWithAShortSession() {
    StreamsConfig config = config(Map.of());

    assertThat(config.getString("group.protocol")).isEqualTo("classic");
    assertThat(mainConsumer(config)).containsEntry("group.instance.id", "instance-7-1");
    assertThat((int) mainConsumer(config).get("session.timeout.ms")).isBetween(6_000, 10_000);
    assertThat(mainConsumer(config)).containsEntry("isolation.level", "read_committed");
  }

  @Test
  void shouldFetchMoreThanTheDefaultWhenRestoring() {
    Map<String, Object> restore = config(Map.of()).getRestoreConsumerConfigs("client");

    assertThat(restore)
        .containsEntry("max.partition.fetch.bytes", 8 << 20)
        .containsEntry("fetch.max.bytes", 8 << 20);
    assertThat(mainConsumer(config(Map.of())))
        .containsEntry("max.partition.fetch.bytes", 8 << 20)
        .containsEntry("fetch.max.bytes", 8 << 20);
    assertThat((int) restore.get("max.poll.records")).isGreaterThan(1_000);
  }

  @Test
  void shouldLetTheUserChangeWhatNothingRestsOn() {
    StreamsConfig config =
        config(
            Map.of("producer.linger.ms", "7", "compression.type", "lz4", "client.rack", "below"),
            Map.of("client.rack", "above", "consumer.session.timeout.ms", "30000"));

    assertThat(producer(config))
        .containsEntry("linger.ms", "7")
        .containsEntry("compression.type", "lz4");
    assertThat(mainConsumer(config))
        .containsEntry("client.rack", "above")
        .containsEntry("session.timeout.ms", "30000");
  }

  @Test
  void shouldGiveTransactionsTheTimeThatTheUserGivesThem() {
    Map<String, String> all = Map.of("transaction.timeout.ms", "90000");

    assertThat(producer(config(all))).containsEntry("transaction.timeout.ms", "90000");
    assertThat(producer(config(all, Map.of("producer.transaction.timeout.ms", "30000"))))
        .containsEntry("transaction.timeout.ms", "30000");
  }

  @Test
  void shouldLeaveSessionsAndMembersToTheBrokerInAStreamsGroup() {
    for (StreamsConfig config :
        List.of(
            config(Map.of("group.protocol", "consumer"), Map.of()),
            config(Map.of("group.protocol", "streams"), Map.of()),
            config(Map.of(), Map.of("group.protocol", "streams")))) {
      assertThat(config.getString("group.protocol")).isEqualTo("streams");
      assertThat(config.originals().keySet())
          .noneMatch(key -> key.contains("session.timeout.ms"))
          .noneMatch(key -> key.contains("heartbeat.interval.ms"))
          .noneMatch(key -> key.contains("group.instance.id"));
      assertThat(mainConsumer(config)).containsEntry("isolation.level", "read_committed");
    }
    assertThat(
            config(Map.of("group.protocol", "consumer"), Map.of("group.protocol", "classic"))
                .getString("group.protocol"))
        .isEqualTo("classic");
  }

  @Test
  void shouldKeepWhatExactlyOnceRestsOn() {
    Map<String, String> wished =
        Map.of(
            "main.consumer.isolation.level", "read_uncommitted",
            "main.consumer.group.instance.id", "other",
            "application.id", "other",
            "state.dir", "other",
            "processing.exception.handler",
                LogAndContinueProcessingExceptionHandler.class.getName());

    StreamsConfig config = config(wished, wished);

    assertThat(mainConsumer(config))
        .containsEntry("isolation.level", "read_committed")
        .containsEntry("group.instance.id", "instance-7-1");
    assertThat(config.getString("application.id")).isEqualTo("p.curation");
    assertThat(config.getString("state.dir")).isEqualTo("state");
  }

  /** A handler that continued after a failure of RocksDB would lose records. */
  @Test
  void shouldStopAtEveryErrorWhateverTheUserWishes() {
    String goOn = LogAndContinueProcessingExceptionHandler.class.getName();
    String skip = "org.apache.kafka.streams.errors.LogAndContinueExceptionHandler";

    StreamsConfig config =
        config(
            Map.of(
                "processing.exception.handler", goOn, "deserialization.exception.handler", skip));

    assertThat(config.getClass("processing.exception.handler").getSimpleName())
        .isEqualTo("LogAndFailProcessingExceptionHandler");
    assertThat(config.getClass("deserialization.exception.handler").getSimpleName())
        .isEqualTo("LogAndFailExceptionHandler");
    assertThat(config.getClass("production.exception.handler").getSimpleName())
        .isEqualTo("DefaultProductionExceptionHandler");
  }
}
