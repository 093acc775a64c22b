package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.FeatureUpdate;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.UpdateFeaturesOptions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Brokers that somebody else has set up. */
class OtherBrokerIT {
  private static final List<String> ROLES = List.of("ingest", "streams", "sink");

  @TempDir Path directory;
  private Program broker;

  @BeforeEach
  void startBroker() {
    broker = ProgramThread.startBroker(directory.resolve("broker"));
  }

  @AfterEach
  void stopBroker() {
    broker.close();
  }

  private Admin admin() {
    return Admin.create(Map.of("bootstrap.servers", broker.out().strip()));
  }

  /** What a role says, which must be all that it does. */
  private String refusal(String role) {
    Path output = directory.resolve("output");
    Program.Ended ended =
        Program.run(
            role,
            "--input=" + Undisturbed.source(),
            "--output=" + output,
            "--kafka=" + broker.out().strip(),
            "--work-dir=" + directory.resolve(role));
    assertThat(ended.with(2).err()).doesNotContain("\tat ", "Exception");
    assertThat(output.resolve("en")).doesNotExist();
    return ended.err();
  }

  @Test
  void shouldRefuseABrokerWhoseTransactionsAreOfTheOldKind()
      throws ExecutionException, InterruptedException {
    try (Admin admin = admin()) {
      FeatureUpdate old = new FeatureUpdate((short) 1, FeatureUpdate.UpgradeType.SAFE_DOWNGRADE);
      admin
          .updateFeatures(Map.of("transaction.version", old), new UpdateFeaturesOptions())
          .all()
          .get();
    }

    for (String role : ROLES) {
      assertThat(refusal(role))
          .contains(
              "kafka.bootstrap-servers", "has transaction.version 1, but at least 2 is required");
    }
  }

  @Test
  void shouldRefuseTopicsThatABrokerMadeByItself() throws ExecutionException, InterruptedException {
    try (Admin admin = admin()) {
      admin.createTopics(List.of(new NewTopic("sluice.documents", 1, (short) 1))).all().get();
    }

    for (String role : ROLES) {
      assertThat(refusal(role))
          .contains(
              "kafka: topic sluice.documents has message.timestamp.type=CreateTime, but the value"
                  + " must be")
          .contains("kafka.topic-prefix: the topics with this prefix have different settings");
    }
    try (Admin admin = admin()) {
      assertThat(admin.listTopics().names().get()).containsExactly("sluice.documents");
    }
  }
}
