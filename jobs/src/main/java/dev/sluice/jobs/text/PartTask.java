package dev.sluice.jobs.text;

import java.util.Objects;

/**
 * What a command is to do of a job in parts.
 *
 * @param part which one
 * @param version of the program: parts of different ones are not joined
 * @param command the line that it was typed as, without the part
 */
public record PartTask(JobPart part, String version, String command) {
  /** Requires all components. */
  public PartTask {
    Objects.requireNonNull(part, "part");
    Objects.requireNonNull(version, "version");
    Objects.requireNonNull(command, "command");
  }
}
