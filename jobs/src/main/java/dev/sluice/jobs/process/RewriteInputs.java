package dev.sluice.jobs.process;

import dev.sluice.core.values.InputPath;
import dev.sluice.jobs.documents.DocumentColumns;
import dev.sluice.jobs.documents.UsableFiles;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.jobs.text.MarkedFile;
import dev.sluice.storage.ExistingPath;
import dev.sluice.storage.page.SourceFile;
import dev.sluice.storage.text.InputGlob;
import dev.sluice.storage.text.SkippedPath;
import dev.sluice.storage.text.TextFile;
import dev.sluice.storage.text.TextInputs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The files to rewrite. Not thread-safe. */
public final class RewriteInputs {
  private final TextInputs found;
  private Optional<List<MarkedFile>> marked = Optional.empty();

  private RewriteInputs(TextInputs found) {
    this.found = found;
  }

  /**
   * Finds the files without reading them.
   *
   * @param inputs directories, files or globs
   * @param output a directory, which must not be inside the inputs
   * @throws dev.sluice.storage.text.TextInputException if there are none
   * @throws JobRefusedException listing all other problems of the inputs
   */
  public static RewriteInputs find(List<String> inputs, Path output) throws IOException {
    TextInputs found = TextInputs.find(inputs);
    List<String> problems = new ArrayList<>();
    checkNames(found.files(), problems);
    checkOutside(inputs, found.files(), output, problems);
    if (!problems.isEmpty()) {
      throw new JobRefusedException(problems);
    }
    return new RewriteInputs(found);
  }

  private static void checkNames(List<TextFile> files, List<String> problems) {
    Map<String, TextFile> seen = new HashMap<>();
    for (TextFile file : files) {
      TextFile before = seen.put(file.name(), file);
      if (before != null) {
        problems.add(
            "--input: %s and %s would both be written as %s: process them into two directories, or name one above both"
                .formatted(before.path(), file.path(), file.name()));
        return;
      }
    }
  }

  /** What is written must not be found when the same command goes on. */
  private static void checkOutside(
      List<String> inputs, List<TextFile> files, Path output, List<String> problems)
      throws IOException {
    Path target = real(output);
    for (String input : inputs) {
      if (isInside(input, files, target)) {
        problems.add(
            "--output %s is inside the input %s: choose a directory outside it"
                .formatted(output, input));
      }
    }
    Optional<TextFile> own = problems.isEmpty() ? inside(files, target) : Optional.empty();
    own.ifPresent(
        file ->
            problems.add(
                "--input: %s is a file in --output %s, perhaps by a link: choose another directory, or take the link out of the input"
                    .formatted(file.path(), output)));
  }

  /** The first file in a directory, if there is one; directories are looked at once. */
  private static Optional<TextFile> inside(List<TextFile> files, Path target) throws IOException {
    Set<Path> seen = new HashSet<>();
    for (TextFile file : files) {
      Path directory = file.path().toAbsolutePath().getParent();
      if (SourceFile.isLocal(directory)
          && seen.add(directory)
          && real(directory).startsWith(target)) {
        return Optional.of(file);
      }
    }
    return Optional.empty();
  }

  private static boolean isInside(String input, List<TextFile> files, Path target)
      throws IOException {
    Path path = InputPath.of(input);
    if (!SourceFile.isLocal(path)) {
      return false;
    }
    if (Files.exists(path)) {
      return Files.isDirectory(path) && target.startsWith(real(path));
    }
    return InputGlob.isGlob(input) && isFound(InputGlob.of(path), files, target);
  }

  private static boolean isFound(InputGlob glob, List<TextFile> files, Path target)
      throws IOException {
    Path base = real(glob.base());
    return target.startsWith(base)
        && files.stream()
            .anyMatch(file -> glob.matches(base.relativize(target.resolve(file.name()))));
  }

  /** Without links, also if it does not exist yet. */
  private static Path real(Path path) throws IOException {
    Path absolute = path.toAbsolutePath().normalize();
    Path existing = ExistingPath.of(path);
    return existing.toRealPath().resolve(existing.relativize(absolute));
  }

  /** All of them, in their order. */
  public List<TextFile> files() {
    return found.files();
  }

  /**
   * The files with what tells them from others of their names, as they were when this was asked
   * first.
   *
   * @throws IOException if one cannot be read
   */
  public List<MarkedFile> marked() throws IOException {
    if (marked.isEmpty()) {
      marked = Optional.of(MarkedFile.of(files()));
    }
    return marked.get();
  }

  /** Skipped paths. */
  public List<SkippedPath> leftOut() {
    return found.leftOut();
  }

  /**
   * Requires at least one usable file, and each column that an operator needs in some file.
   *
   * @throws JobRefusedException otherwise
   */
  public void check(DocumentColumns columns) throws IOException {
    UsableFiles.requireOne(files(), columns);
  }
}
