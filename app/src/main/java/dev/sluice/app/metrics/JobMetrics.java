package dev.sluice.app.metrics;

import dev.sluice.app.monitor.RunDocument;
import dev.sluice.app.monitor.RunState.Bucket;
import dev.sluice.app.monitor.RunState.Dropped;
import dev.sluice.app.monitor.RunState.Dump;
import dev.sluice.app.monitor.RunState.Holder;
import dev.sluice.app.monitor.RunState.Stage;
import dev.sluice.app.monitor.Series;
import dev.sluice.app.monitor.Series.Figure;
import java.util.List;
import java.util.Optional;

/**
 * What a process tells of its job: the figures of its run document. The number of values does not
 * depend on the number of dumps.
 */
final class JobMetrics {
  static final List<String> PHASES =
      List.of("starting", "restoring", "ready", "stopping", "ended", "failed");
  static final List<String> DUMP_STATES =
      List.of(Dump.WAITING, Dump.READING, Dump.CURATING, Dump.SEALED);
  static final List<String> STAGE_STATES =
      List.of(Stage.WORKING, Stage.WAITING, Stage.IDLE, Stage.RESTORING);

  /** Dumps that are told by name: one is read and a few are curated at a time. */
  static final int MOST_DUMPS = 10;

  /** Reasons that are told: the most frequent. */
  static final int MOST_REASONS = 100;

  private static final double MILLIS = 1e3;

  static final Metric BUILD =
      Metric.info(
          "sluice_build_info",
          "Version of Sluice and Java, and the command",
          "version",
          "java",
          "command");
  static final Metric PHASE =
      Metric.gauge("sluice_phase", "1 for the phase that the process is in, else 0", "phase");
  static final Metric PLANNED =
      Metric.gauge("sluice_input_planned_bytes", "Size of all files that the job reads");
  static final Metric DONE =
      Metric.gauge(
          "sluice_input_done_bytes",
          "Part of the planned bytes whose rows are finished: written or dropped");
  static final Metric TIME_LEFT =
      Metric.gauge(
          "sluice_time_left_seconds",
          "Time until the job is finished, at the present rate; NaN if unknown");
  static final Metric ROWS_READ =
      Metric.counter("sluice_rows_read_total", "Rows read since the output was begun");
  static final Metric ROWS =
      Metric.counter("sluice_rows_total", "Rows that have an outcome, by outcome", "outcome");
  static final Metric IN_FLIGHT =
      Metric.gauge("sluice_rows_in_flight", "Rows read that have no outcome yet");
  static final Metric BUCKET_ROWS =
      Metric.counter(
          "sluice_bucket_rows_total",
          "Rows of a bucket that have an outcome, by outcome",
          "bucket",
          "outcome");
  static final Metric BUCKET_TARGET =
      Metric.gauge(
          "sluice_bucket_target_ratio",
          "Share of a bucket's rows that sampling is to keep",
          "bucket");
  static final Metric BUCKET_MEASURED =
      Metric.gauge(
          "sluice_bucket_measured_ratio",
          "Share of a bucket's rows that sampling has kept; NaN before the first",
          "bucket");
  static final Metric DROPPED =
      Metric.counter(
          "sluice_dropped_rows_total",
          "Rows dropped, by reason: an outcome, or outcome/operator:reason, which is a part of the"
              + " outcome; the 100 most frequent",
          "reason");
  static final Metric DUMPS = Metric.gauge("sluice_dumps", "Number of dumps in a state", "state");
  static final Metric DUMP_BYTES =
      Metric.gauge(
          "sluice_dump_input_bytes",
          "Size of the files of an open dump (reading or curating); at most 10 dumps",
          "dump");
  static final Metric DUMP_READ =
      Metric.gauge(
          "sluice_dump_read_bytes", "Part of an open dump that is read; at most 10 dumps", "dump");
  static final Metric QUARANTINED =
      Metric.gauge(
          "sluice_quarantined_files",
          "Input files that could not be read, or only in part, since the output was begun");
  static final Metric LAG =
      Metric.gauge(
          "sluice_stage_lag_records",
          "Records before topology, bands or sink, in the partitions of this process",
          "stage");
  static final Metric STAGE_STATE =
      Metric.gauge(
          "sluice_stage_state",
          "1 for the state that a stage of this process is in, else 0",
          "stage",
          "state");
  static final Metric WAITING =
      Metric.gauge(
          "sluice_stage_waiting_seconds",
          "How long a stage has been waiting for others; 0 if it does not wait",
          "stage");
  static final Metric HOLDING =
      Metric.gauge(
          "sluice_stage_holding_up_seconds",
          "How long the other stages have been waiting for this one; 0 if they do not",
          "stage");
  static final Metric DISK_FREE =
      Metric.gauge(
          "sluice_disk_free_bytes",
          "Least free space of the disks that the process writes to; NaN if unknown");
  static final Metric DISK_MIN_FREE =
      Metric.gauge(
          "sluice_disk_min_free_bytes", "Free space at which the process stops (io.min-free-disk)");

