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
 * A value beside a key at the top of a YAML file. The text is read by its events, a quarter of the
 * time that it takes to compose it.
 */
final class TopLevelValue {
  /** No key is as deep; the time that it takes to read a text grows with its depth. */
  private static final int DEEPEST = 50;

  private final Parser parser;
  private final Map<String, String> anchors = new HashMap<>();

  private TopLevelValue(String text) {
    this.parser = new ParserImpl(new StreamReader(text), new LoaderOptions());
  }

  /**
   * The value in a file; empty where there is none, or it is no scalar, or no YAML. A file that can
   * be read once only, as a pipe, is left to the program.
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

  /** Reads a node with all that is in it; its text, which is empty for a map or a list. */
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
      if (depth > DEEPEST) {
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
