package dev.sluice.app.logging;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.settings.Setting;
import dev.sluice.storage.output.Json;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.layout.AbstractStringLayout;

/**
 * Formats log lines as {@link Logging.Format} describes. Line breaks in messages of text become
 * spaces. Secrets are hidden. A key that clashes with a field gets an underscore.
 */
final class LineLayout extends AbstractStringLayout {
  private static final Pattern PLAIN_VALUE = Pattern.compile("[^\\s\"=]+");
  private static final Pattern LINE_BREAKS = Pattern.compile("\\s*[\\r\\n]+\\s*");
  private static final String TIME = "time";
  private static final String DUMP = "dump";
  private static final List<String> FIXED = List.of("level", "module", DUMP, "message");
  private static final String ERROR = "error";
  private static final String NO_DUMP = "-";
  private static final String HIDDEN = "(hidden)";

  private final Logging.Format format;
  private final DateTimeFormatter time;
  private final boolean showsTraces;

  /**
   * @param zone time zone of text lines
   * @param showsTraces whether stack traces are shown, after a line of text or in a field of JSON;
   *     otherwise, only the exception is shown, as a key
   */
  LineLayout(Logging.Format format, ZoneId zone, boolean showsTraces) {
    super(UTF_8);
    this.format = format;
    this.time = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT).withZone(zone);
    this.showsTraces = showsTraces;
  }

  @Override
  public String toSerializable(LogEvent event) {
    return (format == Logging.Format.JSON ? json(event) : text(event)) + "\n";
  }

  private static String trace(Throwable thrown) {
    StringWriter trace = new StringWriter();
    thrown.printStackTrace(new PrintWriter(trace));
    return trace.toString();
  }

  /** Writes the fields that every line has, then the line's keys, sorted. */
  private static Map<String, String> fields(LogEvent event) {
    SortedMap<String, String> keys = new TreeMap<>();
    event.getContextData().forEach((key, value) -> keys.put(key, String.valueOf(value)));
    keys.replaceAll((key, value) -> Setting.isSecret(key) ? HIDDEN : value);
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put(TIME, Instant.ofEpochMilli(event.getInstant().getEpochMillisecond()).toString());
    fields.put("level", Logging.LogLevel.of(event.getLevel()).name());
    fields.put("module", module(event.getLoggerName()));
    String dump = keys.remove(DUMP);
    fields.put(DUMP, dump == null ? NO_DUMP : dump);
    fields.put("message", event.getMessage().getFormattedMessage());
    keys.forEach((key, value) -> fields.put(fields.containsKey(key) ? key + "_" : key, value));
    return fields;
  }

  /** Returns the module of Sluice that a logger belongs to, or the name of a library. */
  static String module(String logger) {
    return logger
        .replaceFirst("^(dev\\.sluice|org\\.apache|org|com|io|net)\\.", "")
        .replaceFirst("\\..*", "");
  }

  private String json(LogEvent event) {
    Map<String, String> line = fields(event);
    Throwable thrown = event.getThrown();
    if (thrown != null) {
      line.put(ERROR, thrown.toString());
      if (showsTraces) {
        line.put("trace", trace(thrown));
      }
    }
    return Json.text(line);
  }

  private String text(LogEvent event) {
    Map<String, String> fields = fields(event);
    StringBuilder line = new StringBuilder(160);
    time.formatTo(Instant.parse(fields.remove(TIME)), line);
    for (String fixed : FIXED) {
      line.append(' ').append(oneLine(fields.remove(fixed)));
    }
    fields.forEach((key, value) -> appendKey(line, key, value));
    Throwable thrown = event.getThrown();
    if (thrown != null && showsTraces) {
      line.append('\n').append(trace(thrown).stripTrailing());
    } else if (thrown != null) {
      appendKey(line, ERROR, thrown.toString());
    }
    return line.toString();
  }

  private static void appendKey(StringBuilder line, String key, String value) {
    line.append(' ').append(key).append('=');
    if (PLAIN_VALUE.matcher(value).matches()) {
      line.append(value);
    } else {
      line.append('"').append(oneLine(value).replace("\"", "\\\"")).append('"');
    }
  }

  private static String oneLine(String text) {
    return LINE_BREAKS.matcher(text).replaceAll(" ");
  }
}
