package dev.sluice.jobs.dedup.spill;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Merges any number of runs, in several rounds if memory requires it. */
public final class SortedRuns {
  private final Path directory;
  private final int atOnce;

  /**
   * @param atOnce maximum number of open runs, at least 2
   */
  public SortedRuns(Path directory, int atOnce) {
    this.directory = directory;
    this.atOnce = atOnce;
  }

  /**
   * All numbers of several runs, each once.
   *
   * @param prefix of the names of intermediate files
   */
  public LongSource merged(List<SpillFile> runs, String prefix) throws IOException {
    List<SpillFile> left = new ArrayList<>(runs);
    for (int made = 0; left.size() > atOnce; made++) {
      List<SpillFile> oldest = left.subList(0, atOnce);
      SpillFile longer = merge(oldest, prefix + "m" + made);
      List<SpillFile> done = List.copyOf(oldest);
      oldest.clear();
      left.add(longer);
      delete(done.stream().filter(run -> !runs.contains(run)).toList());
    }
    return new RunMerge(directory, left);
  }

  private SpillFile merge(List<SpillFile> runs, String name) throws IOException {
    try (LongSource source = new RunMerge(directory, runs)) {
      return write(source, name);
    }
  }

  /** Writes all numbers of a source to one file. */
  public SpillFile write(LongSource source, String name) throws IOException {
    try (RunWriter writer = new RunWriter(directory, name)) {
      while (source.next()) {
        writer.add(source.value());
      }
      return writer.finish();
    }
  }

  /** Deletes runs. */
  public void delete(List<SpillFile> runs) throws IOException {
    for (SpillFile run : runs) {
      Files.deleteIfExists(directory.resolve(run.name()));
    }
  }
}
