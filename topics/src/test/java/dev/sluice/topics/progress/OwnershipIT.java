package dev.sluice.topics.progress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.embedded.EmbeddedBroker;
import dev.sluice.embedded.testing.SharedBroker;
import dev.sluice.topics.KafkaConnection;
import dev.sluice.topics.TopicNames;
import dev.sluice.topics.TopicPlan;
import dev.sluice.topics.TopicProvisioner;
import dev.sluice.topics.TopicProvisioner.TopicMismatchException;
import dev.sluice.topics.progress.Ownership.Owner;
import dev.sluice.topics.record.Schemas;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import org.apache.avro.Schema;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

@Timeout(300)
@ExtendWith(SharedBroker.class)
class OwnershipIT {
  private static final Duration POLL = Duration.ofMillis(20);

  /**
   * Longer than this test waits for a claim, so that waiting for requests of fenced producers fails
   * it.
   */
  private static final Map<String, String> PATIENT =
      Map.of("request.timeout.ms", "150000", "delivery.timeout.ms", "160000");

  /** A thread for each: they wait for each other. */
  private static final ExecutorService THREADS = Executors.newFixedThreadPool(3);

  private static KafkaConnection connection;

  @BeforeAll
  static void start(EmbeddedBroker broker) {
    connection = new KafkaConnection(broker.bootstrapServers(), PATIENT);
  }

  @AfterAll
  static void stop() {
    THREADS.shutdownNow();
  }

  private static Ownership ownership(String prefix) throws TopicMismatchException {
    TopicNames names = new TopicNames(prefix, List.of());
    try (Admin admin = connection.admin()) {
      new TopicProvisioner(admin).provision(new TopicPlan(names, 1, (short) 1, 1 << 20));
    }
    return new Ownership(connection, names);
  }

  private static Owner owner(String outputId) {
    return new Owner(outputId, new TreeMap<>(Map.of("sampling.seed", "42")));
  }

  @Test
  void shouldGiveTheTopicsToTheFirst() throws Exception {
    Ownership ownership = ownership("first");

    Owner claimed = ownership.claim(owner("a"), UnaryOperator.identity());
    Owner again = ownership.claim(owner("b"), UnaryOperator.identity());

    assertThat(claimed).isEqualTo(owner("a"));
    assertThat(again).isEqualTo(owner("a"));
    assertThat(ownership.read()).contains(owner("a"));
  }

  @Test
  void shouldAmendTheExistingOwner() throws Exception {
    Ownership ownership = ownership("amended");
    ownership.claim(owner(""), UnaryOperator.identity());

    Owner amended = ownership.claim(owner("b"), there -> owner("b"));

    assertThat(amended).isEqualTo(owner("b"));
    awaitOwner(ownership, owner("b"));
  }

  /** The broker answers a commit before it shows what was committed. */
  private static void awaitOwner(Ownership ownership, Owner owner) {
    while (!ownership.read().equals(Optional.of(owner))) {
      LockSupport.parkNanos(POLL.toNanos());
    }
  }

  /** Versions that write other schemas read records by those that are in the log. */
  @Test
  void shouldPublishTheSchemasOfThisVersion() throws Exception {
    Ownership ownership = ownership("schemas");
    ownership.claim(owner("a"), UnaryOperator.identity());
    ProgressLog log = new ProgressLog(connection, new TopicNames("schemas", List.of()).progress());

    ProgressState state = log.readToEnd();

    List<Schema> published =
        Schemas.written().stream()
            .flatMap(schema -> state.schema(Schemas.fingerprint(schema)).stream())
            .toList();
    assertThat(published).isNotEmpty().isEqualTo(Schemas.written());
  }

  @Test
  void shouldHaveOneOwnerWhenSeveralClaimAtOnce() throws Exception {
    for (int round = 0; round < 6; round++) {
      Ownership ownership = ownership("race-of-owners" + round);
      CyclicBarrier together = new CyclicBarrier(3);
      List<CompletableFuture<Owner>> claims = new ArrayList<>();
      for (String outputId : List.of("a", "b", "c")) {
        claims.add(
            CompletableFuture.supplyAsync(() -> claim(ownership, outputId, together), THREADS));
      }

      Owner owner = claims.get(0).get(2, TimeUnit.MINUTES);

      for (CompletableFuture<Owner> claim : claims) {
        assertThat(claim.get(2, TimeUnit.MINUTES)).isEqualTo(owner);
      }
      assertThat(ownership.read()).contains(owner);
    }
  }

  private static Owner claim(Ownership ownership, String outputId, CyclicBarrier together) {
    try {
      together.await(2, TimeUnit.MINUTES);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
    return ownership.claim(owner(outputId), UnaryOperator.identity());
  }
}
