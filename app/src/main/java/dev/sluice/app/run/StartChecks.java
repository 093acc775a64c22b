package dev.sluice.app.run;

import dev.sluice.app.ShellCommand;
import dev.sluice.app.memory.LogBudget;
import dev.sluice.app.output.OutputOwner;
import dev.sluice.app.takedown.BlocklistFiles;
import dev.sluice.ingest.source.SourceSelection;
import dev.sluice.settings.ConfigRequest.ConfigCheck;
import dev.sluice.settings.InputConfig;
import dev.sluice.settings.InputSelection;
import dev.sluice.settings.NamedInput;
import dev.sluice.settings.Problems;
import dev.sluice.settings.SluiceConfig;
import dev.sluice.storage.ExistingPath;
import dev.sluice.storage.IoMessage;
import dev.sluice.storage.output.OutputLayout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Checks directories and disks before a role starts. The checks start and write nothing. */
public final class StartChecks {
  private static final String INPUT = "input.path";
  private static final String OUTPUT = "output.path";
  private static final String EXAMPLE_PORT = "9092";

  private StartChecks() {}

  /**
   * Checks the input for a role that reads it.
   *
   * @param dumps names of directories to read; everything if empty
   */
  public static ConfigCheck input(Set<String> dumps) {
    return (config, problems) -> {
      Optional<InputSelection> input = config.input().selection();
      if (input.isEmpty()) {
        return;
      }
      if (exists(config.input(), problems)) {
        if (isBegun(config).equals(Optional.of(false))) {
          selection(dumps).check(config, problems);
        } else {
          globs(config, input.get(), problems);
        }
      }
      config.output().path().ifPresent(output -> apart(input.get(), output, problems));
    };
  }

  /** Checks the input for a role that watches it. The input may still be empty. */
  public static void watchedInput(SluiceConfig config, Problems problems) {
    Optional<InputSelection> input = config.input().selection();
    if (input.isPresent()) {
      exists(config.input(), problems);
      config.output().path().ifPresent(output -> apart(input.get(), output, problems));
    }
  }

  private static boolean exists(InputConfig input, Problems problems) {
    List<String> missing = input.selection().orElseThrow().problems(input.pattern());
    missing.forEach(problem -> problems.add(INPUT, problem));
    return missing.isEmpty();
  }

  /**
   * Returns whether the output exists; empty if none is configured, so that only the broker can
   * tell.
   */
  private static Optional<Boolean> isBegun(SluiceConfig config) {
    return Deployment.layout(config)
        .map(
            layout -> {
              try {
                return OutputOwner.read(layout).isPresent();
              } catch (IOException e) {
                return true; // reported when the configuration of the output is looked up
              }
            });
  }

  /** Checks the selected files for a new output. An existing output may outlive its input. */
  static ConfigCheck selection(Set<String> dumps) {
    return (config, problems) -> {
      InputConfig input = config.input();
      try {
        SourceSelection.scan(input.selection().orElseThrow(), input.pattern(), input.columns())
            .problems(dumps)
            .forEach(problems::add);
      } catch (IOException e) {
        unreadable(e, problems);
      }
    };
  }

  /**
   * Adds a problem for an error of a file. Other errors, such as a store that does not answer, are
   * thrown, because they are not mistakes of the user.
   */
  private static void unreadable(IOException e, Problems problems) {
    if (!(e instanceof FileSystemException)) {
      throw new UncheckedIOException(e);
    }
    problems.add(INPUT, "cannot be read: " + IoMessage.of(e));
  }

  /**
   * Checks globs. A glob that matches nothing is probably mistyped, while a directory may have
   * become empty.
   */
  private static void globs(SluiceConfig config, InputSelection input, Problems problems) {
    if (input.parts().stream().allMatch(part -> part.glob().isEmpty())) {
      return;
    }
    List<String> unmatched = new ArrayList<>();
    try {
      SourceSelection.scan(input, config.input().pattern(), config.input().columns())
          .checkGlobs(unmatched);
      unmatched.forEach(problems::add);
    } catch (IOException e) {
      unreadable(e, problems);
    }
  }

  private static void apart(InputSelection input, Path output, Problems problems) {
    Path out = real(output);
    for (NamedInput part : input.parts()) {
      Path in = real(part.directory());
      if (out.startsWith(in) && !part.isFile()) {
        problems.add(
            OUTPUT,
            "%s is inside the input %s and would be read as input: choose a directory outside the input"
                .formatted(output, part.given()));
      } else if (in.startsWith(out)) {
        problems.add(
            INPUT,
            "%s is inside the output %s: choose an output directory that does not contain the input"
                .formatted(part.given(), output));
      }
    }
  }

