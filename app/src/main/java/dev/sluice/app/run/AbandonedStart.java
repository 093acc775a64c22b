package dev.sluice.app.run;

import dev.sluice.app.config.Problems;
import dev.sluice.app.config.SluiceConfig;
import dev.sluice.app.output.FileTree;
import dev.sluice.app.output.OutputOwner;
import dev.sluice.storage.output.OutputLayout;
import dev.sluice.topics.KafkaConnection;
import dev.sluice.topics.TopicNames;
import dev.sluice.topics.TopicProvisioner;
import dev.sluice.topics.progress.ProgressLog;
import dev.sluice.topics.progress.ProgressState;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What an earlier {@code run} may have left that ended before it began a unit: topics, an owner.
 * None of it binds the next one. Only on the embedded broker: its directory is locked, so nobody
 * else can be about to begin.
 *
 * <p>It goes in the order topics, the progress last, state of the topology, {@code owner.json}: of
 * whatever a kill leaves, the next start finds again that nothing was begun.
 */
final class AbandonedStart {
  private static final Logger LOG = LoggerFactory.getLogger(AbandonedStart.class);

  private final SluiceConfig config;
  private final KafkaConnection connection;
  private final Admin admin;
  private final Optional<OutputLayout> layout;
  private final Optional<OutputOwner> owner;
  private final TopicNames names;

  /**
   * @param owner of the output, if it has one; its broker is this one
   * @param configured names of the topics
   */
  AbandonedStart(
      SluiceConfig config,
      KafkaConnection connection,
      Admin admin,
      Optional<OutputOwner> owner,
      TopicNames configured) {
    this.config = config;
    this.connection = connection;
    this.admin = admin;
    this.layout = Deployment.layout(config);
    this.owner = owner;
    this.names =
        owner.map(there -> new TopicNames(there.topicPrefix(), there.buckets())).orElse(configured);
  }

  /** The owner that there is. */
  Optional<OutputOwner> owner() {
    return owner;
  }

  /**
   * The owner to go on with: the one there is, or none where that came to nothing and is not of
   * this configuration.
   *
   * @throws dev.sluice.app.config.ConfigException when something was begun with another one
   */
  Optional<OutputOwner> resolve() throws IOException, InterruptedException {
    if (owner.filter(there -> there.tentative() && !there.isOf(config)).isEmpty()) {
      return owner;
    }
    if (cameToNothing()) {
      forget();
      LOG.info("the first try began nothing: its configuration is replaced by this one");
      return Optional.empty();
    }
    Problems problems = new Problems();
    StartChecks.sameContent(owner.get(), layout.orElseThrow().root(), config, problems);
    problems.throwIfAny();
    return owner;
  }

  /**
   * Whether all that is there was left by such a run: no unit, no reset, nobody else's owner, no
   * cut, no manifest. Waits for transactions that a kill has left open.
   */
  boolean cameToNothing() {
    boolean tentative = owner.map(OutputOwner::tentative).orElse(true);
    return tentative && nothingOnDisk() && nothingInTopics();
  }

  private boolean nothingOnDisk() {
    return layout.isPresent()
        && !Files.exists(layout.get().manifests())
        && !Files.exists(OutputLayout.cuts(layout.get().root()));
  }

  private boolean nothingInTopics() {
    if (new TopicProvisioner(admin).partitions(names.progress()) == 0) {
      return true;
    }
    ProgressState known = new ProgressLog(connection, names.progress()).readToEnd();
    boolean ours =
        known
            .owner()
            .map(there -> there.outputId().equals(owner.map(OutputOwner::outputId).orElse("")))
            .orElse(true);
    return ours && known.units().isEmpty() && known.resets().isEmpty();
  }

  /** Removes all of it. */
  void forget() throws IOException, InterruptedException {
    new OutputTopics(admin, connection, names).clear();
    FileTree.deleteAll(config.stateDirectory().orElseThrow().resolve(names.applicationId()));
    Files.deleteIfExists(layout.orElseThrow().owner());
  }
}
