package dev.sluice.app.monitor;

import dev.sluice.app.ReleaseNumber;
import dev.sluice.app.monitor.RunDocument.Event;
import dev.sluice.app.monitor.RunDocument.Process;
import dev.sluice.app.monitor.Series.Figure;
import dev.sluice.app.monitor.Series.Point;
import dev.sluice.settings.Setting;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the run document of this process up to date. A daemon thread looks at the work each second,
 * and writes the run file once there is a work directory. No error in the monitor makes the work
 * fail, and nobody who requests the document waits for a look. Thread-safe.
 */
public final class Monitor implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Monitor.class);
  private static final int MOST_PROCESSES = 20;
  private static final int MOST_EVENTS = 500;
  private static final int MOST_EVENT_CHARS = 500;
  private static final long WRITE_MILLIS = 10_000;
  private static final String FAILED = "failed";

  private final String job;
  private final Supplier<String> phase;
  private final SortedMap<String, String> config = new TreeMap<>();
  private final SortedMap<String, String> versions = new TreeMap<>();
  private final ScheduledExecutorService clock;
  private final Deque<Process> processes = new ArrayDeque<>();
  private final Deque<Event> events = new ArrayDeque<>();
  private SeriesHistory series = new SeriesHistory(Series.NONE);
  private Optional<RunFile> file = Optional.empty();
  private Work work = Work.NONE;
  private ProcessUsage usage = new ProcessUsage(List.of());
  private Optional<RunState> former = Optional.empty();
  private Work.Look known = Work.Look.NOTHING;
  private Point before;
  private RunDocument latest;
  private long writtenMillis;
  private boolean hasNews;
  private Optional<String> exit = Optional.empty();

  private Monitor(String job, List<Setting> settings, Supplier<String> phase) {
    this.job = job;
    this.phase = phase;
    settings.forEach(setting -> config.put(setting.path(), setting.shownText()));
    versions.put("sluice", ReleaseNumber.current());
    versions.put("java", Runtime.version().toString());
    versions.put("os", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
    this.clock =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "monitor");
              thread.setDaemon(true);
              return thread;
            });
  }

  /**
   * Starts to sample the work.
   *
   * @param job the command
   * @param settings the configuration; secrets are hidden
   * @param phase supplier of the phase of the process: starting, restoring, ready or stopping
   */
  public static Monitor start(String job, List<Setting> settings, Supplier<String> phase) {
    Monitor monitor = new Monitor(job, settings, phase);
    monitor.begin();
    monitor.take();
    monitor.clock.scheduleAtFixedRate(monitor::take, 1, 1, TimeUnit.SECONDS);
    return monitor;
  }

  private synchronized void begin() {
    long pid = ProcessHandle.current().pid();
    long now = System.currentTimeMillis();
    processes.add(new Process(job, "", ReleaseNumber.current(), pid, now, null, null));
    tell("started", "%s started (pid %d)".formatted(job, pid));
  }

  /**
   * Starts to observe work, and to write the run file of a work directory that this process holds.
   * The history in the file is continued.
   *
   * @param instance id of the work directory
   * @param written directories that the work writes to
   */
  public synchronized void watch(
      Work observed, Path directory, String instance, List<Path> written) {
    RunFile opened = new RunFile(directory);
    Process own = processes.removeLast();
    processes.add(
        new Process(own.role(), instance, own.release(), own.pid(), own.started(), null, null));
    Optional<RunDocument> found = read(opened);
    found.ifPresent(this::goOn);
    file = Optional.of(opened);
    watch(observed, written);
    former = found.map(RunDocument::state);
    known = Work.Look.NOTHING.orCountsOf(former);
    hasNews = true;
  }

  private static Optional<RunDocument> read(RunFile file) {
    try {
      return file.read();
    } catch (IOException e) {
      LOG.atWarn().addKeyValue("error", e).log("cannot read the run history; a new one is started");
      return Optional.empty();
    }
  }

  private void goOn(RunDocument document) {
    List<Event> since = List.copyOf(events);
    events.clear();
    document.events().forEach(this::tell);
    since.forEach(this::tell);
    Process last = document.newestProcess();
    if (last.ended() == null) {
      tell(
          "recovered",
          "continues the work of pid %d, which was killed or lost".formatted(last.pid()));
    }
    Process own = processes.removeLast();
    document.processes().stream()
        .skip(Math.max(0, document.processes().size() - MOST_PROCESSES + 1))
        .forEach(processes::add);
    processes.add(own);
    series = new SeriesHistory(document.series());
  }

  /**
   * Starts to observe work that has no work directory.
   *
   * @param written directories that the work writes to
   */
  public synchronized void watch(Work observed, List<Path> written) {
    work = observed;
    usage = new ProcessUsage(written);
    known = Work.Look.NOTHING;
    before = null;
  }

  /**
   * Records that files have changed since they were read.
   *
   * @param files changed files by path, each with the message to show
   */
  public synchronized void changed(SortedMap<String, String> files) {
    if (!files.isEmpty()) {
      String first = files.firstKey();
      String what =
          files.size() == 1
              ? first + " has changed since it was read"
              : String.format(
                  Locale.ROOT,
                  "%,d files have changed since they were read, for example %s",
                  files.size(),
                  first);
      tell("file_changed", what + ": " + files.get(first));
    }
  }

  private void tell(String kind, String text) {
    String cut = text.length() > MOST_EVENT_CHARS ? text.substring(0, MOST_EVENT_CHARS) : text;
    tell(new Event(System.currentTimeMillis(), kind, cut));
  }

  private void tell(Event event) {
    hasNews = true;
    events.addLast(event);
    if (events.size() > MOST_EVENTS) {
      events.removeFirst();
    }
  }

  private void take() {
    Work observed = observed();
    try {
      take(observed, observed.look());
    } catch (RuntimeException e) {
      LOG.debug("cannot take a sample", e);
    }
  }

  private synchronized Work observed() {
    return work;
  }

  private synchronized void take(Work observed, Work.Look looked) {
    if (exit.isEmpty() && observed == work) {
      known = looked.orCountsOf(former);
      record(known);
    }
  }

  private void record(Work.Look look) {
    Point totals = measure(look.figures());
    Point point = totals.since(before);
    before = totals;
    series.add(point);
    latest =
        new RunDocument(
            RunDocument.FORMAT,
            job,
            point.time(),
            exit.map(how -> how.equals(FAILED) ? FAILED : "ended").orElseGet(phase),
            List.copyOf(processes),
            look.state(),
            new Series(List.of(point)),
            List.copyOf(events),
            config,
            versions);
    if (file.isPresent() && (hasNews || point.time() - writtenMillis >= WRITE_MILLIS)) {
      file.get().write(document());
      writtenMillis = point.time();
      hasNews = false;
    }
  }

  private Point measure(Map<Figure, Double> figures) {
    Map<Figure, Double> all = new EnumMap<>(Figure.class);
    all.putAll(figures);
    usage.cpuSeconds().ifPresent(seconds -> all.put(Figure.CPUS, seconds));
    usage.memoryBytes().ifPresent(bytes -> all.put(Figure.MEMORY_BYTES, (double) bytes));
    usage.diskFreeBytes().ifPresent(bytes -> all.put(Figure.DISK_FREE_BYTES, (double) bytes));
    return new Point(System.currentTimeMillis(), all);
  }

  /** Returns the document of the last sample, with its whole history. */
  public synchronized RunDocument document() {
    return latest.with(series.series());
  }

  /**
   * Returns the document of the last sample, with a history of one point. Returns the same object
   * until the next sample.
   */
  public synchronized RunDocument sample() {
    return latest;
  }

  /**
   * Takes the last sample and writes the run file. Nothing is sampled afterwards. The monitor's
   * thread does this, because a stop has interrupted the calling thread, in which reading files
   * would fail.
   *
   * @param how {@code ended}, {@code stopped} or {@code failed}
   */
  public void end(String how, String text) {
    Future<?> last = clock.submit(() -> finish(how, text));
    boolean interrupted = false;
    while (!last.isDone()) {
      try {
        last.get();
      } catch (InterruptedException e) {
        interrupted = true;
      } catch (ExecutionException e) {
        LOG.debug("the run document does not record that the run has ended", e);
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void finish(String how, String text) {
    Work observed = observed();
    Optional<Work.Look> looked = Optional.empty();
    try {
      looked = Optional.of(observed.look());
    } catch (RuntimeException e) {
      LOG.debug("cannot take the last sample", e);
    }
    finish(how, text, looked);
  }

  private synchronized void finish(String how, String text, Optional<Work.Look> looked) {
    long now = System.currentTimeMillis();
    exit = Optional.of(how);
    processes.addLast(processes.removeLast().ended(now, how));
    tell(how.equals(FAILED) ? FAILED : "stopped", text);
    record(looked.map(last -> last.orCountsOf(former)).orElse(known).atRest(now));
    file = Optional.empty();
  }

  @Override
  public void close() {
    clock.shutdownNow();
  }
}
