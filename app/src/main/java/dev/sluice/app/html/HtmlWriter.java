package dev.sluice.app.html;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;

/**
 * Writes elements of HTML and SVG. All texts and values of attributes are escaped, so nothing that
 * is passed as a text can become markup. Not thread-safe.
 */
public final class HtmlWriter {
  private final StringBuilder out = new StringBuilder();
  private final Deque<String> open = new ArrayDeque<>();

  /**
   * Begins an element.
   *
   * @param attributes alternating names and values
   */
  public HtmlWriter open(String name, Object... attributes) {
    tag(name, attributes);
    out.append('>');
    open.push(name);
    return this;
  }

  /** Begins a section with its heading. */
  public HtmlWriter section(String id, String title) {
    return open("section", "id", id, "aria-labelledby", id + "-title")
        .element("h2", title, "id", id + "-title");
  }

  /** Begins a list of tiles, to which {@link #tile} adds. */
  public HtmlWriter tiles() {
    return open("dl", "class", "tiles");
  }

  /** Adds a tile with a number. */
  public HtmlWriter tile(String name, Object value, Object... attributes) {
    boolean whole = value instanceof Long || value instanceof Integer;
    String text = whole ? String.format(Locale.ROOT, "%,d", value) : value.toString();
    return open("div").element("dt", name).element("dd", text, attributes).close();
  }

  /** Adds a remark in small letters. */
  public HtmlWriter note(String text) {
    return element("p", text, "class", "note");
  }

  /** Ends the innermost open element. */
  public HtmlWriter close() {
    out.append("</").append(open.pop()).append('>');
    return this;
  }

  /** Ends the innermost open element and the line, so that the file is easy to read and compare. */
  public HtmlWriter closeLine() {
    close();
    out.append('\n');
    return this;
  }

  /** Writes an element without content, such as {@code meta}, {@code br} or a shape. */
  public HtmlWriter empty(String name, Object... attributes) {
    tag(name, attributes);
    out.append("/>");
    return this;
  }

  /** Writes an element that holds a text. */
  public HtmlWriter element(String name, String text, Object... attributes) {
    return open(name, attributes).text(text).close();
  }

  /**
   * Writes a text that comes from the data, such as a name. Whatever direction its script has, the
   * text around it keeps its order.
   */
  public HtmlWriter foreign(String text) {
    return element("bdi", text);
  }

  /** Writes a text, escaped. */
  public HtmlWriter text(String text) {
    escape(text, false);
    return this;
  }

  private void tag(String name, Object... attributes) {
    out.append('<').append(name);
    append(attributes);
  }

  private void append(Object... attributes) {
    for (int i = 0; i < attributes.length; i += 2) {
      out.append(' ').append(attributes[i]).append("=\"");
      escape(attributes[i + 1].toString(), true);
      out.append('"');
    }
  }

  private void escape(String text, boolean inAttribute) {
    text.codePoints()
        .forEach(
            point -> {
              switch (point) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '"' -> out.append(inAttribute ? "&quot;" : "\"");
                default -> out.appendCodePoint(isAllowed(point) ? point : '\uFFFD');
              }
            });
  }

  /**
   * Returns whether a character is allowed. Control characters and unpaired surrogates are not,
   * because browsers handle them differently.
   */
  private static boolean isAllowed(int point) {
    boolean half = point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
    boolean control = Character.isISOControl(point) && point != '\n' && point != '\t';
    return !half && !control;
  }

  /**
   * Returns everything that was written.
   *
   * @throws IllegalStateException if an element is still open
   */
  public String html() {
    if (!open.isEmpty()) {
      throw new IllegalStateException("still open: " + open);
    }
    return out.toString();
  }
}
