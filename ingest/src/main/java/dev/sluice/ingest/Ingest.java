package dev.sluice.ingest;

import dev.sluice.ingest.decode.IngestSettings;
import dev.sluice.ingest.source.ColumnSurvey;
import dev.sluice.ingest.source.MarkerRoom;
import dev.sluice.ingest.source.SourceChanges;
import dev.sluice.ingest.source.SourceSelection;
import dev.sluice.ingest.source.SourceSelectionException;
import dev.sluice.ingest.source.UnitPlan;
import dev.sluice.ingest.source.UnitPlanner;
import dev.sluice.topics.KafkaConnection;
import dev.sluice.topics.progress.ProgressLog;
import dev.sluice.topics.progress.ProgressState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The stage as a whole: finds what is to be read, refuses what cannot work, reads the units. */
public final class Ingest {
  private static final Logger LOG = LoggerFactory.getLogger(Ingest.class);

  private final KafkaConnection connection;
  private final ProgressLog progressLog;
  private final IngestSettings settings;
  private final IngestGauge gauge = new IngestGauge();

  /** A stage that sends to this broker. The topics are there, and the progress is in this log. */
  public Ingest(KafkaConnection connection, ProgressLog progressLog, IngestSettings settings) {
    this.connection = connection;
    this.progressLog = progressLog;
    this.settings = settings;
  }

  /** How far it is. */
  public IngestGauge gauge() {
    return gauge;
  }

  /**
   * What there is to read, in order.
   *
   * @param known the progress as it is now
   * @param dumps names of directories to take; everything where empty
   * @throws SourceSelectionException when nothing can be read as asked: no files, unknown dumps,
   *     files of a begun unit gone, a column that no file has
   */
  public List<UnitPlan> plan(ProgressState known, Set<String> dumps)
      throws IOException, SourceSelectionException {
    SourceSelection selection =
        SourceSelection.scan(settings.input(), settings.pattern(), settings.columns());
    selection.tellLeftOut();
    new SourceChanges(settings.input()).tell(known, selection.found(), dumps);
    List<UnitPlan> plans = new UnitPlanner(known).plan(selection.found(), dumps);
    List<String> problems = new ArrayList<>();
    selection.checkDumps(dumps, problems);
    selection.checkUnchanged(plans, problems);
    plans.forEach(
        plan -> MarkerRoom.problem(plan, settings.maxRecordBytes()).ifPresent(problems::add));
    requireNone(problems);
    ColumnSurvey columns = selection.columns(plans);
    requireNone(columns.problems(known.units().isEmpty()));
    columns.warnings().forEach(LOG::warn);
    return plans;
  }

  private static void requireNone(List<String> problems) throws SourceSelectionException {
    if (!problems.isEmpty()) {
      throw new SourceSelectionException(problems);
    }
  }

  /**
   * Reads the units to their end, one after another.
   *
   * @return the files set aside, by path, with the reason
   * @param writer who reads: unlike any other process's, and in words that a person understands
   * @throws UnitTakenOverException when another process has taken over a unit
   */
  public SortedMap<String, String> read(
      List<UnitPlan> plans, BackPressure backPressure, String writer)
      throws IOException, InterruptedException {
    SortedMap<String, String> setAside = new TreeMap<>();
    plans.forEach(plan -> gauge.plan(plan.bytes()));
    for (UnitPlan plan : plans) {
      setAside.putAll(read(plan, backPressure, writer));
    }
    return setAside;
  }

  /**
   * Reads one unit. When its producer cannot go on though nobody has taken over, a new one does,
   * from the progress that is committed, as after a kill.
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
}
