package dev.sluice.operators;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Encodes a list of strings as one string, such as {@code ["a", "b"]}. A backslash escapes quotes
 * and backslashes.
 */
public final class ListText {
  private ListText() {}

  /** Encodes a list. */
  public static String of(List<String> elements) {
    return elements.stream()
        .map(element -> "\"" + element.replace("\\", "\\\\").replace("\"", "\\\"") + "\"")
        .collect(Collectors.joining(", ", "[", "]"));
  }

  /**
   * Decodes a list.
   *
   * @throws IllegalArgumentException if the string is not an encoded list
   */
  public static List<String> parse(String text) {
    List<String> elements = new ArrayList<>();
    int at = 1;
    while (at < text.length() && text.charAt(at) == '"') {
      StringBuilder element = new StringBuilder();
      at = readElement(text, at + 1, element) + 1;
      elements.add(element.toString());
      at += text.startsWith(", ", at) ? 2 : 0;
    }
    if (!of(elements).equals(text)) {
      throw new IllegalArgumentException("no list: " + text);
    }
    return elements;
  }

  /** Reads up to the closing quote and returns its position. */
  private static int readElement(String text, int from, StringBuilder element) {
    int at = from;
    while (at < text.length() && text.charAt(at) != '"') {
      at += text.charAt(at) == '\\' ? 1 : 0;
      if (at < text.length()) {
        element.append(text.charAt(at++));
      }
    }
    return at;
  }
}
