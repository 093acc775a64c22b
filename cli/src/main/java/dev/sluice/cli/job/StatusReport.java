package dev.sluice.cli.job;

import dev.sluice.cli.config.ConfigException;
import dev.sluice.cli.config.Problem;
import dev.sluice.cli.config.SluiceConfig;
import dev.sluice.core.Counters;
import dev.sluice.storage.output.CutLog;
import dev.sluice.storage.output.CutRecord;
import dev.sluice.storage.output.DumpManifest;
import dev.sluice.storage.output.Json;
import dev.sluice.storage.output.Manifests;
import dev.sluice.storage.output.OutputLayout;
import dev.sluice.topics.KafkaConnection;
import dev.sluice.topics.TopicNames;
import dev.sluice.topics.progress.ProgressLog;
import dev.sluice.topics.progress.ProgressState;
import dev.sluice.topics.progress.UnitFiles;
import dev.sluice.topics.progress.UnitProgress;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How far an output is: its sealed dumps by what lies on disk, and, where a broker can be asked,
 * the units being read. Asks and writes nothing else.
 *
 * @param output directory
 * @param broker host:port that was asked; empty where none could be
 * @param freeBytes of the output's disk
 * @param dumps manifests of sealed dumps, by name
 * @param units every unit that was begun, in order; only those sealed where no broker was asked
 */
public record StatusReport(
    String output,
    String broker,
    long freeBytes,
    SortedMap<String, DumpStatus> dumps,
    List<UnitStatus> units) {

  /**
   * A dump that rows were sealed of.
   *
   * @param counters over all buckets
   * @param files its shards
   * @param bytes of them
   */
  public record DumpStatus(SortedMap<String, Long> counters, int files, long bytes) {}

  /**
   * A unit of input.
   *
   * @param unit its id
   * @param state reading, curating (read, not all shards there) or sealed
   * @param filesRead files read to their end
   * @param files all of its files
   * @param rows read
   * @param setAside files set aside
   */
  public record UnitStatus(
      String unit, String state, int filesRead, int files, long rows, int setAside) {}

  /**
   * Looks at an output.
   *
   * @param only dumps of these names; all where empty
   * @throws ConfigException when there is no output
   */
  public static StatusReport of(SluiceConfig config, Set<String> only) throws IOException {
    OutputLayout layout = Deployment.layout(config).orElseThrow();
    OutputOwner owner =
        OutputOwner.read(layout)
            .orElseThrow(
                () ->
                    new ConfigException(
                        List.of(
                            new Problem(
                                "output.path",
                                "",
                                layout.root() + " is not an output of Sluice"))));
    Manifests manifests = manifests(layout, owner);
    SortedMap<String, DumpStatus> dumps = new TreeMap<>();
    for (String dump : manifests.dumps()) {
      if (only.isEmpty() || only.contains(dump)) {
        dumps.put(dump, dump(manifests.of(dump)));
      }
    }
    Optional<String> broker = BrokerAddress.running(config);
    List<UnitStatus> units =
        broker.isPresent()
            ? units(config, owner, broker.get(), manifests)
            : manifests.completeUnits().stream()
                .map(unit -> new UnitStatus(unit, "sealed", 0, 0, 0, 0))
                .toList();
    return new StatusReport(
        layout.root().toString(),
        broker.orElse(""),
        layout.root().toFile().getUsableSpace(),
        dumps,
        units);
  }

  private static Manifests manifests(OutputLayout layout, OutputOwner owner) throws IOException {
    List<String> buckets = owner.buckets();
    TopicNames names = new TopicNames(owner.topicPrefix(), buckets);
    List<List<CutRecord>> logs = new ArrayList<>();
    for (String topic : names.curated()) {
      for (int partition = 0; partition < owner.partitions(); partition++) {
        logs.add(new CutLog(layout.cuts(topic, partition)).read());
      }
    }
    return new Manifests(buckets, owner.content(), logs);
  }

  private static DumpStatus dump(DumpManifest manifest) {
    int files = manifest.buckets().values().stream().mapToInt(b -> b.files().size()).sum();
    long bytes =
        manifest.buckets().values().stream().mapToLong(DumpManifest.BucketPart::bytes).sum();
    return new DumpStatus(manifest.counters(), files, bytes);
  }

  private static List<UnitStatus> units(
      SluiceConfig config, OutputOwner owner, String servers, Manifests manifests) {
    TopicNames names = new TopicNames(owner.topicPrefix(), List.of());
    KafkaConnection connection = new KafkaConnection(servers, config.kafka().properties());
    ProgressState known = new ProgressLog(connection, names.progress()).read();
    List<UnitStatus> units = new ArrayList<>();
    for (UnitFiles unit : known.units()) {
      UnitProgress progress =
          known.progress(unit.unit()).orElseGet(() -> UnitProgress.none(unit.unit(), ""));
      boolean sealed = manifests.completeUnits().contains(unit.unit());
      units.add(
          new UnitStatus(
              unit.unit(),
              sealed ? "sealed" : progress.ended() ? "curating" : "reading",
              progress.file(),
              unit.files().size(),
              progress.counted().total(Counters.ROWS),
              progress.setAside().size()));
    }
    return units;
  }

  /** Whether units were begun and every one is sealed, as far as can be seen. */
  public boolean isSealed() {
    return !units.isEmpty() && units.stream().allMatch(unit -> unit.state().equals("sealed"));
  }

  /** The report for a program. */
  public String json() {
    return new String(Json.write(this), StandardCharsets.UTF_8);
  }

  /** The report for a person. */
  public String text() {
    List<String> lines = new ArrayList<>();
    lines.add("output %s, %,.1f GB free".formatted(output, freeBytes / 1e9));
    lines.add(
        broker.isEmpty()
            ? "no broker is running on it: units that are not sealed cannot be seen"
            : "broker " + broker);
    lines.add("");
    lines.add(
        "%-18s %12s %12s %12s %7s %9s"
            .formatted("dump", "rows", "kept", "duplicates", "files", "MB"));
    dumps.forEach(
        (name, dump) ->
            lines.add(
                "%-18s %,12d %,12d %,12d %,7d %,9.1f"
                    .formatted(
                        name,
                        dump.counters().get("rows"),
                        dump.counters().get("kept"),
                        dump.counters().get("duplicates_removed"),
                        dump.files(),
                        dump.bytes() / 1e6)));
    lines.add("");
    for (UnitStatus unit : units) {
      lines.add(
          unit.files() == 0
              ? "unit %s: %s".formatted(unit.unit(), unit.state())
              : "unit %s: %s, %,d of %,d files, %,d rows, %,d set aside"
                  .formatted(
                      unit.unit(),
                      unit.state(),
                      unit.filesRead(),
                      unit.files(),
                      unit.rows(),
                      unit.setAside()));
    }
    return String.join("\n", lines) + "\n";
  }
}
