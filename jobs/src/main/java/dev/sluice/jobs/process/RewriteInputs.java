package dev.sluice.jobs.process;

import dev.sluice.jobs.documents.DocumentColumns;
import dev.sluice.jobs.documents.UsableFiles;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.jobs.text.JobRefusedException.OfRequest;
import dev.sluice.jobs.text.JobRefusedException.Reason;
import dev.sluice.jobs.text.MarkedFile;
import dev.sluice.jobs.text.SeparateOutput;
import dev.sluice.storage.text.SkippedPath;
import dev.sluice.storage.text.TextFile;
import dev.sluice.storage.text.TextInputs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds and checks the files to rewrite. Not thread-safe. */
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
   * @param output a directory, which must be {@linkplain SeparateOutput apart} from the inputs
   * @throws dev.sluice.storage.text.TextInputs.TextInputException if there are no files
   * @throws JobRefusedException if the inputs have other problems; lists all of them
   */
  public static RewriteInputs find(List<String> inputs, Path output) throws IOException {
    TextInputs found = TextInputs.find(inputs);
    List<Reason> problems = new ArrayList<>();
    checkNames(found.files(), problems);
    List<Path> files = found.files().stream().map(TextFile::path).toList();
    problems.addAll(SeparateOutput.problems(output, inputs, files));
    if (!problems.isEmpty()) {
      throw new JobRefusedException(problems);
    }
    return new RewriteInputs(found);
  }

  private static void checkNames(List<TextFile> files, List<Reason> problems) {
    Map<String, TextFile> seen = new HashMap<>();
    for (TextFile file : files) {
      TextFile before = seen.put(file.name(), file);
      if (before != null) {
        problems.add(
            new OfRequest(
                "--input: %s and %s would both be written as %s: process them into two directories, or pass a directory that contains both"
                    .formatted(before.path(), file.path(), file.name())));
        return;
      }
    }
  }

  /** Returns all files, in their order. */
  public List<TextFile> files() {
    return found.files();
  }

  /**
   * Returns the files with the versions that they had at the first call.
   *
   * @throws IOException if a file cannot be read
   */
  public List<MarkedFile> marked() throws IOException {
    if (marked.isEmpty()) {
      marked = Optional.of(MarkedFile.of(files()));
    }
    return marked.get();
  }

  /** Returns the skipped paths. */
  public List<SkippedPath> leftOut() {
    return found.leftOut();
  }

  /**
   * Checks that at least one file is usable, and that at least one file has each column that an
   * operator needs.
   *
   * @throws JobRefusedException otherwise
   */
  public void check(DocumentColumns columns) throws IOException {
    UsableFiles.requireOne(files(), columns);
  }
}
