package dev.sluice.topics.progress;

import dev.sluice.topics.KafkaConnection;
import dev.sluice.topics.TopicNames;
import dev.sluice.topics.record.Schemas;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apache.avro.Schema;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;

/**
 * Who owns the topics, written in a transaction of its own id: a second process that starts at the
 * same time ends the first one's transaction or reads what it has written, never half of each. The
 * one that was ended looks again: all roles of an output may be started together.
 */
public final class Ownership {
  private static final int ATTEMPTS = 20;

  private final KafkaConnection connection;
  private final TopicNames names;
  private final ProgressLog log;

  /** Ownership of these topics, which are there. */
  public Ownership(KafkaConnection connection, TopicNames names) {
    this(connection, names, new ProgressLog(connection, names.progress()));
  }

  /** The same where somebody has that log already. */
  public Ownership(KafkaConnection connection, TopicNames names, ProgressLog log) {
    this.connection = connection;
    this.names = names;
    this.log = log;
  }

  /** Who owns the topics. */
  public Optional<Owner> read() {
    return log.read().owner();
  }

  /**
   * Begins or amends the ownership, and publishes the schemas that this version writes: every role
   * does this before it writes anything.
   *
   * @param candidate written where nobody owns the topics
   * @param amend what the owner that is there becomes; itself where nothing is to be changed. A
   *     function of its argument: it may be asked more than once
   * @return the owner now
   * @throws KafkaException when the broker cannot be asked, or others claimed all the while
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
        // Fenced by another claim, mostly; 4.3.1 may also answer such a race with "server error".
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
      // Closed in order, a fenced one may take half a minute. There is nothing to wait for.
      producer.close(Duration.ZERO);
    }
  }

  /** The schemas of ours that nobody has published: readers of other versions look for them. */
  private static List<Schema> unpublished(ProgressState state) {
    return Schemas.written().stream()
        .filter(schema -> state.schema(Schemas.fingerprint(schema)).isEmpty())
        .toList();
  }
}
