package dev.sluice.jobs.split;

import dev.sluice.jobs.split.SplitJob.SplitWork;
import dev.sluice.jobs.split.SplitPlan.PartNames;
import dev.sluice.jobs.split.SplitPlan.Source;
import dev.sluice.jobs.text.TemporaryFile;
import dev.sluice.storage.json.StreamCompression;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.page.SourcePath;
import dev.sluice.storage.table.TableFile;
import dev.sluice.storage.text.TextFile;
import dev.sluice.storage.text.TextFormat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.Callable;

/**
 * Determines the number of parts of each file. Counts the rows of JSON files only if the sizes of
 * the files alone do not result in enough parts.
 */
record SplitSurvey(SplitRequest request, List<TextFile> files, SplitWork work) {
  /**
   * Factor by which the number of parts can turn out lower, because rows can compress better than
   * before.
   */
  private static final int CERTAIN = 2;

  private static final double FILLED = 0.9;

  /**
   * Returns the plan of each file. The plan has a problem if the file is broken or if the names of
   * its parts would be too long.
   */
  List<Source> sources() throws IOException, InterruptedException {
    List<Callable<Source>> sizes = new ArrayList<>();
    files.forEach(file -> sizes.add(() -> unlessBroken(file, () -> bySize(file))));
    List<Source> sources = work.all(sizes);
    long parts = sources.stream().mapToLong(Source::parts).sum();
    if (parts < (long) CERTAIN * request.leastParts()) {
      sources = shared(counted(sources));
    }
    return sources.stream().map(SplitSurvey::named).toList();
  }

  private static Source named(Source source) {
    String part = new PartNames(Path.of(""), source.name()).of(0, Math.max(1, source.parts()));
    String name = part.substring(part.lastIndexOf('/') + 1);
    return TemporaryFile.isTooLong(name)
        ? source.broken(
            "its parts would have names such as %s, which exceed %d bytes: rename the file"
                .formatted(name, TemporaryFile.MAX_NAME_BYTES))
        : source;
  }

  private static Source unlessBroken(TextFile file, Callable<Source> look) throws Exception {
    try {
      SourcePath.requireFile(file.path());
      return look.call();
    } catch (SourceFormatException e) {
      return Source.of(file.name(), file.bytes(), 0).broken(e.reason());
    }
  }

  private Source bySize(TextFile file) throws IOException {
    boolean fits = file.bytes() <= request.targetBytes();
    if (file.format() != TextFormat.PARQUET) {
      return Source.of(file.name(), file.bytes(), fits ? 1 : parts(file));
    }
    work.done(0);
    return Source.of(file.name(), file.bytes(), fits ? 1 : parts(file))
        .counted(TableFile.open(file.path()).rows(), SplitPlan.UNKNOWN);
  }

  private int parts(TextFile file) {
    boolean isPlain =
        file.format() == TextFormat.JSONL
            && StreamCompression.of(file.name()) == StreamCompression.NONE;
    double filled = isPlain ? 1 : FILLED;
    return Math.toIntExact((long) Math.ceil(file.bytes() / (filled * request.targetBytes())));
  }

  private List<Source> counted(List<Source> sources) throws IOException, InterruptedException {
    List<Callable<Source>> counting = new ArrayList<>();
    for (int i = 0; i < files.size(); i++) {
      TextFile file = files.get(i);
      Source source = sources.get(i);
      boolean known = source.isBroken() || file.format() == TextFormat.PARQUET;
      counting.add(known ? () -> source : () -> unlessBroken(file, () -> counted(file, source)));
    }
    return work.all(counting);
  }

  private Source counted(TextFile file, Source source) throws IOException {
    Cutter.Position end = JsonRows.end(file, work::done);
    return source.counted(end.row(), end.unit());
  }

  private List<Source> shared(List<Source> sources) {
    long[] weights = sources.stream().mapToLong(Source::bytes).toArray();
    long[] rooms =
        sources.stream()
            .mapToLong(source -> source.isBroken() ? 0 : Math.max(1, source.rows()))
            .toArray();
    int[] least = sources.stream().mapToInt(Source::parts).toArray();
    int[] parts = PartShares.of(weights, rooms, least, request.leastParts());
    List<Source> shared = new ArrayList<>();
    for (int i = 0; i < parts.length; i++) {
      shared.add(sources.get(i).withParts(parts[i]));
    }
    return shared;
  }

  /** Distributes a number of parts among files so that the largest part is as small as possible. */
  static final class PartShares {
    private PartShares() {}

    /**
     * Repeatedly adds a part to the file with the largest parts. It stops when there are enough
     * parts, or when no more are possible.
     *
     * @param weights size of each file
     * @param rooms maximum number of parts of each file: its number of rows
     * @param least minimum number of parts of each file
     * @param wanted total number of parts
     */
    static int[] of(long[] weights, long[] rooms, int[] least, int wanted) {
      int[] parts = least.clone();
      long all = 0;
      PriorityQueue<Integer> largest =
          new PriorityQueue<>(
              Comparator.comparingDouble((Integer i) -> -(double) weights[i] / parts[i])
                  .thenComparing(Comparator.naturalOrder()));
      for (int i = 0; i < parts.length; i++) {
        all += parts[i];
        if (parts[i] < rooms[i]) {
          largest.add(i);
        }
      }
      while (all < wanted && !largest.isEmpty()) {
        int one = largest.remove();
        parts[one]++;
        all++;
        if (parts[one] < rooms[one]) {
          largest.add(one);
        }
      }
      return parts;
    }
  }
}
