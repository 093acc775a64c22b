package dev.sluice.app.run;

import dev.sluice.embedded.EmbeddedBroker;
import dev.sluice.settings.SluiceConfig;
import dev.sluice.topics.AdminCalls;
import dev.sluice.topics.KafkaConnection;
import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.common.KafkaException;

/** The address of the embedded broker of a work directory, as noted by the process that runs it. */
final class BrokerAddress {
  private static final String FILE = "broker.address";
  private static final int ANSWER_WITHIN_MS = 10_000;

  private BrokerAddress() {}

  /** Notes the address of the broker that uses this work directory. */
  static void write(Path workDirectory, String servers) throws IOException {
    Files.writeString(workDirectory.resolve(FILE), servers);
  }

  /**
   * The address of the broker of this configuration: the configured one, or the embedded one if it
   * is running.
   */
  static Optional<String> running(SluiceConfig config) throws IOException {
    return config.kafka().isEmbedded()
        ? config.workDirectory().isPresent()
            ? running(config.workDirectory().get())
            : Optional.empty()
        : Optional.of(config.kafka().bootstrapServers());
  }

  /**
   * The note outlives its broker, and another process may use the port by now: compares the cluster
   * id.
   */
  private static Optional<String> running(Path workDirectory) throws IOException {
    Path file = workDirectory.resolve(FILE);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    String servers = Files.readString(file).strip();
    Optional<String> known = EmbeddedBroker.clusterId(StartChecks.brokerData(workDirectory));
    return known.isPresent() && isOpen(servers) && known.equals(clusterId(servers))
        ? Optional.of(servers)
        : Optional.empty();
  }

  private static boolean isOpen(String servers) throws IOException {
    String[] parts = servers.split(":");
    try (Socket socket = new Socket(parts[0], Integer.parseInt(parts[1]))) {
      return socket.isConnected();
    } catch (ConnectException e) {
      return false;
    }
  }

  private static Optional<String> clusterId(String servers) {
    try (Admin admin = new KafkaConnection(servers, Map.of()).admin()) {
      return Optional.of(
          AdminCalls.await(
              admin
                  .describeCluster(new DescribeClusterOptions().timeoutMs(ANSWER_WITHIN_MS))
                  .clusterId()));
    } catch (KafkaException e) {
      // Something else listens on this port.
      return Optional.empty();
    }
  }
}
