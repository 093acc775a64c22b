package dev.sluice.jobs.text;

import dev.sluice.storage.text.TextFile;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One of the parts of a job.
 *
 * @param number number of the part, from 1
 * @param of total number of parts
 */
public record JobPart(int number, int of) {
  /** The maximum number of parts. With more parts, each part would be too small to be useful. */
  public static final int MOST = 100_000;

  private static final Pattern FORM = Pattern.compile("(\\d{1,6})/(\\d{1,6})");

  /** Checks the numbers. */
  public JobPart {
    if (of < 1 || of > MOST || number < 1 || number > of) {
      throw new IllegalArgumentException(
          "%d/%d: parts are numbered from 1/N to N/N, where N is at most %,d"
              .formatted(number, of, MOST));
    }
  }

  /**
   * Parses {@code I/N}.
   *
   * @throws IllegalArgumentException if the string is not valid; the message describes what is
   *     allowed
   */
  public static JobPart parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new IllegalArgumentException(
          "%s is not of the form I/N, such as 3/64, where N is at most %,d".formatted(text, MOST));
    }
    return new JobPart(Integer.parseInt(form.group(1)), Integer.parseInt(form.group(2)));
  }

  /** Returns the part in the form used in file names. */
  String fileName() {
    return "%d-of-%d".formatted(number, of);
  }

  @Override
  public String toString() {
    return number + "/" + of;
  }

  /**
   * Returns the files of this part. The files of a part are consecutive: if all files were laid end
   * to end and cut into parts of equal length, a file would belong to the part that contains its
   * middle. So a part exceeds its share of the bytes by at most the size of its largest file.
   * Shares depend only on the sizes of the files and the number of parts. A part may have no files
   * if there are fewer files than parts, or if some files are large.
   *
   * @param files all files, in their order
   */
  public List<TextFile> share(List<TextFile> files) {
    long total = files.stream().mapToLong(JobPart::weight).sum();
    List<TextFile> share = new ArrayList<>();
    long before = 0;
    for (TextFile file : files) {
      long weight = weight(file);
      if (partOf(before, weight, total) == number) {
        share.add(file);
      }
      before += weight;
    }
    return List.copyOf(share);
  }

  /** Returns the weight of a file. An empty file has a weight, too, because it is work. */
  private static long weight(TextFile file) {
    return file.bytes() + 1;
  }

  private int partOf(long before, long weight, long total) {
    BigInteger twiceMiddle =
        BigInteger.valueOf(before).shiftLeft(1).add(BigInteger.valueOf(weight));
    return twiceMiddle
            .multiply(BigInteger.valueOf(of))
            .divide(BigInteger.valueOf(total).shiftLeft(1))
            .intValue()
        + 1;
  }
}
