package dev.sluice.jobs.validate.source;

import dev.sluice.core.ForgottenUnit;
import dev.sluice.core.ForgottenUnit.SourcePart;
import dev.sluice.core.Unit;
import dev.sluice.core.values.PinnedPath;
import dev.sluice.jobs.text.JobPhase;
import dev.sluice.jobs.text.JobPosition;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.validate.report.Check;
import dev.sluice.jobs.validate.report.Findings;
import dev.sluice.settings.load.ContentConfiguration;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.page.SourcePath;
import dev.sluice.storage.source.JsonSource;
import dev.sluice.storage.source.ParquetSource;
import dev.sluice.storage.source.ScaledRow;
import dev.sluice.storage.source.SourceRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Reads the rows of the source again, in the order of ingestion. Of a quarantined file, only the
 * row groups before the first broken one count, as during ingestion.
 */
public final class SourceReader {
  /** The phase in which the source is read. */
  public static final JobPhase SOURCE = JobPhase.ofItems("reading the source");

  /** Replaces a file size that is known only from the digest of a forgotten unit. */
  static final long ANY_SIZE = -1;

  private static final long GONE = -2;

  private final Path source;
  private final ContentConfiguration content;
  private final List<SourceStep> steps;
  private final Findings findings;
  private final JobProgress progress;
  private final SortedSet<String> repaired = new TreeSet<>();
  private final Set<String> moved = new HashSet<>();

  /** Receives rows in order. */
  @FunctionalInterface
  interface ScaledRowConsumer {
    void accept(ScaledRow row) throws IOException;
  }

  public SourceReader(
      Path source,
      ContentConfiguration content,
      List<SourceStep> steps,
      Findings findings,
      JobProgress progress) {
    this.source = source;
    this.content = content;
    this.steps = steps;
    this.findings = findings;
    this.progress = progress;
  }

  /**
   * Returns the files that were quarantined and can be read now. None of their rows is passed on.
   */
  public Set<String> repaired() {
    return Collections.unmodifiableSet(repaired);
  }

  /** Returns the steps to read, in order. */
  List<SourceStep> steps() {
    return steps;
  }

  /**
   * Checks whether the source is unchanged since it was ingested, and reports files that are
   * missing or unknown.
   */
  public boolean isComplete() throws IOException {
    boolean complete = true;
    Set<String> units = new HashSet<>();
    for (SourceStep step : steps) {
      boolean isNew = units.add(step.reads());
      if (step instanceof SourceStep.Read read && isNew) {
        complete &=
            read.forgotten().isPresent() ? isAsItWas(read.forgotten().get()) : isThere(read.unit());
      }
    }
    return complete;
  }

  private boolean isThere(SourceUnit unit) throws IOException {
    Optional<String> elsewhere = unit.elsewhere(source);
    if (elsewhere.isPresent()) {
      findings.violation(
          Check.SOURCE,
          source.toString(),
          "unit %s was read from %s, which is not in %s, so nothing was compared: set --source to the input from which the output was made, or to a copy of this input on this machine"
              .formatted(unit.id(), elsewhere.get(), source));
      return false;
    }
    warnOfMoved(unit);
    boolean there = true;
    for (String input : unit.inputs()) {
      boolean needed = !unit.quarantined().contains(input);
      if (!PinnedPath.isBelow(source, input)) {
        findings.violation(
            Check.SOURCE,
            input,
            "is listed in unit %s, but is not a path below %s, so nothing was compared"
                .formatted(unit.id(), source));
        there = false;
      } else if (needed && !Files.isRegularFile(unit.path(source, input))) {
        findings.violation(
            Check.SOURCE,
            input,
            "is listed in unit %s, but does not exist in %s, so nothing was compared: restore the file, or set --source to the directory to which its path is relative"
                .formatted(unit.id(), source));
        there = false;
      }
    }
    return there;
  }

  /**
   * Warns that the source has newer commits than the one that was read. The comparison uses the
   * files of the commit that was read.
   */
  private void warnOfMoved(SourceUnit unit) throws IOException {
    for (Map.Entry<String, String> then : unit.sources().entrySet()) {
      boolean isRoot = then.getKey().equals(PinnedPath.ROOT);
      Optional<Path> now = SourcePath.pinned(isRoot ? source : source.resolve(then.getKey()));
      if (now.isPresent()
          && !now.get().toString().equals(then.getValue())
          && moved.add(then.getValue())) {
        findings.warning(
            Check.SOURCE,
            source.toString(),
            "unit %s was read from %s and is compared with that commit, although the source is now %s"
                .formatted(unit.id(), then.getValue(), now.get()));
      }
    }
  }

