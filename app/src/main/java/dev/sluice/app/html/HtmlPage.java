package dev.sluice.app.html;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A page of sections: title, contents, sections, and a line at the end. Everything is in the one
 * file; it needs no network and no scripts, and prints on paper. Not thread-safe.
 */
public final class HtmlPage {
  private static final String POLICY = "default-src 'none'; style-src 'unsafe-inline'";

  private final String title;
  private final String subtitle;
  private final String foot;
  private final List<Section> sections = new ArrayList<>();

  private record Section(String id, String title, Consumer<HtmlWriter> content) {}

  /**
   * @param title of the page
   * @param subtitle what it is about
   * @param foot who made it
   */
  public HtmlPage(String title, String subtitle, String foot) {
    this.title = title;
    this.subtitle = subtitle;
    this.foot = foot;
  }

  /**
   * Adds a section at the end.
   *
   * @param id of its anchor, unique in the page
   * @param heading of it
   * @param content writes what follows the heading
   */
  public HtmlPage section(String id, String heading, Consumer<HtmlWriter> content) {
    sections.add(new Section(id, heading, content));
    return this;
  }

  /** The file, in UTF-8. */
  public byte[] bytes() {
    HtmlWriter html = new HtmlWriter();
    html.doctype().open("html", "lang", "en").open("head");
    html.empty("meta", "charset", "utf-8");
    html.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
    html.empty("meta", "name", "color-scheme", "content", "light dark");
    html.empty("meta", "http-equiv", "Content-Security-Policy", "content", POLICY);
    html.element("title", title + ": " + subtitle).style(css()).closeLine();
    html.open("body").open("header");
    html.element("p", subtitle, "class", "kicker").open("h1").foreign(title).close();
    contents(html);
    html.closeLine().open("main");
    for (Section section : sections) {
      html.open("section", "id", section.id(), "aria-labelledby", section.id() + "-title");
      html.element("h2", section.title(), "id", section.id() + "-title");
      section.content().accept(html);
      html.closeLine();
    }
    html.closeLine().element("footer", foot).closeLine().closeLine();
    return html.html().getBytes(StandardCharsets.UTF_8);
  }

  private void contents(HtmlWriter html) {
    html.open("nav", "aria-label", "Contents").open("ul");
    for (Section section : sections) {
      html.open("li").element("a", section.title(), "href", "#" + section.id()).close();
    }
    html.close().close();
  }

  private static String css() {
    try (InputStream in = HtmlPage.class.getResourceAsStream("page.css")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("the style is in the jar", e);
    }
  }
}
