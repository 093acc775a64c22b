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
 * Requires that the output of a job and its inputs are separate, also through links: what is
 * written must not be read as input when the command is run again.
 */
public final class SeparateOutput {
  private final Path output;
  private final Path target;

  private SeparateOutput(Path output) throws IOException {
    this.output = output;
    this.target = real(output);
  }

  /**
   * Requires that an output is separate from inputs whose files have been found.
   *
   * @param inputs directories, files or globs
   * @param files of them
   * @throws JobRefusedException listing what is not apart
   */
  public static void require(Path output, List<String> inputs, List<TextFile> files)
      throws IOException {
    List<OfOutput> problems = problems(output, inputs, files.stream().map(TextFile::path).toList());
    if (!problems.isEmpty()) {
      throw new JobRefusedException(problems);
    }
  }

  /**
   * The inputs that are not separate from an output.
   *
   * @param inputs directories, files or globs
   * @param files that have been found in them, if that is known
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
                "%s is inside the input %s: choose a directory outside it"
                    .formatted(output, input)))
        : Optional.empty();
  }

  /** Parses a glob; empty if this is not a glob, or a file of exactly this name exists. */
  private static Optional<InputGlob> glob(String input, Path path) {
    if (!InputGlob.isGlob(input) || SourceFile.isLocal(path) && Files.exists(path)) {
      return Optional.empty();
    }
    try {
      return Optional.of(InputGlob.of(path));
    } catch (PatternSyntaxException e) {
      return Optional.empty(); // who lists the input says so
    }
  }

  private boolean finds(InputGlob glob, Path base) {
    return target.equals(base)
        || target.startsWith(base) && glob.reachesBelow(base.relativize(target));
  }

  /** The first file of the output among these; directories are looked at once. */
  private Optional<OfOutput> own(List<Path> files) throws IOException {
    Set<Path> seen = new HashSet<>();
    for (Path file : files) {
      if (SourceFile.isLocal(file) && isOwn(file, seen)) {
        return Optional.of(
            new OfOutput(
                "--input: %s is a file in ".formatted(file),
                " %s, perhaps through a link: choose another directory, or remove the link from the input"
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

  /** Resolves links; object stores have none. */
  private static Path real(Path path) throws IOException {
    if (!SourceFile.isLocal(path)) {
      return path.toAbsolutePath().normalize();
    }
    return Files.exists(path) ? path.toRealPath() : ExistingPath.real(path);
  }
}
