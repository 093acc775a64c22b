package dev.sluice.app.monitor;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;

/** Run documents, and the lines of their files, as JSON on one line. */
public final class RunDocumentJson {
  /** Fields of later versions are skipped. */
  static final JsonMapper MAPPER =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .build();

  private RunDocumentJson() {}

  /** The document on one line, without a line feed. */
  public static String write(RunDocument document) {
    return line(document);
  }

  /**
   * Reads a document.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static RunDocument read(String json) {
    return read(json, RunDocument.class);
  }

  static String line(Object value) {
    try {
      return MAPPER.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a value of our own cannot be written as JSON", e);
    }
  }

  static <T> T read(String json, Class<T> type) {
    try {
      return MAPPER.readValue(json, type);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("no run document: " + e.getOriginalMessage(), e);
    }
  }
}
