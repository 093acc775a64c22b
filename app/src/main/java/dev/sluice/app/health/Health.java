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

/** The state of a process for health checks. Thread-safe: set by the process, read by others. */
public final class Health {
  /** The phase of a process's life. */
  public enum Phase {
    /** Checks its environment, connects to the broker, waits for its partitions. */
    STARTING,
    /** Restores its state from the broker. Alive; restarting it would lose time. */
    RESTORING,
    /** Works. */
    READY,
    /** Finishes its work after a request to stop. */
    STOPPING
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

  /** The phase of a process, by whether its state is restored. */
  public static Phase ofState(boolean there) {
    return there ? Phase.READY : Phase.RESTORING;
  }

  /** The role of the process. */
  public String role() {
    return role;
  }

  /** The current phase in lower case, as in JSON. */
  public String phaseName() {
    return phase.name().toLowerCase(Locale.ROOT);
  }

  /** The current phase. */
  public Phase phase() {
    return phase;
  }

  /**
   * The routes {@code /health/live} and {@code /health/ready}, answered with 200 or 503 and a JSON
   * object. A process that answers is alive, because one that fails ends.
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
