package dev.sluice.ingest.watch;

import dev.sluice.core.Unit;
import dev.sluice.ingest.decode.IngestSettings;
import dev.sluice.ingest.source.ColumnSurvey;
import dev.sluice.ingest.source.SourceChanges;
import dev.sluice.ingest.source.SourceScan;
import dev.sluice.ingest.source.SourceSelection;
import dev.sluice.ingest.source.SourceSelection.SourceSelectionException;
import dev.sluice.ingest.source.SourceTrees;
import dev.sluice.ingest.source.UnitPlan;
import dev.sluice.ingest.source.UnitPlanner;
import dev.sluice.ingest.source.UnitPlanner.UnitNames;
import dev.sluice.ingest.watch.Completeness.FileStability;
import dev.sluice.ingest.watch.Completeness.Waiting;
import dev.sluice.settings.SluiceConfig.IngestConfig.WatchSettings;
import dev.sluice.topics.progress.InputFiles;
import dev.sluice.topics.progress.ProgressLog;
import dev.sluice.topics.progress.ProgressState;
import dev.sluice.topics.progress.ProgressState.UnitFiles;
import dev.sluice.topics.progress.UnitProgress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.common.errors.RetriableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * Finds the complete units of an input by polling. Network file systems report no changes. Not
 * thread-safe.
 */
public final class DumpWatch {
  private static final Logger LOG = LoggerFactory.getLogger(DumpWatch.class);
  private static final int LOOKS_PER_READ = 6;

  private final IngestSettings settings;
  private final Set<String> dumps;
  private final ProgressLog log;
  private final FileStability settling;
  private final Completeness completeness;
  private final SourceChanges changes;
  private final WaitingLog waiting = new WaitingLog();
  private final SourceTrees trees;
  private Plans plans = Plans.none();
  private ProgressState known;
  private int looks;
  private boolean inputFails;

  /**
   * Creates a watch of the input of the settings.
   *
   * @param log log that holds the progress
   * @param dumps names of directories to read, which need not exist yet; everything if empty
   */
  public DumpWatch(
      ProgressLog log, IngestSettings settings, WatchSettings watch, Set<String> dumps) {
    this.settings = settings;
    this.dumps = Set.copyOf(dumps);
    this.log = log;
    this.settling = new FileStability(watch.settle().toNanos());
    this.completeness = new Completeness(settings.root(), watch.fileList(), settling);
    this.changes = new SourceChanges(settings.root());
    this.trees =
        new SourceTrees(settings.selection(), settings.input().pattern(), System::nanoTime);
    this.known = log.read();
  }

  /**
   * Scans the input once. If nothing has changed since the last look, this costs one call per
   * directory; see {@link SourceTree}.
   *
   * @return units to read now, in order: started ones, and those whose files are complete. The list
   *     is often empty, and always empty during a reset
   * @throws SourceSelectionException if files of a started unit are missing or changed
   */
  public List<UnitPlan> next() throws SourceSelectionException {
    try {
      long now = System.nanoTime();
      SourceScan scan = trees.look(plans.closely());
      if (++looks % LOOKS_PER_READ == 0) {
        learn();
      }
      plan(scan);
      settling.observe(plans.freshFiles(), now);
      List<UnitPlan> ready = ready(scan);
      if (!ready.isEmpty()) {
        known = log.read();
        plan(scan);
        ready = afterReset(ready(scan));
      }
      inputFails = false;
      return ready;
    } catch (IOException e) {
      tellOnce(e);
    } catch (UncheckedIOException e) { // an object store could not be asked whether a file exists
      tellOnce(e.getCause());
    }
    return List.of();
  }

  /** Plans again if the input or the progress has changed, since planning examines all files. */
  private void plan(SourceScan scan) throws IOException {
    if (!plans.isOf(known, scan)) {
      changes.tell(known, scan.files(), dumps);
      plans = Plans.of(known, scan, dumps);
    }
  }

  /**
   * Returns no units during a reset, because their documents would be ordered neither before nor
   * after it.
   */
  private List<UnitPlan> afterReset(List<UnitPlan> ready) {
    if (known.openReset().isEmpty()) {
      return ready;
    }
    String dump = known.openReset().get().dump();
    ready.forEach(
        plan ->
            waiting.tell(
                plan, new Completeness.Waiting("the reset of " + dump + " is in progress", dump)));
    return List.of();
  }

  /** Reads the progress again: units forgotten by a reset can be read again. */
  private void learn() {
    try {
      known = log.read();
    } catch (RetriableException e) {
      LOG.debug("cannot reach the broker; trying again at the next check", e);
    }
  }

  /** Reads the progress again for the next scan. */
  public void refresh() {
    known = log.read();
  }

  private List<UnitPlan> ready(SourceScan scan) throws IOException, SourceSelectionException {
    SourceSelection selection =
        new SourceSelection(
            settings.selection(), settings.input().pattern(), settings.columns(), scan);
    List<UnitPlan> ready = new ArrayList<>();
    for (UnitPlan plan : plans.begun()) {
      requireUnchanged(selection, plan);
      ready.add(plan);
    }
    for (UnitPlan plan : plans.fresh()) {
      judge(selection, plan, ready);
    }
    boolean needsIds = ready.stream().anyMatch(UnitPlan::needsIds);
    return ready.stream().map(plan -> plan.needingIds(needsIds)).toList();
  }

