package dev.sluice.app.report.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.html.HtmlWriter;
import org.junit.jupiter.api.Test;

class TextDifferenceTest {
  private static String first(TextDifference difference) {
    HtmlWriter html = new HtmlWriter();
    difference.writeFirst(html);
    return html.html();
  }

  private static String second(TextDifference difference) {
    HtmlWriter html = new HtmlWriter();
    difference.writeSecond(html);
    return html.html();
  }

  @Test
  void shouldMarkWordsThatDiffer() {
    TextDifference difference =
        TextDifference.of("one <b>two</b> three", "one <b>2</b> three, four");
    assertThat(first(difference))
        .isEqualTo("<div dir=\"auto\">one &lt;b&gt;<del>two</del>&lt;/b&gt; three</div>");
    assertThat(second(difference))
        .isEqualTo(
            "<div dir=\"auto\">one &lt;b&gt;<ins>2</ins>&lt;/b&gt; three<ins>, four</ins></div>");
  }

  @Test
  void shouldCutLongTextsAndLongEqualPassages() {
    String same = "word ".repeat(500);
    TextDifference difference = TextDifference.of(same + "a", same + "b");
    assertThat(first(difference)).contains(" […] ", "<del>a</del>").hasSizeLessThan(500);
    TextDifference other = TextDifference.of("x ".repeat(1 << 20), "y ".repeat(1 << 20));
    assertThat(first(other)).contains("…</del>").hasSizeLessThan(4_000);
  }
}
