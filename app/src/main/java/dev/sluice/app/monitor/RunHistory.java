package dev.sluice.app.monitor;

import dev.sluice.app.monitor.RunDocument.Event;
import dev.sluice.app.monitor.RunDocument.Process;
import dev.sluice.app.monitor.RunDocument.Series;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a run file holds: the newest processes and events, thinned samples, and the last state.
 * Bounded whatever happens. Not thread-safe.
 */
final class RunHistory {
  private static final int MOST_PROCESSES = 20;
  private static final int MOST_EVENTS = 500;

  private final Deque<RunLine.Head> heads = new ArrayDeque<>();
  private final SampleHistory samples = new SampleHistory();
  private final Deque<Event> events = new ArrayDeque<>();
  private RunLine.State state;

  /** Adds a line of a file. */
  void restore(RunLine line) {
    if (line instanceof RunLine.Head head) {
      begin(head);
    } else if (line instanceof RunLine.End end) {
      end(end);
    } else if (line instanceof RunLine.Thinned thinned) {
      samples.restoreEvery(thinned.every());
    } else if (line instanceof RunLine.Point point) {
      samples.restore(point.sample());
    } else if (line instanceof RunLine.Happened happened) {
      add(happened.event());
    } else if (line instanceof RunLine.State last) {
      state = last;
      samples.restoreNewest(last.sample());
    }
  }

  /** A process begins. */
  void begin(RunLine.Head head) {
    heads.addLast(head);
    if (heads.size() > MOST_PROCESSES) {
      heads.removeFirst();
    }
  }

  /** The newest process; empty before the first. */
  Optional<RunLine.Head> newest() {
    return Optional.ofNullable(heads.peekLast());
  }

  /** Ends a process. */
  void end(RunLine.End end) {
    List<RunLine.Head> known = List.copyOf(heads);
    heads.clear();
    known.forEach(head -> heads.add(head.number() == end.number() ? head.ended(end) : head));
  }

  /** Adds a sample. Returns whether it is one of those that a file keeps. */
  boolean add(Sample sample) {
    return samples.add(sample);
  }

  /** Of how many samples one is kept. */
  long every() {
    return samples.every();
  }

  /** Adds an event. */
  void add(Event event) {
    events.addLast(event);
    if (events.size() > MOST_EVENTS) {
      events.removeFirst();
    }
  }

  /** Sets the last state. */
  void reach(RunLine.State last) {
    state = last;
  }

  /** The processes, oldest first. */
  List<Process> processes() {
    return heads.stream().map(RunLine.Head::process).toList();
  }

  /** The events, oldest first. */
  List<Event> events() {
    return List.copyOf(events);
  }

  /** The series, at most {@link SampleHistory#MOST_POINTS} long. */
  Series series() {
    return SeriesColumns.of(samples.all());
  }

  /** The document as of the last state; empty if there is none. */
  Optional<RunDocument> document() {
    if (state == null || heads.isEmpty()) {
      return Optional.empty();
    }
    RunLine.Head last = heads.getLast();
    return Optional.of(
        state
            .document()
            .with(processes(), events(), orEmpty(last.config()), orEmpty(last.versions()))
            .with(series()));
  }

  private static SortedMap<String, String> orEmpty(SortedMap<String, String> map) {
    return map == null ? new TreeMap<>() : map;
  }

  /** The fewest lines that hold all of it. */
  List<RunLine> lines() {
    List<RunLine> lines = new ArrayList<>();
    for (RunLine.Head head : heads) {
      boolean isLast = head == heads.getLast();
      lines.add(isLast ? head : head.bare());
    }
    lines.add(new RunLine.Thinned(samples.every()));
    samples.kept().forEach(sample -> lines.add(new RunLine.Point(sample)));
    events.forEach(event -> lines.add(new RunLine.Happened(event)));
    if (state != null) {
      lines.add(state);
    }
    return lines;
  }
}
