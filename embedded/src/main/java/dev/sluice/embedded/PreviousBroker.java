package dev.sluice.embedded;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import kafka.server.ControllerServer;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.server.SharedServer;
import kafka.server.StandardFaultHandlerFactory;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.image.MetadataDelta;
import org.apache.kafka.image.MetadataImage;
import org.apache.kafka.image.loader.LoaderManifest;
import org.apache.kafka.image.publisher.MetadataPublisher;
import org.apache.kafka.metadata.BrokerRegistration;
import org.apache.kafka.metadata.bootstrap.BootstrapMetadata;
import org.apache.kafka.metadata.properties.MetaPropertiesEnsemble;
import org.apache.kafka.raft.QuorumConfig;
import org.apache.kafka.server.ServerSocketFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.Tuple2;

/**
 * Fences the broker that used a data directory before, so that a new one can start on it.
 *
 * <p>After a kill, the metadata still list the previous broker as alive. A new broker would then
 * lose transactions that were being committed:
 *
 * <pre>
 * 1. new broker resumes the commits, but cannot reach "itself" at the previous address
 * 2. the previous session expires: partitions have no leader for a moment
 * 3. new broker regards them as deleted, and completes the transactions without markers
 * 4. readers of committed records never get past these transactions
 * </pre>
 *
 * <p>So before the broker starts, a controller runs alone until the previous session has expired
 * and its broker is fenced.
 */
final class PreviousBroker {
  private static final Logger LOG = LoggerFactory.getLogger(PreviousBroker.class);

  /**
   * Timeout, mostly margin: reading a large metadata log takes seconds, and the session lasts 0.1
   * s.
   */
  private static final long TIMEOUT_SECONDS = 120;

  private PreviousBroker() {}

  /**
   * Waits until the metadata list no previous broker, or list it as fenced.
   *
   * @param properties properties from {@link BrokerProperties#ofController}
   * @throws Exception if the controller cannot be started or does not reach this state
   */
  static void fence(Map<String, String> properties) throws Exception {
    KafkaConfig config = new KafkaConfig(properties, false);
    Tuple2<MetaPropertiesEnsemble, BootstrapMetadata> directory =
        KafkaRaftServer.initializeLogDirs(config, LOG, "");
    SharedServer shared = sharedServer(config, directory._1());
    ControllerServer controller =
        new ControllerServer(shared, KafkaRaftServer.configSchema(), directory._2());
    try {
      controller.startup();
      FencingWatch watch = new FencingWatch();
      shared.loader().installPublishers(List.of(watch)).get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
      watch.fenced.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    } finally {
      controller.shutdown();
    }
  }

  private static SharedServer sharedServer(KafkaConfig config, MetaPropertiesEnsemble directory) {
    return new SharedServer(
        config,
        directory,
        Time.SYSTEM,
        new Metrics(),
        CompletableFuture.completedFuture(
            QuorumConfig.parseVoterConnections(config.quorumConfig().voters())),
        List.of(),
        new StandardFaultHandlerFactory(),
        ServerSocketFactory.INSTANCE);
  }

  /** Observes all metadata in the log first, and then every change. */
  private static final class FencingWatch implements MetadataPublisher {
    private final CompletableFuture<Void> fenced = new CompletableFuture<>();

    @Override
    public String name() {
      return "FencingWatch";
    }

    @Override
    public void onMetadataUpdate(
        MetadataDelta delta, MetadataImage image, LoaderManifest manifest) {
      BrokerRegistration previous = image.cluster().broker(BrokerProperties.NODE_ID);
      if (previous == null || previous.fenced()) {
        fenced.complete(null);
      }
    }

    @Override
    public void close() {
      fenced.cancel(false);
    }
  }
}
