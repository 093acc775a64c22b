package dev.sluice.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Formats the report of {@code process} as text. */
final class ProcessText {
  private static final int COUNT_WIDTH = 14;

  /**
   * If fewer than one in this number of rows are left, the recipe or the input is probably wrong.
   */
  private static final int FEW = 100;

  private ProcessText() {}

  /** Returns the text, ending with a line feed. */
  static String of(JsonNode report) {
    StringBuilder text = new StringBuilder();
    for (String key : new String[] {"read", "kept", "changed", "dropped", "rejected"}) {
      line(text, "rows " + key, report.path("rows_" + key).asLong());
    }
    for (JsonNode operator : report.path("operators")) {
      operator(text, operator);
    }
    reasons(text, "rejected", report.path("rejected"));
    return text.toString();
  }

  /**
   * Returns a warning if few rows are left. The warning names the operator that dropped the most
   * rows.
   */
  static Optional<String> warning(JsonNode report) {
    long read = report.path("rows_read").asLong();
    long kept = report.path("rows_kept").asLong();
    if (kept * FEW >= read) {
      return Optional.empty();
    }
    return report
        .path("operators")
        .valueStream()
        .max(Comparator.comparingLong(ProcessText::dropped))
        .filter(operator -> dropped(operator) > 0)
        .map(operator -> warning(read, kept, operator));
  }

  private static String warning(long read, long kept, JsonNode operator) {
    String name = operator.path("name").asText();
    Map.Entry<String, JsonNode> most =
        operator.path("dropped").properties().stream()
            .max(Comparator.comparingLong(reason -> reason.getValue().asLong()))
            .orElseThrow();
    return String.format(
        Locale.ROOT,
        "%,d of %,d rows are left: %s dropped %,d rows, %,d of them for %s; run `sluice operators"
            + " %s` to see its rules and the kind of texts that they are meant for",
        kept,
        read,
        name,
        dropped(operator),
        most.getValue().asLong(),
        most.getKey(),
        name);
  }

  private static long dropped(JsonNode operator) {
    return operator.path("dropped").valueStream().mapToLong(JsonNode::asLong).sum();
  }

  private static void operator(StringBuilder text, JsonNode operator) {
    String name = operator.path("operator").asInt() + " " + operator.path("name").asText();
    if (operator.path("changed").asLong() > 0) {
      line(text, name + ": changed", operator.path("changed").asLong());
    }
    reasons(text, name + ": dropped", operator.path("dropped"));
    if (operator.path("rejected").asLong() > 0) {
      line(text, name + ": rejected", operator.path("rejected").asLong());
    }
  }

  private static void reasons(StringBuilder text, String what, JsonNode reasons) {
    for (Map.Entry<String, JsonNode> reason : reasons.properties()) {
      line(text, what + " " + reason.getKey(), reason.getValue().asLong());
    }
  }

  private static void line(StringBuilder text, String what, long count) {
    String shown = String.format(Locale.ROOT, "%,d", count);
    text.append(" ".repeat(Math.max(0, COUNT_WIDTH - shown.length())));
    text.append(shown).append("  ").append(what).append('\n');
  }
}
