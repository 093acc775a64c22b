package dev.sluice.jobs.text;

import dev.sluice.storage.text.TextFile;
import java.math.BigInteger;
import java.util.List;

/**
 * Shares files out to parts. Each part has consecutive files: a file belongs to the part that the
 * middle of its bytes falls into, if all files lie end to end and are cut into equal lengths. So no
 * part has more than its share of the bytes and the largest of its files, and what belongs to which
 * part depends on the sizes of the files and the number of parts alone.
 */
public final class FileShares {
  private FileShares() {}

  /**
   * The files of a part; none if there are fewer files than parts, or large ones.
   *
   * @param files all, in their order
   */
  public static List<TextFile> of(List<TextFile> files, JobPart part) {
    long total = files.stream().mapToLong(FileShares::weight).sum();
    int from = files.size();
    int to = 0;
    long before = 0;
    for (int i = 0; i < files.size(); i++) {
      long weight = weight(files.get(i));
      if (partOf(before, weight, total, part.of()) == part.number()) {
        from = Math.min(from, i);
        to = i + 1;
      }
      before += weight;
    }
    return from < to ? List.copyOf(files.subList(from, to)) : List.of();
  }

  /** An empty file is work, too. */
  private static long weight(TextFile file) {
    return file.bytes() + 1;
  }

  private static int partOf(long before, long weight, long total, int parts) {
    BigInteger twiceMiddle =
        BigInteger.valueOf(before).shiftLeft(1).add(BigInteger.valueOf(weight));
    return twiceMiddle
            .multiply(BigInteger.valueOf(parts))
            .divide(BigInteger.valueOf(total).shiftLeft(1))
            .intValue()
        + 1;
  }
}