  /** All of them, in the order of the page that describes them. */
  static final List<Metric> ALL =
      List.of(
          BUILD,
          PHASE,
          PLANNED,
          DONE,
          TIME_LEFT,
          ROWS_READ,
          ROWS,
          IN_FLIGHT,
          BUCKET_ROWS,
          BUCKET_TARGET,
          BUCKET_MEASURED,
          DROPPED,
          DUMPS,
          DUMP_BYTES,
          DUMP_READ,
          QUARANTINED,
          LAG,
          STAGE_STATE,
          WAITING,
          HOLDING,
          DISK_FREE,
          DISK_MIN_FREE);

  private final RunDocument job;
  private final Scrape scrape;

  private JobMetrics(RunDocument job, Scrape scrape) {
    this.job = job;
    this.scrape = scrape;
  }

  /**
   * Adds the figures of a job.
   *
   * @param minFreeDiskBytes free space at which its process stops
   */
  static void add(RunDocument job, long minFreeDiskBytes, Scrape scrape) {
    JobMetrics metrics = new JobMetrics(job, scrape);
    metrics.addProcess();
    if (job.state().progress().total() > 0) {
      metrics.addProgress();
    }
    if (job.state().flow() != null) { // ingest, topology or sink is known
      metrics.addRows();
      metrics.addDumps();
    }
    metrics.addStages();
    scrape.set(DISK_FREE, diskFree(job.series()));
    scrape.set(DISK_MIN_FREE, minFreeDiskBytes);
  }

  private void addProcess() {
    scrape.set(
        BUILD,
        1,
        job.versions().getOrDefault("sluice", ""),
        job.versions().getOrDefault("java", ""),
        job.job());
    PHASES.forEach(phase -> scrape.set(PHASE, job.phase().equals(phase) ? 1 : 0, phase));
  }

  private void addProgress() {
    scrape.set(PLANNED, job.state().progress().total());
    scrape.set(DONE, job.state().progress().done());
    scrape.set(TIME_LEFT, Optional.ofNullable(job.state().progress().secondsLeft()));
  }

  private void addRows() {
    scrape.set(QUARANTINED, job.state().quarantinedFiles());
    scrape.set(ROWS_READ, job.state().flow().rowsRead());
    job.state().flow().outcomes().forEach((outcome, rows) -> scrape.set(ROWS, rows, outcome));
    scrape.set(IN_FLIGHT, job.state().flow().inFlight());
    job.state().buckets().forEach(this::addBucket);
    for (Dropped dropped : job.state().dropped().stream().limit(MOST_REASONS).toList()) {
      scrape.set(DROPPED, dropped.count(), dropped.reason());
    }
  }

  private void addBucket(Bucket bucket) {
    bucket
        .counts()
        .listed()
        .forEach((outcome, rows) -> scrape.set(BUCKET_ROWS, rows, bucket.name(), outcome));
    scrape.set(BUCKET_TARGET, bucket.targetRate(), bucket.name());
    scrape.set(BUCKET_MEASURED, Optional.ofNullable(bucket.measuredRate()), bucket.name());
  }

  private void addDumps() {
    for (String state : DUMP_STATES) {
      scrape.set(
          DUMPS,
          job.state().dumps().stream().filter(dump -> dump.state().equals(state)).count(),
          state);
    }
    for (Dump dump :
        job.state().dumps().stream().filter(JobMetrics::isOpen).limit(MOST_DUMPS).toList()) {
      scrape.set(DUMP_BYTES, dump.bytes(), dump.name());
      scrape.set(DUMP_READ, dump.bytesRead(), dump.name());
    }
  }

  private static boolean isOpen(Dump dump) {
    return dump.state().equals(Dump.READING) || dump.state().equals(Dump.CURATING);
  }

  private void addStages() {
    for (Stage stage : job.state().stages()) {
      if (stage.lag() != null) {
        scrape.set(LAG, stage.lag(), stage.name());
      }
      for (String state : STAGE_STATES) {
        scrape.set(STAGE_STATE, stage.state().equals(state) ? 1 : 0, stage.name(), state);
      }
      boolean waits = stage.state().equals(Stage.WAITING) && stage.since() != null;
      scrape.set(WAITING, waits ? seconds(stage.since()) : 0, stage.name());
      scrape.set(HOLDING, holding(stage.name()), stage.name());
    }
  }

  private double holding(String stage) {
    Holder holder = job.state().holder();
    return holder != null && holder.stage().equals(stage) ? seconds(holder.since()) : 0;
  }

  private double seconds(long since) {
    return Math.max(0, job.now() - since) / MILLIS;
  }

  private static Optional<Double> diskFree(Series series) {
    List<Double> values = series.values(Figure.DISK_FREE_BYTES);
    return values.isEmpty() ? Optional.empty() : Optional.ofNullable(values.get(values.size() - 1));
  }
}
