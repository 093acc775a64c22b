package dev.sluice.app.progress;

import dev.sluice.app.StateJson;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/** Progress for programs: one JSON object on a line each second, and one at the end. */
final class JsonProgress implements ProgressDisplay {
  /** Raised when a field changes its meaning or goes away. */
  static final int FORMAT = 1;

  private static final double INTERVAL_SECONDS = 1;

  private final PrintStream out;
  private final String job;
  private final LongSupplier millis;
  private double nextSeconds;

  /**
   * @param job the command
   * @param millis time of day, since 1970
   */
  JsonProgress(PrintStream out, String job, LongSupplier millis) {
    this.out = out;
    this.job = job;
    this.millis = millis;
  }

  @Override
  public void show(ProgressLine now, boolean isLast) {
    if (now.seconds() >= nextSeconds) {
      nextSeconds = now.seconds() + INTERVAL_SECONDS;
      print("ready", now);
    }
  }

  @Override
  public void end(ProgressLine last) {
    print("ended", last);
  }

  private void print(String phase, ProgressLine now) {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("format", FORMAT);
    object.put("job", job);
    object.put("now", millis.getAsLong());
    object.put("phase", phase);
    object.putAll(now.fields());
    out.println(StateJson.text(object));
    out.flush();
  }
}
