package dev.sluice.storage.text;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A glob that names an input. {@code *} and {@code ?} match parts of a name, and {@code **} also
 * matches across directories. A matching directory stands for everything below it.
 */
public final class InputGlob {
  private static final String CHARACTERS = "*?[{";
  private static final Pattern BRACES = Pattern.compile("\\{([^{}]*)\\}");

  private final Path base;
  private final Path pattern;
  private final PathGlob matcher;

  private InputGlob(Path base, Path pattern) {
    this.base = base;
    this.pattern = pattern;
    this.matcher = glob(pattern);
  }

  private static PathGlob glob(Path pattern) {
    return new PathGlob(pattern.getFileSystem(), InputTree.slashed(pattern));
  }

  /** Returns whether a string contains wildcards. */
  public static boolean isGlob(String text) {
    return text.chars().anyMatch(c -> CHARACTERS.indexOf(c) >= 0);
  }

  /**
   * Creates a glob from a path with wildcards.
   *
   * @throws java.util.regex.PatternSyntaxException if the path is not a valid glob, such as a
   *     single {@code [}
   */
  public static InputGlob of(Path glob) {
    Path base = base(glob);
    return new InputGlob(base, base.relativize(glob));
  }

  /** Returns the directories before the first wildcard of a path. The path need not be a glob. */
  public static Path base(Path path) {
    Path base = path.getRoot() == null ? path.getFileSystem().getPath("") : path.getRoot();
    for (Path name : path) {
      if (isGlob(name.toString())) {
        break;
      }
      base = base.resolve(name);
    }
    return base;
  }

  /** Returns the directories before the first wildcard. All matching paths are below them. */
  public Path base() {
    return base;
  }

  /** Returns whether a path relative to the base matches, or a directory that contains it. */
  public boolean matches(Path path) {
    return Stream.iterate(path, part -> part != null, Path::getParent)
        .anyMatch(this::matchesItself);
  }

  /**
   * Returns whether a path relative to the base matches itself. It is not enough that a directory
   * that contains it matches.
   */
  public boolean matchesItself(Path path) {
    return matcher.matches(path);
  }

  /** Returns whether paths in a directory relative to the base can match. */
  public boolean reachesBelow(Path directory) {
    return matches(directory)
        || alternatives(InputTree.slashed(pattern))
            .anyMatch(each -> goesOn(pattern.getFileSystem().getPath(each), directory));
  }

  /**
   * Returns whether a pattern has further names after those of a directory, or a {@code **} among
   * those names.
   */
  private static boolean goesOn(Path pattern, Path directory) {
    for (int name = 0; name < pattern.getNameCount(); name++) {
      if (name == directory.getNameCount() || pattern.getName(name).toString().contains("**")) {
        return true;
      }
      if (!glob(pattern.getName(name)).matches(directory.getName(name))) {
        return false;
      }
    }
    return false;
  }

  /** Returns a glob without braces for each alternative in the braces. */
  private static Stream<String> alternatives(String glob) {
    Matcher braces = BRACES.matcher(glob);
    if (!braces.find()) {
      return Stream.of(glob);
    }
    String before = glob.substring(0, braces.start());
    String after = glob.substring(braces.end());
    return Arrays.stream(braces.group(1).split(",", -1))
        .flatMap(each -> alternatives(before + each + after));
  }

  /** Returns whether a directory relative to the base can contain matching paths. */
  public boolean leadsInto(Path directory) {
    int depth = directory.getNameCount();
    for (int names = 1; names < pattern.getNameCount(); names++) {
      Path above = pattern.subpath(0, names);
      if (above.toString().contains("**") || above.toString().contains("{")) {
        return true;
      }
      if (names == depth) {
        return glob(above).matches(directory);
      }
    }
    return false;
  }
}
