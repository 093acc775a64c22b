package dev.sluice.storage.text;

import dev.sluice.storage.page.SourcePath;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The files of all inputs of a job.
 *
 * @param files the files, each of them once, in the order of the UTF-8 bytes of their names; files
 *     with equal names in the order of the inputs
 * @param leftOut the skipped paths, see {@link InputListing#of}
 */
public record TextInputs(List<TextFile> files, List<SkippedPath> leftOut) {
  /** Copies the lists. */
  public TextInputs {
    files = List.copyOf(files);
    leftOut = List.copyOf(leftOut);
  }

  /**
   * Lists the files and logs what is skipped.
   *
   * @throws TextInputException if inputs do not exist or have no file that can be read; names every
   *     such input
   * @throws IOException if a directory cannot be listed
   */
  public static TextInputs find(List<String> inputs) throws IOException {
    List<String> problems = new ArrayList<>();
    List<InputListing.InputFile> files = new ArrayList<>();
    List<SkippedPath> leftOut = new ArrayList<>();
    Set<Path> seen = new HashSet<>();
    if (inputs.isEmpty()) {
      problems.add("no input: specify directories, files or globs");
    }
    for (String input : inputs) {
      InputListing listing = InputListing.of(input, InputNames.DATA);
      listing.problem().ifPresent(problems::add);
      leftOut.addAll(listing.leftOut());
      SkippedPath.log(input, listing.leftOut());
      for (InputListing.InputFile file : listing.files()) {
        if (seen.add(SourcePath.identity(file.path()))) {
          files.add(file);
        }
      }
    }
    if (!problems.isEmpty()) {
      throw new TextInputException(problems);
    }
    files.sort(InputListing.BY_NAME);
    return new TextInputs(files.stream().map(TextInputs::textFile).toList(), leftOut);
  }

  private static TextFile textFile(InputListing.InputFile file) {
    return new TextFile(file.path(), file.name(), file.format().orElseThrow(), file.bytes());
  }

  /** Thrown if inputs do not exist, or contain no file that can be read. */
  public static final class TextInputException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final transient List<String> problems;

    TextInputException(List<String> problems) {
      super(String.join("; ", problems));
      this.problems = List.copyOf(problems);
    }

    /**
     * Returns all problems. Each is a line for the user with the problem, its place, and what is
     * allowed.
     */
    public List<String> problems() {
      return problems;
    }
  }
}
