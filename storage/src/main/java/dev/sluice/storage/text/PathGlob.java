package dev.sluice.storage.text;

import java.nio.file.FileSystem;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A Java glob in which {@code **}{@code /} can also match zero directories, at any place.
 * Thread-safe.
 */
public final class PathGlob {
  private static final Pattern TOKEN =
      Pattern.compile("(?s)\\*\\*/|\\\\.|\\[[^]]*]|[^*\\\\\\[{},/]+|.");

  private final List<PathMatcher> forms;

  /**
   * Creates a glob for the paths of a file system.
   *
   * @throws java.util.regex.PatternSyntaxException if it is not a valid glob, such as a single
   *     {@code [}
   */
  public PathGlob(FileSystem system, String glob) {
    forms = forms(glob, '/', false).map(form -> system.getPathMatcher("glob:" + form)).toList();
  }

  /** Returns whether a path matches. */
  public boolean matches(Path path) {
    return forms.stream().anyMatch(form -> form.matches(path));
  }

  /**
   * Returns Java globs that together match the same paths. There is more than one only if
   * directories are optional within braces, because Java's braces cannot be nested.
   */
  private static Stream<String> forms(String rest, char before, boolean inBraces) {
    Matcher token = TOKEN.matcher(rest);
    if (!token.lookingAt()) {
      return Stream.of("");
    }
    String first = token.group();
    String others = rest.substring(token.end());
    boolean isOptional =
        first.equals("**/") && (before == '/' || inBraces && (before == '{' || before == ','));
    if (isOptional && inBraces) {
      return forms(others, '/', true).flatMap(form -> Stream.of(first + form, form));
    }
    boolean stays = first.equals("{") || inBraces && !first.equals("}");
    return forms(others, first.charAt(first.length() - 1), stays)
        .map((isOptional ? "{**/,}" : first)::concat);
  }
}
