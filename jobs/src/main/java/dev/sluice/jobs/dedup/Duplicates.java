package dev.sluice.jobs.dedup;

import dev.sluice.algorithms.neardup.Fingerprint.Rule;
import dev.sluice.jobs.dedup.ReadPosition.FileRows;
import dev.sluice.jobs.dedup.RecordSort.SortedRun;
import dev.sluice.neardup.DocumentOrigin;
import dev.sluice.neardup.GuardDecisions;
import dev.sluice.neardup.Match;
import dev.sluice.neardup.SignatureFooter.Counts;
import dev.sluice.storage.text.TextFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/**
 * The near-duplicates that were found.
 *
 * @param rows numbers of rows over all files
 * @param directory of the runs
 * @param removed sorted {@link UnitPosition}s of what is removed
 * @param directories counts of documents, or of paragraphs or lines, by the group of their
 *     directory
 * @param clusters number of kept documents, paragraphs or lines of which duplicates are removed
 * @param largest size of the largest cluster, with the kept one; 0 if there is none
 */
record Duplicates(
    RowNumbers rows,
    Path directory,
    List<SortedRun> removed,
    SortedMap<String, Counts> directories,
    long clusters,
    long largest) {
  private static final byte[] NOTHING = {};

  /** Returns the sum of the counts of all directories. */
  long sum(ToLongFunction<Counts> count) {
    return directories.values().stream().mapToLong(count).sum();
  }

  /** The numbers of rows of all files. Immutable and thread-safe. */
  static final class RowNumbers {
    private final Map<String, Long> first = new HashMap<>();
    private final SortedMap<String, Counts> documents = new TreeMap<>();

    /**
     * @param reading of all files
     */
    RowNumbers(List<TextFile> files, ReadPosition reading) {
      long number = 0;
      for (int i = 0; i < files.size(); i++) {
        String file = files.get(i).name();
        FileRows read = reading.ended().get(i);
        first.put(file, number);
        number += read.rows();
        Counts counts = new Counts(read.documents(), 0, 0);
        documents.merge(GuardDecisions.directoryOf(file), counts, Counts::plus);
      }
    }

    long of(String file, long row) {
      return first.get(file) + row;
    }
  }

  /** Collects what is to be removed, in any order. Not thread-safe. */
  static final class Collector {
    private final RowNumbers rows;
    private final boolean ofParts;
    private final Path directory;
    private final SortedMap<String, Counts> directories;
    private final RecordSort removed;
    private final RecordSort kept;

    /**
     * @param ofParts whether ids are indexes of paragraphs or lines
     * @param directory for temporary files
     */
    Collector(RowNumbers rows, boolean ofParts, Path directory, long sortBytes) {
      this.rows = rows;
      this.ofParts = ofParts;
      this.directory = directory;
      this.directories = new TreeMap<>(rows.documents);
      this.removed = new RecordSort(directory, "removed", sortBytes, List.of());
      this.kept = new RecordSort(directory, "kept", sortBytes, List.of());
    }

    void add(Match match) throws IOException {
      if (match.isRemoval()) {
        removed.add(position(match.document()), NOTHING, 0, 0);
        kept.add(position(match.kept()), NOTHING, 0, 0);
        boolean copy = match.containment().rule() == Rule.COPY;
        directories.merge(
            GuardDecisions.directoryOf(match.document().file()),
            new Counts(0, copy ? 1 : 0, copy ? 0 : 1),
            Counts::plus);
      }
    }

    private long position(DocumentOrigin origin) {
      long row = rows.of(origin.file(), origin.row());
      return UnitPosition.of(row, ofParts ? Integer.parseInt(origin.id()) : 0);
    }

    Duplicates end() throws IOException {
      long clusters = 0;
      long largest = 0;
      long size = 0;
      long last = -1;
      try (RecordSort.Reader reader = new RecordSort.Reader(directory, kept.finish())) {
        while (reader.next()) {
          boolean isNext = reader.record().key() != last;
          clusters += isNext ? 1 : 0;
          size = isNext ? 2 : size + 1;
          largest = Math.max(largest, size);
          last = reader.record().key();
        }
      }
      return new Duplicates(rows, directory, removed.finish(), directories, clusters, largest);
    }
  }
}
