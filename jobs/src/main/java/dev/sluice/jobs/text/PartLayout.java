package dev.sluice.jobs.text;

import java.nio.file.Path;

/**
 * What lies where in an output until its parts are joined:
 *
 * <pre>
 * OUT/_sluice/parts/terms.json             what all parts have in common, written by the first one
 * OUT/_sluice/parts/3-of-64/part.json      the report of a part, once it is complete
 * OUT/_sluice/parts/3-of-64/               what else the join needs of it; its journal and lock
 * OUT/_sluice/parts/3-of-64/running        held by the part, too, and for a moment by who asks
 * OUT/_sluice/parts/lock                   held by the join
 * OUT/_sluice/parts/join/                  what it makes before it publishes, if it makes much
 * </pre>
 */
final class PartLayout {
  static final String PARTS = "parts";
  static final String REPORT = "part.json";
  static final String RUNNING = "running";
  static final String JOIN = "join";

  private PartLayout() {}

  /** The directory of all parts of an output. */
  static Path parts(Path output) {
    return JobOutput.own(output).resolve(PARTS);
  }

  static Path terms(Path output) {
    return parts(output).resolve("terms.json");
  }

  static Path part(Path output, JobPart part) {
    return parts(output).resolve(part.fileName());
  }
}
