package dev.sluice.app.monitor;

import dev.sluice.app.ReleaseNumber;
import dev.sluice.app.config.Setting;
import dev.sluice.app.monitor.RunDocument.Event;
import dev.sluice.app.monitor.RunDocument.Process;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Keeps the run document of this process up to date: samples the gauges of its work each second, on
 * a daemon thread. Thread-safe.
 */
public final class Monitor implements AutoCloseable {
  private static final int MOST_EVENTS = 500;
  private static final int MOST_EVENT_CHARS = 500;

  private final String job;
  private final Supplier<String> phase;
  private final long started = System.currentTimeMillis();
  private final ScheduledExecutorService clock;
  private final SampleHistory history = new SampleHistory();
  private final Deque<Event> events = new ArrayDeque<>();
  private final SortedMap<String, String> config = new TreeMap<>();
  private Work work = Work.NONE;
  private ProcessUsage usage = new ProcessUsage(List.of());
  private String instance = "";
  private Sample before;
  private RunDocument latest;
  private String exit;
  private Long ended;

  private Monitor(String job, List<Setting> settings, Supplier<String> phase) {
    this.job = job;
    this.phase = phase;
    settings.forEach(setting -> config.put(setting.path(), setting.shownText()));
    this.clock =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "monitor");
              thread.setDaemon(true);
              return thread;
            });
  }

  /**
   * Starts to sample.
   *
   * @param job the command
   * @param settings the configuration; secrets are hidden
   * @param phase tells the phase of the process: starting, restoring, ready or stopping
   */
  public static Monitor start(String job, List<Setting> settings, Supplier<String> phase) {
    Monitor monitor = new Monitor(job, settings, phase);
    monitor.tell("started", job + " started");
    monitor.take();
    monitor.clock.scheduleAtFixedRate(monitor::take, 1, 1, TimeUnit.SECONDS);
    return monitor;
  }

  /**
   * Begins to look at work.
   *
   * @param instanceId of the work directory; empty if there is none
   * @param written directories that are written to
   */
  public synchronized void watch(Work observed, String instanceId, List<Path> written) {
    work = observed;
    instance = instanceId;
    usage = new ProcessUsage(written);
  }

  /** Adds an event; a long text is cut. */
  public synchronized void tell(String kind, String text) {
    String cut = text.length() > MOST_EVENT_CHARS ? text.substring(0, MOST_EVENT_CHARS) : text;
    events.addLast(new Event(System.currentTimeMillis(), kind, cut));
    if (events.size() > MOST_EVENTS) {
      events.removeFirst();
    }
  }

  private synchronized void take() {
    WorkState state = work.look();
    Sample now = sample(state.figures());
    history.add(now);
    latest = document(state, now.time()).with(SampleHistory.point(before, now));
    before = now;
  }

  private Sample sample(WorkState.Figures figures) {
    return new Sample(
        System.currentTimeMillis(),
        0,
        figures.readBytes(),
        figures.rows(),
        figures.kept(),
        figures.lagTopology(),
        figures.lagSink(),
        boxed(usage.cpuMillis()),
        boxed(usage.memoryBytes()),
        boxed(usage.diskFreeBytes()));
  }

  private static Long boxed(OptionalLong value) {
    return value.isPresent() ? value.getAsLong() : null;
  }

  private RunDocument document(WorkState state, long now) {
    SortedMap<String, String> versions = new TreeMap<>();
    versions.put("sluice", ReleaseNumber.current());
    versions.put("java", Runtime.version().toString());
    return new RunDocument(
        RunDocument.FORMAT,
        job,
        now,
        exit == null ? phase.get() : exit.equals("failed") ? "failed" : "ended",
        List.of(
            new Process(
                job,
                instance,
                ReleaseNumber.current(),
                ProcessHandle.current().pid(),
                started,
                ended,
                exit)),
        state.progress(),
        state.dumps(),
        state.flow(),
        state.buckets(),
        state.dropped(),
        state.stages(),
        state.holder(),
        state.phases(),
        SampleHistory.series(List.of()),
        List.copyOf(events),
        config,
        versions);
  }

  /** The document as of the last sample, with all its history. */
  public synchronized RunDocument document() {
    return latest.with(SampleHistory.series(history.samples()));
  }

  /**
   * The document as of the last sample, with a history of one point. The same object until the next
   * sample.
   */
  public synchronized RunDocument sample() {
    return latest;
  }

  /**
   * Takes a last sample.
   *
   * @param how ended, stopped or failed
   */
  public synchronized void end(String how, String text) {
    exit = how;
    ended = System.currentTimeMillis();
    tell(how.equals("failed") ? "failed" : "stopped", text);
    take();
  }

  @Override
  public void close() {
    clock.shutdownNow();
  }
}
