package dev.sluice.app.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;

/**
 * What is around the content of the page: one HTML file with scripts and styles in it. Its content
 * security policy allows these, by their hashes, and nothing else.
 */
final class PageFrame {
  private static final String CONTENT = "<!--content-->";
  private static final List<String> SCRIPTS = List.of("uplot/uPlot.iife.min.js", "page.js");
  private static final List<String> STYLES = List.of("uplot/uPlot.min.css", "page.css");

  private final String before;
  private final String after;
  private final String policy;

  private PageFrame(String before, String after, String policy) {
    this.before = before;
    this.after = after;
    this.policy = policy;
  }

  /** Reads it from the resources of the program. */
  static PageFrame load() {
    StringBuilder scripts = new StringBuilder();
    StringBuilder styles = new StringBuilder();
    StringBuilder scriptHashes = new StringBuilder();
    StringBuilder styleHashes = new StringBuilder();
    for (String name : SCRIPTS) {
      scripts.append("<script>").append(resource(name)).append("</script>");
      scriptHashes.append(' ').append(hash(resource(name)));
    }
    for (String name : STYLES) {
      styles.append("<style>").append(resource(name)).append("</style>");
      styleHashes.append(' ').append(hash(resource(name)));
    }
    String[] parts =
        resource("page.html")
            .replace("<!--styles-->", styles)
            .replace("<!--scripts-->", scripts)
            .split(CONTENT, -1);
    String policy =
        "default-src 'none'; script-src%s; style-src%s; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
            .formatted(scriptHashes, styleHashes);
    return new PageFrame(parts[0], parts[1], policy);
  }

  private static String resource(String name) {
    try (InputStream in = PageFrame.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
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

  /** The whole page. */
  String around(String content) {
    return before + content + after;
  }

  /** The value of its header Content-Security-Policy. */
  String policy() {
    return policy;
  }
}
