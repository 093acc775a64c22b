package dev.sluice.app.run;

import dev.sluice.app.Failure;
import dev.sluice.app.ReleaseNumber;
import dev.sluice.app.memory.LogBudget;
import dev.sluice.app.memory.MemoryPlan;
import dev.sluice.app.output.Attribution;
import dev.sluice.app.output.OutputOwner;
import dev.sluice.core.Bucket;
import dev.sluice.core.gauge.DropExamples;
import dev.sluice.ingest.BackPressure;
import dev.sluice.ingest.BackPressure.TextPressure;
import dev.sluice.ingest.LogPressure;
import dev.sluice.ingest.decode.IngestSettings;
import dev.sluice.matcher.MatcherRunner;
import dev.sluice.matcher.MatcherSettings;
import dev.sluice.operators.neardup.NearDedup;
import dev.sluice.operators.neardup.TextSigner;
import dev.sluice.settings.ContentHash;
import dev.sluice.settings.InputConfig;
import dev.sluice.settings.Machine;
import dev.sluice.settings.Role;
import dev.sluice.settings.SluiceConfig;
import dev.sluice.settings.SluiceConfig.IngestConfig.WatchSettings;
import dev.sluice.sink.SinkSettings;
import dev.sluice.sink.SinkSettings.DatasetFiles;
import dev.sluice.sink.SinkSettings.ShardOutput;
import dev.sluice.sink.SinkSettings.SinkTopics;
import dev.sluice.sink.SinkSettings.SinkWorkers;
import dev.sluice.storage.output.OutputLayout;
import dev.sluice.storage.output.VersionRecord;
import dev.sluice.storage.publish.Publication;
import dev.sluice.storage.source.TextHandOver;
import dev.sluice.streams.CurationSettings;
import dev.sluice.streams.CurationTopology;
import dev.sluice.streams.StateMemory;
import dev.sluice.streams.StreamsRunner;
import dev.sluice.streams.StreamsSettings;
import dev.sluice.streams.gauge.TopologyGauge;
import dev.sluice.topics.TopicNames;
import dev.sluice.topics.record.TextLocation;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.streams.errors.StreamsException;

/** Builds the settings of each stage from the configuration and the deployment. */
public final class Stages {
  private final SluiceConfig config;
  private final Deployment deployment;
  private final Machine machine;
  private final Set<Role> roles;
  private final MemoryPlan.Shares memory;
  private final Optional<TextHandOver> handOver;
  private final DropExamples examples = new DropExamples();

  /**
   * @param roles roles that run in this process and share its memory
   */
  public Stages(Deployment deployment, Machine machine, Set<Role> roles) {
    this.config = deployment.config();
    this.deployment = deployment;
    this.machine = machine;
    this.roles = Set.copyOf(roles);
    this.memory = MemoryPlan.of(config, deployment.partitions(), roles, machine).shares();
    this.handOver =
        memory.handOverBytes() > 0
            ? Optional.of(new TextHandOver(memory.handOverBytes()))
            : Optional.empty();
  }

  /** Returns examples of dropped and rejected documents, for the live page and the report. */
  public DropExamples examples() {
    return examples;
  }

  public IngestSettings ingest() {
    return new IngestSettings(
        config.output().path().map(config.input()::apartFrom).orElse(config.input()),
        config.ingest(),
        config.rules(),
        config.nearDedup(),
        config.nearDedup().isPresent() && config.operators().isEmpty(),
        config.ingestWorkers(machine),
        memory.decodeBytes(),
        memory.producerBytes(),
        config.leavesTexts() ? TextLocation.SOURCE : TextLocation.RECORD,
        handOver,
        examples,
        config.io().retry(),
        deployment.names(),
        deployment.partitions());
  }

  WatchSettings watch() {
    return config.ingest().watch();
  }

  /**
   * Starts the topology.
   *
   * @throws dev.sluice.app.Failure if the broker or the state directory does not fit
   */
  public StreamsRunner startTopology() {
    try {
      TopologyGauge gauge = new TopologyGauge(examples);
      return StreamsRunner.start(
          CurationTopology.build(curation(), gauge), deployment.connection(), streams(), gauge);
    } catch (StreamsException e) {
      throw FailureMessages.failure("streams", config.stateDirectory().orElseThrow(), e);
    }
  }

  private CurationSettings curation() {
    return new CurationSettings(
        deployment.names(),
        config.rules(),
        config.operatorRule(),
        config.nearDedup(),
        deployment.topicIds().get(deployment.names().documents()),
        deployment.progressLog().schemas(),
        deployment.connection().format(),
        config.maxRecordBytes());
  }

  private StreamsSettings streams() {
    return new StreamsSettings(
        deployment.names(),
        config.stateDirectory().orElseThrow(),
        deployment.instanceId(),
        config.streamThreads(deployment.partitions(), machine),
        config.streams().commitInterval(),
        config.kafka().replicationFactor(),
        config.maxRecordBytes(),
        config.streams().standbyReplicas(),
        new StreamsSettings.Memory(
            new StateMemory(memory.stateBytes(), config.streams().stateProfile()),
            memory.fetchBytes(),
            memory.producerBytes()),
        config.streams().properties());
  }

