package dev.sluice.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;

/**
 * Creates the configuration of the broker. It comes from the file {@code broker.properties} beside
 * this class, and from the directory, the ports and the largest record.
 */
final class BrokerProperties {
  static final int NODE_ID = 1;
  static final String CONTROLLER_LISTENER = "CONTROLLER";

  /** Size of log segments. Deleting records frees whole segments. */
  private static final int SEGMENT_BYTES = 32 << 20;

  /** Room for a batch of small records; a larger record is sent in its own batch. */
  private static final int BATCH_HEADROOM_BYTES = 1 << 20;

  private static final int MIN_REQUEST_BYTES = 100 << 20;

  /**
   * Session timeout of the previous broker, which has died. A longer timeout would only delay the
   * start.
   */
  private static final int PREVIOUS_SESSION_MILLIS = 100;

  private BrokerProperties() {}

  /** Returns the properties of a broker on these ports. */
  static Map<String, String> of(
      Path directory, int maxRecordBytes, int brokerPort, int controllerPort) {
    Map<String, String> properties = node(directory, controllerPort);
    file().forEach((key, value) -> properties.put((String) key, (String) value));
    String broker = "BROKER://" + LoopbackPort.HOST + ":" + brokerPort;
    properties.put("listeners", broker + "," + controllerListener(controllerPort));
    properties.put("advertised.listeners", broker);
    int batch = maxRecordBytes + BATCH_HEADROOM_BYTES;
    put(properties, "message.max.bytes", batch);
    put(properties, "replica.fetch.max.bytes", batch);
    put(properties, "socket.request.max.bytes", Math.max(MIN_REQUEST_BYTES, 2 * batch));
    put(properties, "log.segment.bytes", Math.max(SEGMENT_BYTES, batch));
    return properties;
  }

  private static Properties file() {
    try (InputStream in = BrokerProperties.class.getResourceAsStream("broker.properties")) {
      Properties file = new Properties();
      file.load(in);
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Adds a listener for clients on other machines. The broker itself uses the loopback listener,
   * because it may not be able to reach its advertised address.
   *
   * @param advertised host:port
   */
  static Map<String, String> advertised(
      Map<String, String> properties, int clientPort, String advertised) {
    Map<String, String> all = new HashMap<>(properties);
    all.merge("listeners", ",CLIENT://0.0.0.0:" + clientPort, String::concat);
    all.merge("advertised.listeners", ",CLIENT://" + advertised, String::concat);
    all.merge("listener.security.protocol.map", ",CLIENT:PLAINTEXT", String::concat);
    return all;
  }

  /**
   * Returns the properties of a controller that runs alone. Such a controller soon fences the
   * previous broker.
   */
  static Map<String, String> ofController(Path directory, int controllerPort) {
    Map<String, String> properties = node(directory, controllerPort);
    properties.put("process.roles", "controller");
    properties.put("listeners", controllerListener(controllerPort));
    put(properties, "broker.session.timeout.ms", PREVIOUS_SESSION_MILLIS);
    put(properties, "broker.heartbeat.interval.ms", PREVIOUS_SESSION_MILLIS / 2);
    return properties;
  }

  private static Map<String, String> node(Path directory, int controllerPort) {
    Map<String, String> properties = new HashMap<>();
    put(properties, "node.id", NODE_ID);
    properties.put(
        "controller.quorum.voters", NODE_ID + "@" + LoopbackPort.HOST + ":" + controllerPort);
    properties.put("controller.listener.names", CONTROLLER_LISTENER);
    properties.put(
        "listener.security.protocol.map", "BROKER:PLAINTEXT," + CONTROLLER_LISTENER + ":PLAINTEXT");
    properties.put("log.dirs", directory.toString());
    properties.put("metric.reporters", "");
    return properties;
  }

  private static String controllerListener(int port) {
    return CONTROLLER_LISTENER + "://" + LoopbackPort.HOST + ":" + port;
  }

  private static void put(Map<String, String> properties, String key, int value) {
    properties.put(key, Integer.toString(value));
  }
}
