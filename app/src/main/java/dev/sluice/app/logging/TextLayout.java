package dev.sluice.app.logging;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.layout.AbstractStringLayout;

/** Log lines for people; see {@link LogFormat#TEXT}. Line breaks in messages become spaces. */
final class TextLayout extends AbstractStringLayout {
  private static final Pattern PLAIN_VALUE = Pattern.compile("[^\\s\"=]+");
  private static final Pattern LINE_BREAKS = Pattern.compile("\\s*[\\r\\n]+\\s*");

  private final DateTimeFormatter time;
  private final boolean showsTraces;

  /**
   * @param zone for the times
   * @param showsTraces whether the stack trace follows the line; otherwise the exception is a key
   */
  TextLayout(ZoneId zone, boolean showsTraces) {
    super(UTF_8);
    this.time = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT).withZone(zone);
    this.showsTraces = showsTraces;
  }

  @Override
  public String toSerializable(LogEvent event) {
    LogFields fields = LogFields.of(event);
    StringBuilder line = new StringBuilder(160);
    time.formatTo(Instant.ofEpochMilli(event.getInstant().getEpochMillisecond()), line);
    line.append(' ').append(fields.level()).append(' ').append(fields.module());
    line.append(' ').append(fields.dump()).append(' ').append(oneLine(fields.message()));
    for (Map.Entry<String, String> entry : fields.keys().entrySet()) {
      appendKey(line, entry.getKey(), entry.getValue());
    }
    Throwable thrown = event.getThrown();
    if (thrown != null) {
      appendThrown(line, thrown);
    }
    return line.append('\n').toString();
  }

  private void appendThrown(StringBuilder line, Throwable thrown) {
    if (!showsTraces) {
      appendKey(line, "error", thrown.toString());
      return;
    }
    StringWriter trace = new StringWriter();
    thrown.printStackTrace(new PrintWriter(trace));
    line.append('\n').append(trace.toString().stripTrailing());
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
