package dev.sluice.app.monitor;

import dev.sluice.app.monitor.RunDocument.Process;
import java.util.Objects;
import java.util.SortedMap;

/** A line of a run file. */
sealed interface RunLine {
  /**
   * A process has begun.
   *
   * @param format of the lines after it, {@link RunDocument#FORMAT}
   * @param number of the process among those of the file, from 0
   * @param job the command
   * @param process itself
   * @param config canonical values, without secrets; null in a file that was rewritten, but for the
   *     last process
   * @param versions as {@code config}
   */
  record Head(
      int format,
      int number,
      String job,
      Process process,
      SortedMap<String, String> config,
      SortedMap<String, String> versions)
      implements RunLine {
    /** Requires the process, which a damaged line may lack. */
    public Head {
      Objects.requireNonNull(process, "process");
    }

    /** The same with another number, for a process that holds a work directory. */
    Head numbered(int other, String instance) {
      Process with =
          new Process(
              process.role(),
              instance,
              process.release(),
              process.pid(),
              process.started(),
              process.ended(),
              process.exit());
      return new Head(format, other, job, with, config, versions);
    }

    /** The same of a process that has ended. */
    Head ended(End end) {
      Process with =
          new Process(
              process.role(),
              process.instance(),
              process.release(),
              process.pid(),
              process.started(),
              end.ended(),
              end.exit());
      return new Head(format, number, job, with, config, versions);
    }

    /** The same without configuration and versions. */
    Head bare() {
      return new Head(format, number, job, process, null, null);
    }
  }

  /**
   * A process has ended.
   *
   * @param number of the process
   * @param ended when
   * @param exit ended, stopped or failed
   */
  record End(int number, long ended, String exit) implements RunLine {}

  /**
   * From here on, the file has one of so many samples.
   *
   * @param every number of samples; a power of 2
   */
  record Thinned(long every) implements RunLine {
    /** Requires a number. */
    public Thinned {
      if (every < 1) {
        throw new IllegalArgumentException("every %d".formatted(every));
      }
    }
  }

  /** A sample. */
  record Point(Sample sample) implements RunLine {}

  /** An event. */
  record Happened(RunDocument.Event event) implements RunLine {}

  /**
   * The state at one moment.
   *
   * @param document without history
   * @param sample taken with it
   */
  record State(RunDocument document, Sample sample) implements RunLine {
    /** Requires both, and what every document has. */
    public State {
      Objects.requireNonNull(document, "document");
      Objects.requireNonNull(sample, "sample");
      Objects.requireNonNull(document.progress(), "progress");
      Objects.requireNonNull(document.dumps(), "dumps");
      Objects.requireNonNull(document.buckets(), "buckets");
      Objects.requireNonNull(document.dropped(), "dropped");
      Objects.requireNonNull(document.stages(), "stages");
      Objects.requireNonNull(document.phases(), "phases");
    }
  }
}
