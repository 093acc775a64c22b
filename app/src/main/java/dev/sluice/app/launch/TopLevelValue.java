package dev.sluice.app.launch;

import dev.sluice.app.yaml.YamlFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.events.AliasEvent;
import org.yaml.snakeyaml.events.CollectionEndEvent;
import org.yaml.snakeyaml.events.CollectionStartEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.ScalarEvent;
import org.yaml.snakeyaml.parser.Parser;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.StreamReader;

/**
 * The value of a top-level key of a YAML file. Reads the parser's events instead of using {@code
 * YamlReader}, because every start waits for this and building a tree takes four times as long.
 */
final class TopLevelValue {
  /** No key is nested as deeply. Limits the time to parse, which grows with the depth. */
  private static final int MAX_DEPTH = 50;

  private final Parser parser;
  private final Map<String, String> anchors = new HashMap<>();

  private TopLevelValue(String text) {
    this.parser = new ParserImpl(new StreamReader(text), new LoaderOptions());
  }

  /**
   * The value in a file; empty if the key or its value is missing, or the file is not valid YAML.
   * Leaves a file that can be read only once, such as a pipe, to the program.
   */
  static String inFile(Path file, String key) {
    if (!Files.isRegularFile(file)) {
      return "";
    }
    try {
      return new TopLevelValue(YamlFile.text(file)).find(key);
    } catch (IOException | YAMLException e) {
      return "";
    }
  }

  private String find(String key) {
    parser.getEvent(); // the stream
    if (parser.checkEvent(Event.ID.StreamEnd)) {
      return "";
    }
    parser.getEvent(); // the document
    if (!parser.getEvent().is(Event.ID.MappingStart)) {
      return "";
    }
    while (!parser.checkEvent(Event.ID.MappingEnd)) {
      boolean found = node().equals(key);
      String value = node();
      if (found) {
        return value;
      }
    }
    return "";
  }

  /** Reads a node and everything inside of it. Returns its text, or nothing for a map or list. */
  private String node() {
    String text = "";
    int depth = 0;
    do {
      Event event = parser.getEvent();
      if (event instanceof CollectionStartEvent) {
        depth++;
      } else if (event instanceof CollectionEndEvent) {
        depth--;
        text = "";
      } else {
        text = text(event);
      }
      if (depth > MAX_DEPTH) {
        throw new YAMLException("nested too deeply");
      }
    } while (depth > 0);
    return text;
  }

  private String text(Event event) {
    if (event instanceof AliasEvent alias) {
      return anchors.getOrDefault(alias.getAnchor(), "");
    }
    ScalarEvent scalar = (ScalarEvent) event;
    if (scalar.getAnchor() != null) {
      anchors.put(scalar.getAnchor(), scalar.getValue());
    }
    return scalar.getValue();
  }
}
