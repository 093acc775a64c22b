package dev.sluice.ingest;

import dev.sluice.core.Unit;
import dev.sluice.core.gauge.WaitTimes;
import dev.sluice.ingest.IngestGauge.IngestWait;
import dev.sluice.ingest.source.UnitPlan;
import dev.sluice.topics.progress.ProgressState;
import dev.sluice.topics.progress.ProgressState.UnitFiles;
import dev.sluice.topics.progress.UnitProgress;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.errors.RetriableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Makes all processes read units one after another, in the order in which the units started.
 * Near-deduplication needs this order because a document is compared with the documents of all
 * earlier units. So a started unit waits until every unit that started before it has ended or was
 * forgotten.
 *
 * <p>Some process can always continue, because the first unit that has not ended waits for no
 * other. If its process is gone, the next process that reads the same input continues this unit
 * before it starts new ones, see {@link dev.sluice.ingest.source.UnitPlanner}.
 */
public final class UnitTurn {
  private static final Logger LOG = LoggerFactory.getLogger(UnitTurn.class);
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

  private final Unit unit;
  private final String writer;
  private String told = "";

  /**
   * @param unit the started unit
   * @param writer the process that has claimed it
   */
  UnitTurn(Unit unit, String writer) {
    this.unit = unit;
    this.writer = writer;
  }

  /**
   * Waits until it is the unit's turn. No transaction may be open, because this wait can take days.
   *
   * @param progress reads the progress up to the end of its topic; an exception ends the wait,
   *     unless the read may be tried again
   * @param waits receiver of the reason for each wait; the caller ends the last wait
   * @throws UnitTakenOverException if another process has claimed the unit meanwhile
   */
  void await(Supplier<ProgressState> progress, WaitTimes<IngestWait> waits)
      throws InterruptedException {
    Optional<UnitFiles> before = before(progress.get());
    while (before.isPresent()) {
      waits.begin(IngestWait.EARLIER_UNIT);
      Thread.sleep(LOOK_AGAIN.toMillis());
      try {
        before = before(progress.get());
      } catch (RetriableException e) {
        LOG.debug("cannot reach the broker; still waiting", e);
      }
    }
  }

  private Optional<UnitFiles> before(ProgressState known) {
    Optional<UnitProgress> own = known.progress(unit.id());
    if (own.isPresent() && !own.get().writer().equals(writer)) {
      throw new UnitTakenOverException(unit.id(), own.get().writer(), own.get().ended(), null);
    }
    Optional<UnitFiles> before = before(known, unit.id());
    before.ifPresent(earlier -> tell(earlier, known));
    return before;
  }

  /** Returns the first unit that has not ended, if it started before the given unit. */
  static Optional<UnitFiles> before(ProgressState known, String unit) {
    return allBefore(known, unit).findFirst();
  }

  private static Stream<UnitFiles> allBefore(ProgressState known, String unit) {
    return known.units().stream()
        .takeWhile(earlier -> !earlier.unit().equals(unit))
        .filter(earlier -> !known.hasEnded(earlier.unit()));
  }

  /**
   * Returns the unfinished units that started before the planned ones and are not planned. They are
   * in the order of their start. A process waits for them until another process reads them.
   */
  public static List<String> unreadBefore(ProgressState known, List<UnitPlan> plans) {
    Set<String> planned = plans.stream().map(plan -> plan.unit().id()).collect(Collectors.toSet());
    return planned.stream()
        .map(unit -> allBefore(known, unit).map(UnitFiles::unit).toList())
        .max(Comparator.comparingInt(List::size))
        .orElse(List.of())
        .stream()
        .filter(unit -> !planned.contains(unit))
        .toList();
  }

  /**
   * Logs, once for each earlier unit, that this unit is waiting for it, and what to do if no
   * process reads the earlier unit.
   */
  private void tell(UnitFiles earlier, ProgressState known) {
    if (earlier.unit().equals(told)) {
      return;
    }
    told = earlier.unit();
    LoggingEventBuilder event = LOG.atInfo().addKeyValue("unit", unit.id());
    event = event.addKeyValue("earlier", told);
    Optional<UnitProgress> progress = known.progress(told);
    if (progress.isPresent()) {
      event = event.addKeyValue("reader", progress.get().writer());
    }
    event
        .addKeyValue("wayOut", wayOut(earlier))
        .log(
            "waiting for an earlier unit: near-deduplication reads units in the order in which they"
                + " started");
  }

  private static String wayOut(UnitFiles earlier) {
    Unit waitedFor = Unit.parse(earlier.unit());
    String dump =
        waitedFor.name().equals(Unit.LOOSE_FILES) ? "" : " --dump " + waitedFor.directoryDump();
    return "if the process that reads the earlier unit is no longer running, start 'sluice ingest%s' with the input that contains %s"
        .formatted(dump, earlier.files().get(0).path());
  }

  /**
   * Thrown if another process has taken over the unit and continues from the committed progress.
   */
  public static final class UnitTakenOverException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * @param unit id of the unit
     * @param process process that has taken over
     * @param ended whether that process has read the unit to its end
     */
    UnitTakenOverException(String unit, String process, boolean ended, Throwable cause) {
      super(
          "unit %s was taken over by %s, which %s; no rows are lost or duplicated. Let each process read different dumps (--dump), or let one process read all dumps"
              .formatted(
                  unit,
                  process,
                  ended ? "has finished reading the unit" : "continues to read the unit"),
          cause);
    }
  }
}
