package dev.sluice.app.logging;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.storage.output.Json;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.layout.AbstractStringLayout;

/**
 * Log lines as JSON; see {@link LogFormat#JSON}. A key that clashes with a field gets an
 * underscore.
 */
final class JsonLayout extends AbstractStringLayout {
  private final boolean showsTraces;

  /**
   * @param showsTraces whether a field holds the stack trace; otherwise only the exception
   */
  JsonLayout(boolean showsTraces) {
    super(UTF_8);
    this.showsTraces = showsTraces;
  }

  @Override
  public String toSerializable(LogEvent event) {
    LogFields fields = LogFields.of(event);
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("time", Instant.ofEpochMilli(event.getInstant().getEpochMillisecond()).toString());
    line.put("level", fields.level().name());
    line.put("module", fields.module());
    line.put(LogFields.DUMP, fields.dump());
    line.put("message", fields.message());
    fields.keys().forEach((key, value) -> line.put(line.containsKey(key) ? key + "_" : key, value));
    Throwable thrown = event.getThrown();
    if (thrown != null) {
      line.put("error", thrown.toString());
      if (showsTraces) {
        StringWriter trace = new StringWriter();
        thrown.printStackTrace(new PrintWriter(trace));
        line.put("trace", trace.toString());
      }
    }
    return Json.text(line) + "\n";
  }
}
