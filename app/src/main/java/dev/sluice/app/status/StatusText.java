package dev.sluice.app.status;

import dev.sluice.app.ShellCommand;
import dev.sluice.app.output.DirectoryNote;
import dev.sluice.app.output.DiskForecast;
import dev.sluice.app.output.LossTable;
import dev.sluice.app.status.StatusReport.Dump;
import dev.sluice.app.status.StatusReport.Process;
import dev.sluice.app.status.StatusReport.Stage;
import dev.sluice.app.status.StatusReport.UnitStatus;
import dev.sluice.core.Counters;
import dev.sluice.core.Outcome;
import dev.sluice.core.RowFlag;
import dev.sluice.core.Unit;
import dev.sluice.core.values.ByteSize;
import dev.sluice.core.values.DurationText;
import dev.sluice.storage.output.Manifests;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Formats a status as text. */
public final class StatusText {
  private final StatusReport report;
  private final Dump totals;
  private final boolean hasNear;
  private final List<String> lines = new ArrayList<>();

  private StatusText(StatusReport report) {
    this.report = report;
    this.totals = report.totals();
    this.hasNear = rows(totals.counters(), Outcome.NEAR_DUPLICATES_REMOVED.key()) > 0;
  }

  /** Returns the whole text. */
  public static String of(StatusReport report) {
    StatusText text = new StatusText(report);
    text.head();
    text.dumps();
    text.buckets();
    text.reasons();
    text.report.units().forEach(text::unit);
    text.report.stops().forEach(stop -> text.lines.addAll(stop.lines()));
    text.resets();
    text.takeDowns();
    text.work();
    text.disk();
    return String.join("\n", text.lines) + "\n";
  }

  private void add(String form, Object... values) {
    lines.add(String.format(Locale.ROOT, form, values));
  }

  private static long rows(Map<String, Long> counters, String name) {
    return counters.getOrDefault(name, 0L);
  }

  /** Inserts a size into a text; empty if the size is unknown. */
  private static String size(String form, Long bytes) {
    return bytes == null ? "" : form.formatted(ByteSize.approximate(bytes));
  }

  private static String left(Long seconds) {
    return seconds == null
        ? ""
        : " %s left".formatted(DurationText.approximate(Duration.ofSeconds(seconds)));
  }

  private void head() {
    add("output %s%s", report.output(), size(", %s free", report.freeBytes()));
    lines.add(
        report.broker().isEmpty()
            ? "no broker is running for this output: only sealed units are shown"
            : "broker " + report.broker());
    lines.add("");
  }

  /** Adds a line of a table: a name, three counts, near-duplicates if there are any, and shards. */
  private void row(
      String name,
      long first,
      long second,
      long third,
      long near,
      long kept,
      long files,
      long size) {
    add(
        "%-18s %,12d %,12d %,12d%s %s",
        name,
        first,
        second,
        third,
        hasNear ? String.format(Locale.ROOT, " %,12d", near) : "",
        kept > 0 && files == 0 // if shards are not laid out by dump
            ? "%7s %10s".formatted("-", "-")
            : String.format(Locale.ROOT, "%,7d %10s", files, ByteSize.approximate(size)));
  }

  private void title(String name, String first, String second) {
    String near = hasNear ? " %12s".formatted("near-dup.") : "";
    add(
        "%-18s %12s %12s %12s%s %7s %10s",
        name, first, second, "duplicates", near, "files", "size");
  }

  private void dumps() {
    title("dump", "rows", "kept");
    SortedMap<String, Dump> dumps = new TreeMap<>(report.dumps());
    Dump all = dumps.remove(Manifests.ALL_DUMPS);
    dumps.forEach(this::dump);
    if (all != null) {
      dump(Manifests.ALL_DUMPS, all);
    }
    report.units().stream().filter(UnitStatus::isDone).forEach(this::note);
    lines.add("");
  }

  private void dump(String name, Dump dump) {
    SortedMap<String, Long> counters = dump.counters();
    long kept = rows(counters, Outcome.KEPT.key());
    row(
        name,
        rows(counters, Counters.ROWS),
        kept,
        rows(counters, Outcome.DUPLICATES_REMOVED.key()),
        rows(counters, Outcome.NEAR_DUPLICATES_REMOVED.key()),
        kept,
        dump.files(),
        dump.bytes());
  }

  private void note(UnitStatus unit) {
    Dump directory = report.dumps().get(Unit.parse(unit.unit()).directoryDump());
    if (directory != null) {
      DirectoryNote.of(unit.unit(), unit.dumps(), rows(directory.counters(), Counters.ROWS))
          .ifPresent(lines::add);
    }
  }

  private void buckets() {
    if (totals.buckets().isEmpty()) {
      return;
    }
    title("bucket", "sampled out", "kept");
    totals
        .buckets()
        .forEach(
            (name, bucket) ->
                row(
                    name,
                    bucket.counts().sampledOut(),
                    bucket.counts().kept(),
                    bucket.counts().duplicatesRemoved(),
                    bucket.counts().nearDuplicatesRemoved(),
                    bucket.counts().kept(),
                    bucket.files(),
                    bucket.bytes()));
    lines.add("");
  }

