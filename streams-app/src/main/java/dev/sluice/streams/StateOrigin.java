package dev.sluice.streams;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.topics.AdminCalls;
import dev.sluice.topics.KafkaConnection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.streams.errors.StreamsException;

/**
 * Ties a state directory to the documents it was made from. The stores alone cannot tell: the
 * ledger of a directory that comes from another broker may be made this broker's by the end of its
 * changelog, while ids that were never read here stay in the other store, and would drop documents
 * as duplicates.
 */
final class StateOrigin {
  private static final String FILE = "documents-topic-id";

  private StateOrigin() {}

  /**
   * Compares the directory with the topic, and notes the topic in a directory that is new.
   *
   * @throws StreamsException when the directory is of another topic
   */
  static void check(KafkaConnection connection, StreamsSettings settings) {
    String id = topicId(connection, settings.names().documents());
    Path directory = settings.stateDir().resolve(settings.names().applicationId());
    Path file = directory.resolve(FILE);
    try {
      if (Files.exists(file)) {
        require(id, Files.readString(file));
      } else {
        Files.createDirectories(directory);
        Path complete = directory.resolve(FILE + ".new");
        write(complete, id);
        Files.move(complete, file, StandardCopyOption.ATOMIC_MOVE);
        sync(directory);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Durable before it has its name: else a power cut may leave an empty one, of no topic. */
  private static void write(Path file, String text) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      ByteBuffer bytes = UTF_8.encode(text);
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
  }

  private static void sync(Path directory) throws IOException {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  private static String topicId(KafkaConnection connection, String topic) {
    try (Admin admin = connection.admin()) {
      return AdminCalls.await(admin.describeTopics(List.of(topic)).allTopicNames())
          .get(topic)
          .topicId()
          .toString();
    }
  }

  /**
   * Checks that a state is of this topic.
   *
   * @throws StreamsException when it is of another
   */
  static void require(String topicId, String known) {
    if (!topicId.equals(known)) {
      throw new StreamsException(
          "the documents topic was re-created (id %s, the state is of %s): its offsets mean other rows; use another kafka.topic-prefix or start with an empty output; if only the state directory is of another broker, delete it: it is restored"
              .formatted(topicId, known));
    }
  }
}
