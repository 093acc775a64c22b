package dev.sluice.app.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class HtmlWriterTest {
  private static final String HOSTILE = "</style><script>alert('1')</script>\" & \u0007\uD800";

  @Test
  void shouldEscapeTextsAndAttributes() {
    String html =
        new HtmlWriter().open("p", "title", HOSTILE).foreign(HOSTILE).text(HOSTILE).close().html();
    assertThat(html)
        .doesNotContain("<script", "</style", "\u0007", "\uD800")
        .contains("title=\"&lt;/style&gt;&lt;script&gt;alert('1')", "&quot; &amp; \uFFFD\uFFFD\"")
        .contains("<bdi>&lt;/style&gt;");
  }

  @Test
  void shouldRefuseToEndWithAnOpenElement() {
    HtmlWriter html = new HtmlWriter().open("table").open("tr").close();
    assertThatThrownBy(html::html).hasMessage("still open: [table]");
  }

  @Test
  void shouldNeedNoOtherFileAndNoScript() {
    byte[] page =
        new HtmlPage(HOSTILE, "Report", "end")
            .section("one", "One & two", html -> html.element("p", HOSTILE))
            .bytes();
    assertThat(new String(page, StandardCharsets.UTF_8))
        .startsWith("<!DOCTYPE html>\n<html lang=\"en\">")
        .contains("default-src 'none'", "<a href=\"#one\">One &amp; two</a>")
        .doesNotContain("<script", "http://", "https://", " src=", "@import", "url(");
  }
}
