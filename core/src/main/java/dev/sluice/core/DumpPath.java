package dev.sluice.core;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * A regular expression that finds the name of a dump in the path of a file or in the value of a
 * column. The name is what the group {@code dump} matches in the first match.
 *
 * <p>Some expressions take exponential time. A search therefore ends without a name after {@value
 * #MAX_STEPS} characters read, and paths of more than {@value #MAX_PATH} characters have no name.
 * The limits do not depend on time, so a path has the same name on every machine.
 */
public final class DumpPath {
  private static final String GROUP = "dump";
  private static final int MAX_REGEX = 1_000;
  private static final int MAX_PATH = 1_024;
  private static final int MAX_STEPS = 1_000_000;

  private final Pattern pattern;

  private DumpPath(Pattern pattern) {
    this.pattern = pattern;
  }

  /**
   * Parses an expression.
   *
   * @throws IllegalArgumentException if the expression is too long, is invalid for {@link Pattern},
   *     or has no group {@code (?<dump>...)}
   */
  public static DumpPath of(String regex) {
    if (regex.length() > MAX_REGEX) {
      throw new IllegalArgumentException("more than %,d characters".formatted(MAX_REGEX));
    }
    Pattern pattern = Pattern.compile(regex);
    if (!hasGroup(regex)) {
      throw new IllegalArgumentException("no group (?<%s>...)".formatted(GROUP));
    }
    return new DumpPath(pattern);
  }

  /**
   * Returns whether the expression has the group {@code dump}. A second group of the same name is
   * refused, wherever the first one is.
   */
  private static boolean hasGroup(String regex) {
    try {
      Pattern.compile("(?<%s>)".formatted(GROUP) + regex);
      return false;
    } catch (PatternSyntaxException e) {
      return true;
    }
  }

  /** Returns the text of the expression. */
  public String regex() {
    return pattern.pattern();
  }

  /**
   * Finds the valid name of a dump in a path, or empty if the path has none.
   *
   * @param path path relative to the input, with {@code /}, or the value of a column
   */
  public Optional<String> find(String path) {
    if (path.length() > MAX_PATH) {
      return Optional.empty();
    }
    try {
      Matcher matcher = pattern.matcher(new MeteredText(path));
      return matcher.find()
          ? Optional.ofNullable(matcher.group(GROUP)).filter(DumpName::isValid)
          : Optional.empty();
    } catch (EndlessSearchException | StackOverflowError e) {
      return Optional.empty();
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof DumpPath path && regex().equals(path.regex());
  }

  @Override
  public int hashCode() {
    return regex().hashCode();
  }

  @Override
  public String toString() {
    return regex();
  }

  /** Thrown if a search has read too many characters. */
  private static final class EndlessSearchException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    EndlessSearchException() {
      super("more than %,d characters read".formatted(MAX_STEPS));
    }
  }

  /** A text from which only a limited number of characters can be read. */
  private static final class MeteredText implements CharSequence {
    private final String text;
    private int steps;

    MeteredText(String text) {
      this.text = text;
    }

    @Override
    public char charAt(int index) {
      if (++steps > MAX_STEPS) {
        throw new EndlessSearchException();
      }
      return text.charAt(index);
    }

    @Override
    public int length() {
      return text.length();
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return text.substring(start, end);
    }

    @Override
    public String toString() {
      return text;
    }
  }
}
