package dev.sluice.app.monitor;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.core.JsonProcessingException;
import dev.sluice.app.StateJson;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.stream.Stream;

/**
 * The state and history of a job at one moment. docs/reference/run-document.md describes its
 * fields. Times are milliseconds since 1970; a null component is unknown, and absent in JSON.
 * Immutable.
 *
 * @param format format of this document, {@link #FORMAT}
 * @param job the command: {@code run}, {@code streams}, {@code dedup}, ...
 * @param now time at which its figures were taken
 * @param phase starting, restoring, ready, stopping, ended or failed
 * @param processes processes that worked on the job, by start time
 * @param state progress of the job
 * @param series figures over time
 * @param events events, newest last
 * @param config canonical values of configuration keys, without secrets
 * @param versions versions of the program and of what it runs on
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
  /** The only version of the format of run documents. */
  public static final int FORMAT = 1;

  /** Returns a copy without the texts of dropped documents. */
  public RunDocument withoutTexts() {
    return new RunDocument(
        format, job, now, phase, processes, state.withoutTexts(), series, events, config, versions);
  }

  /**
   * A process.
   *
   * @param role command that the process runs
   * @param instance id of its work directory; empty if it has none
   * @param release version of the program
   * @param pid process id
   * @param started time of the start
   * @param ended time of the end; null while the process runs, or if it was killed
   * @param exit {@code ended}, {@code stopped} or {@code failed}; null while the process runs, or
   *     if it was killed
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
   * An event in the course of the job.
   *
   * @param time time of the event
   * @param kind started, recovered, file_changed, stopped or failed
   * @param text description for people
   */
  public record Event(long time, String kind, String text) {}

  /** Returns the document as JSON on one line, without a line feed. */
  public String json() {
    return StateJson.text(this);
  }

  /**
   * Reads a document.
   *
   * @throws IllegalArgumentException if the text is not a run document
   */
  public static RunDocument parse(String json) {
    try {
      RunDocument document = StateJson.MAPPER.readValue(json, RunDocument.class);
      RunState state = document.state();
      Stream.of(
              document.processes(),
              document.series(),
              document.events(),
              document.config(),
              document.versions(),
              state.progress(),
              state.dumps(),
              state.buckets(),
              state.dropped(),
              state.stages(),
              state.phases())
          .forEach(Objects::requireNonNull);
      return document;
    } catch (JsonProcessingException | NullPointerException e) {
      throw new IllegalArgumentException("not a run document: " + e.getMessage(), e);
    }
  }

  /** Returns the process that started last. */
  Process newestProcess() {
    return processes.get(processes.size() - 1);
  }

  /** Returns a copy with the given series. */
  RunDocument with(Series other) {
    return new RunDocument(
        format, job, now, phase, processes, state, other, events, config, versions);
  }
}
