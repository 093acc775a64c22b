package dev.sluice.topics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sluice.embedded.EmbeddedBroker;
import dev.sluice.embedded.testing.SharedBroker;
import dev.sluice.topics.TopicProvisioner.TopicMismatchException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

@Timeout(300)
@ExtendWith(SharedBroker.class)
class TopicProvisionerIT {
  private static final int RECORD_BYTES = 1 << 20;
  private static final Duration POLL = Duration.ofMillis(20);

  private static EmbeddedBroker broker;

  /** A thread for each: they wait for each other. */
  private static final ExecutorService THREADS = Executors.newFixedThreadPool(3);

  private static Admin admin;

  @BeforeAll
  static void start(EmbeddedBroker shared) {
    broker = shared;
    admin = new KafkaConnection(broker.bootstrapServers(), Map.of()).admin();
  }

  @AfterAll
  static void stop() {
    THREADS.shutdownNow();
    admin.close();
  }

  private static TopicPlan plan(String prefix, int partitions) {
    TopicNames names = new TopicNames(prefix, List.of("low", "high"));
    return new TopicPlan(names, partitions, (short) 1, RECORD_BYTES);
  }

  private static Config config(String topic) {
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    return AdminCalls.await(admin.describeConfigs(List.of(resource)).all()).get(resource);
  }

  private static void create(String topic, int partitions, Map<String, String> configs) {
    NewTopic made = new NewTopic(topic, partitions, (short) 1).configs(configs);
    AdminCalls.await(admin.createTopics(List.of(made)).all());
    // The controller knows of it first.
    while (!AdminCalls.await(admin.listTopics().names()).contains(topic)) {
      LockSupport.parkNanos(POLL.toNanos());
    }
  }

  @Test
  void shouldCreateTheTopicsAsPlannedAndFindThemAgain() throws TopicMismatchException {
    TopicProvisioner provisioner = new TopicProvisioner(admin);
    TopicPlan plan = plan("new", 3);

    Map<String, String> created = provisioner.provision(plan);
    Map<String, String> found = provisioner.provision(plan);

    assertThat(found).isEqualTo(created).hasSize(5).doesNotContainValue("AAAAAAAAAAAAAAAAAAAAAA");
    assertThat(provisioner.partitions("new.documents")).isEqualTo(3);
    assertThat(provisioner.partitions("new.ingest.progress")).isEqualTo(1);
    for (NewTopic topic : plan.topics()) {
      Config config = config(topic.name());
      topic
          .configs()
          .forEach((key, value) -> assertThat(config.get(key).value()).as(key).isEqualTo(value));
    }
  }

  @Test
  void shouldSayThatAMissingTopicHasNoPartitions() {
    assertThat(new TopicProvisioner(admin).partitions("missing.documents")).isZero();
  }

  @Test
  void shouldListEveryDifferenceAndChangeNothing() {
    create("other.documents", 5, Map.of("cleanup.policy", "compact"));
    create("other.rejects", 2, Map.of("retention.ms", "1000", "retention.bytes", "5"));
    create("other.ingest.progress", 1, Map.of("cleanup.policy", "delete"));

    TopicMismatchException refused =
        catchThrowableOfType(
            TopicMismatchException.class,
            () -> new TopicProvisioner(admin).provision(plan("other", 2)));

    assertThat(refused.differences())
        .contains(
            "topic other.documents has 5 partitions, but kafka.partitions is 2",
            "topic other.documents has cleanup.policy=compact, but the value must be delete",
            "topic other.documents has message.timestamp.type=CreateTime, but the value must be"
                + " LogAppendTime",
            "topic other.rejects has retention.ms=1000, but the value must be -1",
            "topic other.rejects has retention.bytes=5, but the value must be -1",
            "topic other.ingest.progress has cleanup.policy=delete, but the value must be compact")
        .noneMatch(difference -> difference.contains("curated"));
    assertThat(AdminCalls.await(admin.listTopics().names()))
        .noneMatch(topic -> topic.startsWith("other.curated"));
    assertThat(config("other.documents").get("cleanup.policy").value()).isEqualTo("compact");
  }

  @Test
  void shouldRefuseATopicThatIsTooSmallForTheLargestRecord() throws TopicMismatchException {
    TopicProvisioner provisioner = new TopicProvisioner(admin);
    provisioner.provision(plan("small", 1));
    TopicNames names = plan("small", 1).names();

    TopicMismatchException refused =
        catchThrowableOfType(
            TopicMismatchException.class,
            () -> provisioner.provision(new TopicPlan(names, 1, (short) 1, 2 * RECORD_BYTES)));

    assertThat(refused.differences())
        .hasSize(5)
        .contains(
            "topic small.documents has max.message.bytes=1048576,"
                + " but input.max-document-size needs at least 2097152");
    provisioner.provision(new TopicPlan(names, 1, (short) 1, RECORD_BYTES / 2));
  }

  @Test
  void shouldTakeTheSameTopicsWhenSeveralCreateThemAtOnce() throws Exception {
    for (int round = 0; round < 5; round++) {
      TopicPlan plan = plan("race" + round, 2);
      CyclicBarrier together = new CyclicBarrier(3);
      List<CompletableFuture<Map<String, String>>> all = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        all.add(CompletableFuture.supplyAsync(() -> provision(plan, together), THREADS));
      }

      Map<String, String> first = all.get(0).get(2, TimeUnit.MINUTES);

      assertThat(first).hasSize(5);
      for (CompletableFuture<Map<String, String>> other : all) {
        assertThat(other.get(2, TimeUnit.MINUTES)).isEqualTo(first);
      }
    }
  }

  private static Map<String, String> provision(TopicPlan plan, CyclicBarrier together) {
    try (Admin own = new KafkaConnection(broker.bootstrapServers(), Map.of()).admin()) {
      together.await(2, TimeUnit.MINUTES);
      return new TopicProvisioner(own).provision(plan);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
