package dev.sluice.app.logging;

import dev.sluice.settings.Secrets;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.logging.log4j.core.LogEvent;

/**
 * The parts of a log line.
 *
 * @param level as Sluice names it
 * @param module the stage or library that logs
 * @param dump the line is about; {@code -} for none
 * @param message what happened
 * @param keys values by name; secrets are hidden
 */
record LogFields(
    LogLevel level, String module, String dump, String message, SortedMap<String, String> keys) {
  /** The key, and MDC entry, of the dump. */
  static final String DUMP = "dump";

  private static final String NO_DUMP = "-";
  private static final String OURS = "dev.sluice.";
  private static final String HIDDEN = "(hidden)";

  static LogFields of(LogEvent event) {
    SortedMap<String, String> keys = new TreeMap<>();
    for (Map.Entry<String, String> entry : event.getContextData().toMap().entrySet()) {
      boolean secret = Secrets.isSecret(entry.getKey());
      keys.put(entry.getKey(), secret ? HIDDEN : String.valueOf(entry.getValue()));
    }
    String dump = keys.getOrDefault(DUMP, NO_DUMP);
    keys.remove(DUMP);
    return new LogFields(
        LogLevel.of(event.getLevel()),
        module(event.getLoggerName()),
        dump,
        event.getMessage().getFormattedMessage(),
        keys);
  }

  /**
   * For Sluice's loggers, the part after {@code dev.sluice.}; for others, the name of the library.
   */
  static String module(String logger) {
    if (logger.startsWith(OURS)) {
      return firstPart(logger.substring(OURS.length()));
    }
    return firstPart(logger.replaceFirst("^(org\\.apache\\.|org\\.|com\\.|io\\.|net\\.)", ""));
  }

  private static String firstPart(String name) {
    int dot = name.indexOf('.');
    return dot < 0 ? name : name.substring(0, dot);
  }
}
