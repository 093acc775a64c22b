package dev.sluice.cli.text;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;
import java.util.Map;

/** Formats the report of {@code process} as text. */
public final class ProcessText {
  private static final int COUNT_WIDTH = 14;

  private ProcessText() {}

  /** The text, ending with a line feed. */
  public static String of(JsonNode report) {
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
