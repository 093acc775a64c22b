package dev.sluice.app.metrics;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.monitor.RunDocument;
import dev.sluice.app.monitor.RunState;
import dev.sluice.core.testing.RecordCopy;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ExpositionTest {
  private static final String OPEN_METRICS =
      "application/openmetrics-text; version=1.0.0; charset=utf-8";
  private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";
  private static final long MIN_FREE = 1000;

  private final Exposition exposition = new Exposition(TestingDocument::get, MIN_FREE);

  private List<String> lines() {
    return new String(exposition.text("*/*").bytes(), UTF_8).lines().toList();
  }

  @Test
  void shouldTellTheStateOfTheJob() {
    assertThat(lines())
        .contains(
            "# TYPE sluice_build info",
            "sluice_build_info{command=\"run\",java=\"17\",version=\"0.1.0\"} 1",
            "sluice_phase{phase=\"ready\"} 1.0",
            "sluice_phase{phase=\"restoring\"} 0.0",
            "# TYPE sluice_input_planned_bytes gauge",
            "# UNIT sluice_input_planned_bytes bytes",
            "sluice_input_planned_bytes 100.0",
            "sluice_input_done_bytes 40.0",
            "sluice_time_left_seconds 60.0",
            "# TYPE sluice_rows counter",
            "sluice_rows_total{outcome=\"kept\"} 14.0",
            "sluice_rows_read_total 40.0",
            "sluice_rows_in_flight 5.0",
            "sluice_bucket_rows_total{bucket=\"3.0\",outcome=\"sampled_out\"} 15.0",
            "sluice_bucket_target_ratio{bucket=\"3.0\"} 0.5",
            "sluice_bucket_measured_ratio{bucket=\"3.0\"} 0.48",
            "sluice_bucket_measured_ratio{bucket=\"4.0\"} NaN",
            "sluice_dropped_rows_total{reason=\"filtered_out\"} 21.0",
            "sluice_quarantined_files 2.0",
            "sluice_stage_lag_records{stage=\"sink\"} 7.0",
            "sluice_stage_state{stage=\"ingest\",state=\"waiting\"} 1.0",
            "sluice_stage_state{stage=\"ingest\",state=\"working\"} 0.0",
            "sluice_stage_waiting_seconds{stage=\"ingest\"} 12.0",
            "sluice_stage_waiting_seconds{stage=\"sink\"} 0.0",
            "sluice_stage_holding_up_seconds{stage=\"sink\"} 10.0",
            "sluice_stage_holding_up_seconds{stage=\"topology\"} 0.0",
            "sluice_disk_free_bytes 5000.0",
            "sluice_disk_min_free_bytes 1000.0")
        .noneMatch(line -> line.startsWith("sluice_stage_lag_records{stage=\"ingest\"}"))
        .endsWith("# EOF");
  }

  @Test
  void shouldTellEveryMetricOfAJob() {
    Set<String> told = lines().stream().map(line -> line.split("[{ ]")[0]).collect(toSet());
    assertThat(told).containsAll(JobMetrics.ALL.stream().map(Metric::name).toList());
  }

  @Test
  void shouldNameOpenDumpsAlone() {
    assertThat(lines())
        .contains(
            "sluice_dumps{state=\"sealed\"} 1.0",
            "sluice_dumps{state=\"reading\"} 1.0",
            "sluice_dumps{state=\"curating\"} 0.0",
            "sluice_dump_input_bytes{dump=\"CC-MAIN-2014-10\"} 30.0",
            "sluice_dump_read_bytes{dump=\"CC-MAIN-2014-10\"} 10.0")
        .noneMatch(line -> line.contains("CC-MAIN-2013-20") || line.contains("CC-MAIN-2015-14"));
  }

  @Test
  void shouldTellAsMuchOfAThousandDumpsAndReasonsAsOfAFew() {
    RunDocument many = Many.of(TestingDocument.get(), 1000);
    String text = new String(new Exposition(() -> many, MIN_FREE).text("*/*").bytes(), UTF_8);
    assertThat(text.lines().filter(line -> line.startsWith("sluice_dump_read_bytes")))
        .hasSize(JobMetrics.MOST_DUMPS);
    assertThat(text.lines().filter(line -> line.startsWith("sluice_dropped_rows_total")))
        .hasSize(JobMetrics.MOST_REASONS);
    assertThat(text).contains("sluice_dumps{state=\"reading\"} 1000.0");
  }

  @Test
  void shouldLeaveOutWhatTheProcessDoesNotKnow() {
    RunDocument few = TestingDocument.get();
    RunDocument broker = RecordCopy.with(few, "job", "broker", "state", RunState.NONE);
    String text = new String(new Exposition(() -> broker, MIN_FREE).text("*/*").bytes(), UTF_8);
    assertThat(text)
        .contains("sluice_phase{phase=\"ready\"} 1.0", "sluice_disk_free_bytes 5000.0")
        .doesNotContain("sluice_rows", "sluice_dumps", "sluice_input", "sluice_stage");
  }

  @Test
  void shouldTellNeitherTextsNorTheConfiguration() {
    assertThat(lines())
        .noneMatch(line -> line.contains("secret") || line.contains("hidden-anyway"));
  }

  @Test
  void shouldTellTheStateOfTheJvm() {
    assertThat(lines())
        .anyMatch(line -> line.startsWith("jvm_memory_used_bytes{area=\"heap\"} "))
        .anyMatch(line -> line.startsWith("jvm_gc_collection_seconds_count{"))
        .anyMatch(line -> line.startsWith("jvm_threads_current "))
        .anyMatch(line -> line.startsWith("process_cpu_seconds_total "))
        .anyMatch(line -> line.startsWith("process_start_time_seconds "));
  }

  @Test
  void shouldWriteOpenMetricsUnlessAnotherTextIsWanted() {
    assertThat(type("*/*")).isEqualTo(OPEN_METRICS);
    assertThat(type("application/openmetrics-text;version=1.0.0;q=0.75,text/plain;q=0.5"))
        .isEqualTo(OPEN_METRICS);
    assertThat(type("text/plain;version=0.0.4")).isEqualTo(PROMETHEUS);
    assertThat(type("text/html,application/xhtml+xml,*/*;q=0.8")).isEqualTo(PROMETHEUS);
  }

  private String type(String accept) {
    return exposition.text(accept).type();
  }

  /** A document with more of what there may be any number of. */
  private static final class Many {
    static RunDocument of(RunDocument few, int number) {
      List<RunState.Dump> dumps = new ArrayList<>();
      List<RunState.Dropped> dropped = new ArrayList<>();
      IntStream.range(0, number)
          .forEach(
              i -> {
                dumps.add(new RunState.Dump("dump-" + i, "reading", 1, 0, 1, 0, 0, 0, null));
                dropped.add(new RunState.Dropped("reason-" + i, number - i, List.of()));
              });
      RunState state = few.state();
      RunState all = RecordCopy.with(state, "dumps", dumps, "dropped", dropped);
      return RecordCopy.with(few, "state", all);
    }
  }
}