  /**
   * Returns whether the files of a forgotten unit are unchanged. A change is not an error: a dump
   * may be forgotten so that it can be replaced or removed.
   */
  private boolean isAsItWas(ForgottenUnit unit) throws IOException {
    List<SourcePart> now = new ArrayList<>();
    for (SourcePart file : unit.files()) {
      if (!PinnedPath.isBelow(source, file.path())) {
        warnOfOther(file.path(), "is not a path below " + source, unit);
        return false;
      }
      Path path = source.resolve(file.path());
      long bytes = Files.isRegularFile(path) ? Files.size(path) : GONE;
      if (bytes == GONE || file.bytes() != ANY_SIZE && bytes != file.bytes()) {
        warnOfOther(file.path(), "has changed", unit);
        return false;
      }
      now.add(new SourcePart(file.path(), bytes));
    }
    if (unit.hasEnded() && !unit.digest().equals(ForgottenUnit.digest(now))) {
      warnOfOther(Unit.parse(unit.unit()).name(), "the size of a file has changed", unit);
      return false;
    }
    return true;
  }

  private void warnOfOther(String file, String what, ForgottenUnit unit) {
    findings.warning(
        Check.SOURCE,
        file,
        "%s (unit %s, which was forgotten): it is unknown which rows of other units were removed as duplicates of this unit, so nothing was compared"
            .formatted(what, unit.unit()));
  }

  /** Passes on the rows of a whole unit or of a part of it. */
  void read(SourceStep.Read step, ScaledRowConsumer consumer) throws InterruptedException {
    SourceUnit unit = step.unit();
    for (int i = 0; i < unit.inputs().size(); i++) {
      String input = unit.inputs().get(i);
      progress.reached(new JobPosition(SOURCE, i + 1L, unit.inputs().size(), 0, input));
      boolean wasQuarantined = unit.quarantined().contains(input);
      read(i, step.part(), input, unit.path(source, input), wasQuarantined, consumer);
    }
  }

  /** Reads the rows of a file that belong to a part of its unit. */
  private void read(
      int file,
      SourceStep.Part part,
      String input,
      Path path,
      boolean wasQuarantined,
      ScaledRowConsumer consumer)
      throws InterruptedException {
    long first = part.firstRow(file);
    long end = part.endRow(file);
    if (first < end) {
      read(
          input,
          path,
          wasQuarantined,
          row -> {
            if (row.row().row() >= first && row.row().row() < end) {
              consumer.accept(row);
            }
          });
    }
  }

  private void read(String input, Path path, boolean wasQuarantined, ScaledRowConsumer consumer)
      throws InterruptedException {
    try {
      if (JsonSource.reads(path)) {
        readJson(input, path, wasQuarantined, consumer);
        return;
      }
      ParquetSource parquet =
          ParquetSource.open(path, content.source(), content.fields().inFile(input));
      if (wasQuarantined) {
        readUpToTheBreak(input, parquet, consumer);
      } else {
        double scale = content.rules().scoreScale();
        parquet.read(row -> consumer.accept(new ScaledRow(input, row, scale)));
      }
    } catch (IOException e) {
      if (!wasQuarantined) {
        findings.violation(
            Check.SOURCE, input, "cannot be read, but was not quarantined: " + e.getMessage());
      }
    }
  }

  /** Reads a JSON file; of a broken file, only the rows before the break. */
  private void readJson(String input, Path path, boolean wasQuarantined, ScaledRowConsumer consumer)
      throws IOException, InterruptedException {
    JsonSource json = JsonSource.open(path, content.source(), content.fields().inFile(input));
    if (wasQuarantined && isWhole(json)) {
      warnOfRepaired(input);
      return;
    }
    double scale = content.rules().scoreScale();
    json.read(
        row -> {
          if (Thread.interrupted()) {
            throw new InterruptedException();
          }
          consumer.accept(new ScaledRow(input, row, scale));
        });
  }

  private static boolean isWhole(JsonSource json) throws IOException, InterruptedException {
    try {
      json.read(row -> {});
      return true;
    } catch (SourceFormatException e) {
      return false;
    }
  }

  private void warnOfRepaired(String input) {
    if (repaired.add(input)) {
      findings.warning(
          Check.SOURCE,
          input,
          "was quarantined, but can be read now or lacks only the ids that other files have: it is"
              + " unknown how many of its rows were read before");
    }
  }

  private void readUpToTheBreak(String input, ParquetSource parquet, ScaledRowConsumer consumer)
      throws IOException, InterruptedException {
    int whole = wholeGroups(parquet);
    if (whole == parquet.rowGroups()) {
      warnOfRepaired(input);
      return;
    }
    double scale = content.rules().scoreScale();
    for (int group = 0; group < whole; group++) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      parquet.read(group, row -> consumer.accept(new ScaledRow(input, row, scale)));
    }
  }

  private static int wholeGroups(ParquetSource parquet) throws IOException, InterruptedException {
    int group = 0;
    try {
      while (group < parquet.rowGroups()) {
        parquet.read(group, SourceRow::readOthers);
        group++;
      }
    } catch (SourceFormatException e) {
      return group;
    }
    return group;
  }
}
