package dev.sluice.app.run;

import dev.sluice.app.ShellCommand;
import dev.sluice.app.output.DirectoryNote;
import dev.sluice.app.output.LossTable;
import dev.sluice.app.output.UnreadFiles;
import dev.sluice.app.progress.Throughput;
import dev.sluice.core.Bucket;
import dev.sluice.core.Counters;
import dev.sluice.core.DumpName;
import dev.sluice.core.DumpRule;
import dev.sluice.core.Outcome;
import dev.sluice.core.RowFlag;
import dev.sluice.core.Unit;
import dev.sluice.core.values.ByteSize;
import dev.sluice.settings.SluiceConfig;
import dev.sluice.settings.SourceColumns;
import dev.sluice.storage.output.DumpManifest;
import dev.sluice.storage.output.Manifests;
import dev.sluice.storage.source.ColumnMapping;
import dev.sluice.storage.source.ColumnRole;
import dev.sluice.streams.gauge.RepeatedIds.RepeatedId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The report at the end of a run. It has kept and dropped rows, reasons, warnings and the next
 * command.
 */
public final class Summary {
  private static final int MANY_DUMPS = 10;

  /** The default maximum score, which is below the highest scores of FineWeb-Edu. */
  private static final double FINEWEB_EDU_MAX = 5;

  /** The width of a name and a number. */
  private static final int COLUMNS = 32;

  private final SluiceConfig config;
  private final MainJob.Result result;
  private final SortedMap<String, Long> totals;
  private final SortedMap<String, SortedMap<String, Long>> operators;
  private final SortedMap<String, BucketTotal> buckets = new TreeMap<>();
  private final long unknownRows;

  /**
   * A bucket, summed over all dumps.
   *
   * @param kept number of kept documents
   * @param bytes size of its shards
   * @param files number of its shards
   */
  public record BucketTotal(long kept, long bytes, int files) {
    private static final BucketTotal NONE = new BucketTotal(0, 0, 0);

    private static BucketTotal of(DumpManifest.BucketPart part) {
      return new BucketTotal(part.counts().kept(), part.bytes(), part.files().size());
    }

    private BucketTotal plus(BucketTotal other) {
      return new BucketTotal(kept + other.kept, bytes + other.bytes, files + other.files);
    }
  }

  /** Adds up the manifests. */
  public Summary(SluiceConfig config, MainJob.Result result) {
    this.config = config;
    this.result = result;
    for (Bucket bucket : config.rules().buckets().all()) {
      buckets.put(bucket.name(), BucketTotal.NONE);
    }
    Manifests manifests = result.manifests();
    DumpManifest all = manifests.of(Manifests.ALL_DUMPS);
    totals = all.counters();
    operators = all.operators();
    unknownRows =
        manifests.dumps().contains(DumpName.UNKNOWN)
            ? manifests.of(DumpName.UNKNOWN).counters().getOrDefault(Counters.ROWS, 0L)
            : 0;
    for (String dump : manifests.disjoint()) {
      manifests
          .of(dump)
          .buckets()
          .forEach((name, part) -> buckets.merge(name, BucketTotal.of(part), BucketTotal::plus));
    }
  }

  private long total(String name) {
    return totals.getOrDefault(name, 0L);
  }

