package dev.sluice.storage.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.core.values.InputPath;
import dev.sluice.storage.page.SourcePath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * The files of one input, or the reason why there are none.
 *
 * @param files the files, in the order of the UTF-8 bytes of their names
 * @param leftOut the skipped paths, in the same order
 * @param problem the message for the user, if there are no files
 */
public record InputListing(
    List<InputFile> files, List<SkippedPath> leftOut, Optional<String> problem) {
  /**
   * The paths of file descriptors that the shell opened for this process. Such a file can be read
   * only once, or only from its current position.
   */
  private static final Pattern OPEN_FILE =
      Pattern.compile("-|/dev/(stdin|fd/\\d+)|/proc/self/fd/\\d+");

  private static final Comparator<String> BY_UTF8 =
      (a, b) -> Arrays.compareUnsigned(a.getBytes(UTF_8), b.getBytes(UTF_8));

  /** Orders files by the UTF-8 bytes of their names. */
  static final Comparator<InputFile> BY_NAME = Comparator.comparing(InputFile::name, BY_UTF8);

  /** Sorts both lists. */
  public InputListing {
    files = files.stream().sorted(BY_NAME).toList();
    leftOut = leftOut.stream().sorted(Comparator.comparing(SkippedPath::name, BY_UTF8)).toList();
  }

  /**
   * Lists the files of an input. The input is a directory with everything in it, a file, or an
   * {@link InputGlob}. Below directories, paths that {@link InputTree} hides and names that are not
   * accepted are skipped.
   *
   * <p>A path below a directory that can never be read as a file is listed as a file; opening it
   * reports what it is. If such a path is the input itself, the result is a problem.
   *
   * @throws IOException if a directory cannot be listed
   */
  public static InputListing of(String input, InputNames names) throws IOException {
    Path path;
    try {
      path = InputPath.of(input);
    } catch (InvalidPathException e) {
      return nothing("%s: not a valid path: %s".formatted(input, e.getReason()));
    } catch (IllegalArgumentException e) {
      return nothing(e.getMessage());
    }
    if (OPEN_FILE.matcher(input).matches()) {
      return nothing(
          "%s: standard input is not supported, because inputs are read more than once, and again after a stop: save the data to a file first"
              .formatted(input));
    }
    if (Files.isDirectory(path)) {
      InputListing listing = below(input, path, names, file -> true, directory -> true);
      return SkippedPath.tableIn(listing.leftOut())
          .map(table -> nothing("%s: %s".formatted(input, table)))
          .orElse(listing);
    }
    if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      return file(path, names);
    }
    return InputGlob.isGlob(input)
        ? glob(path, names)
        : nothing("%s: no such file or directory".formatted(input));
  }

  private static InputListing nothing(String problem) {
    return new InputListing(List.of(), List.of(), Optional.of(problem));
  }

  private static InputListing file(Path path, InputNames names) throws IOException {
    String name = path.getFileName().toString();
    Optional<String> problem =
        names.problemOf(path.toString(), name).or(() -> SourcePath.problemOf(path));
    return problem.isPresent()
        ? nothing("%s: %s".formatted(path, problem.get()))
        : new InputListing(List.of(InputFile.of(path, name)), List.of(), Optional.empty());
  }

  /** Walks the directories of a glob that have no wildcards, and matches the complete paths. */
  private static InputListing glob(Path glob, InputNames names) throws IOException {
    InputGlob pattern;
    try {
      pattern = InputGlob.of(glob);
    } catch (PatternSyntaxException e) {
      return nothing("%s: no such file or directory, and not a valid glob".formatted(glob));
    }
    Path base = pattern.base();
    if (!Files.isDirectory(base)) {
      return nothing("%s: directory %s does not exist".formatted(glob, base));
    }
    return below(glob.toString(), base, names, pattern::matches, pattern::leadsInto);
  }

  private static InputListing below(
      String input, Path base, InputNames names, Predicate<Path> matches, Predicate<Path> leadsInto)
      throws IOException {
    InputTree tree = InputTree.below(base);
    List<InputFile> files = new ArrayList<>();
    List<SkippedPath> leftOut = new ArrayList<>();
    for (InputTree.Entry file : tree.files()) {
      if (matches.test(file.path())) {
        Optional<String> against = names.reasonAgainst(file.path().getFileName().toString());
        if (against.isPresent()) {
          leftOut.add(new SkippedPath(file.name(), against.get()));
        } else {
          files.add(InputFile.of(file.found(), file.name()));
        }
      }
    }
    leftOut.addAll(tree.leftOut(matches, leadsInto, names.listed()));
    return new InputListing(
        files,
        leftOut,
        files.isEmpty() ? Optional.of(none(input, names, leftOut)) : Optional.empty());
  }

  private static String none(String input, InputNames names, List<SkippedPath> leftOut) {
    if (leftOut.isEmpty() && InputGlob.isGlob(input) && !Files.isDirectory(InputPath.of(input))) {
      return input + ": matches nothing";
    }
    String none = "%s: no file name ends in one of %s".formatted(input, names.endings());
    return leftOut.isEmpty() ? none : "%s; skipped: %s".formatted(none, SkippedPath.names(leftOut));
  }

  /**
   * A file of an input.
   *
   * @param path the path of the file
   * @param name its path relative to the input, with {@code /}; the file's name if the file is the
   *     input
   * @param bytes its size on disk when it was listed
   * @param format its format; empty if it does not have a name of data
   */
  public record InputFile(Path path, String name, long bytes, Optional<TextFormat> format) {
    /**
     * Examines a file.
     *
     * @param name its path relative to the input, with {@code /}
     * @throws IOException if the file's size cannot be read
     */
    static InputFile of(Path path, String name) throws IOException {
      Optional<TextFormat> named = TextFormat.of(path.getFileName().toString());
      return new InputFile(
          path, name, SourcePath.bytes(path), named.map(format -> format(path, format)));
    }

    /**
     * Determines the format of a file. If the file cannot be read now, a later read reports this.
     */
    private static TextFormat format(Path path, TextFormat named) {
      try {
        return TextFormat.of(path);
      } catch (IOException e) {
        return named;
      }
    }
  }
}
