package dev.sluice.jobs.validate;

import dev.sluice.storage.parquet.ParquetSource;
import dev.sluice.storage.parquet.SourceFormatException;
import dev.sluice.storage.parquet.SourceRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Reads the rows of the source again, in the order in which they were ingested. Of a file that was
 * set aside only the row groups before the first broken one count, as they did then.
 */
final class SourceReader {
  /** A larger id broke its row group when it was ingested. */
  private static final int MAX_ID_BYTES = 64 << 10;

  private final Path source;
  private final ContentConfiguration content;
  private final List<SourceUnit> units;
  private final Findings findings;
  private final ValidateProgress progress;

  /** Takes the rows in turn. */
  @FunctionalInterface
  interface JudgedRowConsumer {
    void accept(JudgedRow row);
  }

  SourceReader(
      Path source,
      ContentConfiguration content,
      List<SourceUnit> units,
      Findings findings,
      ValidateProgress progress) {
    this.source = source;
    this.content = content;
    this.units = units;
    this.findings = findings;
    this.progress = progress;
  }

  /** Reports listed files that are not there; true where none is missing. */
  boolean isComplete() {
    boolean complete = true;
    for (SourceUnit unit : units) {
      for (String input : unit.inputs()) {
        boolean needed = !unit.setAside().contains(input);
        if (needed && !Files.isRegularFile(source.resolve(input))) {
          findings.violation(
              Check.SOURCE,
              input,
              "is listed in unit %s and is not under %s: without it nothing can be compared"
                  .formatted(unit.id(), source));
          complete = false;
        }
      }
    }
    return complete;
  }

  /** Hands over every row. */
  void read(JudgedRowConsumer consumer) throws InterruptedException {
    int files = units.stream().mapToInt(unit -> unit.inputs().size()).sum();
    int done = 0;
    for (SourceUnit unit : units) {
      for (String input : unit.inputs()) {
        progress.reading(input, ++done, files);
        read(input, unit.setAside().contains(input), consumer);
      }
    }
  }

  private void read(String input, boolean wasSetAside, JudgedRowConsumer consumer)
      throws InterruptedException {
    try {
      ParquetSource parquet = ParquetSource.open(source.resolve(input), content.source());
      if (wasSetAside) {
        readUpToTheBreak(input, parquet, consumer);
      } else {
        for (int group = 0; group < parquet.rowGroups(); group++) {
          readGroup(input, parquet, group, consumer);
        }
      }
    } catch (IOException e) {
      if (!wasSetAside) {
        findings.violation(
            Check.SOURCE, input, "cannot be read, and was not set aside: " + e.getMessage());
      }
    }
  }

  private void readUpToTheBreak(String input, ParquetSource parquet, JudgedRowConsumer consumer)
      throws IOException, InterruptedException {
    int whole = wholeGroups(input, parquet);
    if (whole == parquet.rowGroups()) {
      findings.warning(
          Check.SOURCE,
          input,
          "was set aside and can be read now: what was taken of it then is not known");
      return;
    }
    for (int group = 0; group < whole; group++) {
      readGroup(input, parquet, group, consumer);
    }
  }

  private int wholeGroups(String input, ParquetSource parquet)
      throws IOException, InterruptedException {
    int group = 0;
    try {
      while (group < parquet.rowGroups()) {
        parquet.read(group, row -> requireSmallId(input, row));
        group++;
      }
    } catch (SourceFormatException e) {
      return group;
    }
    return group;
  }

  private void requireSmallId(String input, SourceRow row) throws SourceFormatException {
    if (row.hasId() && row.id().length > MAX_ID_BYTES) {
      throw new SourceFormatException(source.resolve(input), "an id that is too large");
    }
  }

  private void readGroup(String input, ParquetSource parquet, int group, JudgedRowConsumer consumer)
      throws IOException, InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    double scale = content.rules().scoreScale();
    parquet.read(group, row -> consumer.accept(new JudgedRow(input, row, scale)));
  }
}
