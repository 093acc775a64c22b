package dev.sluice.ingest;

import dev.sluice.topics.KafkaConnection;
import dev.sluice.topics.progress.ProgressLog;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidPidMappingException;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.TransactionAbortableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The stage as a whole: finds what is to be read, refuses what cannot work, reads the units. */
public final class Ingest {
  private static final Logger LOG = LoggerFactory.getLogger(Ingest.class);
  private static final int ATTEMPTS = 3;
  private static final List<Class<? extends KafkaException>> GIVEN_UP =
      List.of(
          InvalidTxnStateException.class,
          InvalidPidMappingException.class,
          OutOfOrderSequenceException.class,
          TransactionAbortableException.class);

  private final KafkaConnection connection;
  private final IngestSettings settings;
  private final IngestGauge gauge = new IngestGauge();

  /** A stage that sends to this broker. The topics are there. */
  public Ingest(KafkaConnection connection, IngestSettings settings) {
    this.connection = connection;
    this.settings = settings;
  }

  /** How far it is. */
  public IngestGauge gauge() {
    return gauge;
  }

  /**
   * What there is to read, in order.
   *
   * @param dumps names of directories to take; everything where empty
   * @throws SourceSelectionException when nothing can be read as asked: no files, unknown dumps,
   *     files of a begun unit gone, a column that no file has
   */
  public List<UnitPlan> plan(Set<String> dumps) throws IOException, SourceSelectionException {
    SourceSelection selection =
        SourceSelection.scan(settings.input(), settings.pattern(), settings.columns());
    ProgressLog log = new ProgressLog(connection, settings.topics().progress());
    List<UnitPlan> plans = new UnitPlanner(log.read()).plan(selection.found(), dumps);
    List<String> problems = new ArrayList<>();
    selection.checkDumps(dumps, problems);
    selection.checkFiles(plans, problems);
    if (!problems.isEmpty()) {
      throw new SourceSelectionException(problems);
    }
    return plans;
  }

  /**
   * Reads the units to their end, one after another.
   *
   * @return the files set aside, by path, with the reason
   * @throws org.apache.kafka.common.errors.ProducerFencedException when another process has taken
   *     over a unit
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
   * Reads one unit. When the broker gives up its producer, though nobody has fenced it, a new one
   * goes on from the progress, as after a kill: that happens, rarely, when the end of a transaction
   * and the beginning of the next cross each other in the broker.
   */
  private SortedMap<String, String> read(UnitPlan plan, BackPressure backPressure, String writer)
      throws IOException, InterruptedException {
    for (int attempt = 1; ; attempt++) {
      try {
        return new UnitIngest(connection, settings, gauge, backPressure, writer).ingest(plan);
      } catch (KafkaException e) {
        if (attempt == ATTEMPTS || !isGivenUp(e)) {
          throw e;
        }
        LOG.atWarn()
            .addKeyValue("unit", plan.unit().id())
            .addKeyValue("reason", e.toString())
            .log("the broker has given up the producer, going on with a new one");
      }
    }
  }

  private static boolean isGivenUp(KafkaException error) {
    return GIVEN_UP.stream()
        .anyMatch(type -> type.isInstance(error) || type.isInstance(error.getCause()));
  }
}
