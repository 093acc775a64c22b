package dev.sluice.core.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/** Values computed by independent programs; its resources' README says which. */
public final class Golden {
  private static final ObjectMapper JSON = new ObjectMapper();

  private Golden() {}

  /** All of a file of JSON. */
  public static JsonNode json(String name) throws IOException {
    return JSON.readTree(read(name));
  }

  /** The lines of a file of them. */
  public static List<JsonNode> lines(String name) throws IOException {
    List<JsonNode> lines = new ArrayList<>();
    for (String line : read(name).split("\n")) {
      lines.add(JSON.readTree(line));
    }
    return lines;
  }

  private static String read(String name) throws IOException {
    try (InputStream in = Golden.class.getResourceAsStream("golden/" + name)) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }
}
