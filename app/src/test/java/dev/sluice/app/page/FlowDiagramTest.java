package dev.sluice.app.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.html.HtmlWriter;
import dev.sluice.app.monitor.RunState.Flow;
import dev.sluice.core.Outcome;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FlowDiagramTest {
  /** A text, or the lower right and lower left corner of a band. */
  private static final Pattern LOW =
      Pattern.compile("<text class=\"\\w+\" x=\"[\\d.]+\" y=\"([\\d.]+)\"|V([\\d.]+)C");

  private static final Pattern HEIGHT = Pattern.compile("viewBox=\"0 0 960 (\\d+)\"");

  private static String diagram(long rows, Outcome... leaving) {
    TreeMap<String, Long> outcomes = new TreeMap<>();
    Stream.of(leaving).forEach(outcome -> outcomes.put(outcome.key(), rows));
    long inFlight = rows * 2;
    HtmlWriter html = new HtmlWriter();
    new FlowDiagram(html, new Flow(rows * (leaving.length + 2), outcomes, inFlight)).write();
    return html.html();
  }

  private static double lowest(String svg) {
    return LOW.matcher(svg)
        .results()
        .flatMap(low -> Stream.of(low.group(1), low.group(2)))
        .filter(y -> y != null)
        .mapToDouble(Double::parseDouble)
        .max()
        .orElseThrow();
  }

  private static int height(String svg) {
    return HEIGHT
        .matcher(svg)
        .results()
        .mapToInt(height -> Integer.parseInt(height.group(1)))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void shouldCutNothingOffHoweverMuchLeavesTheBand() {
    String all = diagram(1_000, Outcome.values());
    assertThat(all).contains("near duplicates removed", "in flight");
    String late = diagram(1_000, Outcome.DUPLICATES_REMOVED, Outcome.NEAR_DUPLICATES_REMOVED);
    String none = diagram(0, Outcome.KEPT);
    String few = diagram(1_000, Outcome.SAMPLED_OUT);
    for (String svg : new String[] {all, late, none, few}) {
      assertThat(lowest(svg)).isLessThan(height(svg));
    }
    assertThat(height(none)).isEqualTo(300);
  }
}
