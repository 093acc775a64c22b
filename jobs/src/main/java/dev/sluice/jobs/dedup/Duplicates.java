package dev.sluice.jobs.dedup;

import dev.sluice.algorithms.neardup.Fingerprint.Rule;
import dev.sluice.neardup.Match;
import dev.sluice.neardup.RecordDecoder;
import dev.sluice.neardup.SignatureFile;
import java.io.IOException;
import java.util.List;
import java.util.TreeMap;

/**
 * What was found.
 *
 * @param matches runs of {@link Match}es by the position of the document in the input
 * @param kept runs of the positions of kept documents, once for each copy
 */
record Duplicates(List<SpillFile> matches, List<SpillFile> kept) {
  /** Passes on all matches in input order, and counts them. */
  DuplicateCounts forEach(SignatureFile.Records<Match> into) throws IOException {
    long copies = 0;
    long contained = 0;
    TreeMap<String, Long> containedOf = new TreeMap<>();
    try (RecordSort.Reader reader = new RecordSort.Reader(matches)) {
      while (reader.next()) {
        Match match = new RecordDecoder(reader.record()).match();
        into.accept(match);
        if (match.containment().rule() == Rule.COPY) {
          copies++;
        } else if (match.isRemoval()) {
          contained++;
          containedOf.merge(DuplicateGuard.source(match.document().file()), 1L, Long::sum);
        }
      }
    }
    return clusters(copies, contained, containedOf);
  }

  private DuplicateCounts clusters(long copies, long contained, TreeMap<String, Long> containedOf)
      throws IOException {
    long clusters = 0;
    long largest = 0;
    long size = 0;
    long last = -1;
    try (RecordSort.Reader reader = new RecordSort.Reader(kept)) {
      while (reader.next()) {
        boolean isNext = reader.key() != last;
        clusters += isNext ? 1 : 0;
        size = isNext ? 2 : size + 1;
        largest = Math.max(largest, size);
        last = reader.key();
      }
    }
    return new DuplicateCounts(copies, contained, clusters, largest, containedOf);
  }
}