  /** Returns the report as text. */
  public String text() {
    List<String> lines = new ArrayList<>();
    lines.add(
        result.unitsSealed().isEmpty()
            ? "Nothing new: all files found in the input have already been read%s."
                .formatted(exceptions(result.unread()))
            : "Sealed: " + String.join(", ", result.unitsSealed()));
    added().ifPresent(lines::add);
    result.throughput().map(Throughput::text).ifPresent(lines::add);
    lines.add("");
    lines.add("%-12s %14s %10s %7s".formatted("bucket", "kept", "size", "files"));
    buckets.forEach(
        (name, bucket) ->
            lines.add(
                "%-12s %,14d %10s %,7d"
                    .formatted(
                        name,
                        bucket.kept(),
                        ByteSize.approximate(bucket.bytes()),
                        bucket.files())));
    lines.add("");
    lines.add("%-20s %,14d".formatted("rows read", total(Counters.ROWS)));
    for (Outcome outcome : Outcome.values()) {
      if (outcome.isListed(total(outcome.key()))) {
        lines.add(line(outcome.key()));
      }
      operators
          .getOrDefault(outcome.key(), new TreeMap<>())
          .forEach((reason, rows) -> lines.add("    %-40s %,14d".formatted(reason, rows)));
    }
    lines.add("of these");
    for (RowFlag flag : RowFlag.values()) {
      lines.add(line(flag.key()));
    }
    List<String> losses = LossTable.of(result.manifests().losses(), config);
    if (!losses.isEmpty()) {
      lines.add("");
      lines.addAll(losses);
    }
    for (String warning : warnings()) {
      lines.add("");
      lines.add("WARNING " + warning);
    }
    noteDirectories(lines);
    offerFewerFiles(lines);
    lines.add("");
    lines.add("Next: " + validation());
    return String.join("\n", lines) + "\n";
  }

  private static String exceptions(UnreadFiles unread) {
    List<String> exceptions = new ArrayList<>();
    if (!unread.quarantined().isEmpty()) {
      exceptions.add("the quarantined files");
    }
    if (!unread.changed().isEmpty()) {
      exceptions.add("files that have changed since");
    }
    return exceptions.isEmpty() ? "" : ", except for " + String.join(" and ", exceptions);
  }

  /** Returns the counts of new units; empty if no unit is new, or every unit is. */
  private Optional<String> added() {
    List<String> sealed = result.unitsSealed();
    if (sealed.isEmpty() || sealed.size() == result.manifests().completeUnits().size()) {
      return Optional.empty();
    }
    Counters rows = result.manifests().counters(sealed);
    return Optional.of(
        "Added %,d documents from %,d rows. The tables below cover the whole output."
            .formatted(rows.total(Outcome.KEPT.key()), rows.total(Counters.ROWS)));
  }

  private ShellCommand validation() {
    return ShellCommand.of("validate")
        .with(config.output().path().orElseThrow())
        .with("--source", config.input().path().orElseThrow());
  }

  /**
   * Returns a line with a name and its rows. The digits end in the same column, even after a long
   * name.
   */
  private String line(String name) {
    int width = Math.max(1, COLUMNS - name.length());
    return ("  %s %," + width + "d").formatted(name, total(name));
  }

  private void noteDirectories(List<String> lines) {
    for (String unit : result.unitsSealed()) {
      Manifests manifests = result.manifests();
      String directory = Unit.parse(unit).directoryDump();
      long rows = manifests.of(directory).counters().get(Counters.ROWS);
      DirectoryNote.of(unit, manifests.dumpsOf(unit), rows)
          .ifPresent(note -> lines.addAll(List.of("", note)));
    }
  }

  /**
   * Suggests how to get fewer files. Each dump has separate files in each bucket and partition, so
   * a unit with many dumps has many files.
   */
  private void offerFewerFiles(List<String> lines) {
    for (String unit : result.unitsSealed()) {
      int dumps = result.manifests().dumpsOf(unit).size();
      if (dumps > MANY_DUMPS && config.output().partitionsByDump()) {
        lines.add("");
        lines.add(
            "Unit %s has %,d dumps, each with separate files. A new output with --set 'output.partition-by=[bucket]' has fewer files."
                .formatted(unit, dumps));
      }
    }
  }

