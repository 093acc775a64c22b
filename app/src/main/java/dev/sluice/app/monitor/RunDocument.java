package dev.sluice.app.monitor;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.sluice.core.InputLosses;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The state and history of a job at one moment. Its fields are those of
 * docs/reference/run-document.md. Times are milliseconds since 1970; a component that is null is
 * unknown and absent in JSON. Immutable.
 *
 * @param format of this document, {@link #FORMAT}
 * @param job the command: {@code run}, {@code streams}, {@code dedup}, ...
 * @param now when its figures were taken
 * @param phase starting, restoring, ready, stopping, ended, failed or killed
 * @param processes that worked on the job, by time of their start
 * @param progress of everything
 * @param dumps of the input; none for file jobs
 * @param flow of rows; null for file jobs
 * @param buckets ascending by score
 * @param dropped reasons, the most frequent first
 * @param quarantinedFiles of the input: could not be read, or only in part
 * @param losses what files of the input lost, see {@link InputLosses#files}; absent in JSON if
 *     empty
 * @param stages of the main job that run in these processes
 * @param holder the stage that the others wait for; null if none does
 * @param phases of a file job, in order
 * @param series figures over time
 * @param events newest last
 * @param config canonical values of configuration keys, without secrets
 * @param versions of the program and what it runs on
 */
public record RunDocument(
    int format,
    String job,
    long now,
    String phase,
    List<Process> processes,
    Progress progress,
    List<Dump> dumps,
    Flow flow,
    List<Bucket> buckets,
    List<Dropped> dropped,
    int quarantinedFiles,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) SortedMap<String, SortedMap<String, Long>> losses,
    List<Stage> stages,
    Holder holder,
    List<Phase> phases,
    Series series,
    List<Event> events,
    SortedMap<String, String> config,
    SortedMap<String, String> versions) {
  /** The only format there is. */
  public static final int FORMAT = 1;

  /** Phase of a job, and end of a process, that did not tell how it ended. */
  public static final String KILLED = "killed";

  /** Losses are absent in JSON if there are none. */
  public RunDocument {
    losses = losses == null ? new TreeMap<>() : losses;
  }

  /** What files of the input lost. */
  public InputLosses lost() {
    return new InputLosses(losses);
  }

  /**
   * A process.
   *
   * @param role the command that it runs
   * @param instance its work directory's id; empty if it has none
   * @param release of the program
   * @param pid process id
   * @param started when
   * @param ended when; null while it runs, or if it was killed
   * @param exit how it ended: ended, stopped, failed or killed; null while it runs
   */
  public record Process(
      String role,
      String instance,
      String release,
      long pid,
      long started,
      Long ended,
      String exit) {
    private Process killed() {
      return ended == null
          ? new Process(role, instance, release, pid, started, null, KILLED)
          : this;
    }
  }

  /**
   * How much of the work is finished, that is, written and published.
   *
   * @param done bytes of input whose rows are finished
   * @param total bytes of input
   * @param fraction of 1
   * @param secondsLeft at the present rate; null while there is none
   */
  public record Progress(long done, long total, double fraction, Long secondsLeft) {}

  /**
   * A dump.
   *
   * @param name of the dump
   * @param state waiting, reading, curating or sealed
   * @param files of its units
   * @param filesRead completely
   * @param bytes of the files
   * @param bytesRead of them
   * @param rows read
   * @param kept documents
   * @param secondsLeft until it is sealed; null if unknown
   */
  public record Dump(
      String name,
      String state,
      int files,
      int filesRead,
      long bytes,
      long bytesRead,
      long rows,
      long kept,
      Long secondsLeft) {
    /** Nothing of it is read. */
    public static final String WAITING = "waiting";

    /** It is being read. */
    public static final String READING = "reading";

    /** It is read, but not all of its shards are published. */
    public static final String CURATING = "curating";

    /** Its shards and its manifest are published. */
    public static final String SEALED = "sealed";

    private Dump withoutTime() {
      return new Dump(name, state, files, filesRead, bytes, bytesRead, rows, kept, null);
    }
  }

  /**
   * What became of the rows.
   *
   * @param rowsRead from all files
   * @param outcomes rows by counter of the manifests
   * @param inFlight rows without an outcome yet
   */
  public record Flow(long rowsRead, SortedMap<String, Long> outcomes, long inFlight) {}

  /**
   * A bucket.
   *
   * @param name of the bucket
   * @param targetRate configured
   * @param measuredRate of the rows that sampling has judged; null if there were none
   * @param kept documents
   * @param duplicatesRemoved rows whose id was kept before
   * @param nearDuplicatesRemoved rows of which an earlier document is a near-duplicate; absent in
   *     JSON if 0
   * @param sampledOut rows dropped by sampling
   * @param invalidText rows that are in the rejects
   * @param operatorDropped rows dropped by an operator
   * @param rejected rows on which an operator failed
   * @param sampled rows that the topology has judged and sampling let pass, also those without an
   *     outcome yet
   */
  public record Bucket(
      String name,
      double targetRate,
      Double measuredRate,
      long kept,
      long duplicatesRemoved,
      @JsonInclude(JsonInclude.Include.NON_DEFAULT) long nearDuplicatesRemoved,
      long sampledOut,
      long invalidText,
      long operatorDropped,
      long rejected,
      long sampled) {
    /** With the rate that follows from the counts: of rows in the sample by rows judged. */
    public static Bucket of(
        String name,
        double targetRate,
        long kept,
        long duplicatesRemoved,
        long nearDuplicatesRemoved,
        long sampledOut,
        long invalidText,
        long operatorDropped,
        long rejected,
        long sampled) {
      long judged = sampled + sampledOut;
      return new Bucket(
          name,
          targetRate,
          judged == 0 ? null : (double) sampled / judged,
          kept,
          duplicatesRemoved,
          nearDuplicatesRemoved,
          sampledOut,
          invalidText,
          operatorDropped,
          rejected,
          sampled);
    }
  }

  /**
   * A reason for which rows were dropped.
   *
   * @param reason an outcome, or {@code outcome/operator:reason}
   * @param count rows
   * @param examples at most ten
   */
  public record Dropped(String reason, long count, List<Example> examples) {}

  /**
   * A row that was dropped.
   *
   * @param id of the document
   * @param file relative to the input
   * @param row of the file, from 0
   * @param text its first characters; null if not at hand
   */
  public record Example(String id, String file, long row, String text) {}

  /**
   * A stage of the main job.
   *
   * @param name ingest, topology, bands or sink
   * @param lag rows before it, of bands records; null if unknown
   * @param perSecond rows that it takes
   * @param state working, waiting, idle or restoring
   * @param waitsFor the stage or resource that it waits for; null if it does not wait
   * @param since when it is in this state; null if unknown
   */
  public record Stage(
      String name, Long lag, double perSecond, String state, String waitsFor, Long since) {
    /** It works. */
    public static final String WORKING = "working";

    /** It could work, but another stage or a resource makes it wait. */
    public static final String WAITING = "waiting";

    /** There is nothing for it to do. */
    public static final String IDLE = "idle";

    /** It restores its state. */
    public static final String RESTORING = "restoring";

    /** The same of a process that works no more: it does nothing, and waits for nothing. */
    Stage atRest(long millis) {
      return new Stage(name, lag, 0, IDLE, null, millis);
    }
  }

  /**
   * What holds the other stages up.
   *
   * @param stage its name
   * @param since when
   */
  public record Holder(String stage, long since) {}

  /**
   * A phase of a file job.
   *
   * @param name of the phase
   * @param done of {@code total}
   * @param total 0 if unknown
   * @param inBytes whether these are bytes
   * @param rows read or written in it
   * @param seconds spent in it
   * @param secondsLeft of it; null if unknown
   */
  public record Phase(
      String name,
      long done,
      long total,
      boolean inBytes,
      long rows,
      double seconds,
      Long secondsLeft) {}

  /**
   * Figures over time, as columns of equal length; elements may be null.
   *
   * @param time of each point, ascending
   * @param readBytesPerSecond input read
   * @param rowsPerSecond rows read
   * @param keptPerSecond documents kept
   * @param lagTopology rows before the topology
   * @param lagSink rows before the sink
   * @param memoryBytes resident memory of the process
   * @param diskFreeBytes the least of the disks written to
   * @param cpus processors kept busy
   */
  public record Series(
      List<Long> time,
      List<Long> readBytesPerSecond,
      List<Long> rowsPerSecond,
      List<Long> keptPerSecond,
      List<Long> lagTopology,
      List<Long> lagSink,
      List<Long> memoryBytes,
      List<Long> diskFreeBytes,
      List<Double> cpus) {}

  /**
   * Something that happened.
   *
   * @param time when
   * @param kind started, unit_begun, dump_sealed, file_quarantined, file_changed, restore,
   *     recovered, back_pressure, disk, stopped or failed
   * @param text for people
   */
  public record Event(long time, String kind, String text) {}

  /**
   * As it is to be understood later: a process that has told nothing for long, nor how it ended,
   * was killed, or its machine was lost.
   *
   * @param millis the moment
   * @param silence for how long a process that runs tells nothing at most
   */
  public RunDocument seen(long millis, long silence) {
    if (processes.isEmpty()) {
      return this;
    }
    Process newest = processes.get(processes.size() - 1);
    if (newest.ended() != null || millis - Math.max(now, newest.started()) <= silence) {
      return this;
    }
    return new RunDocument(
        format,
        job,
        now,
        KILLED,
        processes.stream().map(Process::killed).toList(),
        new Progress(progress.done(), progress.total(), progress.fraction(), null),
        dumps.stream().map(Dump::withoutTime).toList(),
        flow,
        buckets,
        dropped,
        quarantinedFiles,
        losses,
        stages.stream().map(stage -> stage.atRest(now)).toList(),
        null,
        phases,
        series,
        events,
        config,
        versions);
  }

  /** The same with another series. */
  RunDocument with(Series other) {
    return new RunDocument(
        format,
        job,
        now,
        phase,
        processes,
        progress,
        dumps,
        flow,
        buckets,
        dropped,
        quarantinedFiles,
        losses,
        stages,
        holder,
        phases,
        other,
        events,
        config,
        versions);
  }

  /** The same with other processes, events, configuration and versions. */
  RunDocument with(
      List<Process> ran,
      List<Event> happened,
      SortedMap<String, String> configured,
      SortedMap<String, String> of) {
    return new RunDocument(
        format,
        job,
        now,
        phase,
        ran,
        progress,
        dumps,
        flow,
        buckets,
        dropped,
        quarantinedFiles,
        losses,
        stages,
        holder,
        phases,
        series,
        happened,
        configured,
        of);
  }

  /** The same without series, events, configuration and versions. */
  RunDocument withoutHistory() {
    return with(processes, null, null, null).with((Series) null);
  }
}
