package dev.sluice.jobs.validate.report;

import dev.sluice.core.ForgottenUnit;
import dev.sluice.core.ForgottenUnit.SourcePart;
import dev.sluice.core.Outcome;
import dev.sluice.storage.output.CutLog;
import dev.sluice.storage.output.CutRecord;
import dev.sluice.storage.output.EndedUnit;
import dev.sluice.storage.output.ForgottenDump;
import dev.sluice.storage.output.InputList;
import dev.sluice.storage.output.InputLists;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Units that ended and dumps that were reset, one after the other: a cut of an output for each, in
 * one partition.
 */
final class TestingHistory {
  private final TestingOutput output;
  private final int partition;
  private long cuts;

  /** A history without cuts, of the first partition. */
  TestingHistory(TestingOutput output) {
    this(output, 0);
  }

  /** A history without cuts. */
  TestingHistory(TestingOutput output, int partition) {
    this.output = output;
    this.partition = partition;
  }

  /** Adds a cut in which units end. */
  TestingHistory ends(EndedUnit... units) throws IOException {
    for (EndedUnit unit : units) {
      InputLists.below(output.root).keep(unit.inputs(), output.publication());
    }
    return append(List.of(units), List.of(), Map.of(), Map.of());
  }

  /** Adds a cut in which a unit has rows in files. */
  TestingHistory keeps(String unit, long rows) throws IOException {
    return append(List.of(), List.of(), rowsOf(unit, rows), Map.of());
  }

  /** Adds a cut in which a unit has lost near-duplicates. */
  TestingHistory loses(String unit, long rows) throws IOException {
    return append(List.of(), List.of(), Map.of(), rowsOf(unit, rows));
  }

  private static Map<String, Map<String, Long>> rowsOf(String unit, long rows) {
    return Map.of(unit, Map.of("a", rows));
  }

  /** Adds a cut in which a dump is forgotten. */
  TestingHistory forgets(ForgottenDump dump) throws IOException {
    return append(List.of(), List.of(dump), Map.of(), Map.of());
  }

  private TestingHistory append(
      List<EndedUnit> ended,
      List<ForgottenDump> forgotten,
      Map<String, Map<String, Long>> rows,
      Map<String, Map<String, Long>> nearDuplicates)
      throws IOException {
    cuts++;
    CutRecord cut =
        new CutRecord(
            CutRecord.FORMAT,
            "t",
            partition,
            cuts,
            "c",
            "i",
            9,
            0,
            9,
            new TreeMap<>(),
            List.of(),
            ended,
            forgotten,
            rows,
            Map.of(Outcome.NEAR_DUPLICATES_REMOVED.key(), nearDuplicates),
            0,
            0);
    new CutLog(output.root.resolve("_sluice/cuts/sluice.curated.2.8/" + partition))
        .append(cut, output.publication());
    return this;
  }

  /** A unit without counters. */
  static EndedUnit ended(String unit, List<String> inputs) {
    return new EndedUnit(
        unit,
        InputList.of(inputs),
        new TreeMap<>(),
        new TreeMap<>(),
        new TreeMap<>(),
        new TreeMap<>(),
        new TreeMap<>());
  }

  /** The reset of the first unit of a directory. */
  static ForgottenDump forgotten(String directory, List<SourcePart> files) {
    String dump = directory.substring(directory.indexOf('/') + 1);
    return new ForgottenDump(
        dump,
        "r-" + dump,
        List.of(ForgottenUnit.ended(directory + "#1", List.of(dump), files)),
        List.of());
  }

  /** Files below a source with the sizes that they have now. */
  static List<SourcePart> sizes(Path source, List<String> paths) throws IOException {
    List<SourcePart> files = new ArrayList<>();
    for (String file : paths) {
      files.add(new SourcePart(file, Files.size(source.resolve(file))));
    }
    return files;
  }
}
