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
 * Configures logging for the process. {@link #start} must be called before the first logger is
 * created. Thread-safe.
 */
public final class Logging {
  /** The logger for stack traces of failures, which do not appear on stderr. */
  static final String TRACES = "dev.sluice.app.traces";

  private static final String FILE_BELOW_WORK_DIRECTORY = "logs/sluice.log";

  private static final Logging PROCESS = new Logging();

  private final Set<Path> files = new LinkedHashSet<>();
  private volatile Options options = Options.DEFAULT;
  private volatile Consumer<String> console = Logging::printToStderr;
  private volatile boolean stopping;

  /**
   * Keeps the context alive, because the library has only a weak reference to it, and would
   * otherwise start over without options.
   */
  private Optional<LoggerContext> started = Optional.empty();

  private Logging() {}

  /**
   * Starts logging. If logging has already started, restarts it with the given options and closes
   * the current files.
   *
   * @throws IOException if the directory of the log file cannot be created or written
   */
  public static void start(Options options) throws IOException {
    // Suppresses messages of the library about itself, which have stack traces, such as that the
    // disk is full.
    StatusLogger.getLogger().getFallbackListener().setLevel(Level.OFF);
    synchronized (PROCESS) {
      if (PROCESS.started.isPresent()
          && PROCESS.files.isEmpty()
          && PROCESS.options.equals(options)) {
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
   * Logs also to {@code logs/sluice.log} in the work directory. The file is rotated at 16 MB, and
   * five files are kept. A log file named on the command line takes precedence.
   *
   * @return the log file
   * @throws IOException if the directory cannot be created or written
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

  /** Returns the current log file, if any. */
  public static Optional<Path> file() {
    synchronized (PROCESS) {
      return PROCESS.files.stream().findFirst();
    }
  }

  /**
   * Redirects the lines for stderr, for example to a progress bar that is drawn below them.
   *
   * @param lines receiver of one line at a time, with its line feed; called by many threads
   */
  public static void showLinesBy(Consumer<String> lines) {
    PROCESS.console = lines;
  }

  /** Sends the lines to stderr again. */
  public static void showLinesOnStderr() {
    showLinesBy(Logging::printToStderr);
  }

  /**
   * Suppresses the log lines of libraries on stderr from now on, unless logging is verbose. A stop
   * interrupts libraries, which they report as errors.
   */
  public static void beginStop() {
    PROCESS.stopping = true;
  }

  private void showOurs(String line) {
    console.accept(line);
  }

  /** Shows a line of a library, except during a stop. */
  private void showTheirs(String line) {
    if (!stopping || options.verbose()) {
      console.accept(line);
    }
  }

  /**
   * Writes an unexpected failure with its stack trace to the log files. With {@code -v}, it also
   * goes to stderr.
   */
  public static void recordTrace(Throwable failure) {
    LoggerFactory.getLogger(TRACES).error("stack trace of the failure", failure);
  }

  /** Applies the options, so that the library never uses its default configuration. */
  private void apply() {
    LogConfiguration first = configuration(Optional.empty());
    LoggerContext context = Configurator.initialize(Logging.class.getClassLoader(), first);
    // If logging had already begun, here or because somebody had requested a logger, the first
    // configuration is not used.
    if (context.getConfiguration() != first) {
      context.reconfigure(configuration(Optional.of(context)));
    }
    started = Optional.of(context);
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

  /** The format of log lines. */
  public enum Format {
    /**
     * Text in local time, such as {@code 2026-02-06 10:30:45 INFO ingest CC-MAIN-2024-10 message
     * key=value}.
     */
    TEXT,
    /**
     * One JSON object per line. It has the time (UTC), level, module, dump and message, then the
     * keys.
     */
    JSON
  }

  /**
   * Logging options of the command line.
   *
   * @param level lowest level of lines that Sluice itself logs
   * @param verbose whether libraries log from INFO on instead of WARNING, and stderr shows stack
   *     traces
   * @param format format of the lines, on stderr and in files
   * @param file log file in addition to stderr, rotated
   */
  public record Options(
      LogLevel level, boolean verbose, Logging.Format format, Optional<Path> file) {
    /** The default options: INFO as text, on stderr only. */
    public static final Options DEFAULT =
        new Options(LogLevel.INFO, false, Logging.Format.TEXT, Optional.empty());
  }

  /** The levels of log lines, the most detailed first. */
  public enum LogLevel {
    /** Details, such as each batch and commit. */
    DEBUG(Level.DEBUG),
    /** Normal progress, such as each file, shard and unit. */
    INFO(Level.INFO),
    /** Something unusual, after which the work continues. */
    WARNING(Level.WARN),
    /** An error that ends the work, or a part of it. */
    ERROR(Level.ERROR),
    /** An error that may have damaged data. */
    CRITICAL(Level.FATAL);

    private final Level level;

    LogLevel(Level level) {
      this.level = level;
    }

    Level level() {
      return level;
    }

    /** Returns Sluice's name for a level of the logging library. */
    static LogLevel of(Level level) {
      LogLevel name = DEBUG;
      for (LogLevel candidate : values()) {
        if (level.isMoreSpecificThan(candidate.level)) {
          name = candidate;
        }
      }
      return name;
    }
  }
}
