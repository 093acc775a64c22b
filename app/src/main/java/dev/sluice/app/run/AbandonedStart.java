package dev.sluice.app.run;

import dev.sluice.app.output.OutputOwner;
import dev.sluice.core.work.FileTree;
import dev.sluice.settings.Problems;
import dev.sluice.settings.SluiceConfig;
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
 * What an earlier {@code run} left behind that ended before it started a unit: topics and an owner.
 * The next run may replace it. Only on the embedded broker, whose directory is locked, so that no
 * other process can be starting.
 *
 * <p>Removed in this order: topics with the progress topic last, state of the topology, {@code
 * owner.json}. After a kill in between, the next start still finds that nothing was started.
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
   * @param owner of the output, if any; its broker is this one
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

  /** The owner as found. */
  Optional<OutputOwner> owner() {
    return owner;
  }

  /**
   * The owner to continue with: the one found, or none if it was abandoned and has another
   * configuration.
   *
   * @throws dev.sluice.settings.ConfigException if units were started with another configuration
   */
  Optional<OutputOwner> resolve() throws IOException, InterruptedException {
    if (owner.filter(there -> there.tentative() && !there.isOf(config)).isEmpty()) {
      return owner;
    }
    if (cameToNothing()) {
      forget();
      LOG.info("the first attempt wrote nothing: this configuration replaces its own");
      return Optional.empty();
    }
    Problems problems = new Problems();
    StartChecks.sameContent(owner.get(), layout.orElseThrow().root(), config, problems);
    problems.throwIfAny();
    return owner;
  }

  /**
   * Whether everything found was left by an abandoned run: no unit, no reset, no other owner, no
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

  /** Removes everything. */
  void forget() throws IOException, InterruptedException {
    new OutputTopics(admin, connection, names).clear();
    FileTree.deleteAll(config.stateDirectory().orElseThrow().resolve(names.applicationId()));
    Files.deleteIfExists(layout.orElseThrow().owner());
  }
}