  /** Returns warnings about results that may be unintended. */
  private List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    long lost = total(RowFlag.SCORE_ABOVE_MAX.key());
    if (lost > 0) {
      double max = config.rules().maxScore();
      warnings.add(
          "%,d %s dropped because of a score above %s%s keeps them."
              .formatted(
                  lost,
                  lost == 1 ? "row was" : "rows were",
                  max,
                  max == FINEWEB_EDU_MAX
                      ? ": in FineWeb-Edu these are the best texts. A new output with --set"
                          + " score.max=6"
                      : ". A new output with a higher score.max, and a bucket for such scores,"));
    }
    nothingKept().ifPresent(warnings::add);
    repeatedIds().ifPresent(warnings::add);
    SourceColumns input = config.input().columns();
    ColumnMapping columns = input.mapping();
    if (columns.dump().isPresent() && unknownRows == total(Counters.ROWS) && unknownRows > 0) {
      warnings.add(
          input.rules().dump() instanceof DumpRule.Within
              ? "input.dump.match finds no name of a dump in the values of the column %s: all documents are in the directory %s. Start a new output with a different expression (--set input.dump.match=EXPRESSION) or a different column (--set input.dump.column=NAME)."
                  .formatted(columns.dump().get(), DumpName.UNKNOWN)
              : "no row has the name of a dump in the column %s: all documents are in the directory %s. If another column holds names of dumps, start a new output with --set %s=NAME%s."
                  .formatted(
                      columns.dump().get(),
                      DumpName.UNKNOWN,
                      input.key(ColumnRole.DUMP),
                      otherNames(input)));
    }
    return warnings;
  }

  private Optional<String> nothingKept() {
    long rows = total(Counters.ROWS);
    if (rows == 0 || total(Outcome.KEPT.key()) > 0) {
      return Optional.empty();
    }
    Outcome most =
        Arrays.stream(Outcome.values())
            .max(Comparator.comparingLong(outcome -> total(outcome.key())))
            .orElseThrow();
    return Optional.of(
        "no document was kept. Of %,d rows, %,d are %s."
            .formatted(rows, total(most.key()), most.key()));
  }

  /**
   * Returns a warning if more than half of the documents compared by id were dropped, because the
   * column may not contain ids.
   */
  private Optional<String> repeatedIds() {
    long removed = total(Outcome.DUPLICATES_REMOVED.key());
    long kept =
        total(Outcome.KEPT.key())
            + total(Outcome.NEAR_DUPLICATES_REMOVED.key())
            + total(Outcome.TAKEN_DOWN.key());
    if (removed <= kept) {
      return Optional.empty();
    }
    StringBuilder warning =
        new StringBuilder(
            "%,d of %,d documents that were compared by id were dropped as duplicates."
                .formatted(removed, removed + kept));
    for (RepeatedId repeated : result.repeatedIds()) {
      warning.append(
          " The id %s is in %s and in row %,d of %s."
              .formatted(
                  repeated.id(),
                  repeated.keptFile(),
                  repeated.dropped().row(),
                  repeated.dropped().file()));
    }
    return Optional.of(
        warning
            .append(
                config.input().columns().rules().textIds()
                    ? " The texts of these documents are equal, because ids are made from texts."
                    : " If these are different documents, start a new output with --set"
                        + " input.columns.id=NAME; set NAME to null to make ids from file and"
                        + " row, or use --set input.id=text-hash to make ids from texts.")
            .toString());
  }

  /**
   * Returns a further possible reason: only names of crawls, or only some characters, are accepted.
   */
  private static String otherNames(SourceColumns input) {
    return input.rules().dump() instanceof DumpRule.Crawls
        ? "; if this column holds such names in a form other than CC-MAIN-..., with --set"
            + " input.dump.column="
            + input.mapping().dump().orElseThrow()
        : ". Names have " + DumpName.ALLOWED;
  }

  /** Returns the report as JSON. */
  public Document document() {
    return new Document(
        result.unitsSealed(),
        totals,
        operators,
        buckets,
        result.unread().quarantined(),
        result.unread().changed(),
        result.manifests().losses().files(),
        warnings(),
        result.throughput().orElse(null));
  }

  /** The content of the report, with its names in JSON. */
  public record Document(
      List<String> sealed,
      SortedMap<String, Long> counters,
      SortedMap<String, SortedMap<String, Long>> operators,
      SortedMap<String, BucketTotal> buckets,
      SortedMap<String, String> quarantined,
      SortedMap<String, String> changed,
      SortedMap<String, SortedMap<String, Long>> losses,
      List<String> warnings,
      Throughput throughput) {}
}