  private void reasons() {
    SortedMap<String, Long> counters = totals.counters();
    if (!counters.isEmpty()) {
      Stream<String> outcomes =
          Stream.of(Outcome.values())
              .filter(outcome -> outcome.isListed(rows(counters, outcome.key())))
              .map(Outcome::key);
      add("of %,d rows: %s", rows(counters, Counters.ROWS), parts(outcomes, counters));
      add("of these: %s", parts(Stream.of(RowFlag.values()).map(RowFlag::key), counters));
      totals
          .operators()
          .forEach((key, reasons) -> add("%s: %s", key, parts(reasons.keySet().stream(), reasons)));
      lines.add("");
    }
    List<String> losses = LossTable.of(report.losses());
    lines.addAll(losses);
    if (!losses.isEmpty()) {
      lines.add("");
    }
  }

  private static String parts(Stream<String> names, Map<String, Long> counters) {
    return names
        .map(name -> String.format(Locale.ROOT, "%s %,d", name, rows(counters, name)))
        .collect(Collectors.joining(", "));
  }

  private void unit(UnitStatus unit) {
    if (unit.files() == 0) {
      add("unit %s: %s", unit.unit(), unit.state().key());
    } else {
      add(
          "unit %s: %s, %,d of %,d files (%,d quarantined), %,d rows%s",
          unit.unit(),
          unit.state().key(),
          unit.filesRead(),
          unit.files(),
          unit.quarantined(),
          unit.rows(),
          unit.isDone() ? "" : "; keep its files unchanged");
    }
  }

  private void resets() {
    for (ResetStatus reset : report.resets()) {
      String state =
          switch (reset.state()) {
            case BEGUN -> "started but not finished: run `%s` again".formatted(again(reset.dump()));
            case SENT ->
                "passed %d of %d partitions%s"
                    .formatted(reset.partitionsDone(), reset.partitions(), untilDecision(reset));
            case DELETING ->
                "complete, except that files remain to be deleted: run the command again, or start"
                    + " a sink";
          };
      add(
          "reset %s: %s; %,d files (%s) to be deleted",
          reset.dump(), state, reset.files(), ByteSize.approximate(reset.bytes()));
    }
  }

  /** A reset waits for a unit that is stopped, unless it forgets that unit. */
  private String untilDecision(ResetStatus reset) {
    return report.stops().stream()
        .map(StatusReport.Stop::unit)
        .filter(unit -> !reset.units().contains(unit))
        .findFirst()
        .map(unit -> ", waiting for the decision about unit " + unit)
        .orElse("");
  }

  /** Returns the command that started the reset. */
  private ShellCommand again(String asked) {
    return ShellCommand.of("reset").with("--output", Path.of(report.output())).continuing(asked);
  }

  private void takeDowns() {
    StatusReport.TakeDowns all = report.takeDowns();
    if (all.finished() > 0) {
      add("take-downs: %,d finished", all.finished());
    }
    if (all.unfinished() != null) {
      add("take-down %d: not finished: run `%s`", all.unfinished(), all.command());
    }
  }

  private void work() {
    if (!report.broker().isEmpty()) {
      lines.add("");
      StatusReport.Ingest ingest = report.ingest();
      Double rate = ingest.bytesPerSecond();
      add(
          "%-10s %s still to read%s%s",
          "ingest",
          ByteSize.approximate(ingest.bytesLeft()),
          size(", %s/s", rate == null ? null : (Long) Math.round(rate)),
          more(ingest.bytesLeft(), ingest.secondsLeft()));
    }
    report.stages().forEach(this::stage);
    for (StatusReport.Restore restore : report.restores()) {
      add(
          "%-10s %s: %,d records restored, %,d offsets left, %,.0f/s%s",
          "restore",
          restore.instance(),
          restore.records(),
          restore.remaining(),
          restore.recordsPerSecond(),
          more(1, restore.secondsLeft()));
    }
    if (!report.sealed() && !report.broker().isEmpty()) {
      Long all = report.secondsLeft();
      add("%-10s %s", "all", all == null ? "time left unknown" : "about" + left(all));
    }
    report.processes().forEach(this::process);
  }

  private static String more(long amount, Long seconds) {
    return amount == 0 || seconds == null ? "" : "," + left(seconds);
  }

  private void stage(Stage stage) {
    add(
        "%-10s %,d offsets left%s%s",
        stage.stage(),
        stage.lag(),
        number(", %,.0f/s", stage.perSecond()),
        more(stage.lag(), stage.secondsLeft()));
  }

  private static String number(String form, Double value) {
    return value == null ? "" : String.format(Locale.ROOT, form, value);
  }

  private void process(Process process) {
    add(
        "%-10s %d in %s%s%s%s",
        "process",
        process.pid(),
        process.workDirectory(),
        number(", %.2f processors", process.cpus()),
        number(", %,.0f s of CPU", process.cpuSeconds()),
        size(", %s", process.memoryBytes()));
  }

  private void disk() {
    SortedMap<String, Long> topics = report.topicBytes();
    if (!topics.isEmpty()) {
      add(
          "%-10s %s on the brokers: %s",
          "topics",
          ByteSize.approximate(topics.values().stream().mapToLong(Long::longValue).sum()),
          topics.entrySet().stream()
              .map(topic -> topic.getKey() + " " + ByteSize.approximate(topic.getValue()))
              .collect(Collectors.joining(", ")));
    }
    if (report.disk() != null) {
      report.disk().volumes().forEach(this::volume);
    }
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
}
