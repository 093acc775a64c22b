package dev.sluice.app.monitor;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.SortedMap;

/**
 * The state and history of a job at one moment. Its fields are those of
 * docs/reference/run-document.md. Times are milliseconds since 1970; a component that is null is
 * unknown and absent in JSON. Immutable.
 *
 * @param format of this document, {@link #FORMAT}
 * @param job the command: {@code run}, {@code streams}, {@code dedup}, ...
 * @param now when its figures were taken
 * @param phase starting, restoring, ready, stopping, ended, failed or killed
 * @param processes that worked on the job, by time of their start
 * @param state how far it is
 * @param series figures over time
 * @param events newest last
 * @param config canonical values of configuration keys, without secrets
 * @param versions of the program and what it runs on
 */
public record RunDocument(
    int format,
    String job,
    long now,
    String phase,
    List<Process> processes,
    @JsonUnwrapped RunState state,
    Series series,
    List<Event> events,
    SortedMap<String, String> config,
    SortedMap<String, String> versions) {
  /** The only format there is. */
  public static final int FORMAT = 1;

  /** Phase of a job, and end of a process, that did not tell how it ended. */
  public static final String KILLED = "killed";

  /**
   * A process.
   *
   * @param role the command that it runs
   * @param instance its work directory's id; empty if it has none
   * @param release of the program
   * @param pid process id
   * @param started when
   * @param ended when; null while it runs, or if it was killed
   * @param exit how it ended: ended, stopped, failed or killed; null while it runs
   */
  public record Process(
      String role,
      String instance,
      String release,
      long pid,
      long started,
      Long ended,
      String exit) {
    Process ended(Long time, String how) {
      return new Process(role, instance, release, pid, started, time, how);
    }
  }

  /**
   * Something that happened.
   *
   * @param time when
   * @param kind started, unit_begun, dump_sealed, file_quarantined, file_changed, restore,
   *     recovered, back_pressure, disk, stopped or failed
   * @param text for people
   */
  public record Event(long time, String kind, String text) {}

  /**
   * As it is to be understood later: a process that has told nothing for long, nor how it ended,
   * was killed, or its machine was lost.
   *
   * @param millis the moment
   * @param silence for how long a process that runs tells nothing at most
   */
  public RunDocument seen(long millis, long silence) {
    if (processes.isEmpty()) {
      return this;
    }
    Process newest = newestProcess();
    if (newest.ended() != null || millis - Math.max(now, newest.started()) <= silence) {
      return this;
    }
    List<Process> killed =
        processes.stream()
            .map(process -> process.ended() == null ? process.ended(null, KILLED) : process)
            .toList();
    return new RunDocument(
        format, job, now, KILLED, killed, state.atRest(now), series, events, config, versions);
  }

  /** The process that started last. */
  Process newestProcess() {
    return processes.get(processes.size() - 1);
  }

  /** A copy with another series. */
  RunDocument with(Series other) {
    return new RunDocument(
        format, job, now, phase, processes, state, other, events, config, versions);
  }
}
