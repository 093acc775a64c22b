package dev.sluice.app.metrics;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class MetricsReferenceTest {
  private static final String SWITCH = "sluice.docs.write";

  @Test
  void shouldBeTheCommittedPage() throws IOException {
    Path page = Path.of("../docs/reference/metrics.md");
    if (Boolean.getBoolean(SWITCH)) {
      Files.writeString(page, markdown(), UTF_8);
    }
    assertThat(page)
        .describedAs(
            "written out of JobMetrics and KafkaMetrics; to write it anew: mvn -pl app -am test"
                + " -Dtest=MetricsReferenceTest -Dsurefire.failIfNoSpecifiedTests=false -D%s=true",
            SWITCH)
        .hasContent(markdown());
  }

  private static String markdown() throws IOException {
    return text("reference-head.md")
        + table(JobMetrics.ALL)
        + text("reference-kafka.md")
        + table(KafkaMetrics.ALL)
        + text("reference-tail.md");
  }

  private static String table(List<Metric> metrics) {
    return metrics.stream()
        .map(MetricsReferenceTest::line)
        .collect(
            Collectors.joining(
                "", "| metric | type | labels | meaning |\n|---|---|---|---|\n", ""));
  }

  private static String line(Metric metric) {
    String labels =
        metric.labels().stream().map(label -> "`" + label + "`").collect(Collectors.joining(", "));
    return "| `%s` | %s | %s | %s |%n"
        .formatted(
            metric.name(), metric.type().name().toLowerCase(Locale.ROOT), labels, metric.help());
  }

  private static String text(String resource) throws IOException {
    try (InputStream in = MetricsReferenceTest.class.getResourceAsStream(resource)) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }
}
