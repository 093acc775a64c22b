package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.operators.ParameterValue;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code operators:} in the topology, beside the same operators applied row by row. */
class OperatorsIT {
  private static final int LARGEST = 2_048;
  private static final String LIST =
      "operators=[lowercase, {unicode-normalise: {form: NFKC}}, {pattern: {pattern: '[aeiou]',"
          + " replacement: '<V>'}}, {character-count: {min: 900}}, {field-range: {field: score,"
          + " max: 4.4}}]";
  private static final PlainOperators PLAIN =
      new PlainOperators(
          List.of(
              PlainOperators.of("lowercase", Map.of()),
              PlainOperators.of("unicode-normalise", Map.of("form", ParameterValue.of("NFKC"))),
              PlainOperators.of(
                  "pattern",
                  Map.of(
                      "pattern",
                      ParameterValue.of("[aeiou]"),
                      "replacement",
                      ParameterValue.of("<V>"))),
              PlainOperators.of("character-count", Map.of("min", ParameterValue.of("900"))),
              PlainOperators.of(
                  "field-range",
                  Map.of("field", ParameterValue.of("score"), "max", ParameterValue.of("4.4")))),
          LARGEST);

  @TempDir Path directory;

  private Path source() {
    return directory.resolve("source");
  }

  @Test
  void shouldKeepAndCountWhatTheOperatorsSay() {
    Sources.generate(source(), 1_500, 2, 9);
    Job job = run("with", true);
    PlainCuration.Result expected =
        PlainCuration.of(source(), new PlainCuration.Rules(42, 5.0, "bucket", PLAIN));

    assertThat(Differences.between(expected.kept(), job.result().kept())).isEmpty();
    assertThat(job.result().countersByDump()).isEqualTo(expected.counters());
    assertThat(reasons(job.result())).isEqualTo(expected.operators());
    assertThat(expected.operators().get("CC-MAIN-2013-20"))
        .containsKeys(
            "operator_dropped/character-count:too_short",
            "operator_dropped/field-range:above_range",
            "rejected/oversize_text",
            "rejected/pattern");
    assertThat(run("without", false).result().files()).isEqualTo(job.result().files());
    checkRefusal(job);
    Program.run("validate", job.output().toString(), "--source", source().toString()).with(0);
  }

  private Job run(String name, boolean pushDown) {
    Job job =
        Job.of(
            source(),
            directory.resolve(name),
            "--set=" + LIST,
            "--set=input.max-operator-text=" + LARGEST,
            "--set=input.max-document-size=4KiB",
            "--set=ingest.push-down=" + pushDown);
    job.run(0);
    return job;
  }

  private static SortedMap<String, SortedMap<String, Long>> reasons(Output output) {
    SortedMap<String, SortedMap<String, Long>> all = new TreeMap<>();
    for (String dump : output.dumps()) {
      SortedMap<String, Long> reasons = new TreeMap<>();
      output
          .manifest(dump)
          .get("operators")
          .properties()
          .forEach(
              outcome ->
                  outcome
                      .getValue()
                      .properties()
                      .forEach(
                          reason ->
                              reasons.put(
                                  outcome.getKey() + "/" + reason.getKey(),
                                  reason.getValue().asLong())));
      if (!reasons.isEmpty()) {
        all.put(dump, reasons);
      }
    }
    return all;
  }

  private static void checkRefusal(Job job) {
    Job other =
        Job.of(
            job.input(),
            job.output(),
            "--set=" + LIST,
            "--set=input.max-operator-text=" + LARGEST,
            "--set=operators.3.character-count.min=901");
    assertThat(other.run(2).err())
        .contains(
            "operators.3.character-count.min: is 901.0, but the output was started with 900.0:"
                + " restore that value, or choose a new output");
  }
}
