package dev.sluice.jobs.init.sample;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.storage.json.JsonObjects;
import dev.sluice.storage.page.IoRetry;
import java.io.IOException;
import java.util.Map;

/** Reads objects of JSON files into a sample. Not thread-safe. */
final class JsonSampler {
  /** Fields of objects that are nested deeper are no columns. */
  private static final int DEPTH = 8;

  private static final ObjectMapper MAPPER =
      new ObjectMapper(
          JsonFactory.builder()
              .streamReadConstraints(
                  StreamReadConstraints.builder().maxStringLength(InitLimits.ROW_BYTES).build())
              .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
              .build());

  private final RowSample sample;

  JsonSampler(RowSample sample) {
    this.sample = sample;
  }

  /**
   * Reads a piece.
   *
   * @throws dev.sluice.storage.page.SourceFormatException if the file is broken there; the rows
   *     before are in the sample
   */
  void read(SamplePiece piece) throws IOException {
    try (JsonObjects objects =
        JsonObjects.open(piece.file().path(), InitLimits.ROW_BYTES, IoRetry.THREE_TIMES)) {
      long bytes = 0;
      long lines = 0;
      boolean more = objects.next();
      while (more && lines < piece.rows() && bytes < piece.bytes()) {
        lines++;
        if (objects.problem().isPresent()) {
          sample.skip();
        } else {
          bytes += objects.length();
          add(objects);
        }
        more = objects.next();
      }
      sample.addLines(lines, more ? objects.bytesRead() : piece.file().bytes());
    }
  }

  private void add(JsonObjects objects) {
    try {
      JsonNode root = MAPPER.readTree(objects.buffer(), objects.offset(), objects.length());
      if (root != null && root.isObject()) {
        add("", root, 1);
        sample.endRow();
        return;
      }
    } catch (IOException e) {
      // No JSON: counted below. Commands that read the rows reject it and say why.
    }
    sample.skip();
  }

  private void add(String prefix, JsonNode object, int depth) {
    for (Map.Entry<String, JsonNode> field : object.properties()) {
      String path = prefix + field.getKey();
      JsonNode value = field.getValue();
      if (value.isObject() && depth < DEPTH) {
        add(path + ".", value, depth + 1);
      } else if (ColumnNames.isNameable(path)) {
        sample.column(path).ifPresent(column -> add(column, value));
        value
            .path(0)
            .properties()
            .forEach(
                each -> {
                  if (each.getValue().isTextual()) {
                    sample.addInList(path, each.getKey());
                  }
                });
      }
    }
  }

  private void add(SampledColumn column, JsonNode value) {
    if (value.isTextual()) {
      byte[] text = value.textValue().getBytes(UTF_8);
      column.addText(sample.next(), text, 0, text.length);
    } else if (value.isNumber()) {
      ValueKind kind = value.isIntegralNumber() ? ValueKind.WHOLE : ValueKind.FRACTION;
      column.addNumber(sample.next(), value.doubleValue(), kind, value::asText);
    } else if (!value.isNull()) {
      column.addOther(value.isArray() ? ValueKind.LIST : ValueKind.OTHER);
    }
  }
}
