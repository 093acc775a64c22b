package dev.sluice.storage.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.github.luben.zstd.ZstdInputStream;
import dev.sluice.storage.table.TestingFile;
import dev.sluice.storage.table.TestingTables;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.schema.MessageType;

/**
 * Rows that can be written in every form, and read again by other libraries than the program's.
 *
 * @param name of the file, without an ending
 * @param fields types by path, such as {@code meta.score}
 * @param rows values by path; those that are null are not there
 * @param hasBlankLines whether JSON may have some, which {@code shuffle} takes for rows
 * @param seed of everything that does not change what the rows are
 */
public record RowFile(
    String name,
    Map<String, FieldType> fields,
    List<Map<String, Object>> rows,
    boolean hasBlankLines,
    long seed) {
  private static final List<CompressionCodecName> CODECS =
      List.of(
          CompressionCodecName.UNCOMPRESSED,
          CompressionCodecName.SNAPPY,
          CompressionCodecName.GZIP,
          CompressionCodecName.ZSTD);

  private static final JsonFactory JSON =
      JsonFactory.builder().enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS).build();

  /** A number as it stands in a file. */
  private record Digits(String json) {}

  /** The path of a file in this form. */
  public String path(FileForm form, boolean hasOwnEnding) {
    return name + (hasOwnEnding ? form.ending() : FileForm.PLAIN.ending());
  }

  /** Writes the rows. */
  public void write(Path file, FileForm form) throws IOException {
    Files.createDirectories(file.getParent());
    if (form == FileForm.PARQUET) {
      writeParquet(file);
    } else {
      Files.write(file, form.pack(json(), new Random(seed + form.ordinal()), false));
    }
  }

  /** The rows as JSON, in one of the layouts that there are. */
  public byte[] json() {
    return json(new Random(seed)).getBytes(UTF_8);
  }

  private void writeParquet(Path file) throws IOException {
    Random random = new Random(seed);
    MessageType schema = TestingFile.schema("message rows { " + level("") + "}");
    List<Group> groups = new ArrayList<>();
    for (Map<String, Object> row : rows) {
      Group group = TestingFile.row(schema);
      fill(group, "", row, random);
      groups.add(group);
    }
    new TestingFile(
            CODECS.get(random.nextInt(CODECS.size())),
            random.nextBoolean() ? WriterVersion.PARQUET_1_0 : WriterVersion.PARQUET_2_0,
            random.nextBoolean(),
            10 + random.nextInt(100))
        .write(file, schema, groups);
  }

  /** The columns below a prefix, each group where its first column is. */
  private String level(String prefix) {
    StringBuilder columns = new StringBuilder();
    for (String name : names(prefix)) {
      String path = prefix + name;
      columns.append(
          fields.containsKey(path)
              ? "optional %s; ".formatted(fields.get(path).inParquet(name))
              : "optional group %s { %s} ".formatted(name, level(path + ".")));
    }
    return columns.toString();
  }

  private List<String> names(String prefix) {
    return fields.keySet().stream()
        .filter(path -> path.startsWith(prefix))
        .map(path -> path.substring(prefix.length()).replaceAll("\\..*", ""))
        .distinct()
        .toList();
  }

  private static boolean isAnyBelow(String prefix, Map<String, Object> row) {
    return row.keySet().stream().anyMatch(path -> path.startsWith(prefix));
  }

  private void fill(Group group, String prefix, Map<String, Object> row, Random random) {
    for (String name : names(prefix)) {
      String path = prefix + name;
      if (row.containsKey(path)) {
        fields.get(path).append(group, name, row.get(path));
      } else if (!fields.containsKey(path)
          && (isAnyBelow(path + ".", row) || random.nextBoolean())) {
        fill(group.addGroup(name), path + ".", row, random);
      }
    }
  }

  private String json(Random random) {
    boolean isArray = random.nextInt(5) == 0;
    boolean isFlat = random.nextInt(5) == 0;
    String between =
        List.of("\n", "\n", "\r\n", "", hasBlankLines ? "\n \n\n" : "\n").get(random.nextInt(5));
    List<String> objects = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      objects.add(isFlat ? flat(rows.get(i), i == 0, random) : object(rows.get(i), i == 0, random));
    }
    String mark = random.nextInt(8) == 0 ? "\ufeff" : "";
    return isArray
        ? mark + objects.stream().collect(Collectors.joining("," + between, "[", "]"))
        : mark + String.join(between, objects) + (random.nextBoolean() ? "\n" : "");
  }

  /** With fields whose names are paths. */
  private String flat(Map<String, Object> row, boolean hasAll, Random random) {
    StringBuilder json = new StringBuilder("{");
    for (String path : fields.keySet()) {
      if (row.containsKey(path) || hasAll || random.nextBoolean()) {
        json.append(json.length() > 1 ? "," : "").append('"').append(path).append("\":");
        value(path, row, json, random);
      }
    }
    return json.append('}').toString();
  }

  private void value(String path, Map<String, Object> row, StringBuilder json, Random random) {
    if (row.containsKey(path)) {
      fields.get(path).write(row.get(path), json, random);
    } else {
      json.append("null");
    }
  }

  private String object(Map<String, Object> row, boolean hasAll, Random random) {
    StringBuilder json = new StringBuilder();
    object("", row, hasAll, random, json);
    return json.toString();
  }

  private void object(
      String prefix, Map<String, Object> row, boolean hasAll, Random random, StringBuilder json) {
    List<String> names = new ArrayList<>(names(prefix));
    Collections.shuffle(names, random);
    json.append('{');
    boolean isFirst = true;
    for (String name : names) {
      String path = prefix + name;
      boolean isGroup = !fields.containsKey(path);
      boolean isThere = isGroup ? isAnyBelow(path + ".", row) : row.containsKey(path);
      if (!isThere && !hasAll && random.nextBoolean()) {
        continue;
      }
      json.append(isFirst ? "" : random.nextBoolean() ? "," : ", ");
      isFirst = false;
      json.append('"').append(name).append('"').append(random.nextBoolean() ? ":" : " : ");
      if (!isGroup) {
        value(path, row, json, random);
      } else if (isThere || hasAll || random.nextBoolean()) {
        object(path + ".", row, hasAll, random, json);
      } else {
        json.append("null");
      }
    }
    json.append('}');
  }

  /** The id that a row has; empty if it has none. */
  public Optional<String> id(Map<String, Object> row, String path) {
    return Optional.ofNullable(row.get(path)).flatMap(fields.get(path)::asId);
  }

  /** The score that a row has; NaN if that is no number, empty if it has none. */
  public OptionalDouble score(Map<String, Object> row, String path) {
    return row.containsKey(path) ? fields.get(path).asScore(row.get(path)) : OptionalDouble.empty();
  }

  /** The string that a row has, which may not be UTF-8; empty if it has none. */
  public Optional<byte[]> bytes(Map<String, Object> row, String path) {
    return Optional.ofNullable((String) row.get(path)).map(FieldType::bytes);
  }

  /**
   * The rows of a file with some of these fields: what they hold by path, the same in every form;
   * what is not UTF-8 as Java decodes it.
   */
  public List<String> read(Path file) throws IOException {
    try (InputStream in = unpacked(file)) {
      in.mark(4);
      boolean isParquet = new String(in.readNBytes(4), UTF_8).equals("PAR1");
      in.reset();
      return isParquet ? readParquet(file) : readJson(in);
    }
  }

  private static InputStream unpacked(Path file) throws IOException {
    InputStream in = new BufferedInputStream(Files.newInputStream(file));
    in.mark(4);
    byte[] head = in.readNBytes(4);
    in.reset();
    if (head.length > 1 && head[0] == 0x1F && head[1] == (byte) 0x8B) {
      return new BufferedInputStream(new GZIPInputStream(in));
    }
    boolean isZstd = head.length > 1 && head[0] == 0x28 && head[1] == (byte) 0xB5;
    return isZstd ? new BufferedInputStream(new ZstdInputStream(in)) : in;
  }

  private List<String> readParquet(Path file) throws IOException {
    List<String> all = new ArrayList<>();
    for (Group group : TestingTables.groups(file)) {
      Map<String, String> texts = new TreeMap<>();
      fields.forEach(
          (path, type) -> text(group, path, type).ifPresent(text -> texts.put(path, text)));
      all.add(texts.toString());
    }
    return all;
  }

  private static Optional<String> text(Group row, String path, FieldType type) {
    int dot = path.indexOf('.');
    if (dot < 0) {
      return row.getType().containsField(path) ? type.text(row, path) : Optional.empty();
    }
    String name = path.substring(0, dot);
    return row.getType().containsField(name) && row.getFieldRepetitionCount(name) > 0
        ? text(row.getGroup(name, 0), path.substring(dot + 1), type)
        : Optional.empty();
  }

  private List<String> readJson(InputStream in) throws IOException {
    List<String> all = new ArrayList<>();
    try (JsonParser parser = JSON.createParser(in)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if (token == JsonToken.START_OBJECT) {
          Map<String, String> texts = new TreeMap<>();
          flatten("", object(parser), texts);
          all.add(texts.toString());
        }
      }
    }
    return all;
  }

  private static Map<String, Object> object(JsonParser parser) throws IOException {
    Map<String, Object> fields = new LinkedHashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      parser.nextToken();
      fields.put(name, value(parser));
    }
    return fields;
  }

  private static Object value(JsonParser parser) throws IOException {
    return switch (parser.currentToken()) {
      case START_OBJECT -> object(parser);
      case VALUE_STRING, VALUE_TRUE, VALUE_FALSE -> parser.getText();
      case VALUE_NULL -> Optional.empty();
      default -> new Digits(parser.getText());
    };
  }

  private void flatten(String prefix, Map<String, Object> object, Map<String, String> texts) {
    object.forEach(
        (name, value) -> {
          FieldType type = fields.get(prefix + name);
          if (value instanceof Map<?, ?> inner) {
            Map<String, Object> members = new LinkedHashMap<>();
            inner.forEach((key, member) -> members.put((String) key, member));
            flatten(prefix + name + ".", members, texts);
          } else if (type != null && value instanceof Digits digits) {
            texts.put(prefix + name, type.textOfNumber(digits.json()));
          } else if (type != null && value instanceof String text) {
            texts.put(prefix + name, new String(FieldType.bytes(text), UTF_8));
          }
        });
  }
}
