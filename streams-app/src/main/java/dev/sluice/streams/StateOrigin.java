package dev.sluice.streams;

import dev.sluice.core.work.DurableFiles;
import dev.sluice.topics.AdminCalls;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.streams.errors.StreamsException;

/**
 * Binds a state directory to the documents topic whose records it reflects.
 *
 * <p>The stores alone are not sufficient. If a state directory is combined with another broker, the
 * end of that broker's changelog may overwrite the ledger's topic id. Ids that were never read from
 * that broker would remain in the store of ids, and their documents would be dropped as duplicates.
 */
final class StateOrigin {
  private static final String FILE = "documents-topic-id";

  private StateOrigin() {}

  /**
   * Compares the directory with the topic, or records the topic in a new directory.
   *
   * @throws StreamsException if the directory belongs to a different topic
   */
  static void check(Admin admin, StreamsSettings settings) {
    String id = AdminCalls.topic(admin, settings.names().documents()).topicId().toString();
    Path directory = settings.stateDir().resolve(settings.names().applicationId());
    Path file = directory.resolve(FILE);
    try {
      if (Files.exists(file)) {
        require(id, Files.readString(file));
      } else {
        Files.createDirectories(directory);
        Path complete = directory.resolve(FILE + ".new");
        Files.writeString(complete, id);
        DurableFiles.publish(complete, file); // a power failure must not leave an empty id
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Checks that a state belongs to a topic.
   *
   * @throws StreamsException if the state belongs to a different topic
   */
  static void require(String topicId, String known) {
    if (!topicId.equals(known)) {
      throw new StreamsException(
          "the documents topic was re-created: its id is %s, but the state belongs to the topic with id %s. The offsets of the new topic refer to different rows. Use a different kafka.topic-prefix, or start with an empty output. If only the state directory belongs to another broker, delete this directory; the state will be restored"
              .formatted(topicId, known));
    }
  }
}
