package dev.sluice.jobs.process;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.storage.output.Json;
import dev.sluice.storage.text.SkippedPath;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Builds the report. The report is a function of the request and the input. Holds the settings that
 * the report repeats.
 *
 * @param project name of the project
 * @param process the operators, each with its arguments
 * @param scorers the scorers, with their columns and everything that determines the scores
 * @param leftOut skipped paths
 */
record ProcessReport(String project, JsonNode process, JsonNode scorers, JsonNode leftOut) {
  static ProcessReport of(ProcessRequest request, List<SkippedPath> leftOut) {
    return new ProcessReport(
        request.project(),
        Json.PLAIN.valueToTree(
            request.chain().operators().stream().map(ProcessRequest::json).toList()),
        Json.PLAIN.valueToTree(request.scorers().stream().map(ProcessRequest::json).toList()),
        Json.PLAIN.valueToTree(SkippedPath.json(leftOut)));
  }

  /**
   * Returns the whole report.
   *
   * @param arguments the arguments as JSON values
   */
  Map<String, Object> report(Object arguments, List<ProcessedFile> files) {
    ProcessCounts total = ProcessCounts.none(process.size());
    for (ProcessedFile file : files) {
      total = total.plus(file.counts());
    }
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("project_name", project);
    report.put("process", process);
    if (!scorers.isEmpty()) {
      report.put("scorers", scorers);
    }
    report.putAll(ProcessedFile.totals(files));
    report.putAll(counts(total.checked("all files"), true));
    report.put("quarantined", ProcessedFile.quarantined(files));
    report.put("left_out", leftOut);
    report.put("by_file", files.stream().map(this::file).toList());
    report.put("arguments", arguments);
    return report;
  }

  private Map<String, Object> counts(ProcessCounts counts, boolean all) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("rows_read", counts.read());
    json.put("rows_kept", counts.kept());
    json.put("rows_changed", counts.changed());
    json.put("rows_dropped", counts.droppedRows());
    json.put("rows_rejected", counts.rejectedRows());
    json.put("text_bytes_read", counts.textBytesRead());
    json.put("text_bytes_kept", counts.textBytesKept());
    json.put("rejected", counts.rejected());
    json.put("operators", operators(counts, all));
    return json;
  }

  /** Returns the counts of operators: of all operators, or only of those that have counts. */
  private List<Map<String, Object>> operators(ProcessCounts counts, boolean all) {
    List<Map<String, Object>> operators = new ArrayList<>();
    for (int i = 0; i < counts.operators().size(); i++) {
      ProcessCounts.OperatorCounts operator = counts.operators().get(i);
      if (all || !operator.equals(ProcessCounts.OperatorCounts.NONE)) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("operator", i);
        json.put("name", process.path(i).path("name").asText());
        json.put("changed", operator.changed());
        json.put("dropped", operator.dropped());
        json.put("rejected", operator.rejected());
        operators.add(json);
      }
    }
    return operators;
  }

  private Map<String, Object> file(ProcessedFile file) {
    Map<String, Object> json = file.json();
    json.putAll(counts(file.counts(), false));
    return json;
  }
}
