package dev.sluice.topics.progress;

import dev.sluice.topics.KafkaConnection;
import dev.sluice.topics.TopicNames;
import dev.sluice.topics.record.Schemas;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.apache.avro.Schema;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;

/**
 * Claims the topics for an output. Two outputs therefore never share topics.
 *
 * <pre>
 * process A:  fence others -> read owner -> write owner -> commit
 * process B:                     fence others -> read owner -> ...
 *                                (A's commit fails; A reads again and finds B's owner)
 * </pre>
 *
 * <p>All claims use one transactional id. A process that starts a claim fences the previous one.
 * That process has either committed, and its owner is read, or it fails and tries again. Roles of
 * the same output may therefore start together.
 */
public final class Ownership {
  private static final int ATTEMPTS = 20;

  private final KafkaConnection connection;
  private final TopicNames names;
  private final ProgressLog log;

  /** Creates the ownership of these topics. The topics must exist. */
  public Ownership(KafkaConnection connection, TopicNames names) {
    this(connection, names, new ProgressLog(connection, names.progress()));
  }

  /** Creates an ownership that reads this log. */
  public Ownership(KafkaConnection connection, TopicNames names, ProgressLog log) {
    this.connection = connection;
    this.names = names;
    this.log = log;
  }

  /** Returns the owner of the topics, or empty if they have none. */
  public Optional<Owner> read() {
    return log.read().owner();
  }

  /**
   * Claims the topics or amends the claim, and publishes the schemas of this version. Every role
   * calls this before it writes anything.
   *
   * @param candidate the owner to write if there is none
   * @param amend maps the existing owner to the new one, or to itself if nothing changes. May be
   *     called more than once
   * @return the owner after the call
   * @throws KafkaException if the broker fails, or if other processes keep claiming the topics
   */
  public Owner claim(Owner candidate, UnaryOperator<Owner> amend) {
    for (int attempt = 1; ; attempt++) {
      ProgressState state = log.read();
      Optional<Owner> settled = state.owner().filter(there -> there.equals(amend.apply(there)));
      if (settled.isPresent() && unpublished(state).isEmpty()) {
        return settled.get();
      }
      try {
        return write(candidate, amend);
      } catch (KafkaException e) {
        // Usually fenced by another claim. Kafka 4.3.1 may also report a server error in this race.
        if (attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  private Owner write(Owner candidate, UnaryOperator<Owner> amend) {
    Producer<byte[], byte[]> producer = connection.producer(names.prefix() + ".owner", Map.of());
    try {
      producer.initTransactions();
      ProgressState state = log.readToEnd();
      Optional<Owner> there = state.owner();
      Owner owner = there.map(amend).orElse(candidate);
      producer.beginTransaction();
      if (!there.equals(Optional.of(owner))) {
        producer.send(log.record(owner));
      }
      unpublished(state).forEach(schema -> producer.send(log.publication(schema)));
      producer.commitTransaction();
      return owner;
    } finally {
      // A regular close of a fenced producer may take 30 s, and there is nothing to wait for.
      producer.close(Duration.ZERO);
    }
  }

  /** Returns the schemas of this version that are not published yet. */
  private static List<Schema> unpublished(ProgressState state) {
    return Schemas.written().stream()
        .filter(schema -> state.schema(Schemas.fingerprint(schema)).isEmpty())
        .toList();
  }

  /**
   * The output that owns the topics, and its configuration. The first process to start writes this
   * record; later ones compare their configuration with it.
   *
   * @param outputId id of the output directory; empty until a role has seen the directory
   * @param content the configuration that decides the content of the output, with {@code auto}
   *     resolved
   */
  public record Owner(String outputId, SortedMap<String, String> content) {
    /** Copies the map. */
    public Owner {
      content = Collections.unmodifiableSortedMap(new TreeMap<>(content));
    }

    /** Returns whether the topics have an owner other than the given output. */
    public boolean isOtherThan(String output) {
      return !outputId.isEmpty() && !outputId.equals(output);
    }
  }
}
