package dev.sluice.app.monitor;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.sluice.app.progress.PhaseProgress;
import dev.sluice.core.BucketCounts;
import dev.sluice.core.InputLosses;
import dev.sluice.core.Outcome;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The progress of a job at one moment: what its roles know, and what every view shows. Its fields
 * are those of docs/reference/run-document.md. Times are milliseconds since 1970; a component that
 * is null is unknown and absent in JSON. Immutable.
 *
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
 */
public record RunState(
    Progress progress,
    List<Dump> dumps,
    Flow flow,
    List<Bucket> buckets,
    List<Dropped> dropped,
    int quarantinedFiles,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) SortedMap<String, SortedMap<String, Long>> losses,
    List<Stage> stages,
    Holder holder,
    List<PhaseProgress.Phase> phases) {
  /** Nothing is known. */
  public static final RunState NONE = ofFiles(new Progress(0, 0, 0, null), List.of());

  /** Losses are absent in JSON if there are none. */
  public RunState {
    losses = losses == null ? new TreeMap<>() : losses;
  }

  /** The state of a job on files. */
  public static RunState ofFiles(Progress progress, List<PhaseProgress.Phase> phases) {
    return new RunState(
        progress,
        List.of(),
        null,
        List.of(),
        List.of(),
        0,
        new TreeMap<>(),
        List.of(),
        null,
        phases);
  }

  /** What files of the input lost. */
  public InputLosses lost() {
    return new InputLosses(losses);
  }

  /** Returns a copy with other stages and another holder. */
  RunState with(List<Stage> others, Holder held) {
    return new RunState(
        progress, dumps, flow, buckets, dropped, quarantinedFiles, losses, others, held, phases);
  }

  /**
   * The state after the process has ended: its stages do nothing and hold nothing up, and no time
   * is left.
   *
   * @param millis when it ended
   */
  RunState atRest(long millis) {
    return new RunState(
        new Progress(progress.done, progress.total, progress.fraction, null),
        dumps.stream().map(Dump::withoutTime).toList(),
        flow,
        buckets,
        dropped,
        quarantinedFiles,
        losses,
        stages.stream().map(stage -> stage.atRest(millis)).toList(),
        null,
        phases);
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
    /** No file of the dump has been read. */
    public static final String WAITING = "waiting";

    /** The dump is being read. */
    public static final String READING = "reading";

    /** All files of the dump are read, but not all of its shards are published. */
    public static final String CURATING = "curating";

    /** All shards and the manifest of the dump are published. */
    public static final String SEALED = "sealed";

    /** Creates a sealed dump whose files are no longer known. */
    public static Dump sealed(String name, long rows, long kept) {
      return new Dump(name, SEALED, 0, 0, 0, 0, rows, kept, null);
    }

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
  public record Flow(long rowsRead, SortedMap<String, Long> outcomes, long inFlight) {
    /** The rows of an outcome. */
    public long of(Outcome outcome) {
      return outcomes.getOrDefault(outcome.key(), 0L);
    }

    /** The outcomes for which rows were dropped, the most frequent first. */
    public List<Dropped> dropped() {
      List<Dropped> dropped = new ArrayList<>();
      for (Outcome outcome : Outcome.values()) {
        if (outcome != Outcome.KEPT && of(outcome) > 0) {
          dropped.add(new Dropped(outcome.key(), of(outcome), List.of()));
        }
      }
      dropped.sort(Dropped.MOST_FREQUENT_FIRST);
      return dropped;
    }
  }

  /**
   * A bucket.
   *
   * @param name of the bucket
   * @param targetRate configured
   * @param measuredRate of the rows that sampling has judged; null if there were none
   * @param counts rows by outcome
   * @param sampled rows that the topology has judged and sampling let pass, also those without an
   *     outcome yet
   */
  public record Bucket(
      String name,
      double targetRate,
      Double measuredRate,
      @JsonUnwrapped BucketCounts counts,
      long sampled) {
    /**
     * Creates a bucket whose measured rate is the number of sampled rows divided by the rows
     * judged.
     */
    public static Bucket of(String name, double targetRate, BucketCounts counts, long sampled) {
      long judged = sampled + counts.sampledOut();
      Double measured = judged == 0 ? null : (Double) ((double) sampled / judged);
      return new Bucket(name, targetRate, measured, counts, sampled);
    }
  }

  /**
   * A reason for which rows were dropped.
   *
   * @param reason an outcome, or {@code outcome/operator:reason}
   * @param count rows
   * @param examples at most ten
   */
  public record Dropped(String reason, long count, List<Example> examples) {
    static final Comparator<Dropped> MOST_FREQUENT_FIRST =
        Comparator.comparingLong(Dropped::count).reversed();
  }

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
    /** The stage is working. */
    public static final String WORKING = "working";

    /** The stage has work, but waits for another stage or a resource. */
    public static final String WAITING = "waiting";

    /** The stage has nothing to do. */
    public static final String IDLE = "idle";

    /** The stage is restoring its state. */
    public static final String RESTORING = "restoring";

    /** The stage of a process that has ended: it does nothing, and waits for nothing. */
    private Stage atRest(long millis) {
      return new Stage(name, lag, 0, IDLE, null, millis);
    }
  }

  /**
   * The stage that holds the other stages up.
   *
   * @param stage its name
   * @param since when
   */
  public record Holder(String stage, long since) {}
}
