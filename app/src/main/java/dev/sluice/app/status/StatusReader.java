package dev.sluice.app.status;

import dev.sluice.app.output.DiskForecast;
import dev.sluice.app.output.OutputOwner;
import dev.sluice.app.run.BrokerAccess;
import dev.sluice.app.run.Deployment;
import dev.sluice.app.status.StatusReport.Dump;
import dev.sluice.app.status.StatusReport.Ingest;
import dev.sluice.app.status.StatusReport.Process;
import dev.sluice.app.status.StatusReport.Restore;
import dev.sluice.app.status.StatusReport.Stage;
import dev.sluice.app.status.StatusReport.Stop;
import dev.sluice.app.status.StatusReport.TakeDowns;
import dev.sluice.app.status.StatusReport.UnitStatus;
import dev.sluice.ingest.IngestGauge.UnitReading;
import dev.sluice.settings.ConfigException;
import dev.sluice.settings.Problem;
import dev.sluice.settings.Problems;
import dev.sluice.settings.SluiceConfig;
import dev.sluice.sink.CutLogs;
import dev.sluice.storage.output.Manifests;
import dev.sluice.storage.output.OutputLayout;
import dev.sluice.storage.page.SourceFile;
import dev.sluice.topics.KafkaConnection;
import dev.sluice.topics.TopicNames;
import dev.sluice.topics.progress.ProgressHistory;
import dev.sluice.topics.progress.ProgressLog;
import dev.sluice.topics.progress.ProgressState;
import dev.sluice.topics.progress.Reset;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.clients.admin.Admin;

/** Reads the status of an output and of its broker. Writes nothing. */
public final class StatusReader {
  /** The time between two looks, in which the topology commits twice by default. */
  private static final long BETWEEN_MILLIS = 2_000;

  private final SluiceConfig config;
  private final Set<String> only;
  private final OutputLayout layout;
  private final OutputOwner owner;
  private final TopicNames names;
  private final CutLogs logs;

  /**
   * Reads the configured output.
   *
   * @param only names of the dumps to include; all if empty
   * @throws ConfigException if there is no output
   */
  public StatusReader(SluiceConfig config, Set<String> only) throws IOException {
    this.config = config;
    this.only = Set.copyOf(only);
    this.layout = Deployment.layout(config).orElseThrow();
    this.owner =
        OutputOwner.read(layout)
            .orElseThrow(
                () -> problem("output.path", "", layout.root() + " is not an output of Sluice"));
    this.names = new TopicNames(owner.topicPrefix(), owner.buckets());
    this.logs = new CutLogs(layout, names, owner.partitions(), owner.content());
  }

  private static ConfigException problem(String key, String value, String message) {
    return new ConfigException(List.of(new Problem(key, value, message)));
  }

  /**
   * Reads the status once. Takes two seconds while work is in progress, to measure rates. Without a
   * broker, only sealed units are visible.
   *
   * @throws ConfigException if the broker belongs to another output, or a dump is unknown
   */
  public StatusReport read() throws IOException, InterruptedException {
    Optional<BrokerAccess> running = BrokerAccess.running(config);
    if (running.isEmpty()) {
      return readDisk();
    }
    try (BrokerAccess broker = running.get()) {
      return read(broker);
    }
  }

  private StatusReport readDisk() throws IOException {
    Manifests now = logs.manifests();
    List<UnitStatus> units =
        now.completeUnits().stream()
            .map(unit -> UnitStatus.sealed(unit, now.losses(unit), now.dumpsOf(unit)))
            .toList();
    return report(
        "",
        now,
        units,
        List.of(),
        new Live(
            new Ingest(0, null), List.of(), List.of(), processes().look(), new TreeMap<>(), null));
  }

  private ProcessProbe processes() throws IOException {
    return new ProcessProbe(layout.work().getParent(), config.workDirectory());
  }

