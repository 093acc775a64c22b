package dev.sluice.app.monitor;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.core.JsonProcessingException;
import dev.sluice.app.StateJson;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.stream.Stream;

/**
 * The state and history of a job at one moment. Its fields are those of
 * docs/reference/run-document.md. Times are milliseconds since 1970; a component that is null is
 * unknown and absent in JSON. Immutable.
 *
 * @param format of this document, {@link #FORMAT}
 * @param job the command: {@code run}, {@code streams}, {@code dedup}, ...
 * @param now when its figures were taken
 * @param phase starting, restoring, ready, stopping, ended or failed
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
  /** The only format. */
  public static final int FORMAT = 1;

  /**
   * A process.
   *
   * @param role the command that it runs
   * @param instance its work directory's id; empty if it has none
   * @param release of the program
   * @param pid process id
   * @param started when
   * @param ended when; null while it runs, or if it was killed
   * @param exit how it ended: ended, stopped or failed; null while it runs, or if it was killed
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
   * @param kind started, recovered, file_changed, stopped or failed
   * @param text for people
   */
  public record Event(long time, String kind, String text) {}

  /** The document as JSON on one line, without a line feed. */
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

  /** The process that started last. */
  Process newestProcess() {
    return processes.get(processes.size() - 1);
  }

  /** Returns a copy with another series. */
  RunDocument with(Series other) {
    return new RunDocument(
        format, job, now, phase, processes, state, other, events, config, versions);
  }
}
