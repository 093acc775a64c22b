package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;
import org.junit.jupiter.api.io.TempDir;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.kafka.KafkaContainer;
import org.testcontainers.utility.DockerImageName;

/** Roles against Kafka's own image, where a Docker engine answers. */
@Timeout(300)
class ContainerIT {
  private static final DockerImageName IMAGE = DockerImageName.parse("apache/kafka:4.3.1");
  private static final Duration PAUSE = Duration.ofSeconds(12);

  /**
   * A broker that wakes up after its own session has no leaders for a moment, and Kafka then drops
   * the markers of the transactions that are being committed (KAFKA-20734): nobody reads past them.
   */
  private static final Duration SESSION = Duration.ofHours(1);

  private static KafkaContainer kafka;

  @TempDir private Path directory;
  private Job job;
  private Roles roles;

  /** What the roles and the broker have told is gone when the test is. */
  @RegisterExtension
  private final TestExecutionExceptionHandler telling =
      (test, failure) -> {
        String told = "the roles:%n%s%nthe broker:%n%s".formatted(roles.told(), kafka.getLogs());
        failure.addSuppressed(new IllegalStateException(told));
        throw failure;
      };

  @BeforeAll
  static void startContainer() {
    // Docker's own command takes it from there; the library of the tests asks for one too new here.
    Optional.ofNullable(System.getenv("DOCKER_API_VERSION"))
        .ifPresent(version -> System.setProperty("api.version", version));
    assumeTrue(
        DockerClientFactory.instance().isDockerAvailable(), "skipped: no Docker engine answers");
    kafka =
        new KafkaContainer(IMAGE)
            .withEnv("KAFKA_AUTO_CREATE_TOPICS_ENABLE", "false")
            .withEnv("KAFKA_BROKER_SESSION_TIMEOUT_MS", Long.toString(SESSION.toMillis()))
            .withEnv("KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS", "0");
    kafka.start();
  }

  @AfterAll
  static void stopContainer() {
    if (kafka != null) {
      kafka.stop();
    }
  }

  /** Each test has topics of its own. */
  @BeforeEach
  void startRoles(TestInfo test) {
    job =
        Job.of(
            Undisturbed.source(),
            directory.resolve("output"),
            "--set=kafka.partitions=2",
            "--set=kafka.topic-prefix=" + test.getTestMethod().orElseThrow().getName());
    roles = Roles.on(kafka.getBootstrapServers(), directory, job);
  }

  @AfterEach
  void stopRoles() {
    roles.close();
  }

  @Test
  void shouldMakeTheSameBytesWhenRolesAreKilled() {
    ProgramProcess streams = roles.startProcess("streams", "a");
    ProgramProcess sink = roles.startProcess("sink", "a");
    Program ingest = roles.ingestToFirstCut();
    streams.kill();
    sink.kill();
    roles.startProcess("streams", "a");
    roles.startProcess("sink", "a");

    ingest.await().with(0);
    assertThat(job.result().files()).isEqualTo(Undisturbed.output().files());
    assertThat(Program.run("doctor", "--kafka", roles.servers()).with(0).out())
        .contains("ok    broker: " + roles.servers() + " answers");
  }

  /** Longer than the sessions of the groups' members, shorter than that of the broker. */
  @Test
  @Tag("endurance")
  void shouldMakeTheSameBytesWhenTheBrokerStandsStill() {
    roles.startProcess("streams", "a");
    roles.startProcess("sink", "a");
    Program ingest = roles.ingestToFirstCut();
    kafka.getDockerClient().pauseContainerCmd(kafka.getContainerId()).exec();
    try {
      long until = System.nanoTime() + PAUSE.toNanos();
      ingest.awaitThat("the end of the pause", () -> System.nanoTime() > until);
    } finally {
      kafka.getDockerClient().unpauseContainerCmd(kafka.getContainerId()).exec();
    }

    ingest.await().with(0);
    assertThat(job.result().files()).isEqualTo(Undisturbed.output().files());
  }
}
