package dev.sluice.cli.logging;

import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.RollingFileAppender;
import org.apache.logging.log4j.core.appender.rolling.DefaultRolloverStrategy;
import org.apache.logging.log4j.core.appender.rolling.SizeBasedTriggeringPolicy;
import org.apache.logging.log4j.core.config.AbstractConfiguration;
import org.apache.logging.log4j.core.config.ConfigurationSource;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.layout.AbstractStringLayout;

/**
 * The library's configuration: stderr and files for everybody, Sluice's own lines from the chosen
 * level on, those of libraries from WARNING on (INFO when verbose, and never below the chosen one).
 */
final class LogConfiguration extends AbstractConfiguration {
  private static final String OURS = "dev.sluice";
  private static final String FILE_SIZE = "16MB";
  private static final String FILES = "5";

  private final LoggingOptions options;
  private final List<Path> files;
  private final Consumer<String> console;

  LogConfiguration(
      LoggerContext context, LoggingOptions options, List<Path> files, Consumer<String> console) {
    super(context, ConfigurationSource.NULL_SOURCE);
    this.options = options;
    this.files = List.copyOf(files);
    this.console = console;
    setName("sluice");
  }

  @Override
  protected void doConfigure() {
    Level ours = options.level().level();
    Level theirs = options.verbose() ? Level.INFO : Level.WARN;
    getRootLogger().setLevel(ours.isMoreSpecificThan(theirs) ? ours : theirs);
    addLogger(OURS, new LoggerConfig(OURS, ours, true));
    LoggerConfig traces = new LoggerConfig(Logging.TRACES, Level.ERROR, false);
    addLogger(Logging.TRACES, traces);
    Appender stderr = new LineAppender("stderr", layout(options.verbose()), console);
    attach(stderr, getRootLogger());
    if (options.verbose()) {
      traces.addAppender(stderr, null, null);
    }
    for (Appender file : fileAppenders()) {
      attach(file, getRootLogger());
      traces.addAppender(file, null, null);
    }
  }

  private void attach(Appender appender, LoggerConfig logger) {
    addAppender(appender);
    logger.addAppender(appender, null, null);
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
    return switch (options.format()) {
      case TEXT -> new TextLayout(ZoneId.systemDefault(), showsTraces);
      case JSON -> new JsonLayout(showsTraces);
    };
  }
}
