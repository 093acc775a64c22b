package dev.sluice.ingest;

import dev.sluice.core.Unit;
import dev.sluice.ingest.NewProducer.ProducerLostException;
import dev.sluice.ingest.UnitTurn.UnitTakenOverException;
import dev.sluice.ingest.decode.IngestSettings;
import dev.sluice.ingest.source.ColumnSurvey;
import dev.sluice.ingest.source.SourceChanges;
import dev.sluice.ingest.source.SourceSelection;
import dev.sluice.ingest.source.SourceSelection.SourceSelectionException;
import dev.sluice.ingest.source.UnitPlan;
import dev.sluice.ingest.source.UnitPlanner;
import dev.sluice.topics.KafkaConnection;
import dev.sluice.topics.progress.ProgressLog;
import dev.sluice.topics.progress.ProgressState;
import dev.sluice.topics.record.TextLocation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The ingest stage. It plans units, refuses unusable input, and reads the units. */
public final class Ingest {
  private static final Logger LOG = LoggerFactory.getLogger(Ingest.class);

  private final KafkaConnection connection;
  private final ProgressLog progressLog;
  private final IngestSettings settings;
  private final IngestGauge gauge = new IngestGauge();
  private SortedMap<String, String> changed = Collections.emptySortedMap();

  /** Creates a stage for a broker whose topics exist. */
  public Ingest(KafkaConnection connection, ProgressLog progressLog, IngestSettings settings) {
    this.connection = connection;
    this.progressLog = progressLog;
    this.settings = settings;
  }

  /** Returns the progress of this process. */
  public IngestGauge gauge() {
    return gauge;
  }

  /**
   * Returns the units to read, in order.
   *
   * @param known the current progress
   * @param dumps names of directories to read; everything if empty
   * @throws SourceSelectionException if the input does not fit the request: no files, unknown
   *     dumps, missing files of a started unit, a column that no file has
   */
  public List<UnitPlan> plan(ProgressState known, Set<String> dumps)
      throws IOException, SourceSelectionException {
    SourceSelection selection =
        SourceSelection.scan(settings.selection(), settings.input().pattern(), settings.columns());
    selection.tellLeftOut();
    changed = new SourceChanges(settings.root()).tell(known, selection.found(), dumps);
    List<String> problems = new ArrayList<>();
    selection.checkTables(problems);
    selection.checkDumps(dumps, problems);
    return checked(
        new UnitPlanner(known).plan(selection.found(), dumps), selection, known, problems);
  }

  /** Returns the files that the last plan found changed since they were read. Each has a remedy. */
  public SortedMap<String, String> changed() {
    return changed;
  }

  /**
   * Returns the units to read when an output is made again, in order.
   *
   * @param known the current progress
   * @param given all units in their order, with their files
   * @throws SourceSelectionException if different units were read before, or the input does not fit
   */
  public List<UnitPlan> planAgain(ProgressState known, List<UnitPlan> given)
      throws IOException, SourceSelectionException {
    SourceSelection selection =
        SourceSelection.scan(settings.selection(), settings.input().pattern(), settings.columns());
    return checked(new UnitPlanner(known).planAgain(given), selection, known, new ArrayList<>());
  }

  private List<UnitPlan> checked(
      List<UnitPlan> plans, SourceSelection selection, ProgressState known, List<String> problems)
      throws IOException, SourceSelectionException {
    selection.checkUnchanged(plans, problems);
    plans.forEach(
        plan -> plan.markerProblem(settings.input().maxRecordBytes()).ifPresent(problems::add));
    requireNone(problems);
    ColumnSurvey columns = selection.columns(plans);
    requireNone(columns.problems(known.units().isEmpty()));
    columns.warnings(plans).forEach(LOG::warn);
    gauge.plan(known, plans);
    boolean needsIds = columns.hasIds(known);
    return plans.stream().map(plan -> plan.needingIds(needsIds)).toList();
  }

  private static void requireNone(List<String> problems) throws SourceSelectionException {
    if (!problems.isEmpty()) {
      throw new SourceSelectionException(problems);
    }
  }

  /**
   * Reads units one after the other, each to its end.
   *
   * @return quarantined files by path, with the reason
   * @param writer name of this process, unique and readable
   * @throws UnitTakenOverException if another process has taken over a unit
   */
  public SortedMap<String, String> read(
      List<UnitPlan> plans, BackPressure backPressure, String writer)
      throws IOException, InterruptedException {
    SortedMap<String, String> quarantined = new TreeMap<>();
    if (settings.text() == TextLocation.SOURCE && plans.stream().anyMatch(UnitPlan::hasTables)) {
      LOG.info(
          "the texts of Parquet files are read again when shards are written: keep these files"
              + " unchanged until their unit is sealed");
    }
    for (UnitPlan plan : plans) {
      quarantined.putAll(read(plan, backPressure, writer));
    }
    return quarantined;
  }

  /**
   * Reads one unit. If its producer is lost although no other process has taken over the unit, a
   * new producer continues from the committed progress, as after a restart.
   */
  private SortedMap<String, String> read(UnitPlan plan, BackPressure backPressure, String writer)
      throws IOException, InterruptedException {
    NewProducer newProducer = new NewProducer(progressLog, plan.unit());
    while (true) {
      try {
        return new UnitIngest(connection, progressLog, settings, gauge, backPressure, writer)
            .ingest(plan);
      } catch (ProducerLostException e) {
        newProducer.requireAllowed(e);
      }
    }
  }

  /**
   * Thrown if a reset is in progress. Documents read now would be ordered neither before nor after
   * it.
   */
  public static final class ResetInProgressException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The request of the reset that must be finished; empty if there is none. */
    private final String asked;

    private ResetInProgressException(String message, String asked) {
      super(message);
      this.asked = asked;
    }

    static ResetInProgressException of(String asked) {
      return new ResetInProgressException(
          "the reset of %s has started but has not finished".formatted(asked), asked);
    }

    /** Creates an exception for a unit that was forgotten while its ingest was suspended. */
    static ResetInProgressException forgotten(Unit unit) {
      return new ResetInProgressException(
          "unit %s was forgotten by a reset: run the command again to read its files as a new unit"
              .formatted(unit.id()),
          "");
    }

    /** Returns the request of a reset that must be finished first, if there is one. */
    public Optional<String> asked() {
      return Optional.of(asked).filter(what -> !what.isEmpty());
    }
  }
}
