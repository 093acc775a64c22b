package dev.sluice.jobs.validate.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.jobs.validate.report.Findings.CheckResult;
import dev.sluice.jobs.validate.report.Findings.Finding;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ReportTextTest {
  private static final BucketSummary LOW =
      new BucketSummary(
          "2.8",
          120,
          1_234_567,
          12_300_000_000L,
          37_000_000_000L,
          SamplingEstimate.of(0.3, 1_234_567, 1_235, 0, 2_890_000),
          1_235,
          0,
          0,
          null);
  private static final BucketSummary HIGH =
      new BucketSummary(
          "4.0",
          1,
          999,
          1_234_567,
          4_000_000,
          SamplingEstimate.of(1, 999, 0, 0, 0),
          0,
          44_444,
          1,
          new BucketSummary.Statistics(
              8,
              4004.004,
              123_456,
              4,
              4.125,
              5,
              new TreeMap<>(Map.of("CC-MAIN-2013-20", new BucketSummary.Dump(1, 999, 1_234_567)))));
  private static final ValidationReport REPORT =
      new ValidationReport(
          Path.of("out"),
          Optional.of("HuggingFaceFW/fineweb-edu"),
          List.of(LOW, HIGH),
          List.of(
              new CheckResult(Check.SCHEMA, 0, 0),
              new CheckResult(Check.SAMPLING, 0, 1),
              new CheckResult(Check.DUPLICATES, 1234, 0)),
          List.of(new Finding(Check.DUPLICATES, "en/4.0/CC-MAIN-2013-20/0.parquet", 7L, "x")),
          List.of(new Finding(Check.SAMPLING, "_sluice/dumps", null, "near 100%")));

  @Test
  void shouldReadLikeTheReportOfTheDesign() {
    assertThat(REPORT.text())
        .isEqualTo(
            """
            === Validation report: HuggingFaceFW/fineweb-edu ===

            Bucket 2.8:
              - files: 120
              - records: 1,234,567
              - size: 11.5 GiB
              - compression ratio: 33.2% (34.5 GiB of text)
              - sampling rate: 29.95% (expected: 30%; 95% interval: 29.91% to 30%)
              - duplicate rate: 0% (already removed: 1,235)

            Bucket 4.0:
              - files: 1
              - records: 999
              - size: 1.2 MiB
              - compression ratio: 30.9% (3.8 MiB of text)
              - sampling rate: 100% (expected: 100%; 95% interval: 99.62% to 100%)
              - duplicate rate: 0.1% (already removed: 0)
              - near-duplicates removed: 44,444
              - text: 8 B to 120.6 KiB, mean 3.9 KiB
              - score: 4.0 to 5.0, mean 4.125
              - CC-MAIN-2013-20: 999 records, 1 file, 1.2 MiB

            Total:
              - files: 121
              - records: 1,235,566
              - size: 11.5 GiB
              - compression ratio: 33.2% (34.5 GiB of text)

            Checks:
              - schema: passed
              - sampling: passed, 1 warning
              - duplicates: FAILED, 1,234 violations

            Warnings (at most 20 of each check):
              - sampling: _sluice/dumps: near 100%

            Violations (at most 20 of each check):
              - duplicates: en/4.0/CC-MAIN-2013-20/0.parquet row 7: x

            Result: FAILED
            """);
  }

  @Test
  void shouldReportNoRateOfABucketWithoutRows() throws IOException {
    BucketSummary empty =
        new BucketSummary("3.5", 0, 0, 0, 0, SamplingEstimate.of(0.8, 0, 0, 0, 0), 0, 0, 0, null);
    ValidationReport report =
        new ValidationReport(
            Path.of("out"), Optional.empty(), List.of(empty), List.of(), List.of(), List.of());

    assertThat(report.text())
        .contains("  - sampling rate: not measured, because there are no rows (expected: 80%)\n");
    JsonNode sampling =
        new ObjectMapper().readTree(report.json()).get("buckets").get(0).get("sampling");
    assertThat(sampling.get("expected").asDouble()).isEqualTo(0.8);
    assertThat(List.of("measured", "low", "high", "error"))
        .allMatch(field -> sampling.get(field).isNull());
  }

  @Test
  void shouldSayTheSameAsData() throws IOException {
    JsonNode json = new ObjectMapper().readTree(REPORT.json());
    assertThat(json.get("passed").asBoolean()).isFalse();
    assertThat(json.get("dataset").asText()).isEqualTo("HuggingFaceFW/fineweb-edu");
    assertThat(json.get("buckets")).hasSize(2);
    assertThat(json.get("buckets").get(0).has("near_duplicates_removed")).isFalse();
    assertThat(json.get("buckets").get(1).get("near_duplicates_removed").asInt()).isEqualTo(44_444);
    JsonNode bucket = json.get("buckets").get(0);
    assertThat(bucket.get("records").asLong()).isEqualTo(1_234_567);
    assertThat(bucket.get("sampling").get("expected").asDouble()).isEqualTo(0.3);
    assertThat(bucket.has("statistics")).isFalse();
    JsonNode statistics = json.get("buckets").get(1).get("statistics");
    assertThat(statistics.get("max_text_bytes").asLong()).isEqualTo(123_456);
    assertThat(statistics.get("dumps").get("CC-MAIN-2013-20").get("records").asLong())
        .isEqualTo(999);
    assertThat(json.get("total").get("files").asLong()).isEqualTo(121);
    assertThat(json.get("checks").get("duplicates").get("violations").asLong()).isEqualTo(1234);
    JsonNode violation = json.get("violations").get(0);
    assertThat(violation.get("row").asLong()).isEqualTo(7);
    assertThat(violation.get("file").asText()).isEqualTo("en/4.0/CC-MAIN-2013-20/0.parquet");
    assertThat(json.get("warnings").get(0).has("row")).isFalse();
  }
}
