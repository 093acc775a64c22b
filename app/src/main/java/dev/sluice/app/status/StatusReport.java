package dev.sluice.app.status;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.core.JsonProcessingException;
import dev.sluice.app.ShellCommand;
import dev.sluice.app.StateJson;
import dev.sluice.app.output.DiskForecast;
import dev.sluice.app.output.StopText;
import dev.sluice.core.InputLosses;
import dev.sluice.core.Unit;
import dev.sluice.ingest.IngestGauge.UnitReading;
import dev.sluice.neardup.EvidenceFiles;
import dev.sluice.neardup.GuardDecisions;
import dev.sluice.neardup.GuardStop;
import dev.sluice.settings.SluiceConfig;
import dev.sluice.sink.CutLogs;
import dev.sluice.sink.Takedown;
import dev.sluice.storage.output.DumpDigest.Bucket;
import dev.sluice.storage.output.DumpManifest;
import dev.sluice.storage.output.Manifests;
import dev.sluice.storage.takedown.TakedownRecord;
import dev.sluice.topics.progress.RestoreProgress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/**
 * The status of an output. Sealed dumps come from its files. If a broker can be asked, the status
 * also has the units being read and the backlog of each stage. docs/reference/status.md describes
 * its JSON. A null component is unknown, and absent in JSON.
 *
 * @param output directory of the output
 * @param broker host:port of the broker that was asked; empty if none could be asked
 * @param freeBytes free space of the output's disk; null for an object store, which has no limit
 * @param dumps sealed, by name
 * @param units all started units in order; only sealed ones if no broker was asked
 * @param resets resets in progress
 * @param takeDowns take-downs of single documents
 * @param stops units that wait for a decision about near-duplicates
 * @param ingest input that is still to be read
 * @param stages topology and sink; empty if no broker was asked
 * @param restores instances of the topology that are restoring their stores
 * @param processes processes of this machine that work on the output
 * @param topicBytes sizes of the topics on the brokers, including those of Kafka Streams
 * @param disk forecast for the rest; null if no broker was asked
 */
