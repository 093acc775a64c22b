package dev.sluice.operators.clean;

import dev.sluice.core.values.ByteSize;
import dev.sluice.operators.Arguments;
import dev.sluice.operators.Decision;
import dev.sluice.operators.Document;
import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.OperatorGroup;
import dev.sluice.operators.OperatorTexts;
import dev.sluice.operators.Parameter;
import dev.sluice.operators.SystemTypes;
import dev.sluice.operators.TextOperator;
import dev.sluice.operators.ValueType;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.parser.Parser;
import org.jsoup.select.NodeVisitor;

/** Implements {@code html}. */
final class HtmlCleaner implements TextOperator {
  private static final OperatorTexts TEXTS = OperatorTexts.of("html");
  private static final Parameter<Method> METHOD =
      TEXTS.parameter("method", ValueType.oneOf(Method.class), "parse");
  private static final Parameter<Long> MAX_SIZE =
      TEXTS.parameter("max-size", SystemTypes.size("1KiB", "1GiB"), "16MiB");

  /**
   * One tag is allowed for this many UTF-16 units of the maximum size, because parsing takes about
   * 250 bytes for each tag, and 4 for each character.
   */
  private static final int UNITS_PER_TAG = 16;

  /** The start of a tag, as browsers recognise it. */
  private static final Pattern TAG = Pattern.compile("<[A-Za-z/!?]");

  private static final Pattern TAG_OR_REST = Pattern.compile("<[^>\\n]*+(>)?+");

  static final OperatorDescription DESCRIPTION =
      TEXTS.describe(OperatorGroup.CLEAN).parameters(METHOD, MAX_SIZE).making(HtmlCleaner::new);

  private final Method method;
  private final long maxSize;

  private HtmlCleaner(Arguments arguments) {
    this.method = arguments.value(METHOD);
    this.maxSize = arguments.value(MAX_SIZE);
  }

  @Override
  public Decision apply(Document document) {
    String text = document.text().string();
    if (method == Method.TAGS) {
      return Decision.changed(document, withoutTags(text));
    }
    if (!TAG.matcher(text).find()) {
      boolean entities = text.indexOf('&') >= 0;
      return entities
          ? Decision.changed(document, Parser.unescapeEntities(text, false))
          : Decision.KEPT;
    }
    if (text.length() > maxSize) {
      return new Decision.Failed(
          "the text contains tags and has a size of %s; must be at most %s (max-size)"
              .formatted(ByteSize.approximate(text.length()), ByteSize.format(maxSize)));
    }
    long tags = text.chars().filter(unit -> unit == '<').count();
    if (tags > maxSize / UNITS_PER_TAG) {
      return new Decision.Failed(
          "the text has %,d tags; must have at most %,d (a sixteenth of max-size)"
              .formatted(tags, maxSize / UNITS_PER_TAG));
    }
    return Decision.changed(document, new HtmlText(Jsoup.parse(text)).text());
  }

  /**
   * Removes the shortest parts from bracket to bracket, but not across line feeds. A part that does
   * not end is read as a whole and kept, so that no character is examined twice.
   */
  private static String withoutTags(String text) {
    return TAG_OR_REST
        .matcher(text)
        .replaceAll(found -> found.group(1) == null ? Matcher.quoteReplacement(found.group()) : "");
  }

  /** Decides how markup is found. */
  enum Method {
    /** An HTML parser finds markup. */
    PARSE,
    /** A regular expression finds markup. */
    TAGS
  }

  /** Collects the text of a parsed page. Used once. */
  static final class HtmlText implements NodeVisitor {
    private static final Set<String> UNSEEN = Set.of("script", "style", "template", "noscript");

    private final StringBuilder text = new StringBuilder();
    private int unseen;

    HtmlText(Element page) {
      page.traverse(this);
    }

    String text() {
      int end = text.length();
      while (end > 0 && text.charAt(end - 1) == '\n') {
        end--;
      }
      return text.substring(0, end);
    }

    @Override
    public void head(Node node, int depth) {
      if (node instanceof TextNode piece) {
        if (unseen == 0) {
          text.append(piece.getWholeText());
        }
      } else if (node instanceof Element element) {
        unseen += UNSEEN.contains(element.normalName()) ? 1 : 0;
        if (element.normalName().equals("br")) {
          text.append('\n');
        } else {
          breakLine(element);
        }
      }
    }

    @Override
    public void tail(Node node, int depth) {
      if (node instanceof Element element) {
        unseen -= UNSEEN.contains(element.normalName()) ? 1 : 0;
        breakLine(element);
      }
    }

    private void breakLine(Element element) {
      boolean open = text.length() > 0 && text.charAt(text.length() - 1) != '\n';
      if (open && element.isBlock()) {
        text.append('\n');
      }
    }
  }
}
