package dev.sluice.app.metrics;

import dev.sluice.app.health.Health.Phase;
import dev.sluice.app.monitor.RunDocument;
import dev.sluice.app.monitor.RunState.Bucket;
import dev.sluice.app.monitor.RunState.Dropped;
import dev.sluice.app.monitor.RunState.Dump;
import dev.sluice.app.monitor.RunState.Holder;
import dev.sluice.app.monitor.RunState.Stage;
import dev.sluice.app.monitor.Series;
import dev.sluice.app.monitor.Series.Figure;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Derives the metrics of a process about its job from its run document. The number of values does
 * not depend on the number of dumps.
 */
final class JobMetrics {
  private static final List<String> PHASES =
      Stream.concat(Stream.of(Phase.values()).map(Phase::key), Stream.of("ended", "failed"))
          .toList();

  /**
   * The maximum number of dumps reported by name. At a time, one dump is being read and a few are
   * being curated.
   */
  static final int MOST_DUMPS = 10;

  /** The maximum number of reasons that are reported, starting with the most frequent. */
  static final int MOST_REASONS = 100;

  private static final double MILLIS = 1e3;

  /**
   * Type, name, labels and meaning of each metric, in the order of the page that describes the
   * metrics.
   */
  static final List<Metric> ALL =
      """
      INFO    | sluice_build_info               | version java command | Version of Sluice and Java, and the command
      GAUGE   | sluice_phase                    | phase                | 1 for the current phase of the process, 0 for all other phases
      GAUGE   | sluice_input_planned_bytes      |                      | Size of all files that the job reads
      GAUGE   | sluice_input_done_bytes         |                      | Part of the planned bytes whose rows are finished, that is, written or dropped
      GAUGE   | sluice_time_left_seconds        |                      | Time until the job is finished at the present rate; NaN if unknown
      COUNTER | sluice_rows_read_total          |                      | Rows read since the output was started
      COUNTER | sluice_rows_total               | outcome              | Rows with an outcome, by outcome
      GAUGE   | sluice_rows_in_flight           |                      | Rows read that have no outcome yet
      COUNTER | sluice_bucket_rows_total        | bucket outcome       | Rows of a bucket with an outcome, by outcome
      GAUGE   | sluice_bucket_target_ratio      | bucket               | Share of a bucket's rows that sampling should keep
      GAUGE   | sluice_bucket_measured_ratio    | bucket               | Share of a bucket's rows that sampling has kept; NaN before the first
      COUNTER | sluice_dropped_rows_total       | reason               | Rows dropped, by reason. A reason is an outcome, or outcome/operator:reason for a part of an outcome. The 100 most frequent reasons are reported
      GAUGE   | sluice_dumps                    | state                | Number of dumps in a state
      GAUGE   | sluice_dump_input_bytes         | dump                 | Size of the files of an open dump (reading or curating); at most 10 dumps
      GAUGE   | sluice_dump_read_bytes          | dump                 | Part of an open dump that is read; at most 10 dumps
      GAUGE   | sluice_quarantined_files        |                      | Input files that could not be read, or only in part, since the output was started
      GAUGE   | sluice_stage_lag_records        | stage                | Records that wait for the topology, matcher or sink, in the partitions of this process
      GAUGE   | sluice_stage_state              | stage state          | 1 for the current state of a stage of this process, 0 for its other states
      GAUGE   | sluice_stage_waiting_seconds    | stage                | How long a stage has been waiting for other stages; 0 if it does not wait
      GAUGE   | sluice_stage_holding_up_seconds | stage                | How long the other stages have been waiting for this stage; 0 if they do not wait
      GAUGE   | sluice_disk_free_bytes          |                      | Smallest free space of the disks to which the process writes; NaN if unknown
      GAUGE   | sluice_disk_min_free_bytes      |                      | Free space at which the process stops (io.min-free-disk)
      """
          .lines()
          .map(Metric::parse)
          .toList();

  private static final Map<String, Metric> BY_NAME =
      ALL.stream().collect(Collectors.toMap(Metric::name, Function.identity()));

  private final RunDocument job;
  private final Scrape scrape;

  private JobMetrics(RunDocument job, Scrape scrape) {
    this.job = job;
    this.scrape = scrape;
  }

  /**
   * Adds the figures of a job.
   *
   * @param minFreeDiskBytes free space at which the job's process stops
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
    metrics.set("sluice_disk_free_bytes", diskFree(job.series()));
    metrics.set("sluice_disk_min_free_bytes", minFreeDiskBytes);
  }

  private void set(String metric, double value, String... labels) {
    scrape.set(BY_NAME.get(metric), value, labels);
  }

  private void set(String metric, Optional<? extends Number> value, String... labels) {
    scrape.set(BY_NAME.get(metric), value, labels);
  }

  private void addProcess() {
    set(
        "sluice_build_info",
        1,
        job.versions().getOrDefault("sluice", ""),
        job.versions().getOrDefault("java", ""),
        job.job());
    PHASES.forEach(phase -> set("sluice_phase", job.phase().equals(phase) ? 1 : 0, phase));
  }

  private void addProgress() {
    set("sluice_input_planned_bytes", job.state().progress().total());
    set("sluice_input_done_bytes", job.state().progress().done());
    set("sluice_time_left_seconds", Optional.ofNullable(job.state().progress().secondsLeft()));
  }

  private void addRows() {
    set("sluice_quarantined_files", job.state().quarantinedFiles());
    set("sluice_rows_read_total", job.state().flow().rowsRead());
    job.state()
        .flow()
        .outcomes()
        .forEach((outcome, rows) -> set("sluice_rows_total", rows, outcome));
    set("sluice_rows_in_flight", job.state().flow().inFlight());
    job.state().buckets().forEach(this::addBucket);
    for (Dropped dropped : job.state().dropped().stream().limit(MOST_REASONS).toList()) {
      set("sluice_dropped_rows_total", dropped.count(), dropped.reason());
    }
  }

  private void addBucket(Bucket bucket) {
    bucket
        .counts()
        .listed()
        .forEach((outcome, rows) -> set("sluice_bucket_rows_total", rows, bucket.name(), outcome));
    set("sluice_bucket_target_ratio", bucket.targetRate(), bucket.name());
    set("sluice_bucket_measured_ratio", Optional.ofNullable(bucket.measuredRate()), bucket.name());
  }

  private void addDumps() {
    for (String state : Dump.STATES) {
      set(
          "sluice_dumps",
          job.state().dumps().stream().filter(dump -> dump.state().equals(state)).count(),
          state);
    }
    for (Dump dump :
        job.state().dumps().stream().filter(JobMetrics::isOpen).limit(MOST_DUMPS).toList()) {
      set("sluice_dump_input_bytes", dump.bytes(), dump.name());
      set("sluice_dump_read_bytes", dump.bytesRead(), dump.name());
    }
  }

  private static boolean isOpen(Dump dump) {
    return dump.state().equals(Dump.READING) || dump.state().equals(Dump.CURATING);
  }

  private void addStages() {
    for (Stage stage : job.state().stages()) {
      if (stage.lag() != null) {
        set("sluice_stage_lag_records", stage.lag(), stage.name());
      }
      for (String state : Stage.STATES) {
        set("sluice_stage_state", stage.state().equals(state) ? 1 : 0, stage.name(), state);
      }
      boolean waits = stage.state().equals(Stage.WAITING) && stage.since() != null;
      set("sluice_stage_waiting_seconds", waits ? seconds(stage.since()) : 0, stage.name());
      set("sluice_stage_holding_up_seconds", holding(stage.name()), stage.name());
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
