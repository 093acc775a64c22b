package dev.sluice.app.monitor;

import dev.sluice.app.monitor.RunState.Holder;
import dev.sluice.app.monitor.RunState.Stage;
import dev.sluice.core.gauge.WaitTimes;
import dev.sluice.core.gauge.WaitTimes.Wait;
import dev.sluice.ingest.IngestGauge;
import dev.sluice.ingest.IngestGauge.IngestWait;
import dev.sluice.matcher.MatcherGauge;
import dev.sluice.matcher.MatcherWait;
import dev.sluice.sink.SinkGauge;
import dev.sluice.sink.SinkGauge.SinkWait;
import dev.sluice.streams.StreamsRunner;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Observes what the stages of this process do, and which stage holds up the others.
 *
 * <p>Ingest waits as soon as a log before topology or sink is full, so its reason for waiting
 * identifies the holder. If a sink has nothing to write, the holder is the topology; if its
 * documents wait for near-deduplication, the holder is the matcher, unless it runs in this process
 * and waits for signatures itself. If ingest does not wait and the other stages have nothing to do,
 * ingest holds them up. Not thread-safe.
 */
final class StageWatch {
  static final String INGEST = "ingest";
  static final String TOPOLOGY = "topology";
  static final String SINK = "sink";
  static final String MATCHER = "matcher";

  private final HeldUp<IngestWait> ingestHeld = new HeldUp<>();
  private final HeldUp<MatcherWait> matcherHeld = new HeldUp<>();
  private final HeldUp<SinkWait> sinkHeld = new HeldUp<>();
  private final StageRate ingestRate = new StageRate();
  private final StageRate topologyRate = new StageRate();
  private final StageRate matcherRate = new StageRate();
  private final StageRate sinkRate = new StageRate();
  private final List<Stage> stages = new ArrayList<>();
  private Optional<Holder> holder = Optional.empty();
  private List<Stage> former = List.of();
  private long millis;
  private Optional<Wait<IngestWait>> ingestWait = Optional.empty();
  private boolean reading;
  private boolean topologyIdle;
  private boolean matcherIdle;
  private boolean sinkIdle;
  private boolean undecided;
  private boolean sinks;

  /** The rate of a growing number over the last seconds. Not thread-safe. */
  private static final class StageRate {
    private static final long WINDOW_MILLIS = 5_000;
    private static final double MILLIS = 1e3;

    private final Deque<long[]> readings = new ArrayDeque<>();

    /**
     * Adds a reading and returns the growth per second. The growth is 0 for the first reading, and
     * when the number decreases.
     */
    double at(long millis, long count) {
      readings.addLast(new long[] {millis, count});
      while (readings.size() > 2 && readings.getFirst()[0] < millis - WINDOW_MILLIS) {
        readings.removeFirst();
      }
      long time = millis - readings.getFirst()[0];
      long growth = Math.max(0, count - readings.getFirst()[1]);
      return time > 0 ? Math.round(MILLIS * growth / time) : 0;
    }
  }

  /** Begins an observation. The stages of this process are added afterwards, in their order. */
  void begin(long nowMillis) {
    millis = nowMillis;
    former = List.copyOf(stages);
    stages.clear();
    reading = false;
    topologyIdle = true;
    matcherIdle = false;
    sinkIdle = true;
    undecided = false;
    sinks = false;
    ingestWait = Optional.empty();
  }

  /**
   * Adds ingest.
   *
   * @param ended whether everything has been read
   */
  void ingest(IngestGauge gauge, boolean ended) {
    reading = !ended;
    ingestWait = ingestHeld.at(millis, gauge.waits().totals(), 1).filter(wait -> !ended);
    double rate = ingestRate.at(millis, gauge.rows());
    String state = ended ? Stage.IDLE : ingestWait.isPresent() ? Stage.WAITING : Stage.WORKING;
    add(INGEST, null, rate, state, ingestWait.map(wait -> name(wait.cause())).orElse(null));
  }

  private static String name(IngestWait cause) {
    return switch (cause) {
      case TOPOLOGY -> TOPOLOGY;
      case SINK, HAND_OVER -> SINK;
      case MATCHER -> MATCHER;
      case LOG_SPACE -> "log space";
      case EARLIER_UNIT -> "earlier unit";
      case DISK -> "disk";
      case TRANSACTION -> "broker";
    };
  }

  /**
   * Adds the topology.
   *
   * @param lag number of rows before the topology
   * @param judged number of rows judged so far
   */
  void topology(StreamsRunner runner, long lag, long judged) {
    double rate = topologyRate.at(millis, judged);
    topologyIdle = lag == 0;
    boolean restoring = runner.restore().isPresent();
    String state = restoring ? Stage.RESTORING : topologyIdle ? Stage.IDLE : Stage.WORKING;
    add(TOPOLOGY, lag, rate, state, null);
  }

  /** Adds the matcher. Its lag is in offsets of its topic. */
  void matcher(MatcherGauge gauge) {
    double rate = matcherRate.at(millis, gauge.counts().documents());
    Optional<Wait<MatcherWait>> wait = matcherHeld.at(millis, gauge.waits().totals(), 1);
    matcherIdle = wait.filter(now -> now.cause() == MatcherWait.SIGNATURES).isPresent();
    boolean retries = wait.filter(now -> now.cause() == MatcherWait.RETRY).isPresent();
    boolean stopped = gauge.stop().isPresent();
    String waiting = retries || stopped ? Stage.WAITING : Stage.WORKING;
    String state = matcherIdle ? Stage.IDLE : waiting;
    add(MATCHER, gauge.lag(), rate, state, stopped ? "decision" : retries ? "disk" : null);
  }

