package dev.sluice.cli;

import dev.sluice.app.ExitCode;
import dev.sluice.app.output.StopText;
import dev.sluice.cli.option.PathConverters;
import dev.sluice.neardup.EvidenceFiles;
import dev.sluice.neardup.GuardDecisions;
import dev.sluice.neardup.GuardStop;
import dev.sluice.settings.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code near-duplicates}: shows what waits for a decision, and decides. */
@Command(
    name = "near-duplicates",
    description =
        "Show which units of an output near-deduplication has stopped, and decide how to "
            + "continue. A unit stops if a group, that is, a dump, a bucket or a directory, "
            + "would lose too many documents.")
final class NearDuplicatesCommand extends ProgramCommand {
  private static final int EXAMPLES = 5;

  @Parameters(
      paramLabel = "OUT",
      converter = PathConverters.ToInput.class,
      description = "The output directory.")
  private Path output;

  @Option(
      names = "--accept",
      paramLabel = "GROUP",
      description =
          "Accept the losses of this group: dump:NAME, bucket:NAME or directory:PATH, with "
              + "PATH relative to the input. This does not change which documents are removed.")
  private List<String> accepted = new ArrayList<>();

  @Option(
      names = "--keep",
      paramLabel = "GROUP",
      description =
          "Remove only copies from this group, in units that begin from now on. A unit that has"
              + " begun must be reset.")
  private List<String> kept = new ArrayList<>();

  @Option(
      names = "--ahead",
      description = "Decide about groups in advance, even if no unit waits for the decision yet.")
  private boolean ahead;

  @Override
  public Integer call() throws IOException {
    Path directory = output.resolve(EvidenceFiles.DIRECTORY);
    if (!Files.isDirectory(output.resolve("_sluice"))) {
      throw usage("%s is not an output of Sluice: it has no _sluice".formatted(output));
    }
    List<GuardStop> stops = GuardStop.waiting(output);
    GuardDecisions decisions = GuardDecisions.read(directory);
    if (!accepted.isEmpty() || !kept.isEmpty()) {
      check(stops);
      decisions = decisions.with(accepted, kept);
      decisions.write(directory);
      say("written: " + directory.resolve(GuardDecisions.NAME));
    }
    return show(stops, decisions);
  }

  private void check(List<GuardStop> stops) {
    SortedSet<String> waiting = new TreeSet<>();
    stops.forEach(stop -> waiting.addAll(stop.groups().keySet()));
    Problems problems = new Problems();
    accepted.forEach(group -> problems.tryOut("--accept", () -> check(group, waiting)));
    kept.forEach(group -> problems.tryOut("--keep", () -> check(group, waiting)));
    problems.throwIfAny();
  }

  /** Refuses what is no group, and what may be the misspelt name of one. */
  private void check(String group, SortedSet<String> waiting) {
    GuardDecisions.requireGroup(group);
    if (!ahead && !waiting.contains(group)) {
      throw new IllegalArgumentException(
          "no unit waits for a decision about %s%s; to decide about a group of later units, add --ahead"
              .formatted(
                  group, waiting.isEmpty() ? "" : ", only about " + String.join(", ", waiting)));
    }
  }

  private int show(List<GuardStop> stops, GuardDecisions decisions) {
    List<String> lines = new ArrayList<>();
    boolean waits = false;
    for (GuardStop stop : stops) {
      lines.addAll(StopText.of(stop, decisions, output, EXAMPLES));
      waits |= !stop.undecided(decisions).isEmpty();
    }
    if (lines.isEmpty()) {
      lines.add("No unit waits for a decision.");
    }
    sluice.print(String.join("\n", lines) + "\n");
    return waits ? ExitCode.UNDECIDED : ExitCode.DONE;
  }
}
