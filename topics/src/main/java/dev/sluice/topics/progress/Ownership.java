package dev.sluice.topics.progress;

import dev.sluice.topics.KafkaConnection;
import dev.sluice.topics.TopicNames;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apache.kafka.clients.producer.Producer;

/**
 * Who owns the topics, written in a transaction of its own id: a second process that starts at the
 * same time ends the first one's transaction or reads what it has written, never half of each.
 */
public final class Ownership {
  private final KafkaConnection connection;
  private final TopicNames names;
  private final ProgressLog log;

  /** Ownership of these topics, which are there. */
  public Ownership(KafkaConnection connection, TopicNames names) {
    this.connection = connection;
    this.names = names;
    this.log = new ProgressLog(connection, names.progress());
  }

  /** Who owns the topics. */
  public Optional<Owner> read() {
    return log.read().owner();
  }

  /**
   * Begins or amends the ownership.
   *
   * @param candidate written where nobody owns the topics
   * @param amend what the owner that is there becomes; itself where nothing is to be changed
   * @return the owner now
   */
  public Owner claim(Owner candidate, UnaryOperator<Owner> amend) {
    try (Producer<byte[], byte[]> producer =
        connection.producer(names.prefix() + ".owner", Map.of())) {
      producer.initTransactions();
      Optional<Owner> there = log.readToEnd().owner();
      Owner owner = there.map(amend).orElse(candidate);
      if (!there.equals(Optional.of(owner))) {
        producer.beginTransaction();
        producer.send(log.record(owner));
        producer.commitTransaction();
      }
      return owner;
    }
  }
}
