package dev.sluice.app.logging;

import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.appender.RollingFileAppender;
import org.apache.logging.log4j.core.appender.rolling.DefaultRolloverStrategy;
import org.apache.logging.log4j.core.appender.rolling.SizeBasedTriggeringPolicy;
import org.apache.logging.log4j.core.config.AbstractConfiguration;
import org.apache.logging.log4j.core.config.ConfigurationSource;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.config.Property;
import org.apache.logging.log4j.core.filter.AbstractFilter;
import org.apache.logging.log4j.core.layout.AbstractStringLayout;

/**
 * The configuration of the logging library. Lines of Sluice itself go to stderr and files from the
 * chosen level on. Lines of libraries go to files from WARNING on and to stderr from ERROR on,
 * because most of their warnings require no action; with {@code -v}, they go to both from INFO on.
 * No line below the chosen level is logged.
 */
final class LogConfiguration extends AbstractConfiguration {
  private static final String OURS = "dev.sluice";
  private static final String FILE_SIZE = "16MB";
  private static final String FILES = "5";

  // The embedded controller logs errors if a request reaches it while it starts or stops. The
  // client repeats the request.
  private static final List<String> ANSWERING =
      List.of("kafka.server.ControllerApis", "kafka.server.KafkaRequestHandler");

  // The admin client logs an error each time that it is not allowed to delete records; Sluice
  // reports this once.
  private static final String DELETING =
      "org.apache.kafka.clients.admin.internals.DeleteRecordsHandler";

  private final Logging.Options options;
  private final List<Path> files;
  private final Consumer<String> oursOnStderr;
  private final Consumer<String> theirsOnStderr;

  /**
   * @param context context of the configuration; empty for the one that the library creates
   */
  LogConfiguration(
      Optional<LoggerContext> context,
      Logging.Options options,
      List<Path> files,
      Consumer<String> oursOnStderr,
      Consumer<String> theirsOnStderr) {
    super(context.orElse(null), ConfigurationSource.NULL_SOURCE);
    this.options = options;
    this.files = List.copyOf(files);
    this.oursOnStderr = oursOnStderr;
    this.theirsOnStderr = theirsOnStderr;
    setName("sluice");
    // Logging must work until the end of a stop; the library would close its files at the
    // beginning.
    isShutdownHookEnabled = false;
  }

  @Override
  protected void doConfigure() {
    Level ours = options.level().level();
    Level theirs = options.verbose() ? Level.INFO : Level.WARN;
    LoggerConfig own = new LoggerConfig(OURS, ours, false);
    LoggerConfig traces = new LoggerConfig(Logging.TRACES, Level.ERROR, false);
    addLogger(OURS, own);
    addLogger(Logging.TRACES, traces);
    List<LoggerConfig> answering =
        ANSWERING.stream().map(name -> new LoggerConfig(name, theirs, false)).toList();
    answering.forEach(logger -> addLogger(logger.getName(), logger));
    addLogger(DELETING, new LoggerConfig(DELETING, Level.OFF, false));
    getRootLogger().setLevel(ours.isMoreSpecificThan(theirs) ? ours : theirs);
    Appender stderr = new LineAppender("stderr", layout(options.verbose()), oursOnStderr);
    Appender others = new LineAppender("others", layout(options.verbose()), theirsOnStderr);
    addAppender(stderr);
    addAppender(others);
    own.addAppender(stderr, null, null);
    if (options.verbose()) {
      getRootLogger().addAppender(others, Level.INFO, null);
    } else {
      getRootLogger().addAppender(others, Level.ERROR, new RestoredTasks());
    }
    if (options.verbose()) {
      traces.addAppender(stderr, null, null);
      answering.forEach(logger -> logger.addAppender(others, null, null));
    }
    for (Appender file : fileAppenders()) {
      addAppender(file);
      for (LoggerConfig logger : List.of(own, traces, getRootLogger())) {
        logger.addAppender(file, null, null);
      }
      answering.forEach(logger -> logger.addAppender(file, null, null));
    }
  }

  private List<Appender> fileAppenders() {
    List<Appender> appenders = new ArrayList<>();
    for (Path file : files) {
      appenders.add(
          RollingFileAppender.newBuilder()
              .setName(file.toString())
              .setConfiguration(this)
              .setLayout(layout(true))
              .withFileName(file.toString())
              .withFilePattern(file + ".%i")
              .withPolicy(SizeBasedTriggeringPolicy.createPolicy(FILE_SIZE))
              .withStrategy(
                  DefaultRolloverStrategy.newBuilder().withMax(FILES).withConfig(this).build())
              .build());
    }
    return appenders;
  }

  private AbstractStringLayout layout(boolean showsTraces) {
    return new LineLayout(options.format(), ZoneId.systemDefault(), showsTraces);
  }

  /** Passes each line, with its line feed, to a consumer. */
  private static final class LineAppender extends AbstractAppender {
    private final AbstractStringLayout layout;
    private final Consumer<String> lines;

    LineAppender(String name, AbstractStringLayout layout, Consumer<String> lines) {
      super(name, null, layout, false, Property.EMPTY_ARRAY);
      this.layout = layout;
      this.lines = lines;
    }

    @Override
    public void append(LogEvent event) {
      lines.accept(layout.toSerializable(event));
    }
  }

  /**
   * Filters an expected message of Kafka Streams: it reports stores that it deletes and restores
   * from their changelogs as "corrupted", for example after a commit that was not answered. Sluice
   * logs the restore itself.
   */
  private static final class RestoredTasks extends AbstractFilter {
    private static final String SIGN = "TaskCorruptedException";

    @Override
    public Result filter(LogEvent event) {
      return event.getMessage().getFormattedMessage().contains(SIGN) ? Result.DENY : Result.NEUTRAL;
    }
  }
}
