package dev.sluice.jobs.analyze;

import static dev.sluice.jobs.text.TestingRefusals.assertRefusal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.jobs.documents.DocumentColumns;
import dev.sluice.jobs.generate.Generator;
import dev.sluice.jobs.text.JobOutcome;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.ReportMarkdown;
import dev.sluice.operators.BoundOperator;
import dev.sluice.operators.Decision;
import dev.sluice.operators.Document;
import dev.sluice.operators.MeasurementSink;
import dev.sluice.operators.OperatorChain;
import dev.sluice.operators.ParameterValue;
import dev.sluice.operators.Statistic;
import dev.sluice.operators.standard.StandardOperators;
import dev.sluice.storage.testing.Corpus;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AnalyzeJobTest {
  private static final long HEAP = 900L << 20;

  @TempDir private Path directory;

  private static BoundOperator operator(String name, Map<String, ParameterValue> given) {
    List<String> problems = new ArrayList<>();
    return StandardOperators.registry()
        .bind(name, given, "", (key, origin, message) -> problems.add(message))
        .orElseThrow(() -> new AssertionError(problems));
  }

  private static List<BoundOperator> statistics(String... names) {
    return Arrays.stream(names).map(name -> operator(name, Map.of())).toList();
  }

  private AnalyzeRequest request(
      Path input, Optional<Path> output, OperatorChain chain, int threads, String... names) {
    return new AnalyzeRequest(
        List.of(input.toString()),
        output,
        new DocumentColumns("text", "id", 1 << 20),
        AnalyzeRequest.DEFAULT_SCORE,
        chain,
        statistics(names),
        threads,
        HEAP);
  }

  private JobOutcome run(Path input, int threads, String... names) throws Exception {
    return AnalyzeJob.run(
        request(input, Optional.empty(), new OperatorChain(List.of()), threads, names),
        JobProgress.NONE);
  }

  private static List<String> texts(int count) {
    Random random = new Random(8);
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      StringBuilder text = new StringBuilder();
      int words = (int) Math.exp(7 * random.nextDouble());
      for (int word = 0; word < words; word++) {
        text.append(Integer.toString(random.nextInt(5_000), 36));
        text.append(random.nextInt(12) == 0 ? ".\n" : " ");
      }
      texts.add(text.toString());
    }
    return texts;
  }

  private Path lines(List<String> texts) throws Exception {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < texts.size(); i++) {
      String text = texts.get(i).replace("\n", "\\n");
      lines.add("{\"text\":\"%s\",\"score\":%d}".formatted(text, texts.get(i).length()));
    }
    lines.add("{\"text\":null}");
    lines.add("no JSON");
    return Files.write(directory.resolve("in.jsonl"), lines);
  }

  private static JsonNode named(JsonNode list, String name) {
    for (JsonNode one : list) {
      if (one.path("name").asText().equals(name)) {
        return one;
      }
    }
    throw new AssertionError("no " + name);
  }

  /** All numbers of a statistic, by their names. */
  private static Map<String, List<Double>> plain(List<String> texts, String statistic) {
    Map<String, List<Double>> numbers = new HashMap<>();
    Statistic measuring = (Statistic) operator(statistic, Map.of()).operator();
    for (String text : texts) {
      measuring.measure(
          Document.of(text),
          new MeasurementSink() {
            @Override
            public void number(String name, double value) {
              numbers.computeIfAbsent(name, any -> new ArrayList<>()).add(value);
            }

            @Override
            public void text(String name, String value) {
              throw new AssertionError(name);
            }
          });
    }
    return numbers;
  }

  @Test
  void shouldReportWhatMeasuringOneAfterTheOtherReports() throws Exception {
    List<String> texts = texts(1_500);
    JsonNode report = run(lines(texts), 2, "length", "measures").report();
    Map<String, List<Double>> exact = plain(texts, "length");
    exact.putAll(plain(texts, "measures"));
    assertThat(report.path("rows").asLong()).isEqualTo(1_502);
    assertThat(report.path("documents").asLong()).isEqualTo(1_500);
    assertThat(report.path("rejected").path("null_text").asLong()).isEqualTo(1);
    assertThat(report.path("rejected").path("invalid_json").asLong()).isEqualTo(1);
    assertThat(report.path("numbers")).hasSize(exact.size());
    exact.forEach((name, numbers) -> check(named(report.path("numbers"), name), numbers));
    assertThat(named(report.path("numbers"), "bytes").path("score_correlation").asDouble())
        .isCloseTo(1, within(1e-9));
  }

  private static void check(JsonNode told, List<Double> numbers) {
    double[] sorted = numbers.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    assertThat(told.path("count").asLong()).isEqualTo(sorted.length);
    assertThat(told.path("min").asDouble()).isEqualTo(sorted[0]);
    assertThat(told.path("max").asDouble()).isEqualTo(sorted[sorted.length - 1]);
    double mean = Arrays.stream(sorted).average().orElseThrow();
    assertThat(told.path("mean").asDouble()).isCloseTo(mean, within(1e-9 * (1 + mean)));
    told.path("percentiles")
        .properties()
        .forEach(
            entry -> {
              int percent = Integer.parseInt(entry.getKey());
              double exact = sorted[(int) (percent / 100.0 * (sorted.length - 1))];
              double rounded = exact == Math.rint(exact) ? 0.5 : 0;
              assertThat(entry.getValue().asDouble())
                  .isCloseTo(exact, within(rounded + exact * NumberSketch.RELATIVE_ERROR * 1.0001));
            });
  }

  @Test
  void shouldReportTheSharesThatDefaultThresholdsDrop() throws Exception {
    List<String> texts = texts(400);
    JsonNode report = run(lines(texts), 1, "measures").report();
    BoundOperator filter = operator("word-count", Map.of());
    Map<String, Long> dropped = new HashMap<>();
    for (String text : texts) {
      if (filter.apply(Document.of(text)) instanceof Decision.Dropped drop) {
        dropped.merge(drop.reason(), 1L, Long::sum);
      }
    }
    assertThat(dropped).hasSize(2);
    for (JsonNode rule : report.path("rules")) {
      if (rule.path("filter").asText().equals("word-count")) {
        long count = dropped.get(rule.path("reason").asText());
        assertThat(rule.path("documents").asLong()).isEqualTo(count);
        assertThat(rule.path("share").asDouble()).isEqualTo(count / 400.0);
      }
    }
    assertThat(report.path("rules").size()).isGreaterThan(20);
  }

  @Test
  void shouldReportTheSameForAnyThreads() throws Exception {
    Path source = directory.resolve("source");
    Generator.generate(new Generator.Options(source, 300, 2, 1), done -> {});
    String[] all = {"length", "measures", "detected-language", "digest"};
    JobOutcome one = run(source, 1, all);
    assertThat(run(source, 2, all)).isEqualTo(one);
    assertThat(run(source, 3, all)).isEqualTo(one);
    assertThat(ReportMarkdown.of(AnalyzeJob.TITLE, one.report()))
        .contains("## numbers")
        .contains("| word_count < 10 |")
        .contains("## top of language");
    assertThat(named(one.report().path("labels"), "sha256").path("count").asLong())
        .isEqualTo(one.report().path("documents").asLong());
  }

  @Test
  void shouldLetTheMappersOfARecipeChangeTextsAndItsFiltersSpeak() throws Exception {
    OperatorChain recipe =
        new OperatorChain(
            List.of(
                operator("lowercase", Map.of()),
                operator("character-count", Map.of("min", ParameterValue.of("4"))),
                operator("word-count", Map.of("min", ParameterValue.of("3")))));
    Path input = lines(List.of("ABC", "ab cd", "one two three"));
    JsonNode report =
        AnalyzeJob.run(request(input, Optional.empty(), recipe, 1, "measures"), JobProgress.NONE)
            .report();
    List<String> rules = new ArrayList<>();
    report
        .path("rules")
        .forEach(
            rule ->
                rules.add(rule.path("reason").asText() + " " + rule.path("documents").asLong()));
    assertThat(rules)
        .containsExactly("too_short 1", "too_long 0", "too_few_words 2", "too_many_words 0");
    assertThat(named(report.path("numbers"), "word_count").path("count").asLong()).isEqualTo(3);
  }

  @Test
  void shouldRecogniseFinishedWorkAndRefuseAnotherRequest() throws Exception {
    Path input = lines(texts(20));
    Optional<Path> output = Optional.of(directory.resolve("out"));
    OperatorChain none = new OperatorChain(List.of());
    JobOutcome first = AnalyzeJob.run(request(input, output, none, 1, "length"), JobProgress.NONE);
    JobOutcome again = AnalyzeJob.run(request(input, output, none, 2, "length"), JobProgress.NONE);
    assertThat(first.finishedBefore()).isFalse();
    assertThat(again.finishedBefore()).isTrue();
    assertThat(directory.resolve("out/analysis.md"))
        .hasContent(ReportMarkdown.of(AnalyzeJob.TITLE, first.report()));
    assertRefusal(
        () -> AnalyzeJob.run(request(input, output, none, 1, "digest"), JobProgress.NONE),
        "it was started with statistics");
  }

  @Test
  void shouldQuarantineBrokenFilesAndRefuseWhereThereAreNoOthers() throws Exception {
    Path broken = Files.writeString(directory.resolve("broken.parquet"), "no Parquet");
    assertRefusal(() -> run(broken, 1, "length"), "not a Parquet file");
    lines(texts(5));
    JsonNode report = run(directory, 1, "length").report();
    assertThat(report.path("documents").asLong()).isEqualTo(5);
    assertThat(report.path("quarantined").get(0).asText()).startsWith("broken.parquet: not a");
  }

  @Test
  void shouldMeasureDocumentsOfParquet() throws Exception {
    Path source = directory.resolve("source");
    Generator.generate(new Generator.Options(source, 300, 1, 9), done -> {});
    checkMeasured(run(source, 2, "length", "measures").report(), 270);
  }

  @Test
  @Tag(Corpus.TAG)
  void shouldMeasureRealTexts() throws Exception {
    Path file = Corpus.files().get(0);
    checkMeasured(run(file, 2, "length", "measures").report(), 100);
  }

  private static void checkMeasured(JsonNode report, long least) {
    long documents = report.path("documents").asLong();
    assertThat(documents).isGreaterThanOrEqualTo(least);
    JsonNode words = named(report.path("numbers"), "word_count");
    assertThat(words.path("count").asLong()).isEqualTo(documents);
    assertThat(words.path("percentiles").path("50").asDouble()).isBetween(100.0, 5_000.0);
    assertThat(report.path("rules").size()).isPositive();
    for (JsonNode rule : report.path("rules")) {
      assertThat(rule.path("share").asDouble()).isBetween(0.0, 1.0);
    }
  }
}
