package dev.sluice.app.monitor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/** Lines of a run file as JSON objects whose field {@code line} says which they are. */
final class RunLineJson {
  private static final String KIND = "line";

  private RunLineJson() {}

  /** The line without a line feed. */
  static String write(RunLine line) {
    if (line instanceof RunLine.Point point) {
      return write("sample", point.sample());
    }
    if (line instanceof RunLine.Happened happened) {
      return write("event", happened.event());
    }
    return write(kind(line), line);
  }

  private static String kind(RunLine line) {
    if (line instanceof RunLine.Head) {
      return "head";
    }
    if (line instanceof RunLine.End) {
      return "end";
    }
    return line instanceof RunLine.Thinned ? "thinned" : "state";
  }

  private static String write(String kind, Object value) {
    ObjectNode fields = RunDocumentJson.MAPPER.createObjectNode().put(KIND, kind);
    fields.setAll((ObjectNode) RunDocumentJson.MAPPER.valueToTree(value));
    return RunDocumentJson.line(fields);
  }

  /** The line; empty if it is torn, or of a later version. */
  static Optional<RunLine> read(String text) {
    try {
      JsonNode fields = RunDocumentJson.read(text, JsonNode.class);
      return fields == null ? Optional.empty() : read(fields);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static Optional<RunLine> read(JsonNode fields) {
    return switch (fields.path(KIND).asText()) {
      case "head" -> Optional.of(as(fields, RunLine.Head.class));
      case "end" -> Optional.of(as(fields, RunLine.End.class));
      case "thinned" -> Optional.of(as(fields, RunLine.Thinned.class));
      case "sample" -> Optional.of(new RunLine.Point(as(fields, Sample.class)));
      case "event" -> Optional.of(new RunLine.Happened(as(fields, RunDocument.Event.class)));
      case "state" -> Optional.of(as(fields, RunLine.State.class));
      default -> Optional.empty();
    };
  }

  /**
   * @throws IllegalArgumentException if the fields do not fit
   */
  private static <T> T as(JsonNode fields, Class<T> type) {
    return RunDocumentJson.MAPPER.convertValue(fields, type);
  }
}
