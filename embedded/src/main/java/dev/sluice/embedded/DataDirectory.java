package dev.sluice.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.embedded.EmbeddedBroker.StartException.Reason;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.metadata.properties.MetaPropertiesEnsemble;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.raft.FileQuorumStateStore;
import org.apache.kafka.server.common.EligibleLeaderReplicasVersion;

/** A broker's data directory. It is formatted once, and its cluster id never changes. */
final class DataDirectory {
  /** Free space below which a failed write most likely failed because the disk is full. */
  private static final long FULL_BELOW_BYTES = 32L << 20;

  /**
   * Level that disables eligible leader replicas. With this feature, a killed replica leaves the
   * in-sync set, so with a single replica, each start after a kill would be an unclean election.
   */
  private static final short WITHOUT_ELIGIBLE_LEADERS = 0;

  private final Path path;

  DataDirectory(Path path) {
    this.path = path.toAbsolutePath().normalize();
  }

  /** Returns the absolute path. */
  Path path() {
    return path;
  }

  /**
   * Returns the cluster id. Creates and formats the directory if necessary.
   *
   * @throws EmbeddedBroker.StartException if the directory cannot be read or written
   */
  String clusterId() {
    try {
      Files.createDirectories(path);
      Optional<String> known = knownClusterId();
      return known.isPresent() ? known.get() : format();
    } catch (IOException e) {
      throw unusable(e);
    }
  }

  /** Returns the cluster id, if the directory is formatted. */
  Optional<String> knownClusterId() throws IOException {
    MetaPropertiesEnsemble found =
        new MetaPropertiesEnsemble.Loader().addLogDirs(List.of(path.toString())).load();
    if (!found.errorLogDirs().isEmpty()) {
      throw new IOException(MetaPropertiesEnsemble.META_PROPERTIES_NAME + " cannot be read");
    }
    return found.clusterId();
  }

  private String format() throws IOException {
    String clusterId = Uuid.randomUuid().toString();
    Formatter formatter =
        new Formatter()
            .setPrintStream(new PrintStream(OutputStream.nullOutputStream(), false, UTF_8))
            .setNodeId(BrokerProperties.NODE_ID)
            .setClusterId(clusterId)
            .addDirectory(path.toString())
            .setMetadataLogDirectory(path.toString())
            .setControllerListenerName(BrokerProperties.CONTROLLER_LISTENER)
            .setFeatureLevel(EligibleLeaderReplicasVersion.FEATURE_NAME, WITHOUT_ELIGIBLE_LEADERS);
    try {
      formatter.run();
      return clusterId;
    } catch (Exception e) {
      throw new IOException("cannot be formatted: " + e.getMessage(), e);
    }
  }

  /**
   * Returns whether a broker has used the directory before. Only a controller that has run leaves
   * its state in the metadata log; formatting creates the log with a checkpoint.
   */
  boolean wasUsed() {
    return Files.exists(
        path.resolve(KafkaRaftServer.MetadataPartition().toString())
            .resolve(FileQuorumStateStore.DEFAULT_FILE_NAME));
  }

  /** Returns whether so little space is left that a full disk explains a failure. */
  boolean isFull() {
    return Files.isDirectory(path) && freeBytes() < FULL_BELOW_BYTES;
  }

  /** Returns the message for users when {@link #isFull}. */
  String fullMessage() {
    return ("The disk of the broker's data directory %s is full (%d MiB free). Free some space,"
            + " then run the command again.")
        .formatted(path, freeBytes() >> 20);
  }

  private long freeBytes() {
    return path.toFile().getUsableSpace();
  }

  private EmbeddedBroker.StartException unusable(IOException cause) {
    if (isFull()) {
      return new EmbeddedBroker.StartException(Reason.DISK_FULL, fullMessage(), cause);
    }
    return new EmbeddedBroker.StartException(
        Reason.DIRECTORY_UNUSABLE,
        "The broker's data directory %s cannot be used (%s). Fix the cause, or choose another directory."
            .formatted(path, reason(cause)),
        cause);
  }

  private static String reason(IOException cause) {
    if (cause instanceof AccessDeniedException) {
      return "no permission to write " + cause.getMessage();
    }
    if (cause instanceof FileAlreadyExistsException) {
      return cause.getMessage() + " is a file";
    }
    return String.valueOf(cause.getMessage());
  }
}