  private MatcherSettings matcher(boolean waits) {
    NearDedup rule = config.nearDedup().orElseThrow();
    OutputLayout layout = Deployment.layout(config).orElseThrow();
    return new MatcherSettings(
        deployment.names(),
        deployment.partitions(),
        TextSigner.KEYS,
        rule::compare,
        rule.guard(),
        waits,
        deployment.topicIds().get(deployment.names().signatures()),
        layout.signatures(),
        layout.nearDuplicates(),
        deployment.copiesOfSignatures(),
        new Publication(deployment.temporaryOfMatcher()),
        deployment.instanceId(),
        config.matcherThreads(roles, machine),
        memory.fetchBytes(),
        memory.batchBytes(),
        config.io().retry());
  }

  /**
   * Starts the matcher, if near-deduplication is configured. Requires an output.
   *
   * @param waits whether a unit that the guard stops waits for a decision; if not, the matcher
   *     fails
   * @throws IOException if the directory of its temporary files cannot be emptied
   */
  public Optional<MatcherRunner> startMatcher(boolean waits) throws IOException {
    return config.nearDedup().isPresent()
        ? Optional.of(
            MatcherRunner.start(deployment.connection(), deployment.progressLog(), matcher(waits)))
        : Optional.empty();
  }

  public SinkSettings sink() {
    return new SinkSettings(
        new SinkTopics(
            deployment.names(),
            deployment.partitions(),
            deployment.clusterId(),
            deployment.topicIds()),
        shards(config, deployment.content(), deployment.instanceId(), deployment.temporary()),
        dataset(config),
        config.sink().cutBytes(),
        config.nearDedup().isPresent(),
        source(config).map(source -> source.with(handOver)),
        new SinkWorkers(
            config.sink().threads(),
            memory.fetchBytes(),
            memory.sourceBytes(),
            config.io().retry()),
        examples,
        TextSigner::forTakeDowns);
  }

  /**
   * Returns the settings of a sink that changes the files of an output, without values that come
   * from topics.
   *
   * @param temporary the instance's directory for temporary files
   * @throws Failure if there is no output
   */
  public static SinkSettings onFiles(SluiceConfig config, String instanceId, Path temporary)
      throws IOException {
    OutputLayout layout = Deployment.layout(config).orElseThrow();
    OutputOwner owner =
        OutputOwner.read(layout)
            .orElseThrow(() -> new Failure(layout.root() + " is not an output of Sluice"));
    return new SinkSettings(
        new SinkTopics(
            new TopicNames(owner.topicPrefix(), owner.buckets()),
            owner.partitions(),
            owner.clusterId(),
            Map.of()),
        shards(config, owner.content(), instanceId, temporary),
        dataset(config),
        config.sink().cutBytes(),
        false,
        Optional.empty(),
        new SinkWorkers(1, config.maxRecordBytes(), 0, config.io().retry()),
        new DropExamples(),
        TextSigner::forTakeDowns);
  }

  /**
   * Returns the shards that an instance writes, for an output with this content configuration.
   *
   * @param temporary the instance's directory for temporary files
   */
  public static ShardOutput shards(
      SluiceConfig config, SortedMap<String, String> content, String instanceId, Path temporary) {
    return new ShardOutput(
        Deployment.layout(config).orElseThrow(),
        config.output().format(),
        config.output().maxFileBytes(),
        content,
        ContentHash.of(content),
        instanceId,
        temporary);
  }

  /** Returns back pressure that also waits until the texts of another transaction fit. */
  BackPressure withHandOver(BackPressure pressure) {
    return handOver.isPresent()
        ? new TextPressure(pressure, handOver.get(), config.ingest().transactionBytes())
        : pressure;
  }

  LogPressure logPressure() {
    int partitions = deployment.partitions();
    LogBudget budget = LogBudget.of(config, partitions);
    return new LogPressure(
        deployment.connection(),
        deployment.names(),
        partitions,
        config.nearDedup().isPresent(),
        budget.aheadBytes(),
        budget.heldBytes());
  }

  /**
   * Returns the source of texts that are not in their records, or empty if no input is configured.
   * These are all texts of Parquet files if texts stay in the source, and texts that are too large
   * for a record.
   */
  public static Optional<SinkSettings.Source> source(SluiceConfig config) {
    InputConfig input = config.input();
    return input.path().map(root -> new SinkSettings.Source(root, input.columns().mapping()));
  }

  /** Returns the files that describe the data set, with a version record without totals. */
  public static DatasetFiles dataset(SluiceConfig config) {
    SortedMap<String, Double> rates = new TreeMap<>();
    for (Bucket bucket : config.rules().buckets().all()) {
      rates.put(bucket.name(), bucket.rate());
    }
    SluiceConfig.DatasetConfig dataset = config.dataset();
    VersionRecord version =
        new VersionRecord(
            dataset.version(),
            LocalDate.now(ZoneOffset.UTC).toString(),
            dataset.source().orElse(null),
            dataset.sourceVersion().orElse(null),
            rates,
            0,
            0,
            config.output().format().compression().name().toLowerCase(Locale.ROOT));
    return new DatasetFiles(
        version,
        dataset.name(),
        Attribution.of(dataset),
        ReleaseNumber.current(),
        config.remembered());
  }
}
