package dev.sluice.app.reset;

import dev.sluice.core.values.ByteSize;
import java.util.ArrayList;
import java.util.List;

/**
 * The result of the reset of a whole output, or its plan.
 *
 * @param output directory
 * @param state {@code planned}, {@code forgotten}, or {@code nothing_left}
 * @param files of the output: shards, manifests, records
 * @param bytes their size
 * @param topics on a broker that is not embedded
 * @param directories of instances: state, embedded broker
 * @param leftAlone files in the output that Sluice has not written
 */
public record OutputResetReport(
    String output,
    String state,
    int files,
    long bytes,
    List<String> topics,
    List<String> directories,
    List<String> leftAlone) {
  private static final int SHOWN = 10;

  /** The report for people. */
  public String text() {
    if (state.equals(ResetReport.NOTHING_LEFT)) {
      return "%s is not an output of Sluice: nothing is left to forget.\n".formatted(output);
    }
    boolean planned = state.equals(ResetReport.PLANNED);
    List<String> lines = new ArrayList<>();
    lines.add(output + (planned ? " would be forgotten:" : " is forgotten:"));
    lines.add("  files        %,d, %s".formatted(files, ByteSize.approximate(bytes)));
    topics.forEach(topic -> lines.add("  topic        " + topic));
    directories.forEach(directory -> lines.add("  directory    " + directory));
    leftAlone.stream().limit(SHOWN).forEach(file -> lines.add("  left alone   " + file));
    if (leftAlone.size() > SHOWN) {
      lines.add("  left alone   %,d more".formatted(leftAlone.size() - SHOWN));
    }
    if (planned) {
      lines.add("Nothing was changed. To forget it, run the command without --dry-run.");
    }
    return String.join("\n", lines) + "\n";
  }
}
