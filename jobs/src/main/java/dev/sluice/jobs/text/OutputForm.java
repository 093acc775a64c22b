package dev.sluice.jobs.text;

/**
 * What the output of a command looks like.
 *
 * @param command its name
 * @param mark the file that says that the output is complete, relative to the output; published
 *     last
 * @param smaller what to do if a file is too large for an object
 */
public record OutputForm(String command, String mark, String smaller) {
  private static final String SPLIT = "cut the inputs with split first";

  /** The output of a command that writes a file for each input file. */
  public static OutputForm perInput(String command, String mark) {
    return new OutputForm(command, mark, SPLIT);
  }

  /** The output of a command whose files are never large. */
  public static OutputForm small(String command, String mark) {
    return new OutputForm(command, mark, "write it to this machine");
  }
}
