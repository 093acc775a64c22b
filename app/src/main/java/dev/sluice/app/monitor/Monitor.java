package dev.sluice.app.monitor;

import dev.sluice.app.ReleaseNumber;
import dev.sluice.app.monitor.RunDocument.Event;
import dev.sluice.app.monitor.RunDocument.Process;
import dev.sluice.settings.Setting;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
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
 * Keeps the run document of this process up to date: samples the gauges of its work each second, on
 * a daemon thread, and writes the run file once there is a work directory. Nothing that goes wrong
 * here fails the work, and nobody who asks for the document waits while it looks. Thread-safe.
 */
public final class Monitor implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Monitor.class);
  private static final int MOST_EVENT_CHARS = 500;
  private static final long STATE_MILLIS = 10_000;
  private static final String FAILED = "failed";

  private final String job;
  private final Supplier<String> phase;
  private final ScheduledExecutorService clock;
  private RunHistory history = new RunHistory();
  private Optional<RunFile> file = Optional.empty();
  private RunLine.Head head;
  private Work work = Work.NONE;
  private ProcessUsage usage = new ProcessUsage(List.of());
  private Optional<RunDocument> former = Optional.empty();
  private Optional<WorkState> known = Optional.empty();
  private Sample before;
  private RunDocument latest;
  private long stateMillis;
  private Optional<String> exit = Optional.empty();

  private Monitor(String job, List<Setting> settings, Supplier<String> phase) {
    this.job = job;
    this.phase = phase;
    this.head = head(job, settings);
    this.clock =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "monitor");
              thread.setDaemon(true);
              return thread;
            });
  }

  private static RunLine.Head head(String job, List<Setting> settings) {
    SortedMap<String, String> config = new TreeMap<>();
    settings.forEach(setting -> config.put(setting.path(), setting.shownText()));
    SortedMap<String, String> versions = new TreeMap<>();
    versions.put("sluice", ReleaseNumber.current());
    versions.put("java", Runtime.version().toString());
    versions.put("os", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
    long pid = ProcessHandle.current().pid();
    long now = System.currentTimeMillis();
    Process process = new Process(job, "", ReleaseNumber.current(), pid, now, null, null);
    return new RunLine.Head(RunDocument.FORMAT, 0, job, process, config, versions);
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
    monitor.begin();
    monitor.take();
    monitor.clock.scheduleAtFixedRate(monitor::take, 1, 1, TimeUnit.SECONDS);
    return monitor;
  }

  private synchronized void begin() {
    history.begin(head);
    tell("started", "%s started (pid %d)".formatted(job, head.process().pid()));
  }

  /**
   * Begins to look at work, and to write the run file of a work directory that this process holds.
   * The history in the file goes on.
   *
   * @param instance id of the directory
   * @param written directories that are written to
   */
  public synchronized void watch(
      Work observed, Path directory, String instance, List<Path> written) {
    RunHistory since = history;
    RunFile opened = RunFile.open(directory);
    history = opened.history();
    former = history.document();
    Optional<RunLine.Head> last = history.newest();
    head = head.numbered(last.map(was -> was.number() + 1).orElse(0), instance);
    history.begin(head);
    file = Optional.of(opened);
    opened.append(head);
    since.events().forEach(this::tell);
    last.map(RunLine.Head::process)
        .filter(was -> was.ended() == null)
        .ifPresent(
            was ->
                tell(
                    "recovered",
                    "continues after pid %d, which was killed or lost".formatted(was.pid())));
    watch(observed, written);
    known = former.map(WorkState.NONE::withCountsOf);
    stateMillis = 0;
  }

  /**
   * Begins to look at work that has no work directory.
   *
   * @param written directories that are written to
   */
  public synchronized void watch(Work observed, List<Path> written) {
    work = observed;
    usage = new ProcessUsage(written);
    known = Optional.empty();
    before = null;
  }

  /**
   * Tells of files that have changed after they were read.
   *
   * @param files by path, with what is to be said of each
   */
  public synchronized void changed(SortedMap<String, String> files) {
    if (!files.isEmpty()) {
      String first = files.firstKey();
      String what =
          files.size() == 1
              ? first + " has changed after it was read"
              : String.format(
                  Locale.ROOT,
                  "%,d files have changed after they were read, such as %s",
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
    history.add(event);
    append(new RunLine.Happened(event));
  }

  private void append(RunLine line) {
    file.ifPresent(there -> there.append(line));
  }

  private void take() {
    Work observed = observed();
    try {
      take(observed, observed.look());
    } catch (RuntimeException e) {
      LOG.debug("a sample is lost", e);
    }
  }

  private synchronized Work observed() {
    return work;
  }

  private synchronized void take(Work observed, WorkState looked) {
    if (exit.isEmpty() && observed == work) {
      record(noted(looked));
    }
  }

  private WorkState noted(WorkState looked) {
    WorkState state = looked.complete() ? looked : former.map(looked::withCountsOf).orElse(looked);
    long now = System.currentTimeMillis();
    known.ifPresent(last -> Changes.between(last, state, now).forEach(this::tell));
    known = Optional.of(state);
    return state;
  }

  private void record(WorkState state) {
    Sample now = measure(state.figures());
    if (history.add(now)) {
      append(new RunLine.Point(now));
    }
    latest = document(state, now.time()).with(SeriesColumns.ofNewest(before, now));
    before = now;
    if (now.time() - stateMillis >= STATE_MILLIS || exit.isPresent()) {
      stateMillis = now.time();
      RunLine.State line = new RunLine.State(latest.withoutHistory(), now);
      history.reach(line);
      append(line);
    }
  }

  private Sample measure(WorkState.Figures figures) {
    return new Sample(
        System.currentTimeMillis(),
        head.number(),
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
    return new RunDocument(
        RunDocument.FORMAT,
        job,
        now,
        exit.map(how -> how.equals(FAILED) ? FAILED : "ended").orElseGet(phase),
        history.processes(),
        state.progress(),
        state.dumps(),
        state.flow(),
        state.buckets(),
        state.dropped(),
        state.quarantined().size(),
        state.losses().files(),
        state.stages(),
        state.holder(),
        state.phases(),
        SeriesColumns.of(new ArrayList<>()),
        history.events(),
        head.config(),
        head.versions());
  }

  /** The document as of the last sample, with all its history. */
  public synchronized RunDocument document() {
    return latest.with(history.series());
  }

  /**
   * The document as of the last sample, with a history of one point. The same object until the next
   * sample.
   */
  public synchronized RunDocument sample() {
    return latest;
  }

  /**
   * Takes the last sample, and closes the run file. Nothing is sampled any more. A stop has
   * interrupted the calling thread, and reading files would fail there: the work is done by the
   * monitor's thread.
   *
   * @param how ended, stopped or failed
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
        LOG.debug("the run document has no end", e);
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void finish(String how, String text) {
    Optional<WorkState> looked = Optional.empty();
    try {
      looked = Optional.of(observed().look());
    } catch (RuntimeException e) {
      LOG.debug("the last state is lost", e);
    }
    finish(how, text, looked);
  }

  private synchronized void finish(String how, String text, Optional<WorkState> looked) {
    WorkState last = looked.map(this::noted).orElseGet(() -> known.orElse(WorkState.NONE));
    exit = Optional.of(how);
    RunLine.End line = new RunLine.End(head.number(), System.currentTimeMillis(), how);
    history.end(line);
    append(line);
    tell(how.equals(FAILED) ? FAILED : "stopped", text);
    record(last.atRest(line.ended()));
    file.ifPresent(RunFile::close);
    file = Optional.empty();
  }

  @Override
  public void close() {
    clock.shutdownNow();
  }
}
