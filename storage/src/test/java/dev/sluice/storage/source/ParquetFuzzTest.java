package dev.sluice.storage.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.storage.page.FuzzFiles;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.testing.Corpus;
import dev.sluice.storage.testing.MutatedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Mutated files, each read as ingest reads it: rows or one typed error, soon, within the heap. From
 * what is structurally damaged, or damaged where a checksum stands, no wrong row. Other wrong rows
 * are written down for {@code it/bin/fuzz-parquet}, which asks another reader whether it sees them
 * too.
 *
 * <p>System properties: {@code sluice.fuzz.count}, mutations to try, a tenth as many of real
 * documents; {@code sluice.fuzz.from}, the first one's number; {@code sluice.fuzz.seed}; {@code
 * sluice.fuzz.survivors}, a directory to leave changed files with wrong rows in.
 */
class ParquetFuzzTest {
  private static final long SEED = Long.getLong("sluice.fuzz.seed", 1);
  private static final long FROM = Long.getLong("sluice.fuzz.from", 0);
  private static final long COUNT = Long.getLong("sluice.fuzz.count", 600);
  private static final long PATIENCE_SECONDS = 120;

  @TempDir private Path directory;
  private final Map<String, Integer> outcomes = new TreeMap<>();
  private final Map<String, Integer> reasons = new TreeMap<>();
  private final List<String> problems = new ArrayList<>();

  @Test
  void shouldEndEveryMutationInRowsOrOneTypedError() throws Exception {
    tryAll(FuzzFiles.in(directory), FROM, COUNT);
  }

  @Test
  @Tag(Corpus.TAG)
  void shouldEndEveryMutationOfRealDocumentsInRowsOrOneTypedError() throws Exception {
    tryAll(FuzzFiles.real(), FROM + COUNT, Math.max(60, COUNT / 10));
  }

  private void tryAll(List<FuzzFile> files, long first, long count) throws Exception {
    ExecutorService reader = Executors.newSingleThreadExecutor();
    long slowest = 0;
    for (long number = first; number < first + count; number++) {
      Random random = new Random(SEED * 1_000_003 + number);
      FuzzFile file = files.get(random.nextInt(files.size()));
      FuzzMutation mutation = FuzzMutation.of(file, random);
      String name = "%d-%d %s %s".formatted(SEED, number, mutation.kind(), file.name());
      long begun = System.nanoTime();
      tryOne(reader, number, file, mutation, name);
      slowest = Math.max(slowest, System.nanoTime() - begun);
    }
    reader.shutdownNow();
    report(count, slowest);
    assertThat(problems).as("mutations that were not answered as they should").isEmpty();
    assertThat(outcomes.keySet()).hasSizeGreaterThan(4);
  }

  private void tryOne(
      ExecutorService reader, long number, FuzzFile file, FuzzMutation mutation, String name)
      throws Exception {
    Path path = new MutatedFile(directory.resolve("mutated.parquet")).write(mutation.bytes());
    Future<FuzzRow.Read> read = reader.submit(() -> FuzzRow.read(path, file.mapping()));
    try {
      judge(number, file, mutation, read.get(PATIENCE_SECONDS, TimeUnit.SECONDS), name);
    } catch (ExecutionException e) {
      problem(number, mutation, name + ": " + e.getCause());
    } catch (TimeoutException e) {
      problem(number, mutation, name + ": no answer after " + PATIENCE_SECONDS + " s");
      throw e; // the thread is lost, nothing more can be tried
    }
  }

  private void judge(
      long number, FuzzFile file, FuzzMutation mutation, FuzzRow.Read read, String name)
      throws IOException {
    int taken = read.rows().size();
    boolean right =
        taken <= file.rows().size() && file.rows().subList(0, taken).equals(read.rows());
    boolean missing = read.error().isEmpty() && taken != file.rows().size();
    String result = read.error().isPresent() ? "one typed error" : "rows";
    if (right && !missing) {
      count(
          mutation, taken > 0 && read.error().isPresent() ? result + " after right rows" : result);
    } else if (mutation.kind().isStructural() || (file.checksummed() && mutation.bodiesOnly())) {
      problem(number, mutation, name + ": wrong rows");
    } else {
      count(mutation, file.checksummed() ? "other rows, pages whole" : "other rows");
      survivor(number, file, mutation, read, name);
    }
    read.error().ifPresent(error -> reasons.merge(kind(error), 1, Integer::sum));
  }

  private void count(FuzzMutation mutation, String outcome) {
    outcomes.merge("%-20s %s".formatted(mutation.kind(), outcome), 1, Integer::sum);
  }

  /** A reason without what differs from file to file. */
  private static String kind(SourceFormatException error) {
    String reason = error.reason().replaceAll("0x[0-9a-f]+|[0-9a-f]{8}|-?[0-9]+", "N");
    reason = reason.replaceAll("(column|columns|the file has:|name) .*", "$1 ...");
    return reason.length() > 90 ? reason.substring(0, 90) + "..." : reason;
  }

  private void problem(long number, FuzzMutation mutation, String problem) throws IOException {
    problems.add(problem);
    Optional<Path> kept = survivors();
    if (kept.isPresent()) {
      Files.write(
          kept.get().resolve("problem-%d-%d.parquet".formatted(SEED, number)), mutation.bytes());
    }
  }

  private static Optional<Path> survivors() {
    return Optional.ofNullable(System.getProperty("sluice.fuzz.survivors")).map(Path::of);
  }

  private void survivor(
      long number, FuzzFile file, FuzzMutation mutation, FuzzRow.Read read, String name)
      throws IOException {
    Optional<Path> kept = survivors();
    if (kept.isEmpty()) {
      return;
    }
    String stem = "%d-%d".formatted(SEED, number);
    Files.write(kept.get().resolve(stem + ".parquet"), mutation.bytes());
    ColumnMapping mapping = file.mapping();
    List<String> lines = new ArrayList<>();
    lines.add(name);
    lines.add(mutation.bodiesOnly() ? "pages" : "structure");
    lines.add(
        String.join(
            " ",
            mapping.id().orElse("-"),
            mapping.text(),
            mapping.score().orElse("-"),
            mapping.dump().orElse("-")));
    read.rows().forEach(row -> lines.add(row.line()));
    Files.write(kept.get().resolve(stem + ".rows"), lines);
  }

  private void report(long count, long slowestNanos) {
    StringBuilder report = new StringBuilder("mutated Parquet files: %d\n".formatted(count));
    outcomes.forEach((what, times) -> report.append("%8d  %s\n".formatted(times, what)));
    report.append("reasons:\n");
    reasons.entrySet().stream()
        .sorted((a, b) -> b.getValue() - a.getValue())
        .forEach(e -> report.append("%8d  %s\n".formatted(e.getValue(), e.getKey())));
    report.append("slowest: %d ms\n".formatted(TimeUnit.NANOSECONDS.toMillis(slowestNanos)));
    report.append("heap: %d MiB at most\n".formatted(Runtime.getRuntime().maxMemory() >> 20));
    if (survivors().isPresent()) {
      System.out.print(report);
    }
  }
}
