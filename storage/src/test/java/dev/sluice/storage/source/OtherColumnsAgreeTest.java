package dev.sluice.storage.source;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sluice.core.filter.Filter;
import dev.sluice.storage.table.TableSchema;
import dev.sluice.storage.table.TestingFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.schema.MessageType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The other columns of the same rows are the same, whatever their file's format. */
class OtherColumnsAgreeTest {
  private static final int FILES = 60;
  private static final int FILTERS = 10;
  private static final ObjectMapper JSON =
      JsonMapper.builder().disable(JsonWriteFeature.WRITE_NAN_AS_STRINGS).build();

  /** Columns by name, in Parquet's notation. */
  private static final Map<String, String> TYPES =
      Map.of(
          "lang", "binary lang (STRING)",
          "kind", "binary kind (STRING)",
          "tokens", "int64 tokens",
          "stars", "int32 stars",
          "quality", "double quality",
          "share", "float share",
          "adult", "boolean adult");

  /** Numbers have the width that types have where files of both formats are one data set. */
  private static final TableSchema CARRIED =
      new TableSchema(
          TestingFile.schema(
              """
              message carried {
                optional boolean adult;
                optional binary lang (STRING);
                optional binary kind (STRING);
                optional group tags (LIST) { repeated group list { optional int32 element; } }
                optional int64 tokens;
                optional int64 stars;
                optional double share;
                optional double quality;
                optional int32 none;
              }
              """));

  private static final List<String> STRINGS =
      List.of("", "en", "de", "en-GB", "\u00e9", "e\u0301", "\ud83d\ude00", "it's \"\\\n", "7");

  private static final List<Long> LONGS =
      List.of(
          0L,
          1L,
          -1L,
          7L,
          1L << 53,
          (1L << 53) + 1,
          -(1L << 53) - 1,
          Long.MAX_VALUE,
          Long.MAX_VALUE - 1,
          Long.MIN_VALUE);

  private static final List<Double> DOUBLES =
      List.of(
          0.0,
          -0.0,
          0.5,
          0.65,
          -2.5,
          1.0,
          7.0,
          0x1p53,
          0x1p60,
          1e20,
          1e300,
          Double.MIN_VALUE,
          Double.POSITIVE_INFINITY,
          Double.NEGATIVE_INFINITY,
          Double.NaN);

  private static final List<String> NUMBERS =
      List.of(
          "0",
          "1",
          "7",
          "0.65",
          "-2.5",
          "9007199254740993",
          "9007199254740992.5",
          "-9007199254740993",
          "9223372036854775806",
          "9223372036854775807",
          "9223372036854775808",
          "1152921504606846977",
          "1e20",
          "1e300",
          "4.9e-324");

  private static final List<String> OPERATORS = List.of("==", "!=", "<", "<=", ">", ">=");

  @TempDir private Path directory;

  private static <T> T one(Random random, List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  private static Object value(Random random, String name) {
    return switch (name) {
      case "lang", "kind" -> one(random, STRINGS);
      case "tokens" -> one(random, LONGS);
      case "stars" -> one(random, List.of(0, 1, -1, 7, Integer.MAX_VALUE));
      case "quality" -> one(random, DOUBLES);
      case "share" -> (double) random.nextFloat();
      default -> random.nextBoolean();
    };
  }

  private static Map<String, Object> row(Random random) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("text", "a");
    row.put("score", 1.0);
    for (String name : TYPES.keySet()) {
      if (random.nextInt(4) > 0) {
        row.put(name, value(random, name));
      }
    }
    return row;
  }

  /**
   * @param names the other columns
   */
  private Path parquet(Set<String> names, List<Map<String, Object>> rows) throws IOException {
    MessageType schema =
        TestingFile.schema(
            names.stream()
                .map(name -> "optional %s; ".formatted(TYPES.get(name)))
                .collect(
                    Collectors.joining(
                        "",
                        "message rows { required binary text (STRING); required double score; ",
                        "}")));
    List<Group> groups = new ArrayList<>();
    for (Map<String, Object> row : rows) {
      Group group = TestingFile.row(schema);
      row.forEach((name, value) -> append(group, name, value));
      groups.add(group);
    }
    Path file = directory.resolve("a.parquet");
    TestingFile.PLAIN.rowsPerGroup(7).write(file, schema, groups);
    return file;
  }

  private static void append(Group row, String name, Object value) {
    switch (name) {
      case "text", "lang", "kind" -> row.append(name, (String) value);
      case "tokens" -> row.append(name, (long) value);
      case "stars" -> row.append(name, (int) value);
      case "share" -> row.append(name, (float) (double) value);
      case "adult" -> row.append(name, (boolean) value);
      default -> row.append(name, (double) value);
    }
  }

  private Path json(Random random, Set<String> names, List<Map<String, Object>> rows)
      throws IOException {
    List<String> lines = new ArrayList<>();
    for (Map<String, Object> row : rows) {
      lines.add(json(random, names, row));
    }
    return Files.writeString(directory.resolve("a.jsonl"), String.join("\n", lines), UTF_8);
  }

  /** Some writers leave the fraction of whole numbers out, and some write absent values as null. */
  private static String json(Random random, Set<String> names, Map<String, Object> row)
      throws JsonProcessingException {
    Map<String, Object> object = new LinkedHashMap<>();
    for (String name : names) {
      if (random.nextBoolean()) {
        object.put(name, null);
      }
    }
    row.forEach(
        (name, value) -> {
          boolean whole = value instanceof Double number && number == Math.rint(number);
          boolean shortened =
              whole
                  && Math.abs((double) value) < 1e6
                  && !value.equals(-0.0)
                  && random.nextBoolean();
          object.put(name, shortened ? (Object) (long) (double) value : value);
        });
    return JSON.writeValueAsString(object);
  }

