package dev.sluice.app.logging;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.storage.output.Json;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.layout.AbstractStringLayout;

/** Log lines, see {@link LogFormat}. Line breaks in messages of text become spaces. */
final class LineLayout extends AbstractStringLayout {
  private static final Pattern PLAIN_VALUE = Pattern.compile("[^\\s\"=]+");
  private static final Pattern LINE_BREAKS = Pattern.compile("\\s*[\\r\\n]+\\s*");
  private static final String ERROR = "error";

  private final LogFormat format;
  private final DateTimeFormatter time;
  private final boolean showsTraces;

  /**
   * @param zone for the times of text
   * @param showsTraces whether stack traces are shown: after the line of text, in a field of JSON.
   *     Otherwise the exception alone is a key
   */
  LineLayout(LogFormat format, ZoneId zone, boolean showsTraces) {
    super(UTF_8);
    this.format = format;
    this.time = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT).withZone(zone);
    this.showsTraces = showsTraces;
  }

  @Override
  public String toSerializable(LogEvent event) {
    return (format == LogFormat.JSON ? json(event) : text(event)) + "\n";
  }

  private static Instant time(LogEvent event) {
    return Instant.ofEpochMilli(event.getInstant().getEpochMillisecond());
  }

  private static String trace(Throwable thrown) {
    StringWriter trace = new StringWriter();
    thrown.printStackTrace(new PrintWriter(trace));
    return trace.toString();
  }

  /** A key that clashes with a field gets an underscore. */
  private String json(LogEvent event) {
    LogFields fields = LogFields.of(event);
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("time", time(event).toString());
    line.put("level", fields.level().name());
    line.put("module", fields.module());
    line.put(LogFields.DUMP, fields.dump());
    line.put("message", fields.message());
    fields.keys().forEach((key, value) -> line.put(line.containsKey(key) ? key + "_" : key, value));
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
    LogFields fields = LogFields.of(event);
    StringBuilder line = new StringBuilder(160);
    time.formatTo(time(event), line);
    line.append(' ').append(fields.level()).append(' ').append(fields.module());
    line.append(' ').append(fields.dump()).append(' ').append(oneLine(fields.message()));
    fields.keys().forEach((key, value) -> appendKey(line, key, value));
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
