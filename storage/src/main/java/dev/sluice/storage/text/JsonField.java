package dev.sluice.storage.text;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Takes one field out of JSON objects, which are parsed to their end. Where a name comes twice the
 * last one counts. Not thread-safe.
 */
final class JsonField {
  private static final int LISTED_FIELDS = 30;

  private final String path;
  private final JsonFactory factory;
  private final Utf8Buffer text = new Utf8Buffer();
  private final TreeSet<String> names = new TreeSet<>();
  private Found found = Found.NOTHING;

  /** What the field was found to be. */
  enum Found {
    NOTHING,
    NULL,
    TEXT,
    NO_TEXT,
    LONE_SURROGATE
  }

  JsonField(String path, int maxBytes) {
    this.path = path;
    StreamReadConstraints constraints =
        StreamReadConstraints.builder().maxStringLength(maxBytes).build();
    this.factory = JsonFactory.builder().streamReadConstraints(constraints).build();
  }

  /**
   * Looks for the field.
   *
   * @return why the line is no JSON object; empty when it is one
   */
  Optional<String> read(byte[] line, int offset, int length) {
    found = Found.NOTHING;
    try (JsonParser parser = factory.createParser(line, offset, length)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        return Optional.of("no JSON object");
      }
      object(parser, path, true);
      return parser.nextToken() == null
          ? Optional.empty()
          : Optional.of("more than one JSON value in a line");
    } catch (JsonProcessingException e) {
      return Optional.of("broken JSON: " + e.getOriginalMessage().replaceAll("\\s+", " "));
    } catch (IOException e) {
      return Optional.of("broken JSON: " + e.getMessage());
    }
  }

  private void object(JsonParser parser, String wanted, boolean outermost) throws IOException {
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      JsonToken value = parser.nextToken();
      if (outermost && found == Found.NOTHING && names.size() < LISTED_FIELDS) {
        names.add(name);
      }
      if (wanted.equals(name)) {
        take(parser, value);
      } else if (value == JsonToken.START_OBJECT && wanted.startsWith(name + ".")) {
        object(parser, wanted.substring(name.length() + 1), false);
      } else {
        parser.skipChildren();
      }
    }
  }

  private void take(JsonParser parser, JsonToken value) throws IOException {
    if (value == JsonToken.VALUE_STRING) {
      boolean whole =
          text.set(parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength());
      found = whole ? Found.TEXT : Found.LONE_SURROGATE;
    } else {
      found = value == JsonToken.VALUE_NULL ? Found.NULL : Found.NO_TEXT;
      parser.skipChildren();
    }
  }

  /** What the last line had. */
  Found found() {
    return found;
  }

  /** The text, where there is one. */
  Utf8Buffer text() {
    return text;
  }

  /** Names of fields seen in objects so far; at most a few. */
  List<String> names() {
    return List.copyOf(names);
  }
}