  private static void requireUnchanged(SourceSelection selection, UnitPlan begun)
      throws IOException, SourceSelectionException {
    List<String> problems = new ArrayList<>();
    selection.checkUnchanged(List.of(begun), problems);
    if (!problems.isEmpty()) {
      throw new SourceSelectionException(problems);
    }
  }

  private void judge(SourceSelection selection, UnitPlan plan, List<UnitPlan> ready)
      throws IOException {
    Completeness.Verdict verdict = completeness.judge(plan, plans::isClaimed);
    UnitPlan complete = new UnitPlan(plan.unit(), verdict.files());
    List<String> misfits = new ArrayList<>();
    selection.checkUnchanged(List.of(complete), misfits);
    complete.markerProblem(settings.input().maxRecordBytes()).ifPresent(misfits::add);
    ColumnSurvey columns = selection.columns(misfits.isEmpty() ? List.of(complete) : List.of());
    misfits.addAll(columns.problems(known.units().isEmpty()));
    if (misfits.isEmpty()) {
      waiting.tell(plan, verdict.waiting());
      if (!verdict.files().isEmpty()) {
        columns.warnings(List.of(complete)).forEach(LOG::warn);
        ready.add(complete.needingIds(columns.hasIds(known)));
      }
    } else {
      waiting.tell(
          plan, new Completeness.Waiting("does not fit the configuration", misfits.get(0)));
    }
  }

  /**
   * Reports an error of the file system once, because a network file system may disappear and
   * return during a watch.
   */
  private void tellOnce(IOException error) {
    if (!inputFails) {
      inputFails = true;
      LOG.atWarn()
          .addKeyValue("input", settings.root())
          .addKeyValue("error", error.toString())
          .log("cannot read the input; retrying until it is readable");
    }
  }

  /**
   * Logs the reason why a unit is not complete. It logs the reason once, and again when the reason
   * changes.
   */
  static final class WaitingLog {
    private static final Logger LOG = LoggerFactory.getLogger(WaitingLog.class);

    private final Map<String, String> logged = new HashMap<>();

    /** Logs a reason, or forgets the last one if the unit is complete. */
    void tell(UnitPlan plan, Optional<Waiting> waiting) {
      if (waiting.isEmpty()) {
        logged.remove(plan.unit().id());
      } else {
        tell(plan, waiting.get());
      }
    }

    void tell(UnitPlan plan, Waiting waiting) {
      if (waiting.why().equals(logged.put(plan.unit().id(), waiting.why()))) {
        return;
      }
      MDC.put("dump", plan.unit().title());
      LOG.atInfo()
          .addKeyValue("unit", plan.unit().id())
          .addKeyValue("files", plan.files().size())
          .addKeyValue("why", waiting.why())
          .addKeyValue("what", waiting.what())
          .log("waiting until the dump is complete");
      MDC.remove("dump");
    }
  }

  /**
   * The plans that one scan of an input gives: units to read, and units to wait for. Valid until
   * the input or the progress changes.
   *
   * @param known progress that the plans are based on
   * @param scan files that the plans are based on
   * @param begun units that were started and have not ended
   * @param fresh units that may be started once their files are complete
   * @param closely directories with incomplete files, whose sizes each look must check
   */
  record Plans(
      ProgressState known,
      SourceScan scan,
      List<UnitPlan> begun,
      List<UnitPlan> fresh,
      Set<String> closely) {
    /** Returns the plans before the first scan. */
    static Plans none() {
      return new Plans(
          new ProgressState(),
          new SourceScan(InputFiles.none(), List.of()),
          List.of(),
          List.of(),
          Set.of());
    }

    /**
     * Plans the units of a scan. The time is linear in the number of files.
     *
     * @param dumps only directories of these names; all files if empty
     */
    static Plans of(ProgressState known, SourceScan scan, Set<String> dumps) {
      Set<String> begun = known.units().stream().map(UnitFiles::unit).collect(Collectors.toSet());
      List<UnitPlan> plans = new UnitPlanner(known).plan(scan.files(), dumps);
      List<UnitPlan> fresh =
          plans.stream().filter(plan -> !begun.contains(plan.unit().id())).toList();
      Set<String> closely = new HashSet<>();
      for (UnitPlan plan : fresh) {
        plan.files().forEach(file -> closely.add(directory(file.path())));
      }
      for (UnitFiles unit : known.units()) {
        known
            .progress(unit.unit())
            .map(UnitProgress::quarantined)
            .ifPresent(files -> files.keySet().forEach(path -> closely.add(directory(path))));
      }
      return new Plans(
          known,
          scan,
          plans.stream().filter(plan -> begun.contains(plan.unit().id())).toList(),
          fresh,
          closely);
    }

    private static String directory(String path) {
      return path.substring(0, Math.max(0, path.lastIndexOf('/')));
    }

    /** Returns whether the plans are based on this progress and these files. */
    boolean isOf(ProgressState state, SourceScan found) {
      return known == state && scan == found;
    }

    /** Returns the files of the units that may be started. */
    InputFiles freshFiles() {
      if (fresh.size() == 1) {
        return fresh.get(0).files();
      }
      InputFiles.Builder files = new InputFiles.Builder();
      for (UnitPlan plan : fresh) {
        plan.files().forEach(files::add);
      }
      return files.build();
    }

    /** Returns whether a unit has a file with this path. */
    boolean isClaimed(String path) {
      String name = UnitNames.of(path);
      return known.units().stream()
          .filter(unit -> Unit.parse(unit.unit()).name().equals(name))
          .anyMatch(unit -> unit.files().find(path).isPresent());
    }
  }
}
