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
 * The progress of a job at one moment. The roles report it, and every view shows it.
 * docs/reference/run-document.md describes its fields. Times are milliseconds since 1970; a null
 * component is unknown, and absent in JSON. Immutable.
 *
 * @param progress progress of the whole job
 * @param dumps dumps of the input; none for file jobs
 * @param flow flow of rows; null for file jobs
 * @param buckets buckets, ascending by score
 * @param dropped reasons for which rows were dropped, the most frequent first
 * @param quarantinedFiles number of files of the input that could not be read, or only in part
 * @param losses what files of the input have lost, see {@link InputLosses#files}; absent in JSON if
 *     empty
 * @param stages stages of the main job that run in these processes
 * @param holder the stage that the others wait for; null if they wait for none
 * @param phases phases of a file job, in order
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
  /** The state when nothing is known. */
  public static final RunState NONE = ofFiles(new Progress(0, 0, 0, null), List.of());

  /** Replaces missing losses, which JSON leaves out if there are none. */
  public RunState {
    losses = losses == null ? new TreeMap<>() : losses;
  }

  /** Returns the state of a job on files. */
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

  /** Returns what files of the input have lost. */
  public InputLosses lost() {
    return new InputLosses(losses);
  }

  /** Returns a copy without the texts of dropped documents. */
  RunState withoutTexts() {
    return new RunState(
        progress,
        dumps,
        flow,
        buckets,
        dropped.stream().map(Dropped::withoutTexts).toList(),
        quarantinedFiles,
        losses,
        stages,
        holder,
        phases);
  }

  /** Returns a copy with the given stages and the stage that holds the others up. */
  RunState with(List<Stage> others, Holder held) {
    return new RunState(
        progress, dumps, flow, buckets, dropped, quarantinedFiles, losses, others, held, phases);
  }

  /**
   * Returns the state after the process has ended. Its stages do nothing and hold nothing up, and
   * no time is left.
   *
   * @param millis time at which the process ended
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
   * How much of the work is finished. Finished means written and published.
   *
   * @param done bytes of input whose rows are finished
   * @param total bytes of input
   * @param fraction finished fraction, from 0 to 1
   * @param secondsLeft remaining seconds at the present rate; null while there is no rate
   */
  public record Progress(long done, long total, double fraction, Long secondsLeft) {}

  /**
   * A dump.
   *
   * @param name name of the dump
   * @param state waiting, reading, curating or sealed
   * @param files number of files of its units
   * @param filesRead number of files read completely
   * @param bytes size of the files
   * @param bytesRead number of bytes read of them
   * @param rows number of rows read
   * @param kept number of kept documents
   * @param secondsLeft remaining seconds until the dump is sealed; null if unknown
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

    /**
     * All states. A dump has the first of these states that any of its units has, so a dump of
     * which one unit waits and another is read is being read.
     */
    public static final List<String> STATES = List.of(READING, CURATING, WAITING, SEALED);

    /** Creates a sealed dump whose input files are no longer known. */
    public static Dump sealed(String name, long rows, long kept) {
      return new Dump(name, SEALED, 0, 0, 0, 0, rows, kept, null);
    }

    private Dump withoutTime() {
      return new Dump(name, state, files, filesRead, bytes, bytesRead, rows, kept, null);
    }
  }

  /**
   * What became of the rows that were read.
   *
   * @param rowsRead number of rows read from all files
   * @param outcomes number of rows by counter of the manifests
   * @param inFlight number of rows without an outcome yet
   */
  public record Flow(long rowsRead, SortedMap<String, Long> outcomes, long inFlight) {
    /** Returns the number of rows with an outcome. */
    public long of(Outcome outcome) {
      return outcomes.getOrDefault(outcome.key(), 0L);
    }

    /** Returns the outcomes that dropped rows, the most frequent first. */
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
   * @param name name of the bucket
   * @param targetRate configured sampling rate
   * @param measuredRate measured sampling rate of the rows that sampling has judged; null if there
   *     were none
   * @param counts rows by outcome
   * @param sampled number of rows that the topology has judged and that passed sampling, including
   *     rows without an outcome yet
   */
  public record Bucket(
      String name,
      double targetRate,
      Double measuredRate,
      @JsonUnwrapped BucketCounts counts,
      long sampled) {
    /**
     * Creates a bucket. Its measured rate is the number of sampled rows divided by the number of
     * judged rows.
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
   * @param examples at most ten examples
   */
  public record Dropped(String reason, long count, List<Example> examples) {
    static final Comparator<Dropped> MOST_FREQUENT_FIRST =
        Comparator.comparingLong(Dropped::count).reversed();

    Dropped withoutTexts() {
      return new Dropped(reason, count, examples.stream().map(Example::withoutText).toList());
    }
  }

  /**
   * A row that was dropped.
   *
   * @param id id of the document
   * @param file path of the file relative to the input
   * @param row number of the row in the file, from 0
   * @param text first characters of the text; null if not available
   */
  public record Example(String id, String file, long row, String text) {
    private Example withoutText() {
      return new Example(id, file, row, null);
    }
  }

  /**
   * A stage of the main job.
   *
   * @param name ingest, topology, matcher or sink
   * @param lag number of rows before the stage, or of records for the matcher; null if unknown
   * @param perSecond number of rows that it takes per second
   * @param state working, waiting, idle or restoring
   * @param waitsFor the stage or resource that it waits for; null if it does not wait
   * @param since start of this state; null if unknown
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

    /** All states. */
    public static final List<String> STATES = List.of(WORKING, WAITING, IDLE, RESTORING);

    /** Returns the stage of a process that has ended, which does nothing and waits for nothing. */
    private Stage atRest(long millis) {
      return new Stage(name, lag, 0, IDLE, null, millis);
    }
  }

  /**
   * The stage that holds the other stages up.
   *
   * @param stage name of the stage
   * @param since time since which it holds the others up
   */
  public record Holder(String stage, long since) {}
}
