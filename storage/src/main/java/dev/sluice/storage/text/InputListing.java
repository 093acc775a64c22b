package dev.sluice.storage.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystem;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * What one input stands for, or why it stands for nothing.
 *
 * @param files in the order of the UTF-8 bytes of their names
 * @param problem for the user, when there are none
 */
public record InputListing(List<InputFile> files, Optional<String> problem) {
  private static final String GLOB_CHARACTERS = "*?[{";

  private static final Comparator<String> BY_UTF8 =
      (a, b) -> Arrays.compareUnsigned(a.getBytes(UTF_8), b.getBytes(UTF_8));

  /** Orders files by the UTF-8 bytes of their names. */
  static final Comparator<InputFile> BY_NAME = Comparator.comparing(InputFile::name, BY_UTF8);

  /** Sorts the files. */
  public InputListing {
    files = files.stream().sorted(BY_NAME).toList();
  }

  /**
   * Finds the files of an input: a directory, with all that lies below it; a file; or a glob, where
   * {@code *} and {@code ?} stand for parts of a name and {@code **} for directories too. Below
   * directories, names that begin with {@code .} or {@code _} are left out, links are followed, and
   * {@code .json} files are taken only where there are no others: beside those they describe a data
   * set.
   *
   * @throws IOException when a directory cannot be listed
   */
  public static InputListing of(String input, InputNames names) throws IOException {
    Path path;
    try {
      path = Path.of(input);
    } catch (InvalidPathException e) {
      return nothing("%s: no path: %s".formatted(input, e.getReason()));
    }
    if (Files.isDirectory(path)) {
      return found(input, withoutDescriptions(below(path, names, file -> true)), names);
    }
    if (Files.exists(path)) {
      return file(path, names);
    }
    return isGlob(input)
        ? glob(path, names)
        : nothing("%s: no such file or directory".formatted(input));
  }

  private static boolean isGlob(String text) {
    return text.chars().anyMatch(c -> GLOB_CHARACTERS.indexOf(c) >= 0);
  }

  private static InputListing nothing(String problem) {
    return new InputListing(List.of(), Optional.of(problem));
  }

  private static InputListing found(String input, List<InputFile> files, InputNames names) {
    return files.isEmpty()
        ? nothing("%s: no file ends in one of %s".formatted(input, names.endings()))
        : new InputListing(files, Optional.empty());
  }

  private static InputListing file(Path path, InputNames names) throws IOException {
    String name = path.getFileName().toString();
    if (!names.given().test(name)) {
      return nothing("%s: a name must end in one of %s".formatted(path, names.endings()));
    }
    return new InputListing(List.of(new InputFile(path, name, Files.size(path))), Optional.empty());
  }

  /** The glob's directories without wildcards are walked; what they lead to is matched whole. */
  private static InputListing glob(Path glob, InputNames names) throws IOException {
    Path base = glob.getRoot() == null ? Path.of("") : glob.getRoot();
    for (Path name : glob) {
      if (isGlob(name.toString())) {
        break;
      }
      base = base.resolve(name);
    }
    if (!Files.isDirectory(base)) {
      return nothing("%s: no directory %s".formatted(glob, base));
    }
    Predicate<Path> matches = matcher(base.relativize(glob));
    return found(glob.toString(), below(base, names, matches), names);
  }

  /** A directory that matches stands for what lies below it. */
  private static Predicate<Path> matcher(Path pattern) {
    FileSystem system = pattern.getFileSystem();
    String text = slashed(pattern);
    PathMatcher whole = system.getPathMatcher("glob:" + text);
    // "**/x" is also meant to find x itself, which Java's globs do not.
    PathMatcher atRoot =
        text.startsWith("**/") ? system.getPathMatcher("glob:" + text.substring(3)) : whole;
    return path ->
        Stream.iterate(path, part -> part != null, Path::getParent)
            .anyMatch(part -> whole.matches(part) || atRoot.matches(part));
  }

  private static List<InputFile> below(Path base, InputNames names, Predicate<Path> matches)
      throws IOException {
    try (Stream<Path> paths = Files.walk(base, FileVisitOption.FOLLOW_LINKS)) {
      List<InputFile> files = new ArrayList<>();
      for (Path path : (Iterable<Path>) paths.filter(Files::isRegularFile)::iterator) {
        Path relative = base.relativize(path);
        boolean known = names.listed().test(relative.getFileName().toString());
        if (known && !isHidden(relative) && matches.test(relative)) {
          files.add(new InputFile(path, slashed(relative), Files.size(path)));
        }
      }
      return files;
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static boolean isHidden(Path relative) {
    for (Path name : relative) {
      if (name.toString().startsWith(".") || name.toString().startsWith("_")) {
        return true;
      }
    }
    return false;
  }

  private static List<InputFile> withoutDescriptions(List<InputFile> files) {
    List<InputFile> documents =
        files.stream()
            .filter(file -> !file.name().toLowerCase(Locale.ROOT).matches(".*\\.json(\\.\\w+)?"))
            .toList();
    return documents.isEmpty() ? files : documents;
  }

  private static String slashed(Path path) {
    return path.toString().replace(path.getFileSystem().getSeparator(), "/");
  }
}
