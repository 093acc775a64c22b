package dev.sluice.jobs.dedup;

import dev.sluice.jobs.text.JobFailedException;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.storage.text.TextFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Looks whether a directory of the input loses too many documents that are no copies.
 *
 * @param limit share of a directory's documents, 0 to 1
 * @param evidence where removed documents are listed
 */
record DuplicateGuard(double limit, Path evidence) {
  /** A share that deserves a look. */
  private static final double USUAL = 0.3;

  /** Fewer documents trip nothing. */
  private static final int FEW = 100;

  /** The directory of a file, which counts as its source. */
  static String source(String file) {
    int slash = file.lastIndexOf('/');
    return slash < 0 ? "." : file.substring(0, slash);
  }

  /**
   * Warns of directories above the usual share.
   *
   * @throws JobFailedException if one is above the limit
   */
  void check(
      List<TextFile> files, ReadPosition reading, DuplicateCounts counts, JobProgress progress) {
    Map<String, Long> compared = new TreeMap<>();
    for (int i = 0; i < files.size(); i++) {
      compared.merge(source(files.get(i).name()), reading.ended().get(i).documents(), Long::sum);
    }
    counts.containedOf().forEach((of, removed) -> check(of, removed, compared.get(of), progress));
  }

  private void check(String source, long removed, long documents, JobProgress progress) {
    double share = (double) removed / documents;
    if (removed <= FEW || share <= Math.min(limit, USUAL)) {
      return;
    }
    String what =
        String.format(
            Locale.ROOT,
            "%s loses %,d of %,d documents (%.0f %%) that are no copies but nearly contained in others: look at the texts in %s",
            source,
            removed,
            documents,
            100 * share,
            evidence);
    if (share > limit) {
      throw new JobFailedException(
          "%s, then run the command again with a --guard above %s".formatted(what, limit));
    }
    progress.warn(what);
  }
}