  private StatusReport read(BrokerAccess broker) throws IOException, InterruptedException {
    KafkaConnection connection = broker.connection();
    Problems problems = new Problems();
    owner.compareBroker(connection.bootstrapServers(), broker.clusterId(), problems);
    problems.throwIfAny();
    ProgressState known = new ProgressLog(connection, names.progress()).read();
    Manifests now = logs.manifests();
    List<UnitStatus> units = units(known, now);
    Live live = live(connection, known, now, units);
    return report(connection.bootstrapServers(), now, units, known.resets(), live);
  }

  /** The visible part of work in progress. */
  private record Live(
      Ingest ingest,
      List<Stage> stages,
      List<Restore> restores,
      List<Process> processes,
      SortedMap<String, Long> topicBytes,
      DiskForecast disk) {}

  private Live live(
      KafkaConnection connection, ProgressState known, Manifests manifests, List<UnitStatus> units)
      throws IOException, InterruptedException {
    ProcessProbe processes = processes();
    boolean working = !units.stream().allMatch(UnitStatus::isDone);
    try (Admin admin = connection.admin()) {
      StageProbe probe =
          new StageProbe(admin, names, owner.partitions(), config.nearDedup().isPresent());
      Optional<StageProbe.Sample> first = working ? Optional.of(probe.sample()) : Optional.empty();
      if (working || !processes.isEmpty()) {
        Thread.sleep(BETWEEN_MILLIS);
      }
      long now = System.currentTimeMillis();
      Ingest ingest =
          IngestPace.of(known).of(units, ProgressHistory.newest(connection, names.progress()), now);
      return new Live(
          ingest,
          StageProbe.stages(first, probe.sample()),
          known.restores().stream()
              .filter(restore -> restore.isCurrentAt(now))
              .map(Restore::of)
              .toList(),
          processes.look(),
          probe.topicBytes(),
          DiskForecast.of(config, owner.partitions(), known, manifests));
    }
  }

  private StatusReport report(
      String broker, Manifests manifests, List<UnitStatus> units, List<Reset> known, Live live)
      throws IOException {
    int curated = names.curated().size() * owner.partitions();
    List<ResetStatus> resets = ResetStatus.of(known, manifests.forgotten(), curated, layout);
    checkNames(manifests, units, resets);
    SortedMap<String, Dump> dumps = new TreeMap<>();
    for (String dump : manifests.dumps()) {
      if (only.isEmpty() || only.contains(dump)) {
        dumps.put(dump, Dump.of(manifests.of(dump)));
      }
    }
    return new StatusReport(
        layout.root().toString(),
        broker,
        SourceFile.isLocal(layout.root()) ? layout.root().toFile().getUsableSpace() : null,
        dumps,
        units.stream()
            .filter(unit -> only.isEmpty() || !Collections.disjoint(unit.dumps(), only))
            .toList(),
        resets.stream().filter(reset -> only.isEmpty() || only.contains(reset.dump())).toList(),
        TakeDowns.of(logs, config),
        Stop.of(layout.root()),
        live.ingest(),
        live.stages(),
        live.restores(),
        live.processes(),
        live.topicBytes(),
        live.disk());
  }

  private void checkNames(Manifests manifests, List<UnitStatus> units, List<ResetStatus> resets) {
    SortedSet<String> there = new TreeSet<>(manifests.dumps());
    units.forEach(unit -> there.addAll(unit.dumps()));
    resets.forEach(reset -> there.add(reset.dump()));
    Problems problems = new Problems();
    only.stream()
        .filter(dump -> !there.contains(dump))
        .sorted()
        .forEach(
            dump ->
                problems.add(
                    "--dump", dump, "no such dump; must be one of: " + String.join(", ", there)));
    problems.throwIfAny();
  }

  private static List<UnitStatus> units(ProgressState known, Manifests manifests) {
    return known.units().stream()
        .map(
            unit ->
                UnitStatus.begun(
                    UnitReading.of(unit.files(), known.progressOf(unit.unit())),
                    manifests.isComplete(unit.unit())))
        .toList();
  }
}
