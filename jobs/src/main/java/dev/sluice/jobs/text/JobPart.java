package dev.sluice.jobs.text;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One of the parts of a job.
 *
 * @param number from 1
 * @param of how many parts there are
 */
public record JobPart(int number, int of) {
  /** More would be smaller than a file of any use. */
  public static final int MOST = 100_000;

  private static final Pattern FORM = Pattern.compile("(\\d{1,6})/(\\d{1,6})");

  /** Checks the numbers. */
  public JobPart {
    if (of < 1 || of > MOST || number < 1 || number > of) {
      throw new IllegalArgumentException(
          "%d/%d: parts are numbered from 1/N to N/N, and there are at most %,d"
              .formatted(number, of, MOST));
    }
  }

  /**
   * Reads {@code I/N}.
   *
   * @throws IllegalArgumentException saying what is allowed
   */
  public static JobPart parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new IllegalArgumentException(
          "%s is not I/N, such as 3/64, with at most %,d parts".formatted(text, MOST));
    }
    return new JobPart(Integer.parseInt(form.group(1)), Integer.parseInt(form.group(2)));
  }

  /** As part of a file name. */
  String fileName() {
    return "%d-of-%d".formatted(number, of);
  }

  @Override
  public String toString() {
    return number + "/" + of;
  }
}
