package dev.sluice.operators.clean;

import dev.sluice.core.values.ByteSize;
import dev.sluice.operators.Arguments;
import dev.sluice.operators.Decision;
import dev.sluice.operators.Document;
import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.OperatorGroup;
import dev.sluice.operators.Parameter;
import dev.sluice.operators.SystemTypes;
import dev.sluice.operators.TextOperator;
import dev.sluice.operators.ValueType;
import dev.sluice.operators.text.Cut;
import org.jsoup.Jsoup;
import org.jsoup.parser.Parser;

/** {@code html}. */
final class HtmlCleaner implements TextOperator {
  private static final Parameter<Method> METHOD =
      Parameter.of(
          "method",
          ValueType.oneOf(Method.class),
          "parse",
          "`parse`: parse like a browser; `tags`: delete every match of the regex `<.*?>`,"
              + " which leaves scripts, styles and entities and mistakes `< b >` in `a < b > c`"
              + " for a tag.");
  private static final Parameter<Long> MAX_SIZE =
      Parameter.of(
          "max-size",
          SystemTypes.size("1KiB", "1GiB"),
          "16MiB",
          "Reject longer texts with tags, and texts with more tags than a sixteenth of it."
              + " Parsing takes at most 25 times this size in memory.");

  /** A tag takes some 250 bytes, and a character 4, until the text is put together. */
  private static final int UNITS_PER_TAG = 16;

  private final Method method;
  private final long maxSize;

  private HtmlCleaner(Arguments arguments) {
    this.method = arguments.value(METHOD);
    this.maxSize = arguments.value(MAX_SIZE);
  }

  static OperatorDescription description() {
    return OperatorDescription.of(OperatorGroup.CLEAN, "html", "Extracts the text from HTML.")
        .rule(
            "Uses jsoup: deletes scripts, styles and comments, decodes entities, starts a"
                + " new line at block elements and `<br>`, and leaves whitespace as it is. If a"
                + " text has no tags, only its entities are decoded. Sizes are in UTF-16 units.")
        .reference("the 7B corpus preprocessing guide, 3.2; Data-Juicer `clean_html_mapper`")
        .example("{method: parse}")
        .parameters(METHOD, MAX_SIZE)
        .making(HtmlCleaner::new);
  }

  @Override
  public Decision apply(Document document) {
    String text = document.text().string();
    if (method == Method.TAGS) {
      return Decision.changed(document, withoutTags(text));
    }
    if (!hasTag(text)) {
      boolean entities = text.indexOf('&') >= 0;
      return entities
          ? Decision.changed(document, Parser.unescapeEntities(text, false))
          : Decision.KEPT;
    }
    if (text.length() > maxSize) {
      return new Decision.Failed(
          "a text with tags of %s is longer than max-size, %s"
              .formatted(ByteSize.approximate(text.length()), ByteSize.format(maxSize)));
    }
    if (brackets(text) > maxSize / UNITS_PER_TAG) {
      return new Decision.Failed(
          "a text with %,d tags: at most %,d, a sixteenth of max-size"
              .formatted(brackets(text), maxSize / UNITS_PER_TAG));
    }
    return Decision.changed(document, new HtmlText(Jsoup.parse(text)).text());
  }

  private static long brackets(String text) {
    long count = 0;
    for (int at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
      count++;
    }
    return count;
  }

  /** Whether there is a bracket that begins a tag for a browser. */
  private static boolean hasTag(String text) {
    int at = text.indexOf('<');
    while (at >= 0 && at + 1 < text.length()) {
      char next = text.charAt(at + 1);
      if (next >= 'a' && next <= 'z'
          || next >= 'A' && next <= 'Z'
          || next == '/'
          || next == '!'
          || next == '?') {
        return true;
      }
      at = text.indexOf('<', at + 1);
    }
    return false;
  }

  /** The shortest parts from a bracket to a bracket, not across line feeds, left out. */
  private static String withoutTags(String text) {
    Cut cut = new Cut(text);
    int open = text.indexOf('<');
    int lineEnd = -1; // of the line that the last bracket was in
    while (open >= 0) {
      if (open > lineEnd) {
        int feed = text.indexOf('\n', open);
        lineEnd = feed < 0 ? text.length() : feed;
      }
      int close = text.indexOf('>', open);
      if (close < 0) {
        break;
      }
      if (close < lineEnd) {
        cut.replace(open, close + 1, "");
        open = text.indexOf('<', close + 1);
      } else {
        open = text.indexOf('<', lineEnd); // no bracket closes in this line any more
      }
    }
    return cut.text();
  }

  /** How markup is found. */
  enum Method {
    /** By a parser of HTML. */
    PARSE,
    /** By a regular expression. */
    TAGS
  }
}
