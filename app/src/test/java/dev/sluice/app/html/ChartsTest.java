package dev.sluice.app.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ChartsTest {
  @Test
  void shouldMarkRoundNumbers() {
    assertThat(RoundScale.upTo(17, 0, 1).marks())
        .containsExactly(0.0, 2.5, 5.0, 7.5, 10.0, 12.5, 15.0, 17.5);
    assertThat(RoundScale.upTo(0, 0, 1).marks())
        .extracting(Figures::rounded)
        .doesNotHaveDuplicates();
    assertThat(RoundScale.upTo(1e12, 0, 1).marks()).hasSizeBetween(4, 9);
    assertThat(Figures.rounded(0)).isEqualTo("0");
    assertThat(Figures.rounded(1_250_000)).isEqualTo("1.25M");
  }

  @Test
  void shouldDrawABarForEachCountAndLeaveOutMarksThatWouldOverlap() {
    HtmlWriter html = new HtmlWriter();
    List<HistogramChart.Bar> bars =
        List.of(
            new HistogramChart.Bar(1, 10, 5),
            new HistogramChart.Bar(10, 100, 0),
            new HistogramChart.Bar(100, 1000, 1));
    new HistogramChart("Title <1>", "What it shows", "axis", true, bars)
        .write(html, List.of(1.0, 1.1, 1000.0), Double::toString);
    assertThat(html.html())
        .contains(
            "<title>Title &lt;1&gt;</title>", "aria-label=\"What it shows\"", ">1000.0<", ">1.0<")
        .contains("class=\"c0\"")
        .doesNotContain(">1.1<", "NaN", "Infinity");
    assertThat(html.html().split("<rect")).hasSize(3);
  }

  @Test
  void shouldLeaveAGapWhereNothingIsKnown() {
    HtmlWriter html = new HtmlWriter();
    double[] values = {1, Double.NaN, 2, 3};
    new LineChart(
            "Title",
            "What it shows",
            new double[] {0, 1, 2, 3},
            List.of(new LineChart.Line("a", values)))
        .write(html, Figures::rounded);
    assertThat(html.html())
        .containsPattern("d=\"M[0-9. ]+M[0-9. ]+L[0-9. ]+\"")
        .doesNotContain("NaN");
  }

  @Test
  void shouldDrawNoLineAcrossAPause() {
    for (int points : new int[] {6, 1_001}) {
      double[] seconds = new double[points];
      double[] values = new double[points];
      for (int i = 0; i < points; i++) {
        seconds[i] = i < points / 3 ? i : i + 3_600;
        values[i] = 7;
      }
      HtmlWriter html = new HtmlWriter();
      new LineChart(
              "Title", "What it shows", seconds, List.of(new LineChart.Line("memory", values)))
          .write(html, Figures::rounded);
      assertThat(html.html()).containsPattern("d=\"M[^M\"]+L[^M\"]+M[^M\"]+L[^M\"]+\"");
    }
  }

  @Test
  void shouldDrawNoLinesOfWhatIsUnknown() {
    HtmlWriter html = new HtmlWriter();
    double[] unknown = {Double.NaN, Double.NaN};
    new LineChart("Title", "", new double[] {0, 1}, List.of(new LineChart.Line("a", unknown)))
        .write(html, Figures::rounded);
    assertThat(html.html()).isEmpty();
  }

  @Test
  void shouldDrawABoundedNumberOfPoints() {
    HtmlWriter html = new HtmlWriter();
    double[] many = new double[2_000];
    for (int i = 0; i < many.length; i++) {
      many[i] = i;
    }
    new LineChart("Title", "What it shows", many, List.of(new LineChart.Line("a", many)))
        .write(html, Figures::rounded);
    assertThat(html.html().chars().filter(c -> c == 'L').count()).isBetween(100L, 160L);
  }
}
