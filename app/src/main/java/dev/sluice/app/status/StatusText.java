package dev.sluice.app.status;

import dev.sluice.app.ShellCommand;
import dev.sluice.app.output.DirectoryNote;
import dev.sluice.app.output.DiskForecast;
import dev.sluice.app.output.LossTable;
import dev.sluice.core.Counters;
import dev.sluice.core.Outcome;
import dev.sluice.core.RowFlag;
import dev.sluice.core.Unit;
import dev.sluice.core.values.ByteSize;
import dev.sluice.core.values.DurationText;
import dev.sluice.storage.output.Manifests;
import dev.sluice.topics.progress.RestoreProgress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A status for people. */
public final class StatusText {
  private static final String NEAR = Outcome.NEAR_DUPLICATES_REMOVED.key();

  private final StatusReport report;
  private final List<String> lines = new ArrayList<>();

  private StatusText(StatusReport report) {
    this.report = report;
  }

  /** The whole text. */
  public static String of(StatusReport report) {
    StatusText text = new StatusText(report);
    text.head();
    text.dumps();
    text.buckets();
    text.reasons();
    text.losses();
    text.units();
    text.resets();
    text.work();
    text.disk();
    return String.join("\n", text.lines) + "\n";
  }

  private void add(String form, Object... values) {
    lines.add(String.format(Locale.ROOT, form, values));
  }

  private void head() {
    add("output %s%s", report.output(), free());
    lines.add(
        report
            .broker()
            .map(broker -> "broker " + broker)
            .orElse("no broker is running on it: units that are not sealed cannot be seen"));
    lines.add("");
  }

  private String free() {
    OptionalLong bytes = report.freeBytes();
    return bytes.isPresent() ? ", %s free".formatted(ByteSize.approximate(bytes.getAsLong())) : "";
  }

  private void dumps() {
    add(
        "%-18s %12s %12s %12s%s %7s %10s",
        "dump", "rows", "kept", "duplicates", nearTitle(), "files", "size");
    SortedMap<String, DumpStatus> dumps = new TreeMap<>(report.dumps());
    DumpStatus all = dumps.remove(Manifests.ALL_DUMPS);
    dumps.forEach(this::dump);
    if (all != null) {
      dump(Manifests.ALL_DUMPS, all);
    }
    report.units().stream().filter(UnitStatus::isSealed).forEach(this::note);
    lines.add("");
  }

  private void dump(String name, DumpStatus dump) {
    long kept = dump.counters().get(Outcome.KEPT.key());
    add(
        "%-18s %,12d %,12d %,12d%s %s",
        name,
        dump.counters().get(Counters.ROWS),
        kept,
        dump.counters().get(Outcome.DUPLICATES_REMOVED.key()),
        near(dump.counters().getOrDefault(NEAR, 0L)),
        shards(kept, dump.files(), dump.bytes()));
  }

  /** Where shards are not laid out by dump, no dump has shards of its own. */
  private static String shards(long kept, int files, long bytes) {
    return kept > 0 && files == 0
        ? "%7s %10s".formatted("-", "-")
        : String.format(Locale.ROOT, "%,7d %10s", files, ByteSize.approximate(bytes));
  }

  /** A column that outputs without near-duplicates do not have. */
  private String nearTitle() {
    return hasNear() ? " %12s".formatted("near-dup.") : "";
  }

  private String near(long rows) {
    return hasNear() ? String.format(Locale.ROOT, " %,12d", rows) : "";
  }

  private boolean hasNear() {
    return report.counterTotals().getOrDefault(NEAR, 0L) > 0;
  }

  private void note(UnitStatus unit) {
    DumpStatus directory = report.dumps().get(Unit.parse(unit.unit()).directoryDump());
    if (directory != null) {
      long rows = directory.counters().get(Counters.ROWS);
      DirectoryNote.of(unit.unit(), unit.dumps(), rows).ifPresent(lines::add);
    }
  }

  private void buckets() {
    SortedMap<String, DumpStatus.BucketStatus> buckets = report.bucketTotals();
    if (buckets.isEmpty()) {
      return;
    }
    add(
        "%-18s %12s %12s %12s%s %7s %10s",
        "bucket", "sampled out", "kept", "duplicates", nearTitle(), "files", "size");
    buckets.forEach(
        (name, bucket) ->
            add(
                "%-18s %,12d %,12d %,12d%s %s",
                name,
                bucket.counts().sampledOut(),
                bucket.counts().kept(),
                bucket.counts().duplicatesRemoved(),
                near(bucket.counts().nearDuplicatesRemoved()),
                shards(bucket.counts().kept(), bucket.files(), bucket.bytes())));
    lines.add("");
  }

  private void reasons() {
    SortedMap<String, Long> totals = report.counterTotals();
    if (totals.isEmpty()) {
      return;
    }
    List<String> parts = new ArrayList<>();
    for (Outcome outcome : Outcome.values()) {
      if (outcome.isListed(totals.getOrDefault(outcome.key(), 0L))) {
        parts.add(part(outcome.key(), totals));
      }
    }
    add("of %,d rows: %s", totals.getOrDefault(Counters.ROWS, 0L), String.join(", ", parts));
    List<String> flags = new ArrayList<>();
    for (RowFlag flag : RowFlag.values()) {
      flags.add(part(flag.key(), totals));
    }
    add("of these: %s", String.join(", ", flags));
    report
        .operatorTotals()
        .forEach(
            (outcome, reasons) ->
                add(
                    "%s: %s",
                    outcome,
                    reasons.keySet().stream()
                        .map(reason -> part(reason, reasons))
                        .collect(Collectors.joining(", "))));
    lines.add("");
  }