  private static String condition(Random random, int depth) {
    if (depth > 0 && random.nextInt(3) > 0) {
      String parts =
          condition(random, depth - 1)
              + one(random, List.of(" and ", " or "))
              + condition(random, depth - 1);
      return (random.nextBoolean() ? "not " : "") + "(" + parts + ")";
    }
    String string = one(random, List.of("lang", "kind"));
    String number = one(random, List.of("tokens", "stars", "quality", "share"));
    String operator = one(random, OPERATORS);
    return switch (random.nextInt(8)) {
      case 0 -> string + " " + operator + " " + quoted(random);
      case 1 -> number + " " + operator + " " + one(random, NUMBERS);
      case 2 -> number + " " + operator + " " + one(random, List.of("tokens", "stars", "quality"));
      case 3 -> "lang " + operator + " kind";
      case 4 -> number + " in (" + one(random, NUMBERS) + ", " + one(random, NUMBERS) + ")";
      case 5 -> string + " not in (" + quoted(random) + ", " + quoted(random) + ")";
      case 6 -> one(random, List.copyOf(TYPES.keySet())) + " is not null";
      default -> one(random, List.of("adult", "not adult", "adult == true"));
    };
  }

  private static String quoted(Random random) {
    return "'" + one(random, STRINGS).replace("'", "''") + "'";
  }

  /** A file, and the path that it has below its input. */
  private record Located(Path file, String path) {}

  private static void read(Located file, ColumnMapping mapping, SourceRow.RowConsumer consumer)
      throws IOException, InterruptedException {
    FieldRules rules = FieldRules.DEFAULT.inFile(file.path());
    if (JsonSource.reads(file.file())) {
      JsonSource.open(file.file(), mapping, rules).read(consumer);
      return;
    }
    ParquetSource source = ParquetSource.open(file.file(), mapping, rules);
    for (int group = 0; group < source.rowGroups(); group++) {
      source.read(group, consumer);
    }
  }

  private static List<Long> passing(Located file, Filter filter)
      throws IOException, InterruptedException {
    List<Long> passing = new ArrayList<>();
    read(
        file,
        TestingRows.MAPPING.filtered(Optional.of(filter)),
        row -> {
          assertThat(row.rejection()).as("row %d", row.row()).isEmpty();
          if (row.passesFilter()) {
            passing.add(row.row());
          }
        });
    return passing;
  }

  private static List<ByteBuffer> carried(Located file) throws IOException, InterruptedException {
    List<ByteBuffer> records = new ArrayList<>();
    read(
        file,
        TestingRows.MAPPING.carrying(Optional.of(CARRIED)),
        row -> {
          assertThat(row.rejection()).as("row %d", row.row()).isEmpty();
          ByteBuffer record = row.columns();
          records.add(ByteBuffer.allocate(record.remaining()).put(record).flip());
        });
    return records;
  }

  /** A directory that Hive would make: each byte of the value may be escaped. */
  private static String directory(String name, Object value) {
    StringBuilder escaped = new StringBuilder(name).append('=');
    for (byte each : value.toString().getBytes(UTF_8)) {
      escaped.append("%%%02X".formatted(each));
    }
    return escaped.append('/').toString();
  }

  /** Files with the same rows: the first has all columns, the others some only in their paths. */
  private List<Located> files(Random random) throws IOException {
    Map<String, Object> inPath = new LinkedHashMap<>();
    for (String name : List.of("kind", one(random, List.of("tokens", "stars", "quality")))) {
      if (random.nextBoolean()) {
        Object value = value(random, name);
        boolean isFinite = !(value instanceof Double number) || Double.isFinite(number);
        inPath.put(name, isFinite ? value : 1.0);
      }
    }
    List<Map<String, Object>> all = new ArrayList<>();
    List<Map<String, Object>> rest = new ArrayList<>();
    for (int i = random.nextInt(30); i >= 0; i--) {
      Map<String, Object> row = row(random);
      row.keySet().removeAll(inPath.keySet());
      rest.add(new LinkedHashMap<>(row));
      row.putAll(inPath);
      all.add(row);
    }
    Set<String> names = new TreeSet<>(TYPES.keySet());
    Path whole = parquet(names, all);
    names.removeAll(inPath.keySet());
    String path =
        inPath.entrySet().stream()
            .map(each -> directory(each.getKey(), each.getValue()))
            .collect(Collectors.joining());
    return List.of(
        new Located(Files.move(whole, directory.resolve("whole.parquet"), REPLACE_EXISTING), "a"),
        new Located(parquet(names, rest), path + "a.parquet"),
        new Located(json(random, names, rest), path + "a.jsonl"));
  }

  @Test
  void shouldPassTheSameRowsOfEveryFormat() throws Exception {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    long passed = 0;
    for (int number = 0; number < FILES; number++) {
      List<Located> files = files(random);
      for (int i = 0; i < FILTERS; i++) {
        Filter filter = Filter.parse(condition(random, 3));
        List<Long> expected = passing(files.get(0), filter);
        passed += expected.size();
        for (Located file : files) {
          assertThat(passing(file, filter))
              .as("seed %d, file %d, %s, %s", seed, number, file.path(), filter)
              .isEqualTo(expected);
        }
      }
    }
    assertThat(passed).isPositive();
  }

  @Test
  void shouldCarryTheSameColumnsOfEveryFormat() throws Exception {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int number = 0; number < FILES; number++) {
      List<Located> files = files(random);
      List<ByteBuffer> expected = carried(files.get(0));
      for (Located file : files) {
        assertThat(carried(file))
            .as("seed %d, file %d, %s", seed, number, file.path())
            .isEqualTo(expected);
      }
    }
  }
}