public record StatusReport(
    String output,
    String broker,
    Long freeBytes,
    SortedMap<String, Dump> dumps,
    List<UnitStatus> units,
    List<ResetStatus> resets,
    TakeDowns takeDowns,
    List<Stop> stops,
    Ingest ingest,
    List<Stage> stages,
    List<Restore> restores,
    List<Process> processes,
    SortedMap<String, Long> topicBytes,
    DiskForecast disk) {
  /**
   * A sealed dump.
   *
   * @param counters over all buckets: rows read, and their outcomes
   * @param operators drops and rejects of operators, by outcome and reason
   * @param files number of its shards
   * @param bytes total size of the shards
   * @param buckets the rows of each bucket
   */
  public record Dump(
      SortedMap<String, Long> counters,
      SortedMap<String, SortedMap<String, Long>> operators,
      long files,
      long bytes,
      SortedMap<String, Bucket> buckets) {
    static Dump of(DumpManifest manifest) {
      SortedMap<String, Bucket> buckets = new TreeMap<>();
      manifest.buckets().forEach((name, part) -> buckets.put(name, Bucket.of(part)));
      return new Dump(
          manifest.counters(),
          manifest.operators(),
          buckets.values().stream().mapToLong(Bucket::files).sum(),
          buckets.values().stream().mapToLong(Bucket::bytes).sum(),
          buckets);
    }

    /** Returns the sums over all dumps. */
    private static Dump sum(Collection<Dump> dumps) {
      Dump sum = new Dump(new TreeMap<>(), new TreeMap<>(), 0, 0, new TreeMap<>());
      for (Dump dump : dumps) {
        dump.counters.forEach((name, rows) -> sum.counters.merge(name, rows, Long::sum));
        dump.operators.forEach(
            (outcome, reasons) ->
                reasons.forEach(
                    (reason, rows) ->
                        sum.operators
                            .computeIfAbsent(outcome, name -> new TreeMap<>())
                            .merge(reason, rows, Long::sum)));
        dump.buckets.forEach((name, part) -> sum.buckets.merge(name, part, Bucket::plus));
      }
      return sum;
    }
  }

  /** The progress of a unit. */
  public enum State {
    /** Not all documents of the unit are in the topics yet. */
    READING,
    /** All documents of the unit are in the topics, but not all shards are published. */
    CURATING,
    /** All shards of the unit are published. */
    SEALED;

    @JsonValue
    String key() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * A unit of input.
   *
   * @param unit id of the unit
   * @param state reading, curating (read, but not all shards published) or sealed
   * @param filesRead number of files read completely
   * @param files number of all files; 0 if only its shards are visible
   * @param bytesRead size of the files read completely
   * @param bytes size of all files
   * @param rows number of rows read
   * @param quarantined number of quarantined files
   * @param losses what its files have lost so far
   * @param dumps dumps of the unit's rows so far, and the dump of its directory
   */
  public record UnitStatus(
      String unit,
      State state,
      int filesRead,
      int files,
      long bytesRead,
      long bytes,
      long rows,
      int quarantined,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) SortedMap<String, SortedMap<String, Long>> losses,
      SortedSet<String> dumps) {
    /** Returns the status of a unit that is in the progress topic. */
    static UnitStatus begun(UnitReading unit, boolean sealed) {
      SortedSet<String> dumps = unit.counters().dumps();
      dumps.add(Unit.parse(unit.unit()).directoryDump());
      return new UnitStatus(
          unit.unit(),
          sealed ? State.SEALED : unit.ended() ? State.CURATING : State.READING,
          unit.filesRead(),
          unit.files(),
          unit.bytesRead(),
          unit.bytes(),
          unit.rows(),
          unit.quarantined().size(),
          unit.losses().files(),
          dumps);
    }

    /** Returns the status of a sealed unit of which only the shards are visible. */
    static UnitStatus sealed(String unit, InputLosses losses, SortedSet<String> dumps) {
      return new UnitStatus(unit, State.SEALED, 0, 0, 0, 0, 0, 0, losses.files(), dumps);
    }

    boolean isDone() {
      return state == State.SEALED;
    }
  }

  /**
   * The take-downs of an output.
   *
   * @param finished number of finished ones
   * @param unfinished number of the last one if it was declared but is not finished; else null
   * @param command command that finishes it; null if all are finished
   */
  public record TakeDowns(long finished, Long unfinished, String command) {
    static TakeDowns of(CutLogs logs, SluiceConfig config) throws IOException {
      Optional<TakedownRecord> open = Takedown.unfinished(logs);
      if (open.isEmpty()) {
        return new TakeDowns(logs.blocklists().records().size(), null, null);
      }
      long number = open.get().number();
      ShellCommand command = ShellCommand.of("takedown").on(config).with("--continue");
      return new TakeDowns(number - 1, number, command.toString());
    }
  }

  /**
   * A unit that waits for a decision about near-duplicates.
   *
   * @param unit id of the unit
   * @param lines why, and the commands to go on
   */
  public record Stop(String unit, List<String> lines) {
    /** Reads which units of an output wait for a decision. */
    static List<Stop> of(Path output) throws IOException {
      Path directory = output.resolve(EvidenceFiles.DIRECTORY);
      GuardDecisions decisions = GuardDecisions.read(directory);
      return GuardStop.waiting(output).stream()
          .map(stop -> new Stop(stop.unit(), StopText.of(stop, decisions, output, 0)))
          .filter(stop -> !stop.lines.isEmpty())
          .toList();
    }
  }

  /**
   * The input that is still to be read.
   *
   * @param bytesLeft bytes of started units not yet read
   * @param bytesPerSecond rate of reading; null if unknown
   */
  public record Ingest(long bytesLeft, Double bytesPerSecond) {
    /** Returns the number of seconds until the input is read, or null if nothing moves. */
    @JsonProperty
    public Long secondsLeft() {
      return seconds(bytesLeft, bytesPerSecond);
    }
  }

  /**
   * The backlog of a stage, in offsets. The markers of transactions count too.
   *
   * @param stage topology, matcher or sink
   * @param lag number of offsets left in all partitions
   * @param perSecond rate per second; null if unknown
   * @param partitions partitions of its topics
   */
  public record Stage(String stage, long lag, Double perSecond, List<Partition> partitions) {
    /** Returns the number of seconds until nothing is left, or null if nothing moves. */
    @JsonProperty
    public Long secondsLeft() {
      return seconds(lag, perSecond);
    }
  }

  /**
   * A partition that a stage reads.
   *
   * @param partition topic and number
   * @param position position that the stage has committed
   * @param end end offset of the log
   */
  public record Partition(String partition, long position, long end) {
    /** Returns the number of offsets not consumed yet. */
    @JsonProperty
    public long lag() {
      return Math.max(0, end - position);
    }
  }

  /**
   * An instance of the topology that restores its stores.
   *
   * @param instance id of the instance
   * @param records number of restored records
   * @param remaining number of remaining offsets
   * @param recordsPerSecond records restored per second
   * @param secondsLeft remaining seconds; null while nothing moves
   */
  public record Restore(
      String instance, long records, long remaining, double recordsPerSecond, Long secondsLeft) {
    static Restore of(RestoreProgress progress) {
      return new Restore(
          progress.instance(),
          progress.records(),
          progress.remaining(),
          progress.recordsPerSecond(),
          progress.secondsLeft().isPresent() ? progress.secondsLeft().getAsLong() : null);
    }
  }

  /**
   * A process of this machine that works on the output.
   *
   * @param workDirectory work directory that the process holds
   * @param pid process id
   * @param cpus number of processors that the process kept busy during the observation; null if
   *     unknown
   * @param cpuSeconds CPU time since its start; null if unknown
   * @param memoryBytes proportional share of memory (PSS), or the resident set if the share is
   *     unknown; null if neither is known
   */
  public record Process(
      String workDirectory, long pid, Double cpus, Double cpuSeconds, Long memoryBytes) {}

  /** Rounds a number to two decimals. */
  static double rounded(double number) {
    return Math.round(100 * number) / 100.0;
  }

  private static Long seconds(long left, Double perSecond) {
    if (left == 0) {
      return 0L;
    }
    return perSecond == null || perSecond <= 0 ? null : (Long) (long) Math.ceil(left / perSecond);
  }

  /**
   * Returns the sums of the dumps that are shown. If shards are not laid out by dump, one entry has
   * all rows.
   */
  Dump totals() {
    Dump all = dumps.get(Manifests.ALL_DUMPS);
    return Dump.sum(all == null ? dumps.values() : List.of(all));
  }

  /**
   * Returns the losses of the files of the units that are shown, as far as ingest has read the
   * files.
   */
  InputLosses losses() {
    return units.stream()
        .map(unit -> new InputLosses(unit.losses()))
        .reduce(InputLosses.NONE, InputLosses::plus);
  }

  /** Returns whether units were started and all of them are sealed, as far as this is visible. */
  @JsonProperty
  public boolean sealed() {
    return !units.isEmpty() && units.stream().allMatch(UnitStatus::isDone);
  }

  /**
   * Returns the number of seconds until every started unit is sealed. The slowest stage decides.
   * Null if unknown, for example while a stage does not move; 0 if everything is sealed.
   */
  @JsonProperty
  public Long secondsLeft() {
    if (sealed()) {
      return 0L;
    }
    List<Long> parts = new ArrayList<>();
    parts.add(ingest.secondsLeft());
    restores.forEach(restore -> parts.add(restore.secondsLeft()));
    stages.forEach(stage -> parts.add(stage.secondsLeft()));
    return stages.isEmpty() || parts.contains(null)
        ? null
        : (Long) parts.stream().mapToLong(Long::longValue).reduce(1, Math::max);
  }

  /** Returns the report as a JSON document. */
  public String json() {
    try {
      return StateJson.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(this) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Sluice cannot write one of its values as JSON", e);
    }
  }
}
