package dev.sluice.app.logging;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.config.Configurator;
import org.apache.logging.log4j.status.StatusLogger;
import org.slf4j.LoggerFactory;

/**
 * Switches logging on and says where it goes. There is one for the process, because SLF4J is one
 * for the process; {@link #start} must come before the first logger is asked for. Thread-safe.
 */
public final class Logging {
  /** Logger of failures' stack traces, which stay out of stderr. */
  static final String TRACES = "dev.sluice.app.traces";

  private static final String FILE_BELOW_WORK_DIRECTORY = "logs/sluice.log";

  private static final Logging PROCESS = new Logging();

  private final Set<Path> files = new LinkedHashSet<>();
  private volatile LoggingOptions options = LoggingOptions.DEFAULT;
  private volatile Consumer<String> console = Logging::printToStderr;
  private volatile boolean stopping;
  private boolean started;

  private Logging() {}

  /**
   * Starts logging, or starts it anew with other options; files in use until now are let go.
   *
   * @throws IOException when the directory of the log file cannot be made or written to
   */
  public static void start(LoggingOptions options) throws IOException {
    // What the library has to say of itself, with stack traces: e.g. that the disk is full.
    StatusLogger.getLogger().getFallbackListener().setLevel(Level.OFF);
    synchronized (PROCESS) {
      if (PROCESS.started && PROCESS.files.isEmpty() && PROCESS.options.equals(options)) {
        return;
      }
      PROCESS.options = options;
      PROCESS.files.clear();
      if (options.file().isPresent()) {
        PROCESS.files.add(prepare(options.file().get()));
      }
      PROCESS.apply();
    }
  }

  /**
   * Also logs to {@code logs/sluice.log} below the work directory, rotated at 16 MB, five files
   * kept. A log file that the command line named takes its place.
   *
   * @return the file that is written to
   * @throws IOException when the directory cannot be made or written to
   */
  public static Path logUnder(Path workDirectory) throws IOException {
    synchronized (PROCESS) {
      if (PROCESS.files.isEmpty()) {
        PROCESS.files.add(prepare(workDirectory.resolve(FILE_BELOW_WORK_DIRECTORY)));
        PROCESS.apply();
      }
      return PROCESS.files.iterator().next();
    }
  }

  /** The file that is written to, if there is one. */
  public static Optional<Path> file() {
    synchronized (PROCESS) {
      return PROCESS.files.stream().findFirst();
    }
  }

  /**
   * Sends the lines meant for stderr elsewhere, e.g. to a progress bar that draws itself below
   * them.
   *
   * @param lines takes one line, its line feed included; called by many threads
   */
  public static void showLinesBy(Consumer<String> lines) {
    PROCESS.console = lines;
  }

  /** Sends the lines to stderr itself again. */
  public static void showLinesOnStderr() {
    showLinesBy(Logging::printToStderr);
  }

  /**
   * Keeps what libraries say out of stderr from now on, unless verbose: a stop interrupts them,
   * which they call an error.
   */
  public static void beginStop() {
    PROCESS.stopping = true;
  }

  private void showOurs(String line) {
    console.accept(line);
  }

  /** Shows a line of a library, at any time but during a stop. */
  private void showTheirs(String line) {
    if (!stopping || options.verbose()) {
      console.accept(line);
    }
  }

  /**
   * Puts a failure that nobody foresaw, with its stack trace, into the files; see -v for stderr.
   */
  public static void recordTrace(Throwable failure) {
    LoggerFactory.getLogger(TRACES).error("stack trace of the failure", failure);
  }

  /** At first without the configuration that the library would otherwise begin with. */
  private void apply() {
    LogConfiguration first = configuration(Optional.empty());
    LoggerContext context = Configurator.initialize(Logging.class.getClassLoader(), first);
    // It has begun before, here or because somebody asked for a logger; then the first is not
    // taken.
    if (context.getConfiguration() != first) {
      context.reconfigure(configuration(Optional.of(context)));
    }
    started = true;
  }

  private LogConfiguration configuration(Optional<LoggerContext> context) {
    return new LogConfiguration(
        context, options, List.copyOf(files), this::showOurs, this::showTheirs);
  }

  private static Path prepare(Path file) throws IOException {
    Path absolute = file.toAbsolutePath();
    Files.createDirectories(absolute.getParent());
    if (Files.isDirectory(absolute)
        || (Files.exists(absolute)
            ? !Files.isWritable(absolute)
            : !Files.isWritable(absolute.getParent()))) {
      throw new IOException("cannot write to " + absolute);
    }
    return absolute;
  }

  private static void printToStderr(String line) {
    System.err.print(line);
    System.err.flush();
  }
}
