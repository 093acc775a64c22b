package dev.sluice.app.run;

import dev.sluice.app.ReleaseNumber;
import dev.sluice.app.output.OutputOwner;
import dev.sluice.core.Unit;
import dev.sluice.core.values.PinnedPath;
import dev.sluice.ingest.source.UnitPlan;
import dev.sluice.neardup.GuardDecisions;
import dev.sluice.settings.ConfigException;
import dev.sluice.settings.Problems;
import dev.sluice.settings.SluiceConfig;
import dev.sluice.storage.IoMessage;
import dev.sluice.storage.output.Making;
import dev.sluice.storage.output.Making.Input;
import dev.sluice.storage.output.Making.UnitEntry;
import dev.sluice.storage.output.OutputLayout;
import dev.sluice.storage.output.UnitLists;
import dev.sluice.storage.output.VersionRecord;
import dev.sluice.storage.page.SourceFile;
import dev.sluice.storage.page.SourcePath;
import dev.sluice.storage.takedown.TakedownList;
import dev.sluice.storage.takedown.TakedownLog;
import dev.sluice.topics.progress.InputFiles;
import dev.sluice.topics.progress.ListedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An output to be made again, as described by its version record. Immutable. */
public final class Original {
  private static final Logger LOG = LoggerFactory.getLogger(Original.class);

  /** The option that names the record. */
  public static final String OPTION = "--like";

  private static final String CONTENT = "is %s, but " + OPTION + " requires %s: omit this setting";
  private static final int FILES_NAMED = 20;

  private final Path record;
  private final Making making;
  private final List<UnitEntry> units;

  private Original(Path record, Making making, List<UnitEntry> units) {
    this.record = record;
    this.making = making;
    this.units = List.copyOf(units);
  }

  /**
   * Reads a version record. The output that holds the record is needed only for lists that the
   * record does not have.
   *
   * @throws ConfigException if the output cannot be made again from the record
   */
  public static Original read(Path record) {
    try {
      Making making = VersionRecord.read(record).made();
      Path root = record.toAbsolutePath().getParent();
      Original original = new Original(record, making, UnitLists.read(root, making.units()));
      original.requireRepeatable();
      return original;
    } catch (IOException e) {
      throw refused(record + " cannot be used: " + IoMessage.of(e));
    }
  }

  private static ConfigException refused(String message) {
    return new ConfigException(OPTION, message);
  }

  private void requireRepeatable() {
    if (making.forgotten() > 0) {
      throw refused(
          "%s: units of this output were forgotten (%,d resets). Rows of other units may have been removed as duplicates of their rows, and this cannot be repeated"
              .formatted(record, making.forgotten()));
    }
    if (!making.inTurn()) {
      throw refused(
          record
              + ": several processes read the input of this output at the same time, and the order"
              + " of the rows was not recorded");
    }
    if (making.blocklist() != null && making.blocklist().unfinished()) {
      throw refused(
          "%s: a take-down of this output is not finished: run `sluice takedown --continue` on it first"
              .formatted(record));
    }
    if (making.compactions() > 0) {
      LOG.warn(
          "the shards of {} were merged by compact: the new output has the same rows in smaller"
              + " shards",
          record);
    }
    if (!making.program().equals(ReleaseNumber.current())) {
      LOG.warn(
          "{} was written by version {}, but this is version {}: the bytes of the shards may"
              + " differ",
          record,
          making.program(),
          ReleaseNumber.current());
    }
  }

  /**
   * Returns the entries of all take-downs of the output.
   *
   * @throws ConfigException if they are not beside the record any more
   */
  public TakedownList blocklist() throws IOException {
    if (making.blocklist() == null) {
      return TakedownList.NONE;
    }
    Path root = record.toAbsolutePath().getParent();
    TakedownLog log = new TakedownLog(new OutputLayout(root, "en", true));
    TakedownList entries = log.union(log.read());
    if (!entries.sha256().equals(making.blocklist().sha256())) {
      throw refused(
          "%s needs the lists of its take-downs: copy _sluice/takedowns of the original output to %s"
              .formatted(record, root.resolve("_sluice/takedowns")));
    }
    return entries;
  }

  /**
   * Returns the recorded values. They override defaults.
   *
   * @param remembered values that the new output stores, if it was begun before
   */
  public SortedMap<String, String> over(SortedMap<String, String> remembered) {
    SortedMap<String, String> values = new TreeMap<>(making.defaults());
    values.putAll(remembered);
    values.putAll(making.content());
    if (!values.getOrDefault("near-dedup.method", "").isEmpty()) {
      values.put("near-dedup.guard", "1"); // what the units of the record lose is decided
    }
    return values;
  }

