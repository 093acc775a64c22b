package dev.sluice.app.monitor;

import dev.sluice.app.monitor.RunDocument.Event;
import dev.sluice.app.monitor.RunDocument.Process;
import dev.sluice.app.monitor.RunState.Bucket;
import dev.sluice.app.monitor.RunState.Dropped;
import dev.sluice.app.monitor.RunState.Dump;
import dev.sluice.app.monitor.RunState.Example;
import dev.sluice.app.monitor.RunState.Flow;
import dev.sluice.app.monitor.RunState.Progress;
import dev.sluice.app.monitor.RunState.Stage;
import dev.sluice.core.InputLosses;
import dev.sluice.core.Outcome;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * One document of several. Each row is counted by one process: rows read by ingest, outcomes by
 * ingest or by the instance of the topology that has its partition. So counts are added, and what
 * only one role knows is taken from it.
 */
final class DocumentMerge {
  private static final int MOST_EVENTS = 500;
  private static final int MOST_EXAMPLES = 10;

  private final List<RunDocument> documents;
  private final RunDocument newest;

  /**
   * @param documents at least one
   */
  DocumentMerge(List<RunDocument> documents) {
    this.documents = documents.stream().sorted(Comparator.comparingLong(RunDocument::now)).toList();
    this.newest = this.documents.get(documents.size() - 1);
  }

  RunDocument merged() {
    return new RunDocument(
        RunDocument.FORMAT,
        "run",
        newest.now(),
        phase(),
        all(RunDocument::processes).sorted(Comparator.comparingLong(Process::started)).toList(),
        state(),
        SeriesMerge.of(documents.stream().map(RunDocument::series).toList()),
        events(),
        newest.config(),
        newest.versions());
  }

  private RunState state() {
    Flow flow = flow();
    return new RunState(
        progress(flow),
        List.copyOf(byKey(RunState::dumps, Dump::name, DocumentMerge::sum)),
        flow,
        List.copyOf(byKey(RunState::buckets, Bucket::name, DocumentMerge::sum)),
        byKey(RunState::dropped, Dropped::reason, DocumentMerge::sum).stream()
            .sorted(Dropped.MOST_FREQUENT_FIRST)
            .toList(),
        states().mapToInt(RunState::quarantinedFiles).sum(),
        losses().files(),
        inOrder(byKey(RunState::stages, Stage::name, DocumentMerge::sum)),
        states().map(RunState::holder).filter(Objects::nonNull).findFirst().orElse(null),
        newest.state().phases());
  }

  private Stream<RunState> states() {
    return documents.stream().map(RunDocument::state);
  }

  private <T> Stream<T> all(Function<RunDocument, List<T>> part) {
    return documents.stream().flatMap(document -> part.apply(document).stream());
  }

  private <T> Collection<T> byKey(
      Function<RunState, List<T>> part, Function<T, String> key, BinaryOperator<T> sum) {
    Map<String, T> merged = new LinkedHashMap<>();
    states()
        .flatMap(state -> part.apply(state).stream())
        .forEach(one -> merged.merge(key.apply(one), one, sum));
    return merged.values();
  }

  /** Several processes of ingest may know of the same units: the one that knows most is taken. */
  private InputLosses losses() {
    return states()
        .map(RunState::lost)
        .max(Comparator.comparingLong(InputLosses::total))
        .orElseThrow();
  }

  /**
   * Failed if any has failed; otherwise what the least advanced of those that run does. If none
   * runs, killed if any was.
   */
  private String phase() {
    List<String> order =
        List.of("failed", "restoring", "starting", "stopping", "ready", RunDocument.KILLED);
    List<String> phases = documents.stream().map(RunDocument::phase).toList();
    return order.stream().filter(phases::contains).findFirst().orElse("ended");
  }