  /** Resolves the links in the existing part of a path. */
  private static Path real(Path path) {
    try {
      return ExistingPath.real(path);
    } catch (IOException e) {
      return path.toAbsolutePath().normalize();
    }
  }

  /** Requires a shared broker for a role in a separate process. */
  public static void sharedBroker(SluiceConfig config, Problems problems) {
    if (config.kafka().isEmbedded()) {
      ShellCommand broker = ShellCommand.of("broker").with("--port", EXAMPLE_PORT);
      problems.add(
          "kafka.bootstrap-servers",
          "is embedded, and only `run` can use an embedded broker; separate roles need a shared broker: pass --kafka HOST:PORT, or start a broker with `%s` and pass --kafka localhost:%s to all roles"
              .formatted(broker, EXAMPLE_PORT));
    }
  }

  /** Requires the output to be new and writable, or to be started with this configuration. */
  public static void output(SluiceConfig config, Problems problems) {
    Optional<OutputLayout> layout = Deployment.layout(config);
    if (layout.isEmpty() || !hasWorkDirectory(config, problems)) {
      return;
    }
    Path root = layout.get().root();
    try {
      Optional<OutputOwner> begun = OutputOwner.read(layout.get());
      if (begun.isEmpty()) {
        OutputOwner.checkNew(ExistingPath.of(root), root, problems);
      } else if (problems.isEmpty()) {
        begun.get().compare(config, problems);
        if (!problems.isEmpty() && begun.get().hasKeptNothing(root)) {
          problems.add(
              OUTPUT,
              "%s has no documents yet: to start over, run `%s` first"
                  .formatted(root, ShellCommand.of("reset").on(config).with("--all")));
        }
      }
    } catch (IOException e) {
      // Otherwise, this was reported when the configuration of the output was looked up.
      if (problems.isEmpty()) {
        problems.add(OUTPUT, root + " cannot be read: " + e.getMessage());
      }
    }
  }

  /**
   * Requires what a new output is to leave out to be readable. An existing output has taken it
   * down, or refuses it without changes.
   *
   * @param blocklist the files that name it
   */
  public static ConfigCheck blocklist(BlocklistFiles blocklist) {
    return (config, problems) -> {
      if (isBegun(config).equals(Optional.of(false))) {
        blocklist.check(config, problems);
      }
    };
  }

  /** Requires near-deduplication to be configured. */
  public static void nearDedup(SluiceConfig config, Problems problems) {
    if (config.nearDedup().isEmpty() && problems.isEmpty()) {
      problems.add(
          "near-dedup.method",
          "is not set, so there is nothing for this role to do: set it to minhash for a new output,"
              + " or do not start this role");
    }
  }

  /** Requires an existing output, for commands that change one. */
  public static void begun(SluiceConfig config, Problems problems) {
    Optional<OutputLayout> layout = Deployment.layout(config);
    if (layout.isEmpty()) {
      return;
    }
    if (!Files.exists(layout.get().owner())) {
      problems.add(OUTPUT, layout.get().root() + " is not an output of Sluice");
    }
  }

  /**
   * Returns whether a work directory is configured. State, logs and temporary files need a local
   * disk.
   */
  private static boolean hasWorkDirectory(SluiceConfig config, Problems problems) {
    if (config.workDirectory().isEmpty()) {
      problems.add(
          "work-dir",
          "is missing, and cannot default to a directory inside %s: pass --work-dir DIR, a directory on this machine that is kept until the next start"
              .formatted(config.output().path().orElseThrow()));
    }
    return config.workDirectory().isPresent();
  }

  /** Requires the topics of the embedded broker to fit on the disk. */
  public static void disk(SluiceConfig config, Problems problems) {
    config.workDirectory().ifPresent(work -> disk(config, work, problems));
  }

  static void disk(SluiceConfig config, Path work, Problems problems) {
    if (config.kafka().isEmbedded() && !Files.exists(brokerData(work))) {
      LogBudget.of(config, config.kafka().partitionsOfNewOutput())
          .diskProblem(
              ExistingPath.of(work).toFile().getUsableSpace(), inputBytes(config.input()), work)
          .ifPresent(problem -> problems.add("work-dir", problem));
    }
  }

  /** Returns the total size of the input files, or empty if the files cannot be listed. */
  public static OptionalLong inputBytes(InputConfig input) {
    if (input.path().filter(Files::isDirectory).isEmpty()) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(
          SourceSelection.scan(input.selection().get(), input.pattern(), input.columns()).bytes());
    } catch (IOException e) {
      return OptionalLong.empty();
    }
  }

  /** Returns the data directory of the embedded broker. */
  public static Path brokerData(Path workDirectory) {
    return workDirectory.resolve("broker");
  }
}
