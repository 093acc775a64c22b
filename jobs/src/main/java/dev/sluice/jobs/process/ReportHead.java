package dev.sluice.jobs.process;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.operators.BoundOperator;
import dev.sluice.storage.output.Json;
import dev.sluice.storage.text.SkippedPath;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a report says that is not counted.
 *
 * @param project its name
 * @param process the operators, each with its arguments
 * @param scorers with their columns and what decides scores
 * @param leftOut skipped paths
 */
record ReportHead(String project, JsonNode process, JsonNode scorers, JsonNode leftOut) {
  static ReportHead of(ProcessRequest request, List<SkippedPath> leftOut) {
    return new ReportHead(
        request.project(),
        Json.PLAIN.valueToTree(
            request.chain().operators().stream().map(ReportHead::bound).toList()),
        Json.PLAIN.valueToTree(request.scorers().stream().map(ProcessRequest::json).toList()),
        Json.PLAIN.valueToTree(SkippedPath.json(leftOut)));
  }

  /** An operator with its arguments, and the plug-in that it comes from. */
  static Map<String, Object> bound(BoundOperator operator) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("name", operator.name());
    json.put("arguments", operator.arguments());
    operator
        .description()
        .plugin()
        .ifPresent(jar -> json.put("plugin", jar.name() + " " + jar.identity()));
    return json;
  }

  int operators() {
    return process.size();
  }

  /** The name of an operator. */
  String name(int operator) {
    return process.path(operator).path("name").asText();
  }
}
