package dev.sluice.jobs.split;

import dev.sluice.jobs.text.FileNames;
import dev.sluice.storage.json.StreamCompression;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.page.SourcePath;
import dev.sluice.storage.table.TableCopy;
import dev.sluice.storage.table.TableFile;
import dev.sluice.storage.text.TextFile;
import dev.sluice.storage.text.TextFormat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * Determines the number of parts of each file. Counts lines only if the sizes alone do not lead to
 * enough parts.
 */
final class SplitSurvey {
  /** Lines may compress better than before, at most to half, which leads to fewer parts. */
  private static final int CERTAIN = 2;

  private static final double FILLED = 0.9;

  private final SplitRequest request;
  private final List<TextFile> files;
  private final SplitStop stop;

  SplitSurvey(SplitRequest request, List<TextFile> files, SplitStop stop) {
    this.request = request;
    this.files = files;
    this.stop = stop;
  }

  /**
   * The plan of each file; files that are broken, or whose parts cannot have names, get a problem.
   */
  List<PlannedSource> sources() throws IOException, InterruptedException {
    return planned().stream().map(SplitSurvey::named).toList();
  }

  private static PlannedSource named(PlannedSource source) {
    String part = new PartNames(Path.of(""), source.name()).of(0, Math.max(1, source.parts()));
    String name = part.substring(part.lastIndexOf('/') + 1);
    return FileNames.isTooLong(name)
        ? source.broken(
            "its parts would have names such as %s, which are longer than %d bytes: rename it"
                .formatted(name, FileNames.MAX_BYTES))
        : source;
  }

  private List<PlannedSource> planned() throws IOException, InterruptedException {
    List<PlannedSource> sources = looked(files.stream().map(this::bySize).toList());
    if (parts(sources) >= (long) CERTAIN * request.leastParts()) {
      return sources;
    }
    List<Callable<PlannedSource>> counting = new ArrayList<>();
    for (int i = 0; i < files.size(); i++) {
      counting.add(counting(files.get(i), sources.get(i)));
    }
    return shared(looked(counting));
  }

  private List<PlannedSource> looked(List<Callable<PlannedSource>> work)
      throws IOException, InterruptedException {
    return SplitWork.all(work, request.threads(), stop);
  }

  private static long parts(List<PlannedSource> sources) {
    return sources.stream().mapToLong(PlannedSource::parts).sum();
  }

  private Callable<PlannedSource> bySize(TextFile file) {
    return () ->
        unlessBroken(file, () -> file.format() == TextFormat.PARQUET ? table(file) : lines(file));
  }

  private Callable<PlannedSource> counting(TextFile file, PlannedSource source) {
    if (source.isBroken() || file.format() == TextFormat.PARQUET) {
      return () -> source;
    }
    return () ->
        unlessBroken(
            file,
            () -> {
              LineCount count = ObjectCount.of(file, stop::done);
              return source.counted(count.rows(), count.bytes());
            });
  }

  private static PlannedSource unlessBroken(TextFile file, Callable<PlannedSource> look)
      throws Exception {
    try {
      SourcePath.requireFile(file.path());
      return look.call();
    } catch (SourceFormatException e) {
      return PlannedSource.of(file.name(), file.bytes(), 0).broken(e.reason());
    }
  }

  private PlannedSource table(TextFile file) throws IOException {
    stop.done(0);
    TableFile table = TableFile.open(file.path());
    int parts =
        file.bytes() <= request.targetBytes()
            ? 1
            : TableSpans.parts(
                TableSpans.of(table, new TableCopy(table), request.targetBytes(), 1));
    return PlannedSource.of(file.name(), file.bytes(), Math.max(1, parts))
        .counted(table.rows(), PlannedSource.UNKNOWN);
  }

  private PlannedSource lines(TextFile file) {
    double filled = StreamCompression.of(file.name()) == StreamCompression.NONE ? 1 : FILLED;
    long parts =
        file.bytes() <= request.targetBytes()
            ? 1
            : (long) Math.ceil(file.bytes() / (filled * request.targetBytes()));
    return PlannedSource.of(file.name(), file.bytes(), Math.toIntExact(parts));
  }

  private List<PlannedSource> shared(List<PlannedSource> sources) {
    long[] weights = sources.stream().mapToLong(PlannedSource::bytes).toArray();
    long[] rooms =
        sources.stream()
            .mapToLong(source -> source.isBroken() ? 0 : Math.max(1, source.rows()))
            .toArray();
    int[] least = sources.stream().mapToInt(PlannedSource::parts).toArray();
    int[] parts = PartShares.of(weights, rooms, least, request.leastParts());
    List<PlannedSource> shared = new ArrayList<>();
    for (int i = 0; i < parts.length; i++) {
      shared.add(sources.get(i).withParts(parts[i]));
    }
    return shared;
  }
}
