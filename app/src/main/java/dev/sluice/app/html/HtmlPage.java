package dev.sluice.app.html;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.Consumer;

/**
 * A page with a title, contents, sections, and a line at the end. The page is a single file, needs
 * no network, and can be printed. Its content security policy allows only the style and the script
 * in the page, by their hashes. Not thread-safe.
 */
public final class HtmlPage {
  private final String title;
  private final String subtitle;
  private final String foot;
  private final List<Section> sections = new ArrayList<>();

  private record Section(String id, String title, Consumer<HtmlWriter> content) {}

  /**
   * @param title title of the page
   * @param subtitle subject of the page
   * @param foot maker of the page
   */
  public HtmlPage(String title, String subtitle, String foot) {
    this.title = title;
    this.subtitle = subtitle;
    this.foot = foot;
  }

  /**
   * Adds a section at the end.
   *
   * @param id id of the section's anchor, unique in the page
   * @param heading heading of the section
   * @param content writer of what follows the heading
   */
  public HtmlPage section(String id, String heading, Consumer<HtmlWriter> content) {
    sections.add(new Section(id, heading, content));
    return this;
  }

  /** Returns the file, in UTF-8. */
  public byte[] bytes() {
    HtmlWriter html = new HtmlWriter();
    html.open("header").element("p", subtitle, "class", "kicker");
    html.open("h1").foreign(title).close().open("nav", "aria-label", "Contents").open("ul");
    for (Section section : sections) {
      html.open("li").element("a", section.title(), "href", "#" + section.id()).close();
    }
    html.close().close().closeLine().open("main");
    for (Section section : sections) {
      html.section(section.id(), section.title());
      section.content().accept(html);
      html.closeLine();
    }
    html.closeLine().element("footer", foot);
    return around(title + ": " + subtitle, html.html(), "").getBytes(UTF_8);
  }

  /**
   * Returns a whole file.
   *
   * @param content content of the file's body, as HTML
   * @param script script for the page; empty if there is none
   */
  public static String around(String title, String content, String script) {
    String style = resource("page.css");
    HtmlWriter head = new HtmlWriter();
    head.empty("meta", "charset", "utf-8");
    head.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
    head.empty("meta", "name", "color-scheme", "content", "light dark");
    head.empty("meta", "http-equiv", "Content-Security-Policy", "content", policy(style, script));
    head.empty("link", "rel", "icon", "href", "data:,").element("title", title);
    return """
    <!DOCTYPE html>
    <html lang="en"><head>%s<style>%s</style></head>
    <body>%s%s</body></html>
    """
        .formatted(
            head.html(), style, content, script.isEmpty() ? "" : "<script>" + script + "</script>");
  }

  private static String policy(String style, String script) {
    String scripts =
        script.isEmpty() ? "" : " script-src %s; connect-src 'self';".formatted(hash(script));
    return "default-src 'none'; style-src %s;%s img-src data:; base-uri 'none'; form-action 'none'"
        .formatted(hash(style), scripts);
  }

  /** Reads a text file of the program. */
  public static String resource(String name) {
    try (InputStream in = HtmlPage.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("a resource in the jar cannot be read", e);
    }
  }

  private static String hash(String text) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
      return "'sha256-" + Base64.getEncoder().encodeToString(hash) + "'";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
