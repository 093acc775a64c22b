package dev.sluice.operators.clean;

import java.util.Set;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.select.NodeVisitor;

/** Gathers the text of a parsed page. Used once. */
final class HtmlText implements NodeVisitor {
  private static final Set<String> UNSEEN = Set.of("script", "style", "template", "noscript");

  private final StringBuilder text = new StringBuilder();
  private int unseen;

  HtmlText(Document page) {
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
