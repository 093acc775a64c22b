package dev.sluice.app.report;

import dev.sluice.app.ReleaseNumber;
import dev.sluice.app.html.HtmlPage;
import dev.sluice.jobs.comparison.IdChanges;
import dev.sluice.jobs.comparison.IdComparison;
import dev.sluice.jobs.survey.SealedOutput;
import dev.sluice.jobs.text.JobProgress;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The page about two outputs: what the second one has that the first one has not, and the other way
 * round. A function of the outputs, their places and the version of the program.
 */
public final class ComparisonReport {
  private ComparisonReport() {}

  /**
   * Compares two outputs and writes the page.
   *
   * @param before root of the first output
   * @param after root of the second output
   * @param memoryBytes for a table of ids
   * @return the page, in UTF-8
   * @throws dev.sluice.jobs.text.JobRefusedException if one is no output, nothing of it is sealed,
   *     or its shards have no ids
   * @throws IOException if one cannot be read
   * @throws InterruptedException if this thread is interrupted
   */
  public static byte[] of(Path before, Path after, long memoryBytes, JobProgress progress)
      throws IOException, InterruptedException {
    SealedOutput first = SealedOutput.open(before);
    SealedOutput second = SealedOutput.open(after);
    IdChanges changes = IdComparison.compare(first, second, memoryBytes, progress);
    return new HtmlPage(
            "A and B", "Comparison of two outputs", "Sluice " + ReleaseNumber.current() + ".")
        .section("summary", "Summary", new ChangeSummary(first, second, changes)::write)
        .section("moved", "What moved", new MovedSection(changes)::write)
        .section("counts", "Counts", new CountChanges(first, second)::write)
        .section("examples", "Examples", new ChangedIdSection(changes)::write)
        .section("configuration", "Configuration", new ConfigurationChanges(first, second)::write)
        .bytes();
  }
}
