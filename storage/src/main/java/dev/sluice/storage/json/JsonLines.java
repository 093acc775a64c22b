package dev.sluice.storage.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.IOException;

/**
 * Parses lines that hold one JSON object each into fields; numbers need not be finite. Thread-safe.
 */
final class JsonLines {
  /** None but that of nesting: lines have a limit of their own. */
  private static final StreamReadConstraints LONG_VALUES =
      StreamReadConstraints.builder()
          .maxStringLength(Integer.MAX_VALUE)
          .maxNameLength(Integer.MAX_VALUE)
          .maxNumberLength(Integer.MAX_VALUE)
          .build();

  private static final JsonFactory STRICT =
      JsonFactory.builder().streamReadConstraints(LONG_VALUES).build();
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(LONG_VALUES)
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
          .build();

  private JsonLines() {}

  /** Receives the fields of a line. */
  @FunctionalInterface
  interface Fields {
    /**
     * Receives a field.
     *
     * @param parser at the value; must be left at the value's last token
     */
    void accept(String name, JsonParser parser, JsonToken value) throws IOException;
  }

  /** Reports all fields of a line in order. */
  static void read(byte[] line, int offset, int length, Fields fields) throws JsonLineException {
    try (JsonParser parser = FACTORY.createParser(line, offset, length)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new JsonLineException("no JSON object");
      }
      while (parser.nextToken() != JsonToken.END_OBJECT) {
        fields.accept(parser.currentName(), parser, parser.nextToken());
      }
      if (parser.nextToken() != null) {
        throw new JsonLineException("more than one JSON value in a line");
      }
    } catch (JsonLineException e) {
      throw e;
    } catch (JsonProcessingException e) {
      throw new JsonLineException("broken JSON: " + e.getOriginalMessage().replaceAll("\\s+", " "));
    } catch (IOException e) {
      throw new JsonLineException("broken JSON: " + e.getMessage());
    }
  }

  /** Whether the bytes are exactly one JSON value by RFC 8259. */
  static boolean isValue(byte[] bytes, int offset, int length) {
    try (JsonParser parser = STRICT.createParser(bytes, offset, length)) {
      if (parser.nextToken() == null) {
        return false;
      }
      parser.skipChildren();
      return parser.nextToken() == null;
    } catch (IOException e) {
      return false;
    }
  }
}
