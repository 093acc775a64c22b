package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.app.ExitCode;
import dev.sluice.operators.standard.StandardOperators;
import org.junit.jupiter.api.Test;

class OperatorsCommandTest {
  @Test
  void shouldListAllOperators() {
    TestingProgram.Ended ended = TestingProgram.run("operators");
    assertThat(ended.exitCode()).isEqualTo(ExitCode.DONE);
    assertThat(ended.out())
        .contains("filter (filter)", "  word-count                 Drops documents with too few")
        .contains(StandardOperators.registry().all().stream().map(each -> each.name()).toList());
  }

  @Test
  void shouldReportAllAboutAnOperator() {
    TestingProgram.Ended ended = TestingProgram.run("operators", "word-count");
    assertThat(ended.exitCode()).isEqualTo(ExitCode.DONE);
    assertThat(ended.out())
        .contains("min: 10", "Allowed: a number of at least 0, or off.", "- word-count: {min: 10")
        .contains("Reasons: too_few_words, too_many_words");
  }

  @Test
  void shouldReportTheSameAsJson() throws Exception {
    TestingProgram.Ended ended = TestingProgram.run("operators", "--json", "sample", "lowercase");
    JsonNode operators = new ObjectMapper().readTree(ended.out());
    assertThat(operators).hasSize(2);
    assertThat(operators.get(0).at("/parameters/0/name").asText()).isEqualTo("rate");
    assertThat(operators.get(0).at("/parameters/0").has("default")).isFalse();
    assertThat(operators.get(0).at("/parameters/1/default").asText()).isEqualTo("42");
  }

  @Test
  void shouldNameEveryUnknownOperator() {
    TestingProgram.Ended ended = TestingProgram.run("operators", "lower-case", "zzzzzz");
    assertThat(ended.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(ended.err())
        .contains("lower-case: unknown operator; did you mean lowercase?")
        .contains("zzzzzz: unknown operator; run sluice operators for a list");
  }
}
