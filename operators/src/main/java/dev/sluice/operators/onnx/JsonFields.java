package dev.sluice.operators.onnx;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Reads the fields of an object in a JSON file. Exceptions name the file and the path of a value.
 * Immutable.
 *
 * @param path the path of the object in the file; empty for the whole content
 */
record JsonFields(Path file, String path, JsonNode json) {
  private static final int SHOWN = 60;

  private String at(String name) {
    return path.isEmpty() ? name : name.isEmpty() ? path : path + "." + name;
  }

  /** Returns the exception for a value that is not allowed. */
  ModelFormatException problem(String name, String seen, String allowed) {
    return new ModelFormatException(
        file, "has %s = %s; must be %s".formatted(at(name), seen, allowed));
  }

  private ModelFormatException problem(String name, JsonNode seen, String allowed) {
    String text = seen.isMissingNode() ? "nothing" : seen.toString();
    return problem(name, text.length() > SHOWN ? text.substring(0, SHOWN) + "..." : text, allowed);
  }

  /** Checks that the object has no fields except these. */
  void allow(String... names) throws ModelFormatException {
    for (String name : names()) {
      if (!Arrays.asList(names).contains(name)) {
        throw new ModelFormatException(
            file,
            "has the unknown key %s; known keys are %s"
                .formatted(at(name), String.join(", ", names)));
      }
    }
  }

  List<String> names() {
    return json.properties().stream().map(Map.Entry::getKey).toList();
  }

  boolean has(String name) {
    return json.has(name);
  }

  /** Returns whether a field is missing or null. */
  boolean isNull(String name) {
    return json.path(name).isMissingNode() || json.path(name).isNull();
  }

  JsonFields child(String name) throws ModelFormatException {
    JsonNode child = json.path(name);
    if (!child.isObject()) {
      throw problem(name, child, "an object");
    }
    return new JsonFields(file, at(name), child);
  }

  /** Returns the elements of a list. The result is an empty list if the field is missing. */
  List<JsonFields> elements(String name) throws ModelFormatException {
    JsonNode list = json.path(name);
    if (!list.isArray() && !list.isMissingNode()) {
      throw problem(name, list, "a list");
    }
    List<JsonFields> elements = new ArrayList<>();
    for (JsonNode element : list) {
      elements.add(new JsonFields(file, at(name) + "." + elements.size(), element));
    }
    return elements;
  }

  /** Returns a string, which must not be empty. */
  String text(String name) throws ModelFormatException {
    JsonNode text = json.path(name);
    if (!text.isTextual() || text.asText().isEmpty()) {
      throw problem(name, text, "a string");
    }
    return text.asText();
  }

  /** Returns a string, which must be one of the allowed ones. */
  String text(String name, String... allowed) throws ModelFormatException {
    String text = json.path(name).isTextual() ? json.path(name).asText() : "";
    if (!Arrays.asList(allowed).contains(text)) {
      throw problem(name, json.path(name), String.join(", ", allowed));
    }
    return text;
  }

  boolean flag(String name) throws ModelFormatException {
    JsonNode flag = json.path(name);
    if (!flag.isBoolean()) {
      throw problem(name, flag, "true, false");
    }
    return flag.asBoolean();
  }

  int whole(String name, int least, int most) throws ModelFormatException {
    return whole(name, json.path(name), least, most);
  }

  /** Returns this element as an integer. */
  int whole(int least, int most) throws ModelFormatException {
    return whole("", json, least, most);
  }

  private int whole(String name, JsonNode number, int least, int most) throws ModelFormatException {
    if (!number.canConvertToInt()
        || !number.isIntegralNumber()
        || number.asInt() < least
        || number.asInt() > most) {
      throw problem(name, number, "a whole number from %d to %d".formatted(least, most));
    }
    return number.asInt();
  }

  /** Returns the id of a token that is written as {@code ["[SEP]", 102]}. */
  int idOfPair(String name) throws ModelFormatException {
    JsonNode pair = json.path(name);
    if (pair.size() != 2 || !pair.path(1).canConvertToInt() || pair.path(1).asInt() < 0) {
      throw problem(name, pair, "an array of a string and an id");
    }
    return pair.path(1).asInt();
  }
}