  /** Requires a configuration equal to that of the record. */
  public void checkContent(SluiceConfig config, Problems problems) {
    if (problems.isEmpty()) {
      OutputOwner.compare(
          making.content(),
          config.content(),
          config.kafka().partitions(),
          (key, isStored) -> CONTENT,
          problems);
    }
  }

  /** Requires the files of all units to exist below the input with their recorded sizes. */
  public void checkInput(SluiceConfig config, Problems problems) {
    int before = problems.count();
    config
        .input()
        .path()
        .filter(root -> !SourceFile.isLocal(root))
        .ifPresent(root -> checkSources(root, problems));
    if (problems.count() > before || config.input().path().filter(Files::isDirectory).isEmpty()) {
      return;
    }
    List<String> wrong = new ArrayList<>();
    for (UnitEntry unit : units) {
      for (Input input : unit.inputs()) {
        problem(config.input().path().get(), unit, input).ifPresent(wrong::add);
      }
    }
    wrong.stream().limit(FILES_NAMED).forEach(problem -> problems.add("input.path", problem));
    if (wrong.size() > FILES_NAMED) {
      problems.add("input.path", "and %,d more".formatted(wrong.size() - FILES_NAMED));
    }
  }

  /**
   * Requires the input to be the repository of the record; only its commit is taken from the
   * record.
   */
  private void checkSources(Path root, Problems problems) {
    Set<String> told = new HashSet<>();
    for (UnitEntry unit : units) {
      unit.sources()
          .forEach(
              (directory, source) -> {
                if (!PinnedPath.isOf(root, directory, source) && told.add(source)) {
                  problems.add(
                      "input.path",
                      "unit %s of the record was read from %s, which is not in %s: with --input, specify the data set of the record, or a copy of it on this machine"
                          .formatted(unit.unit(), source, root));
                }
              });
    }
  }

  private static Optional<String> problem(Path root, UnitEntry unit, Input input) {
    if (!PinnedPath.isBelow(root, input.path())) {
      return Optional.of(input.path() + " is not a path inside the input");
    }
    try {
      Path there = place(root, unit, input);
      if (!Files.exists(there)) {
        return Optional.of(input.path() + " is missing from " + root);
      }
      long bytes = SourcePath.bytes(there);
      return input.bytes() == null || input.bytes() == bytes
          ? Optional.empty()
          : Optional.of(
              "%s in %s has %,d bytes, but had %,d when it was read"
                  .formatted(input.path(), root, bytes, input.bytes()));
    } catch (IOException e) {
      return Optional.of(input.path() + " cannot be read: " + IoMessage.of(e));
    }
  }

  /**
   * Returns the path of a file, either at the commit of the record, or in a copy on this machine.
   */
  private static Path place(Path root, UnitEntry unit, Input input) {
    return SourceFile.isLocal(root)
        ? root.resolve(input.path())
        : PinnedPath.of(root, unit.sources(), input.path());
  }

  /**
   * Repeats the decisions of the record about groups that near-deduplication was to keep.
   *
   * @param nearDuplicates directory of the evidence of the new output
   */
  void decide(Path nearDuplicates) throws IOException {
    SortedMap<String, List<String>> kept = new TreeMap<>();
    for (UnitEntry unit : units) {
      if (!unit.keptGroups().isEmpty()) {
        kept.put(unit.unit(), unit.keptGroups());
      }
    }
    if (!kept.isEmpty()) {
      GuardDecisions.read(nearDuplicates).repeating(kept).write(nearDuplicates);
    }
  }

  /**
   * Returns plans that read the recorded units again, in the recorded order and with the recorded
   * files.
   */
  List<UnitPlan> plans(Path input) throws IOException {
    List<UnitPlan> plans = new ArrayList<>();
    for (UnitEntry unit : units) {
      List<ListedFile> files = new ArrayList<>();
      for (Input each : unit.inputs()) {
        Path file = place(input, unit, each);
        long modified = Files.getLastModifiedTime(file).toMillis();
        files.add(new ListedFile(each.path(), SourcePath.bytes(file), modified));
      }
      plans.add(
          new UnitPlan(
              Unit.parse(unit.unit()),
              InputFiles.copyOf(files),
              SourceFile.isLocal(input) ? new TreeMap<>() : unit.sources(),
              false));
    }
    return plans;
  }
}
