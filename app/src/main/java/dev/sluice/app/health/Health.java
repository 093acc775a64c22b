package dev.sluice.app.health;

import dev.sluice.app.http.Answer;
import dev.sluice.app.http.HttpEndpoint;
import dev.sluice.app.http.HttpEndpoint.Route;
import dev.sluice.storage.output.Json;
import java.net.HttpURLConnection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The state of a process for health checks. Thread-safe: the process sets the state, and other
 * threads read it.
 */
public final class Health {
  /** The phase of a process's life. */
  public enum Phase {
    /** The process checks its environment, connects to the broker, or waits for its partitions. */
    STARTING,
    /**
     * The process restores its state from the broker. It is alive, and restarting it would only
     * lose time.
     */
    RESTORING,
    /** The process works. */
    READY,
    /** The process finishes its work after a request to stop. */
    STOPPING;

    /** Returns the name in lower case, as in JSON. */
    public String key() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final String role;
  private volatile Phase phase = Phase.STARTING;

  /** Creates the state of a process that is starting. */
  public Health(String role) {
    this.role = role;
  }

  /** Sets the phase. {@code STOPPING} is final. */
  public synchronized void enter(Phase next) {
    if (phase != Phase.STOPPING) {
      phase = next;
    }
  }

  /** Returns the phase of a process, depending on whether it has restored its state. */
  public static Phase ofState(boolean there) {
    return there ? Phase.READY : Phase.RESTORING;
  }

  /** Returns the role of the process. */
  public String role() {
    return role;
  }

  /** Returns the current phase in lower case, as in JSON. */
  public String phaseName() {
    return phase.key();
  }

  /** Returns the current phase. */
  public Phase phase() {
    return phase;
  }

  /**
   * Returns the routes {@code /health/live} and {@code /health/ready}. They answer 200 or 503 with
   * a JSON object. A process that answers is alive, because a process that fails ends.
   */
  public List<Route> routes() {
    return List.of(
        new HttpEndpoint.Page("/health/live", request -> answer(HttpURLConnection.HTTP_OK)),
        new HttpEndpoint.Page("/health/ready", request -> answer(readiness())));
  }

  private int readiness() {
    return phase() == Phase.READY ? HttpURLConnection.HTTP_OK : HttpURLConnection.HTTP_UNAVAILABLE;
  }

  private Answer answer(int status) {
    Map<String, String> body = new TreeMap<>();
    body.put("role", role());
    body.put("phase", phaseName());
    return Answer.of(status, "application/json", Json.text(body) + "\n");
  }
}
