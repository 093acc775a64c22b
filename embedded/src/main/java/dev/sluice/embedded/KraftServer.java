package dev.sluice.embedded;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import kafka.server.BrokerServer;
import kafka.server.ControllerServer;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.server.Server$;
import kafka.server.SharedServer;
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
import kafka.server.StandardFaultHandlerFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.Tuple2;

/**
 * Controller and broker in one, as {@link KafkaRaftServer} puts them together, but for one thing: the
 * broker starts only once the controller has fenced a broker that was killed.
 *
 * <p>Started at once, as Kafka does it, the new broker still reads of its predecessor as alive, with
 * partitions and a port. Its transaction coordinator then sends the markers of commits that the kill
 * interrupted to that port, and when the predecessor is fenced in the midst of it, takes the
 * partitions, which have no leader for a moment, for deleted: the transaction counts as complete, its
 * markers are never written, and no reader gets past it again. Fenced beforehand, the partitions have
 * no coordinator either until the new broker leads them.
 */
final class KraftServer {
  private static final Logger LOG = LoggerFactory.getLogger(KraftServer.class);
  private static final long FENCED_WITHIN_SECONDS = 60;

  private final SharedServer shared;
  private final ControllerServer controller;
  private final BrokerServer broker;

  KraftServer(KafkaConfig config) {
    Tuple2<MetaPropertiesEnsemble, BootstrapMetadata> directories =
        KafkaRaftServer.initializeLogDirs(config, LOG, "");
    MetaPropertiesEnsemble properties = directories._1();
    Metrics metrics =
        Server$.MODULE$.initializeMetrics(
            config, Time.SYSTEM, properties.clusterId().orElseThrow());
    this.shared =
        new SharedServer(
            config,
            properties,
            Time.SYSTEM,
            metrics,
            CompletableFuture.completedFuture(
                QuorumConfig.parseVoterConnections(config.quorumConfig().voters())),
            QuorumConfig.parseBootstrapServers(config.quorumConfig().bootstrapServers()),
            new StandardFaultHandlerFactory(),
            ServerSocketFactory.INSTANCE);
    this.controller =
        new ControllerServer(shared, KafkaRaftServer.configSchema(), directories._2());
    this.broker = new BrokerServer(shared);
  }

  /** Starts the controller, waits until no broker counts as alive, and starts the broker. */
  void startup() throws Exception {
    controller.startup();
    awaitFencing();
    broker.startup();
  }

  private void awaitFencing() throws Exception {
    FencingWatch watch = new FencingWatch();
    shared.loader().installPublishers(List.of(watch)).get();
    try {
      watch.fenced.get(FENCED_WITHIN_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new IllegalStateException(
          "the controller still takes the broker of the last start for alive", e);
    } finally {
      shared.loader().removeAndClosePublisher(watch).get();
    }
  }

  /** Stops both, broker first: it says goodbye to the controller. */
  void shutdown() {
    broker.shutdown();
    controller.shutdown();
  }

  /** Waits until both have stopped. */
  void awaitShutdown() {
    broker.awaitShutdown();
    controller.awaitShutdown();
  }

  /** Learns from the cluster's metadata that our node is not there, or fenced. */
  private static final class FencingWatch implements MetadataPublisher {
    private final CompletableFuture<Void> fenced = new CompletableFuture<>();

    @Override
    public String name() {
      return "FencingWatch";
    }

    @Override
    public void onMetadataUpdate(
        MetadataDelta delta, MetadataImage image, LoaderManifest manifest) {
      BrokerRegistration registration = image.cluster().broker(BrokerProperties.NODE_ID);
      if (registration == null || registration.fenced()) {
        fenced.complete(null);
      }
    }
  }
}
