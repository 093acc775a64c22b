package dev.sluice.app.run;

import dev.sluice.app.ExitCode;
import java.io.PrintWriter;
import java.util.SortedMap;

/**
 * Files of the input that were not read, or not as they are now. They are listed by each invocation
 * until they are repaired, put back or removed.
 *
 * @param quarantined by path, with the reason
 * @param changed after they were read, by path, with what to do
 */
public record UnreadFiles(
    SortedMap<String, String> quarantined, SortedMap<String, String> changed) {

  /** Prints them. Returns the exit code of the job. */
  public int list(PrintWriter err) {
    quarantined.forEach(
        (file, reason) -> err.println("sluice: quarantined " + file + ": " + reason));
    changed.forEach((file, what) -> err.println("sluice: changed " + file + ": " + what));
    err.flush();
    return quarantined.isEmpty() && changed.isEmpty() ? ExitCode.DONE : ExitCode.QUARANTINED;
  }
}
