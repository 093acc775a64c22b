package dev.sluice.storage.source;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.github.luben.zstd.Zstd;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.table.TestingFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.schema.MessageType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same documents are the same rows, whatever their file's format, shape and compression. */
class FormatsAgreeTest {
  private static final int FILES = 250;
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Types of ids and scores that both formats have, in Parquet's notation. */
  private static final List<String> IDS =
      List.of("binary id (STRING)", "int64 id", "int64 id (INTEGER(64,false))", "int32 id");

  private static final List<String> SCORES =
      List.of("binary score (STRING)", "double score", "float score", "int64 score");

  private static final List<String> TEXTS =
      List.of("", " ", "a", "\u00e9\"\\\n", "\ud83d\ude00 \u2028", "x".repeat(3000));

  @TempDir private Path directory;

  private static <T> T one(Random random, List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  /** A value as JSON has it; its Parquet form is in {@link #append}. */
  private static Object value(Random random, String type) {
    if (type.contains("STRING")) {
      return one(random, List.of("3.7", "-1", "high", "", " 2", "1e1", "a-" + random.nextInt(9)));
    }
    if (type.startsWith("double")) {
      return random.nextGaussian() * 3;
    }
    if (type.startsWith("float")) {
      return (double) random.nextFloat();
    }
    long bits = random.nextBoolean() ? random.nextLong() : random.nextInt(7) - 3;
    if (type.startsWith("int32")) {
      return (int) bits;
    }
    return type.contains("false") ? new BigInteger(Long.toUnsignedString(bits)) : (Object) bits;
  }

  private static void append(Group row, String name, String type, Object value) {
    switch (type.substring(0, type.indexOf(' '))) {
      case "binary" -> row.append(name, (String) value);
      case "double" -> row.append(name, (double) value);
      case "float" -> row.append(name, (float) (double) value);
      case "int32" -> row.append(name, (int) value);
      default -> row.append(name, ((Number) value).longValue());
    }
  }

  /** Types by name. */
  private static Map<String, String> types(Random random) {
    Map<String, String> types = new LinkedHashMap<>();
    types.put("id", one(random, IDS));
    types.put("score", one(random, SCORES));
    types.put("text", "binary text (STRING)");
    types.put("dump", "binary dump (STRING)");
    return types;
  }

  private static Map<String, Object> row(Random random, Map<String, String> types) {
    Map<String, Object> row = new LinkedHashMap<>();
    types.forEach(
        (name, type) -> {
          if (random.nextInt(10) > 0) {
            row.put(
                name,
                switch (name) {
                  case "text" -> one(random, TEXTS);
                  case "dump" -> one(random, List.of("CC-MAIN-2024-10", "other", ""));
                  default -> value(random, type);
                });
          }
        });
    return row;
  }

  private Path parquet(Map<String, String> types, List<Map<String, Object>> rows)
      throws IOException {
    MessageType schema =
        TestingFile.schema(
            types.values().stream()
                .map("optional %s; "::formatted)
                .collect(Collectors.joining("", "message documents { ", "}")));
    List<Group> groups = new ArrayList<>();
    for (Map<String, Object> row : rows) {
      Group group = TestingFile.row(schema);
      row.forEach((name, value) -> append(group, name, types.get(name), value));
      groups.add(group);
    }
    Path file = directory.resolve("a.parquet");
    TestingFile.PLAIN.rowsPerGroup(7).write(file, schema, groups);
    return file;
  }

  private static String json(Map<String, Object> row, Random random) {
    try {
      Map<String, Object> all = new LinkedHashMap<>(row);
      all.put("other", Map.of("list", List.of(1, "x")));
      if (!row.containsKey("id") && random.nextBoolean()) {
        all.put("id", null);
      }
      return JSON.writeValueAsString(all);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private Path json(String name, String text) throws IOException {
    byte[] bytes = text.getBytes(UTF_8);
    if (name.endsWith(".gz")) {
      ByteArrayOutputStream packed = new ByteArrayOutputStream();
      try (OutputStream gzip = new GZIPOutputStream(packed)) {
        gzip.write(bytes);
      }
      bytes = packed.toByteArray();
    }
    return Files.write(
        directory.resolve(name), name.endsWith(".zst") ? Zstd.compress(bytes) : bytes);
  }

  private static List<TestingRows.Row> read(Path file) throws IOException, InterruptedException {
    List<TestingRows.Row> rows = new ArrayList<>();
    JsonSource.open(file, TestingRows.MAPPING, FieldRules.DEFAULT)
        .read(row -> rows.add(TestingRows.copy(row)));
    return rows;
  }

  @Test
  void shouldReadTheSameRowsFromEveryFormat() throws Exception {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int number = 0; number < FILES; number++) {
      Map<String, String> types = types(random);
      List<Map<String, Object>> rows = new ArrayList<>();
      for (int i = random.nextInt(30); i >= 0; i--) {
        rows.add(row(random, types));
      }
      rows.add(
          new LinkedHashMap<>(Map.of("text", "a", "score", value(random, types.get("score")))));
      List<TestingRows.Row> expected = TestingRows.read(parquet(types, rows), TestingRows.MAPPING);
      List<String> objects = rows.stream().map(row -> json(row, random)).toList();
      Map<String, String> texts =
          Map.of(
              "a.jsonl", String.join("\n", objects),
              "b.jsonl.gz", String.join(one(random, List.of("\n", "", ",\r\n")), objects) + "\n",
              "c.json.zst",
                  "[" + String.join(one(random, List.of(",", ",\n", "\n")), objects) + "]",
              "d.json", "\ufeff" + String.join("\n\n\ufeff", objects));
      for (Map.Entry<String, String> text : texts.entrySet()) {
        assertThat(read(json(text.getKey(), text.getValue())))
            .as("seed %d, file %d, %s, %s", seed, number, types, text.getKey())
            .isEqualTo(expected);
      }
    }
  }

  /** Of a file that is cut anywhere, the rows before the cut are those of the whole file. */
  @Test
  void shouldReadTheRowsBeforeACut() throws Exception {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    Map<String, String> types = types(random);
    List<String> objects = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      Map<String, Object> row = row(random, types);
      row.put("text", "a");
      row.put("score", 1);
      objects.add(json(row, random));
    }
    String text = String.join("\n", objects);
    List<TestingRows.Row> whole = read(json("a.jsonl", text));
    for (int round = 0; round < 300; round++) {
      int length = random.nextInt(text.length());
      List<TestingRows.Row> rows = new ArrayList<>();
      boolean noticed = false;
      try {
        JsonSource.open(
                json("b.jsonl", text.substring(0, length)), TestingRows.MAPPING, FieldRules.DEFAULT)
            .read(row -> rows.add(TestingRows.copy(row)));
      } catch (SourceFormatException e) {
        noticed = true;
      }
      assertThat(rows).as("seed %d, %d", seed, length).isEqualTo(whole.subList(0, rows.size()));
      boolean betweenRows =
          length == 0 || text.charAt(length - 1) == '\n' || text.charAt(length) == '\n';
      assertThat(noticed).as("seed %d, %d", seed, length).isEqualTo(!betweenRows);
    }
  }
}
