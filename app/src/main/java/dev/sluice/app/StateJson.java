package dev.sluice.app;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sluice.core.BucketCounts;
import dev.sluice.storage.output.Json;

/**
 * Writes the state of a job or an output as JSON. Names are in snake case, and unknown values are
 * left out.
 */
public final class StateJson {
  /** The mapper. It skips fields that only later versions know. */
  public static final JsonMapper MAPPER =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .addMixIn(BucketCounts.class, Json.CountsInJson.class)
          .build();

  private StateJson() {}

  /** Returns a value as JSON on one line. */
  public static String text(Object value) {
    try {
      return MAPPER.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Sluice cannot write one of its values as JSON", e);
    }
  }
}
