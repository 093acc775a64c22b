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
 * The broker that used a data directory before. A broker that starts while the metadata still count
 * on its former self takes up the transactions that were being committed, cannot reach itself at
 * the former address, and when the former session runs out takes the partitions, leaderless for a
 * moment, for deleted: it calls the transaction complete without its markers, and nobody ever reads
 * past it. So the former broker is fenced first, by a controller that runs alone.
 */
final class PreviousBroker {
  private static final Logger LOG = LoggerFactory.getLogger(PreviousBroker.class);

  /** A large metadata log is read in seconds; the session of the former broker takes no time. */
  private static final long TIMEOUT_SECONDS = 120;

  private PreviousBroker() {}

  /**
   * Returns when the metadata no longer count on the former broker.
   *
   * @param properties of {@link BrokerProperties#ofController}
   * @throws Exception when the controller cannot be started or does not get that far
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

  /** Sees every change of the metadata, the first time all that was read from the log. */
  private static final class FencingWatch implements MetadataPublisher {
    private final CompletableFuture<Void> fenced = new CompletableFuture<>();

    @Override
    public String name() {
      return "FencingWatch";
    }

    @Override
    public void onMetadataUpdate(
        MetadataDelta delta, MetadataImage image, LoaderManifest manifest) {
      BrokerRegistration former = image.cluster().broker(BrokerProperties.NODE_ID);
      if (former == null || former.fenced()) {
        fenced.complete(null);
      }
    }

    @Override
    public void close() {
      fenced.cancel(false);
    }
  }
}
