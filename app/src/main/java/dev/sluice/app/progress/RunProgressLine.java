package dev.sluice.app.progress;

import dev.sluice.app.progress.RunProgress.DumpProgress;
import dev.sluice.core.values.ByteSize;
import dev.sluice.core.values.DurationText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;

/** The progress of the main job, or of its ingest, as a line. */
record RunProgressLine(RunProgress now) implements ProgressLine {
  @Override
  public LineParts parts(boolean isLast) {
    if (!now.known()) {
      return new LineParts().add(0, "starting");
    }
    LineParts parts = new LineParts().add(0, percent(now.fraction()));
    if (!isLast) {
      parts.add(1, left(now.secondsLeft()));
    }
    parts.add(6, format("%,d rows", now.rows()));
    if (now.kept().isPresent()) {
      parts.add(2, format("%,d kept", now.kept().getAsLong()));
    }
    parts.add(4, format("%,.0f rows/s", now.rowsPerSecond()));
    parts.add(5, ByteSize.approximate(Math.round(now.bytesPerSecond())) + "/s");
    return isLast ? parts : parts.add(3, dump());
  }

  /** The dump that is sealed next, with its time left if others follow. */
  private String dump() {
    if (now.dumps().isEmpty()) {
      return "";
    }
    DumpProgress dump = now.dumps().get(0);
    boolean isLast = now.dumps().size() == 1 || dump.secondsLeft().isEmpty();
    return isLast ? dump.name() : dump.name() + ": " + left(dump.secondsLeft());
  }

  /** Whole percents, rounded down, so that 100 % means finished. */
  static String percent(double fraction) {
    return format("%d %%", (int) (100 * fraction));
  }

  /** The time left as text; empty if unknown or 0. */
  static String left(OptionalLong seconds) {
    return seconds.orElse(0) == 0
        ? ""
        : DurationText.approximate(Duration.ofSeconds(seconds.getAsLong())) + " left";
  }

  @Override
  public double done() {
    return now.fraction();
  }

  @Override
  public double seconds() {
    return now.seconds();
  }

  @Override
  public Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    if (!now.known()) {
      return fields;
    }
    Map<String, Object> progress = amounts(now.done(), now.total(), now.secondsLeft());
    progress.put("fraction", now.fraction());
    fields.put("progress", progress);
    List<Map<String, Object>> dumps = new ArrayList<>();
    for (DumpProgress dump : now.dumps()) {
      Map<String, Object> fieldsOfDump = new LinkedHashMap<>();
      fieldsOfDump.put("name", dump.name());
      fieldsOfDump.putAll(amounts(dump.done(), dump.total(), dump.secondsLeft()));
      dumps.add(fieldsOfDump);
    }
    fields.put("dumps", dumps);
    Map<String, Object> flow = new LinkedHashMap<>();
    flow.put("rows_read", now.rows());
    now.kept().ifPresent(kept -> flow.put("outcomes", Map.of("kept", kept)));
    fields.put("flow", flow);
    fields.put("rows_per_second", now.rowsPerSecond());
    fields.put("bytes_per_second", now.bytesPerSecond());
    return fields;
  }

  private static Map<String, Object> amounts(long done, long total, OptionalLong secondsLeft) {
    Map<String, Object> amounts = new LinkedHashMap<>();
    amounts.put("done", done);
    amounts.put("total", total);
    secondsLeft.ifPresent(seconds -> amounts.put("seconds_left", seconds));
    return amounts;
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}
