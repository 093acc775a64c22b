package dev.sluice.storage.output;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sluice.core.BucketCounts;
import dev.sluice.storage.DamagedFileException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/**
 * Reads and writes the JSON files of an output. Fields are in declared order, maps are sorted, and
 * lines end with \n on every platform.
 */
public final class Json {
  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
          .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
          .addMixIn(BucketCounts.class, CountsInJson.class)
          .build();

  /**
   * The mapper for trees, journals and printed results. Names are as in code, and maps keep their
   * order.
   */
  public static final ObjectMapper PLAIN = new ObjectMapper();

  private static final ObjectWriter WRITER =
      MAPPER.writer(new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter("  ", "\n")));

  private Json() {}

  /** Leaves out counters that are 0 in most outputs if they are 0. */
  public interface CountsInJson {
    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
    long nearDuplicatesRemoved();

    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
    long takenDown();
  }

  /**
   * Checks that this version of Sluice can read the format of a file.
   *
   * @throws IllegalArgumentException if it cannot
   */
  public static void requireFormat(String what, int format, int known) {
    requireFormat(what, format, known, known);
  }

  /** Checks that this version of Sluice can read the format of a file, one of a range. */
  static void requireFormat(String what, int format, int first, int last) {
    if (format < first || format > last) {
      throw new IllegalArgumentException(
          "%s has format %d, but this version of Sluice reads only format %s; use the newer version that wrote it"
              .formatted(what, format, first == last ? first : first + " to " + last));
    }
  }

  /** Writes a value as a JSON document in UTF-8 that ends with a newline. */
  public static byte[] write(Object value) {
    try {
      return (WRITER.writeValueAsString(value) + "\n").getBytes(StandardCharsets.UTF_8);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Sluice cannot write one of its values as JSON", e);
    }
  }

  /** Writes a value as one line of JSON, in UTF-8. */
  public static byte[] line(Object value) {
    try {
      return (MAPPER.writeValueAsString(value) + "\n").getBytes(StandardCharsets.UTF_8);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Sluice cannot write one of its values as JSON", e);
    }
  }

  /** Writes a value on one line with {@link #PLAIN}. */
  public static String text(Object value) {
    try {
      return PLAIN.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Sluice cannot write one of its values as JSON", e);
    }
  }

  /** Converts a value to the tree that is read from its file. */
  public static JsonNode tree(Object value) throws IOException {
    return PLAIN.readTree(write(value));
  }

  /**
   * Reads a JSON file.
   *
   * @throws DamagedFileException if the file does not have the expected content; names the file
   */
  public static <T> T read(Path file, Class<T> type) throws IOException {
    return read(Files.readAllBytes(file), file, type);
  }

  /** Reads JSON from the bytes of a file. */
  public static <T> T read(byte[] bytes, Path file, Class<T> type) throws IOException {
    try {
      return Objects.requireNonNull(MAPPER.readValue(bytes, type), "null");
    } catch (JsonProcessingException e) {
      boolean own = e.getCause() instanceof IllegalArgumentException;
      throw new DamagedFileException(
          file, own ? e.getCause().getMessage() : e.getOriginalMessage(), e);
    } catch (IOException | RuntimeException e) { // not JSON, or not of the expected type
      throw new DamagedFileException(file, String.valueOf(e.getMessage()), e);
    }
  }
}
