package dev.sluice.cli;

import dev.sluice.app.ExitCode;
import dev.sluice.cli.option.PathConverters;
import dev.sluice.neardup.EvidenceFiles;
import dev.sluice.neardup.GuardDecisions;
import dev.sluice.neardup.GuardStop;
import dev.sluice.settings.Problems;
import dev.sluice.storage.publish.OutputFiles;
import dev.sluice.storage.publish.Publication;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code near-duplicates}: shows what waits for a decision, and decides. */
@Command(
    name = "near-duplicates",
    description =
        "Show units of an output that near-deduplication has stopped because a group (a dump, a"
            + " bucket or a directory) loses too many documents, and decide about groups.")
final class NearDuplicatesCommand extends ProgramCommand {
  @Parameters(
      paramLabel = "OUT",
      converter = PathConverters.ToInput.class,
      description = "The output directory.")
  private Path output;

  @Option(
      names = "--accept",
      paramLabel = "GROUP",
      description =
          "Let this group lose as much as it does: dump:NAME, bucket:NAME or directory:PATH, with"
              + " PATH relative to the input. What is removed stays the same.")
  private List<String> accepted = new ArrayList<>();

  @Option(
      names = "--keep",
      paramLabel = "GROUP",
      description =
          "Remove only copies from this group, in units that begin from now on. A unit that has"
              + " begun must be reset.")
  private List<String> kept = new ArrayList<>();

  @Override
  public Integer call() throws IOException {
    Path directory = output.resolve(EvidenceFiles.DIRECTORY);
    if (!Files.isDirectory(output.resolve("_sluice"))) {
      throw usage("%s is not an output of Sluice: it has no _sluice".formatted(output));
    }
    List<GuardStop> stops = GuardStop.all(directory);
    if (accepted.isEmpty() && kept.isEmpty()) {
      sluice.print(text(stops));
      return stops.isEmpty() ? ExitCode.DONE : ExitCode.UNDECIDED;
    }
    decide(directory);
    say("written: " + directory.resolve(GuardDecisions.NAME));
    for (GuardStop stop : stops) {
      if (stop.groups().keySet().stream().anyMatch(kept::contains)) {
        say(
            "unit %s has begun without this decision: sluice reset --unit %s, then run again"
                .formatted(stop.unit(), stop.unit()));
      }
    }
    return ExitCode.DONE;
  }

  private void decide(Path directory) throws IOException {
    Problems problems = new Problems();
    accepted.forEach(group -> check("--accept", group, problems));
    kept.forEach(group -> check("--keep", group, problems));
    problems.throwIfAny();
    GuardDecisions decisions = GuardDecisions.read(directory).with(accepted, kept);
    Path temporary =
        OutputFiles.areLocal(output)
            ? output.resolve("_sluice").resolve("tmp").resolve("decisions")
            : Files.createTempDirectory("sluice-");
    try {
      decisions.write(directory, new Publication(temporary));
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  private static void check(String option, String group, Problems problems) {
    try {
      GuardDecisions.requireGroup(group);
    } catch (IllegalArgumentException e) {
      problems.add(option, e.getMessage());
    }
  }

  private String text(List<GuardStop> stops) {
    if (stops.isEmpty()) {
      return "No unit waits for a decision.\n";
    }
    StringBuilder text = new StringBuilder();
    for (GuardStop stop : stops) {
      text.append(stop.message()).append('\n');
      for (GuardStop.Example example : stop.examples()) {
        text.append(
            "  - %s (%s row %d): %.4f in %s (%s row %d)%n"
                .formatted(
                    example.document().id(),
                    example.document().file(),
                    example.document().row(),
                    example.containment(),
                    example.kept().id(),
                    example.kept().file(),
                    example.kept().row()));
      }
      for (String group : stop.groups().keySet()) {
        text.append("sluice near-duplicates %s --accept %s%n".formatted(output, group));
        text.append("sluice near-duplicates %s --keep %s%n".formatted(output, group));
      }
    }
    return text.toString();
  }
}
