package dev.sluice.storage.text;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystem;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** What one input stands for, or why it stands for nothing. */
record InputListing(List<TextFile> files, Optional<String> problem) {
  private static final String GLOB_CHARACTERS = "*?[{";

  static InputListing of(String input) throws IOException {
    Path path;
    try {
      path = Path.of(input);
    } catch (InvalidPathException e) {
      return nothing("%s: no path: %s".formatted(input, e.getReason()));
    }
    if (Files.isDirectory(path)) {
      return found(input, withoutDescriptions(below(path, file -> true)));
    }
    if (Files.exists(path)) {
      return file(path);
    }
    return isGlob(input) ? glob(path) : nothing("%s: no such file or directory".formatted(input));
  }

  private static boolean isGlob(String text) {
    return text.chars().anyMatch(c -> GLOB_CHARACTERS.indexOf(c) >= 0);
  }

  private static InputListing nothing(String problem) {
    return new InputListing(List.of(), Optional.of(problem));
  }

  private static InputListing found(String input, List<TextFile> files) {
    return files.isEmpty()
        ? nothing("%s: no file ends in one of %s".formatted(input, TextFormat.ENDINGS))
        : new InputListing(files, Optional.empty());
  }

  private static InputListing file(Path path) throws IOException {
    String name = path.getFileName().toString();
    Optional<TextFormat> format = TextFormat.of(name);
    if (format.isEmpty()) {
      return nothing("%s: a name must end in one of %s".formatted(path, TextFormat.ENDINGS));
    }
    return new InputListing(
        List.of(new TextFile(path, name, format.get(), Files.size(path))), Optional.empty());
  }

  /** The glob's directories without wildcards are walked; what they lead to is matched whole. */
  private static InputListing glob(Path glob) throws IOException {
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
    return found(glob.toString(), below(base, matches));
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

  private static List<TextFile> below(Path base, Predicate<Path> matches) throws IOException {
    try (Stream<Path> paths = Files.walk(base, FileVisitOption.FOLLOW_LINKS)) {
      List<TextFile> files = new ArrayList<>();
      for (Path path : (Iterable<Path>) paths.filter(Files::isRegularFile)::iterator) {
        Path relative = base.relativize(path);
        Optional<TextFormat> format = TextFormat.of(relative.getFileName().toString());
        if (format.isPresent() && !isHidden(relative) && matches.test(relative)) {
          files.add(new TextFile(path, slashed(relative), format.get(), Files.size(path)));
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

  private static List<TextFile> withoutDescriptions(List<TextFile> files) {
    List<TextFile> documents =
        files.stream()
            .filter(file -> !file.name().toLowerCase(Locale.ROOT).matches(".*\\.json(\\.\\w+)?"))
            .toList();
    return documents.isEmpty() ? files : documents;
  }

  private static String slashed(Path path) {
    return path.toString().replace(path.getFileSystem().getSeparator(), "/");
  }
}