  private void losses() {
    List<String> table = LossTable.of(report.losses());
    if (!table.isEmpty()) {
      lines.addAll(table);
      lines.add("");
    }
  }

  private static String part(String name, SortedMap<String, Long> totals) {
    return String.format(Locale.ROOT, "%s %,d", name, totals.getOrDefault(name, 0L));
  }

  private void units() {
    for (UnitStatus unit : report.units()) {
      String state = unit.state().name().toLowerCase(Locale.ROOT);
      if (unit.files() == 0) {
        add("unit %s: %s", unit.unit(), state);
      } else {
        add(
            "unit %s: %s, %,d of %,d files, %,d rows, %,d quarantined%s",
            unit.unit(),
            state,
            unit.filesRead(),
            unit.files(),
            unit.rows(),
            unit.quarantined(),
            unit.isSealed() ? "" : "; keep its files unchanged");
      }
    }
  }

  private void resets() {
    for (ResetStatus reset : report.resets()) {
      String state =
          switch (reset.state()) {
            case BEGUN -> "started, run `%s` again".formatted(again(reset.dump()));
            case SENT ->
                "through %d of %d partitions".formatted(reset.partitionsDone(), reset.partitions());
            case DELETING -> "through, the same command or the next sink deletes the rest";
          };
      add(
          "reset %s: %s; %,d files, %s to be deleted",
          reset.dump(), state, reset.files(), ByteSize.approximate(reset.bytes()));
    }
  }

  /** A broker other than the embedded one has to be named again. */
  private ShellCommand again(String asked) {
    return ShellCommand.of("reset").with("--output", Path.of(report.output())).continuing(asked);
  }

  private void work() {
    if (report.broker().isPresent()) {
      lines.add("");
      add(
          "%-10s %s still to read%s%s",
          "ingest",
          ByteSize.approximate(report.reading().left()),
          report.reading().perSecond().isPresent()
              ? ", "
                  + ByteSize.approximate(Math.round(report.reading().perSecond().getAsDouble()))
                  + "/s"
              : "",
          left(report.reading()));
    }
    for (StageStatus stage : report.stages()) {
      add(
          "%-10s %,d offsets behind%s%s",
          stage.stage(),
          stage.pace().left(),
          stage.pace().perSecond().isPresent()
              ? String.format(Locale.ROOT, ", %,.0f/s", stage.pace().perSecond().getAsDouble())
              : "",
          left(stage.pace()));
    }
    report.restores().forEach(this::restore);
    if (!report.isSealed() && report.broker().isPresent()) {
      add(
          "%-10s %s",
          "all",
          report.secondsLeft().isPresent()
              ? "about" + time(report.secondsLeft())
              : "time left unknown");
    }
    report.processes().forEach(this::process);
  }

  private void restore(RestoreProgress restore) {
    add(
        "%-10s %s: %,d records restored, %,d offsets left, %,.0f/s%s",
        "restore",
        restore.instance(),
        restore.records(),
        restore.remaining(),
        restore.recordsPerSecond(),
        restore.secondsLeft().isPresent() ? "," + time(restore.secondsLeft()) : "");
  }

  private void process(ProcessStatus process) {
    add(
        "%-10s %d in %s%s%s%s",
        "process",
        process.pid(),
        process.workDirectory(),
        process.cpus().isPresent()
            ? String.format(Locale.ROOT, ", %.2f processors", process.cpus().getAsDouble())
            : "",
        process.cpuSeconds().isPresent()
            ? String.format(Locale.ROOT, ", %,.0f s of CPU", process.cpuSeconds().getAsDouble())
            : "",
        process.memoryBytes().isPresent()
            ? ", " + ByteSize.approximate(process.memoryBytes().getAsLong())
            : "");
  }

  private void disk() {
    if (!report.topicBytes().isEmpty()) {
      SortedMap<String, Long> topics = new TreeMap<>(report.topicBytes());
      add(
          "%-10s %s on the brokers: %s",
          "topics",
          ByteSize.approximate(topics.values().stream().mapToLong(Long::longValue).sum()),
          topics.entrySet().stream()
              .map(topic -> topic.getKey() + " " + ByteSize.approximate(topic.getValue()))
              .collect(Collectors.joining(", ")));
    }
    report.disk().ifPresent(disk -> disk.volumes().forEach(this::volume));
  }

  private void volume(DiskForecast.Volume volume) {
    add(
        "%-10s %s free, about %s still needed%s (%s)",
        "disk",
        ByteSize.approximate(volume.freeBytes()),
        ByteSize.approximate(volume.neededBytes()),
        volume.hasRoom() ? "" : ": NOT ENOUGH",
        volume.parts().stream()
            .map(part -> part.directory() + " " + ByteSize.approximate(part.bytes()))
            .collect(Collectors.joining(", ")));
  }

  private static String left(Pace pace) {
    return pace.left() > 0 && pace.secondsLeft().isPresent() ? "," + time(pace.secondsLeft()) : "";
  }

  private static String time(OptionalLong seconds) {
    return " %s left"
        .formatted(DurationText.approximate(Duration.ofSeconds(seconds.orElseThrow())));
  }
}
