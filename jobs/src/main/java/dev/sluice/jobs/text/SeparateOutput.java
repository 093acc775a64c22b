package dev.sluice.jobs.text;

import dev.sluice.core.values.InputPath;
import dev.sluice.jobs.text.JobRefusedException.OfOutput;
import dev.sluice.storage.ExistingPath;
import dev.sluice.storage.page.SourceFile;
import dev.sluice.storage.text.InputGlob;
import dev.sluice.storage.text.TextFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.PatternSyntaxException;

/**
 * Checks that the output of a job is separate from its inputs. Links are followed. Otherwise the
 * output could be read as input when the command is run again.
 */
public final class SeparateOutput {
  private final Path output;
  private final Path target;

  private SeparateOutput(Path output) throws IOException {
    this.output = output;
    this.target = real(output);
  }

  /**
   * Checks that an output is separate from inputs whose files have been found.
   *
   * @param inputs the directories, files or globs
   * @param files the files found in the inputs
   * @throws JobRefusedException if inputs are not separate from the output; lists them
   */
  public static void require(Path output, List<String> inputs, List<TextFile> files)
      throws IOException {
    List<OfOutput> problems = problems(output, inputs, files.stream().map(TextFile::path).toList());
    if (!problems.isEmpty()) {
      throw new JobRefusedException(problems);
    }
  }

  /**
   * Returns a problem for each input that is not separate from the output.
   *
   * @param inputs the directories, files or globs
   * @param files the files found in the inputs, if they are known
   */
  public static List<OfOutput> problems(Path output, List<String> inputs, List<Path> files)
      throws IOException {
    SeparateOutput separate = new SeparateOutput(output);
    List<OfOutput> problems = new ArrayList<>();
    for (String input : inputs) {
      separate.problem(input).ifPresent(problems::add);
    }
    if (problems.isEmpty()) {
      separate.own(files).ifPresent(problems::add);
    }
    return problems;
  }

  private Optional<OfOutput> problem(String input) throws IOException {
    Path path = InputPath.of(input);
    if (!path.getFileSystem().equals(target.getFileSystem())) {
      return Optional.empty();
    }
    Optional<InputGlob> glob = glob(input, path);
    Path from = real(glob.map(InputGlob::base).orElse(path));
    if (from.startsWith(target) && !from.equals(target)) {
      return Optional.of(
          new OfOutput(
              "--input: %s is inside ".formatted(input),
              " %s: choose another directory for the output".formatted(output)));
    }
    boolean isFound = glob.map(each -> finds(each, from)).orElse(target.startsWith(from));
    return isFound
        ? Optional.of(
            OfOutput.of(
                "%s is inside the input %s: choose a directory outside the input"
                    .formatted(output, input)))
        : Optional.empty();
  }

  /**
   * Parses a glob. Returns empty if the input is not a glob or if a file with exactly this name
   * exists.
   */
  private static Optional<InputGlob> glob(String input, Path path) {
    if (!InputGlob.isGlob(input) || SourceFile.isLocal(path) && Files.exists(path)) {
      return Optional.empty();
    }
    try {
      return Optional.of(InputGlob.of(path));
    } catch (PatternSyntaxException e) {
      return Optional.empty(); // the code that lists the input reports this
    }
  }

  private boolean finds(InputGlob glob, Path base) {
    return target.equals(base)
        || target.startsWith(base) && glob.reachesBelow(base.relativize(target));
  }

  /**
   * Returns a problem for the first of these files that is in the output. Checks each directory
   * once.
   */
  private Optional<OfOutput> own(List<Path> files) throws IOException {
    Set<Path> seen = new HashSet<>();
    for (Path file : files) {
      if (SourceFile.isLocal(file) && isOwn(file, seen)) {
        return Optional.of(
            new OfOutput(
                "--input: %s is a file in ".formatted(file),
                " %s, perhaps through a link: choose another directory for the output, or remove the link from the input"
                    .formatted(output)));
      }
    }
    return Optional.empty();
  }

  private boolean isOwn(Path file, Set<Path> seen) throws IOException {
    Path directory = file.toAbsolutePath().getParent();
    return seen.add(directory) && real(directory).startsWith(target)
        || Files.isSymbolicLink(file) && real(file).startsWith(target);
  }

  /** Resolves links, which object stores do not have. */
  private static Path real(Path path) throws IOException {
    if (!SourceFile.isLocal(path)) {
      return path.toAbsolutePath().normalize();
    }
    return Files.exists(path) ? path.toRealPath() : ExistingPath.real(path);
  }
}
