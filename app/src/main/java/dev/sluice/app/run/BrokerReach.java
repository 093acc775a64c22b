package dev.sluice.app.run;

import dev.sluice.app.Failure;
import dev.sluice.settings.ConfigException;
import dev.sluice.topics.AdminCalls;
import dev.sluice.topics.KafkaConnection;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.SaslConfigs;
import org.apache.kafka.common.config.SslConfigs;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks with a first call that a broker answers and accepts this client. If there is no answer,
 * retries after 1, 2 and 4 s; a refusal is not retried.
 */
public final class BrokerReach {
  private static final Logger LOG = LoggerFactory.getLogger(BrokerReach.class);
  private static final int TIMEOUT_MS = 5_000;
  private static final String PROPERTIES = "kafka.properties.";

  private static final List<Duration> PAUSES =
      List.of(Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ofSeconds(4));

  private final KafkaConnection connection;

  private BrokerReach(KafkaConnection connection) {
    this.connection = connection;
  }

  /**
   * Returns the id of the cluster.
   *
   * @throws Failure if no broker answers
   * @throws ConfigException if the client properties are invalid or refused
   */
  public static String clusterId(KafkaConnection connection) {
    return new BrokerReach(connection).tryAgainAndAgain();
  }

  private String tryAgainAndAgain() {
    Iterator<Duration> pauses = PAUSES.iterator();
    while (true) {
      try {
        return ask(connection, TIMEOUT_MS);
      } catch (KafkaException e) {
        requireSilence(e);
        if (!pauses.hasNext()) {
          throw unreachable(e);
        }
        pause(pauses.next(), e);
      }
    }
  }

  /**
   * Asks once for the id of the cluster.
   *
   * @throws KafkaException if no broker answers in time
   */
  static String ask(KafkaConnection connection, int timeoutMillis) {
    try (Admin admin = connection.admin()) {
      return AdminCalls.await(
          admin.describeCluster(new DescribeClusterOptions().timeoutMs(timeoutMillis)).clusterId());
    }
  }

  private void requireSilence(KafkaException error) {
    Throwable root = root(error);
    if (error instanceof InterruptException) {
      throw error;
    }
    if (error instanceof SslAuthenticationException) {
      throw refused(
          SslConfigs.SSL_TRUSTSTORE_LOCATION_CONFIG,
          "has no trusted certificate, or does not trust the certificate of this client",
          root);
    }
    if (error instanceof AuthenticationException) {
      throw refused(SaslConfigs.SASL_JAAS_CONFIG, "does not accept this client", root);
    }
    boolean noClient = error.getCause() != null && !FailureMessages.isSilence(error);
    if (noClient && !isUnresolved(root)) {
      throw new ConfigException(
          "kafka.properties", "cannot create a client with these properties: " + root.getMessage());
    }
  }

  /**
   * Returns whether the host is unknown, because the host may be a container that has not started
   * yet.
   */
  private static boolean isUnresolved(Throwable root) {
    return root instanceof org.apache.kafka.common.config.ConfigException
        && String.valueOf(root.getMessage()).contains("resolvable");
  }

  private ConfigException refused(String property, String how, Throwable root) {
    return new ConfigException(
        PROPERTIES + property,
        "the broker at %s %s (%s): under kafka.properties, set the properties that the broker requires"
            .formatted(connection.bootstrapServers(), how, root.getMessage()));
  }

  private Failure unreachable(KafkaException error) {
    String hint =
        connection.properties().containsKey(CommonClientConfigs.SECURITY_PROTOCOL_CONFIG)
            ? ""
            : ". A broker that requires TLS does not answer clients that do not use TLS: see "
                + PROPERTIES
                + CommonClientConfigs.SECURITY_PROTOCOL_CONFIG;
    return new Failure(
        "no broker answers at %s (%s): start the broker, or specify a different broker with --kafka%s"
            .formatted(connection.bootstrapServers(), root(error).getMessage(), hint),
        error);
  }

  private void pause(Duration pause, KafkaException error) {
    LOG.atWarn()
        .addKeyValue("servers", connection.bootstrapServers())
        .addKeyValue("seconds", pause.toSeconds())
        .addKeyValue("reason", root(error).getMessage())
        .log("no broker answers, retrying");
    try {
      Thread.sleep(pause.toMillis());
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }

  private static Throwable root(Throwable error) {
    return Failure.causes(error).reduce((outer, inner) -> inner).orElseThrow();
  }
}