  /** Bytes read, which only ingest knows, less the part of the rows that has no outcome yet. */
  private Progress progress(Flow flow) {
    Progress read =
        states()
            .map(RunState::progress)
            .max(Comparator.comparingLong(Progress::total))
            .orElseThrow();
    boolean sealed =
        states()
            .flatMap(state -> state.dumps().stream())
            .filter(dump -> dump.bytes() > 0)
            .allMatch(this::isSealed);
    double left = flow == null || flow.rowsRead() == 0 ? 0 : part(flow);
    double done = sealed ? read.done() : read.done() * (1 - left);
    double fraction = read.total() == 0 ? 0 : done / read.total();
    return new Progress(Math.round(done), read.total(), fraction, read.secondsLeft());
  }

  private static double part(Flow flow) {
    return (double) flow.inFlight() / flow.rowsRead();
  }

  private boolean isSealed(Dump dump) {
    return states()
        .flatMap(state -> state.dumps().stream())
        .anyMatch(other -> other.name().equals(dump.name()) && other.state().equals(Dump.SEALED));
  }

  private static Dump sum(Dump one, Dump other) {
    Dump files = one.files() >= other.files() ? one : other;
    return new Dump(
        one.name(),
        state(one, other),
        files.files(),
        files.filesRead(),
        files.bytes(),
        files.bytesRead(),
        one.rows() + other.rows(),
        one.kept() + other.kept(),
        files.secondsLeft());
  }

  /** The sink knows what has a manifest, ingest what is read, and the topology neither. */
  private static String state(Dump one, Dump other) {
    for (String state : List.of(Dump.READING, Dump.WAITING, Dump.SEALED)) {
      if (one.state().equals(state) || other.state().equals(state)) {
        return state;
      }
    }
    return Dump.CURATING;
  }

  private Flow flow() {
    List<Flow> flows = states().map(RunState::flow).filter(Objects::nonNull).toList();
    if (flows.isEmpty()) {
      return null;
    }
    SortedMap<String, Long> outcomes = new TreeMap<>();
    flows.forEach(
        flow -> flow.outcomes().forEach((name, rows) -> outcomes.merge(name, rows, Long::sum)));
    long read = flows.stream().mapToLong(Flow::rowsRead).sum();
    long ended =
        Stream.of(Outcome.values()).mapToLong(o -> outcomes.getOrDefault(o.key(), 0L)).sum();
    return new Flow(read, outcomes, Math.max(0, read - ended));
  }

  private static Bucket sum(Bucket one, Bucket other) {
    return Bucket.of(
        one.name(),
        one.targetRate(),
        one.counts().plus(other.counts()),
        one.sampled() + other.sampled());
  }

  private static Dropped sum(Dropped one, Dropped other) {
    List<Example> examples =
        Stream.concat(one.examples().stream(), other.examples().stream())
            .limit(MOST_EXAMPLES)
            .toList();
    return new Dropped(one.reason(), one.count() + other.count(), examples);
  }

  /** As rows pass through them. */
  private static List<Stage> inOrder(Collection<Stage> stages) {
    List<String> order =
        List.of(StageWatch.INGEST, StageWatch.TOPOLOGY, StageWatch.BANDS, StageWatch.SINK);
    return stages.stream()
        .sorted(Comparator.comparing(stage -> order.indexOf(stage.name())))
        .toList();
  }

  private static Stage sum(Stage one, Stage other) {
    Stage shown = rank(one) <= rank(other) ? one : other;
    Long lag = one.lag() == null || other.lag() == null ? null : (Long) (one.lag() + other.lag());
    return new Stage(
        one.name(),
        lag,
        one.perSecond() + other.perSecond(),
        shown.state(),
        shown.waitsFor(),
        shown.since());
  }

  /** Of several instances of a stage, one that works says more than one that does not. */
  private static int rank(Stage stage) {
    return List.of(Stage.RESTORING, Stage.WORKING, Stage.WAITING, Stage.IDLE)
        .indexOf(stage.state());
  }

  private List<Event> events() {
    List<Event> events =
        all(RunDocument::events).sorted(Comparator.comparingLong(Event::time)).toList();
    return events.subList(Math.max(0, events.size() - MOST_EVENTS), events.size());
  }
}