  private <C extends Enum<C>> Optional<Wait<C>> wait(
      HeldUp<C> held, Class<C> causes, List<WaitTimes<C>> workers) {
    Map<C, Duration> totals = new EnumMap<>(causes);
    workers.forEach(
        worker ->
            worker.totals().forEach((cause, time) -> totals.merge(cause, time, Duration::plus)));
    return held.at(millis, totals, Math.max(1, workers.size()));
  }

  /**
   * Adds the sink.
   *
   * @param lag number of rows before the sink; null if unknown
   */
  void sink(SinkGauge gauge, Long lag) {
    double rate = sinkRate.at(millis, gauge.rows());
    Optional<Wait<SinkWait>> wait = wait(sinkHeld, SinkWait.class, gauge.waits());
    sinks = true;
    sinkIdle = wait.filter(now -> now.cause() == SinkWait.DOCUMENTS).isPresent();
    boolean retries = wait.filter(now -> now.cause() == SinkWait.RETRY).isPresent();
    undecided = wait.filter(now -> now.cause() == SinkWait.NEAR_DUPLICATES).isPresent();
    String waiting = retries || undecided ? Stage.WAITING : Stage.WORKING;
    String state = sinkIdle ? Stage.IDLE : waiting;
    add(SINK, lag, rate, state, retries ? "disk" : undecided ? MATCHER : null);
  }

  private void add(String name, Long lag, double rate, String state, String waitsFor) {
    long since =
        former.stream()
            .filter(stage -> stage.name().equals(name) && stage.state().equals(state))
            .findFirst()
            .map(Stage::since)
            .orElse(millis);
    stages.add(new Stage(name, lag, rate, state, waitsFor, since));
  }

  /** Returns the stages of this observation. */
  List<Stage> stages() {
    return List.copyOf(stages);
  }

  /**
   * Returns the stage that holds up the others, or null if no stage does or if everything is
   * finished.
   */
  Holder holder() {
    Optional<String> name = holding();
    holder =
        name.map(
            now -> holder.filter(was -> was.stage().equals(now)).orElse(new Holder(now, millis)));
    return holder.orElse(null);
  }

  private Optional<String> holding() {
    if (ingestWait.isPresent()) {
      String cause = name(ingestWait.get().cause());
      return Optional.of(cause.equals(SINK) && sinks ? beforeSink() : cause);
    }
    boolean topology = stages.stream().anyMatch(stage -> stage.name().equals(TOPOLOGY));
    if (reading) {
      boolean starved = sinkIdle || undecided && matcherIdle;
      return topology && sinks && topologyIdle && starved ? Optional.of(INGEST) : Optional.empty();
    }
    if (topology && !topologyIdle) {
      return Optional.of(TOPOLOGY);
    }
    return sinks && !sinkIdle ? Optional.of(beforeSink()) : Optional.empty();
  }

  /** Returns the stage that the sink waits for, or the sink if it is the slowest stage. */
  private String beforeSink() {
    boolean starved = sinkIdle || undecided && matcherIdle;
    return starved ? TOPOLOGY : undecided ? MATCHER : SINK;
  }

  /**
   * Finds what threads have waited for during at least half of the last few seconds, and since when
   * they wait. Single waits are short and frequent, so one look shows little. Not thread-safe.
   *
   * @param <C> the type of causes
   */
  static final class HeldUp<C extends Enum<C>> {
    private static final long WINDOW_MILLIS = 5_000;
    private static final double HALF = 0.5;

    private final Deque<Reading<C>> readings = new ArrayDeque<>();
    private Optional<Wait<C>> last = Optional.empty();

    private record Reading<C>(long millis, Map<C, Duration> totals) {}

    /**
     * Adds a reading.
     *
     * @param millis time of the reading
     * @param totals time that threads have waited for each cause, summed over threads
     * @param threads number of threads
     */
    Optional<Wait<C>> at(long millis, Map<C, Duration> totals, int threads) {
      readings.addLast(new Reading<>(millis, totals));
      while (readings.size() > 2 && readings.getFirst().millis() < millis - WINDOW_MILLIS) {
        readings.removeFirst();
      }
      Reading<C> first = readings.getFirst();
      double enough = HALF * threads * (millis - first.millis());
      Optional<C> cause =
          totals.keySet().stream()
              .max(Comparator.comparingLong(each -> waited(first, totals, each)))
              .filter(most -> millis > first.millis() && sum(first, totals) >= enough);
      last =
          cause.map(now -> last.filter(was -> was.cause() == now).orElse(new Wait<>(now, millis)));
      return last;
    }

    private static <C> long sum(Reading<C> first, Map<C, Duration> totals) {
      return totals.keySet().stream().mapToLong(each -> waited(first, totals, each)).sum();
    }

    private static <C> long waited(Reading<C> first, Map<C, Duration> totals, C cause) {
      Duration before = first.totals().getOrDefault(cause, Duration.ZERO);
      return totals.get(cause).minus(before).toMillis();
    }
  }
}
