package dev.sluice.jobs.validate.report;

import dev.sluice.core.ForgottenUnit;
import dev.sluice.core.ForgottenUnit.SourcePart;
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
import java.util.TreeMap;

/** Units that ended and dumps that were reset, as the cuts of an output say. */
final class TestingHistory {
  private TestingHistory() {}

  /** Adds the next cut to the one log that the output has. */
  static void appendCut(
      TestingOutput output, long number, List<EndedUnit> ended, List<ForgottenDump> forgotten)
      throws IOException {
    CutRecord cut =
        new CutRecord(
            CutRecord.FORMAT,
            "t",
            0,
            number,
            "c",
            "i",
            9,
            0,
            9,
            new TreeMap<>(),
            List.of(),
            ended,
            forgotten,
            new TreeMap<>(),
            0);
    for (EndedUnit unit : ended) {
      InputLists.below(output.root).keep(unit.inputs(), output.publication());
    }
    new CutLog(output.root.resolve("_sluice/cuts/sluice.curated.2.8/0"))
        .append(cut, output.publication());
  }

  static EndedUnit ended(String unit, List<String> inputs) {
    return new EndedUnit(
        unit, InputList.of(inputs), new TreeMap<>(), new TreeMap<>(), new TreeMap<>());
  }

  /** The reset of the first unit of a directory. */
  static ForgottenDump forgotten(String directory, List<SourcePart> files) {
    String dump = directory.substring(directory.indexOf('/') + 1);
    return new ForgottenDump(
        dump, "r-" + dump, List.of(ForgottenUnit.ended(directory + "#1", List.of(dump), files)));
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
