package dev.sluice.app.logging;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.ZoneOffset;
import java.util.Map;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.impl.Log4jLogEvent;
import org.apache.logging.log4j.core.time.MutableInstant;
import org.apache.logging.log4j.message.SimpleMessage;
import org.apache.logging.log4j.util.SortedArrayStringMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LayoutTest {
  private static final long TIME = 1770373845123L; // 2026-02-06T10:30:45.123Z

  private final LineLayout text = new LineLayout(Logging.Format.TEXT, ZoneOffset.UTC, false);
  private final LineLayout json = new LineLayout(Logging.Format.JSON, ZoneOffset.UTC, false);

  @Test
  void shouldWriteTheLineOfTheContract() {
    LogEvent event =
        event(
            "dev.sluice.ingest.DocumentPublisher",
            Level.INFO,
            "file read",
            Map.of("dump", "CC-MAIN-2024-10", "rows", "12", "file", "a b.parquet"));
    assertThat(text.toSerializable(event))
        .isEqualTo(
            "2026-02-06 10:30:45 INFO ingest CC-MAIN-2024-10 file read file=\"a b.parquet\""
                + " rows=12\n");
    assertThat(json.toSerializable(event))
        .isEqualTo(
            "{\"time\":\"2026-02-06T10:30:45.123Z\",\"level\":\"INFO\",\"module\":\"ingest\","
                + "\"dump\":\"CC-MAIN-2024-10\",\"message\":\"file read\","
                + "\"file\":\"a b.parquet\",\"rows\":\"12\"}\n");
  }

  @Test
  void shouldWriteADashWhereThereIsNoDump() {
    LogEvent event = event("dev.sluice.cli.Sluice", Level.WARN, "two\nlines", Map.of());
    assertThat(text.toSerializable(event))
        .isEqualTo("2026-02-06 10:30:45 WARNING cli - two lines\n");
  }

  @Test
  void shouldHideSecrets() {
    LogEvent event =
        event("dev.sluice.cli.Sluice", Level.INFO, "connected", Map.of("ssl.key.password", "x1"));
    assertThat(text.toSerializable(event)).endsWith("ssl.key.password=(hidden)\n");
    assertThat(json.toSerializable(event)).doesNotContain("x1").contains("(hidden)");
  }

  @Test
  void shouldShowStackTracesOnlyWhereWanted() {
    LogEvent event =
        Log4jLogEvent.newBuilder()
            .setLoggerName("dev.sluice.sink.ShardSink")
            .setLevel(Level.ERROR)
            .setMessage(new SimpleMessage("failed"))
            .setThrown(new IllegalStateException("why"))
            .build();
    String trace = "at " + LayoutTest.class.getName();
    assertThat(text.toSerializable(event))
        .endsWith("failed error=\"java.lang.IllegalStateException: why\"\n")
        .doesNotContain(trace);
    assertThat(new LineLayout(Logging.Format.TEXT, ZoneOffset.UTC, true).toSerializable(event))
        .contains(trace);
    assertThat(json.toSerializable(event)).doesNotContain("LayoutTest");
    assertThat(new LineLayout(Logging.Format.JSON, ZoneOffset.UTC, true).toSerializable(event))
        .contains("LayoutTest")
        .endsWith("}\n");
  }

  @ParameterizedTest
  @CsvSource({
    "dev.sluice.streams.CurationTopology, streams",
    "dev.sluice.app.run.MainJob, app",
    "org.apache.kafka.clients.NetworkClient, kafka",
    "kafka.server.KafkaRaftServer, kafka",
    "org.rocksdb.RocksDB, rocksdb",
    "state.change.logger, state",
    "plain, plain"
  })
  void shouldNameTheModule(String logger, String module) {
    assertThat(LineLayout.module(logger)).isEqualTo(module);
  }

  @ParameterizedTest
  @CsvSource({
    "TRACE, DEBUG",
    "DEBUG, DEBUG",
    "INFO, INFO",
    "WARN, WARNING",
    "ERROR, ERROR",
    "FATAL, CRITICAL"
  })
  void shouldNameTheLevel(String level, Logging.LogLevel name) {
    assertThat(Logging.LogLevel.of(Level.valueOf(level))).isEqualTo(name);
  }

  private static LogEvent event(
      String logger, Level level, String message, Map<String, String> keys) {
    SortedArrayStringMap data = new SortedArrayStringMap();
    keys.forEach(data::putValue);
    MutableInstant instant = new MutableInstant();
    instant.initFromEpochMilli(TIME, 0);
    return Log4jLogEvent.newBuilder()
        .setLoggerName(logger)
        .setLevel(level)
        .setMessage(new SimpleMessage(message))
        .setContextData(data)
        .setInstant(instant)
        .build();
  }
}
