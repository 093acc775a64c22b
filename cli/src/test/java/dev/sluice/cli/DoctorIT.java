package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.app.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180)
class DoctorIT {
  @TempDir private static Path directory;
  private static TestingBroker broker;

  @BeforeAll
  static void start() throws Exception {
    broker = TestingBroker.start(directory);
    broker.provision(2);
  }

  @AfterAll
  static void stop() {
    broker.close();
  }

  private static TestingProgram.Ended doctor(String... options) {
    List<String> all = new ArrayList<>(List.of("doctor"));
    all.addAll(List.of(options));
    return TestingProgram.run(all.toArray(String[]::new));
  }

  private static TestingProgram.Ended ofBroker(String... options) {
    List<String> all = new ArrayList<>(List.of("--kafka", broker.servers()));
    all.addAll(List.of(options));
    return doctor(all.toArray(String[]::new));
  }

  private static List<JsonNode> findings(TestingProgram.Ended ended, String check)
      throws IOException {
    List<JsonNode> found = new ArrayList<>();
    for (JsonNode finding : new ObjectMapper().readTree(ended.out()).get("checks")) {
      if (finding.get("check").asText().equals(check)) {
        found.add(finding);
      }
    }
    return found;
  }

  @Test
  void shouldLookAtTheInput() throws Exception {
    TestingProgram.Ended ended = ofBroker("--json", "--input", directory + "/nowhere");
    assertThat(ended.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(findings(ended, "input").get(0).toString())
        .contains("input.path", "nowhere does not exist", "--input");
  }

  @Test
  void shouldFindNothingWrongWithTopicsAsTheyMustBe() {
    TestingProgram.Ended ended = ofBroker();
    assertThat(ended.err()).isEmpty();
    assertThat(ended.exitCode()).isZero();
    assertThat(ended.lines())
        .anyMatch(line -> line.matches("ok +broker: .* answers \\(cluster .*, 1 node\\)"))
        .contains(
            "ok    transaction version: transaction.version 2",
            "ok    topics: all topics sluice.* have the required settings",
            "ok    replication: 1 replicas on 1 nodes with min.insync.replicas=1",
            "ok    last stable offset: at the end of every partition")
        .last()
        .asString()
        .endsWith(" 0 failed, 0 warnings");
  }

  @Test
  void shouldShowEverySettingThatDiffersWithItsCure() throws Exception {
    broker.create(
        new NewTopic("wrong.documents", 3, (short) 1)
            .configs(
                Map.of(
                    "cleanup.policy", "delete",
                    "retention.ms", "1000",
                    "max.message.bytes", "1000",
                    "message.timestamp.type", "LogAppendTime")));
    TestingProgram.Ended ended =
        ofBroker("--json", "--set", "kafka.topic-prefix=wrong", "--set", "kafka.partitions=2");
    assertThat(ended.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(ended.err())
        .isEqualTo("sluice: doctor: failed checks: topics; see stdout for what to do\n");
    List<JsonNode> topics = findings(ended, "topics");
    assertThat(topics)
        .extracting(
            finding -> finding.get("seen").asText(), finding -> finding.get("needed").asText())
        .contains(
            tuple("wrong.documents: partitions=3", "partitions=2"),
            tuple("wrong.documents: retention.ms=1000", "retention.ms=-1"),
            tuple("wrong.documents: max.message.bytes=1000", "max.message.bytes=17825792"));
    assertThat(topics)
        .extracting(finding -> finding.get("cure").asText())
        .anyMatch(
            cure -> cure.contains("--entity-name wrong.documents --add-config retention.ms=-1"))
        .anyMatch(cure -> cure.contains("--set kafka.partitions=3 with a new output"));
    assertThat(topics).extracting(f -> f.get("state").asText()).contains("ok", "fail");
  }

  @Test
  void shouldLookAtTheTopicOfSignaturesWithNearDeduplication() throws Exception {
    broker.create(
        new NewTopic("near.documents", 2, (short) 1),
        new NewTopic("near.signatures", 3, (short) 1).configs(Map.of("retention.ms", "1000")));
    String[] near = {"--json", "--set", "kafka.topic-prefix=near"};
    assertThat(findings(ofBroker(near), "topics"))
        .extracting(finding -> finding.get("seen").asText())
        .noneMatch(seen -> seen.startsWith("near.signatures"));
    List<String> on = new ArrayList<>(List.of(near));
    on.addAll(List.of("--set", "near-dedup.method=minhash"));
    TestingProgram.Ended ended = ofBroker(on.toArray(String[]::new));
    assertThat(findings(ended, "topics"))
        .extracting(
            finding -> finding.get("seen").asText(), finding -> finding.get("needed").asText())
        .contains(
            tuple("near.signatures: partitions=3", "partitions=1"),
            tuple("near.signatures: retention.ms=1000", "retention.ms=-1"));
    try (Producer<byte[], byte[]> producer =
        broker.connection().producer("near.ingest.left", Map.of())) {
      producer.initTransactions();
      producer.beginTransaction();
      producer.send(new ProducerRecord<>("near.signatures", 1, new byte[0], new byte[0]));
      producer.flush();
      assertThat(findings(ofBroker(on.toArray(String[]::new)), "transactions"))
          .extracting(finding -> finding.get("seen").asText())
          .anyMatch(seen -> seen.startsWith("near.ingest.left in near.signatures-1"));
      producer.abortTransaction();
    }
  }

  @Test
  void shouldReportWhoseTransactionIsOpen() throws Exception {
    try (Producer<byte[], byte[]> producer =
        broker.connection().producer("sluice.ingest.left", Map.of())) {
      producer.initTransactions();
      producer.beginTransaction();
      producer.send(
          TestingBroker.document(
              TestingBroker.NAMES.documents(), "x", "open".getBytes(StandardCharsets.UTF_8)));
      producer.flush();
      TestingProgram.Ended ended = ofBroker("--json");
      assertThat(ended.exitCode()).isZero();
      assertThat(findings(ended, "transactions"))
          .singleElement()
          .satisfies(
              finding ->
                  assertThat(finding.get("seen").asText())
                      .matches(
                          "sluice.ingest.left in sluice.documents-0, starting at offset \\d+, open"
                              + " for \\d+ s; the broker should end it after 60 s"));
      assertThat(findings(ended, "last stable offset").get(0).get("seen").asText())
          .isEqualTo(
              "below the high watermark while transactions are open: sluice.documents-0 by 1");
      producer.abortTransaction();
    }
  }

  @Test
  void shouldSayThatTheBrokerDoesNotLetItIn() {
    TestingProgram.Ended ended =
        ofBroker(
            "--set",
            "kafka.properties.security.protocol=SASL_PLAINTEXT",
            "--set",
            "kafka.properties.sasl.mechanism=PLAIN",
            "--set",
            "kafka.properties.sasl.jaas.config=org.apache.kafka.common.security.plain"
                + ".PlainLoginModule required username=\"a\" password=\"b\";");
    assertThat(ended.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(ended.out()).contains("FAIL  broker: ");
    assertThat(ended.out() + ended.err()).doesNotContain("\tat ", "password");
  }

  @Test
  void shouldLookAtTheMachineWhereThereIsNoBrokerYet(@TempDir Path empty) {
    TestingProgram.Ended ended = doctor(empty.resolve("out").toString());
    assertThat(ended.out())
        .contains(
            "ok    broker: the embedded broker does not exist yet; `run` creates it",
            "work does not exist yet",
            "file system of the work directory");
    assertThat(empty).isEmptyDirectory();
  }
}
