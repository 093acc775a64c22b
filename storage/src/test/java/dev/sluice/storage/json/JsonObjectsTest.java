package dev.sluice.storage.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.rows.RowProblem;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class JsonObjectsTest {
  private static final Path FILE = Path.of("a.json");

  /** Hands out a few bytes at a time, as a network does. */
  private static InputStream drops(byte[] bytes, int most) {
    return new ByteArrayInputStream(bytes) {
      @Override
      public synchronized int read(byte[] target, int offset, int length) {
        return super.read(target, offset, Math.min(length, most));
      }
    };
  }

  /** Every object with its line, or its problem; at the end the error, if there is one. */
  private static List<String> rows(String text, int maxBytes, int drop) throws IOException {
    List<String> rows = new ArrayList<>();
    InputStream bytes = drops(text.getBytes(UTF_8), drop);
    try (JsonObjects objects = JsonObjects.of(FILE, bytes, maxBytes)) {
      while (objects.next()) {
        assertThat(objects.row()).isEqualTo(rows.size());
        String object =
            objects
                .problem()
                .map(RowProblem::message)
                .orElseGet(
                    () -> new String(objects.buffer(), objects.offset(), objects.length(), UTF_8));
        rows.add(objects.line() + " " + object);
      }
    } catch (SourceFormatException e) {
      rows.add(e.reason());
    }
    return rows;
  }

  private static List<String> rows(String text) throws IOException {
    List<String> rows = rows(text, 1000, 1000);
    for (int drop = 1; drop < 20; drop += 3) {
      assertThat(rows(text, 1000, drop)).isEqualTo(rows);
    }
    return rows;
  }

  private static JsonShape shape(String text) throws IOException {
    try (JsonObjects objects =
        JsonObjects.of(FILE, new ByteArrayInputStream(text.getBytes(UTF_8)), 100)) {
      return objects.shape();
    }
  }

  @Test
  void shouldReadLines() throws IOException {
    assertThat(rows("\uFEFF{\"a\":1}\r\n\n \t\n{\"b\":[2]} \n{\"c\":3}"))
        .containsExactly("1 {\"a\":1}\r", "4 {\"b\":[2]} ", "5 {\"c\":3}");
    assertThat(rows("")).isEmpty();
    assertThat(rows("\uFEFF")).isEmpty();
    assertThat(rows("\n\n")).isEmpty();
  }

  @Test
  void shouldReadTheElementsOfAnArray() throws IOException {
    assertThat(rows("[{\"a\":\"]}\\\"\"},{\"b\":[{}]}]"))
        .containsExactly("1 {\"a\":\"]}\\\"\"}", "1 {\"b\":[{}]}");
    assertThat(rows("\uFEFF\n[\n  {\n    \"a\": 1\n  },\n  {}\n]\n"))
        .containsExactly("3 {\n    \"a\": 1\n  }", "6 {}");
    assertThat(rows("[]")).isEmpty();
    assertThat(rows("[ ] \n")).isEmpty();
  }

  @Test
  void shouldReadObjectsThatFollowEachOther() throws IOException {
    assertThat(rows("{\n \"a\": 1\n}\n{\n \"a\": 2\n}"))
        .containsExactly("1 {\n \"a\": 1\n}", "4 {\n \"a\": 2\n}");
    assertThat(rows("{\"a\":1}{\"a\":2} {\"a\":3}\n{\"a\":4}"))
        .containsExactly("1 {\"a\":1}", "1 {\"a\":2}", "1 {\"a\":3}", "2 {\"a\":4}");
    assertThat(rows("[{\"a\":1}]\n[{\"a\":2}]\n{\"a\":3}"))
        .containsExactly("1 {\"a\":1}", "2 {\"a\":2}", "3 {\"a\":3}");
  }

  @Test
  void shouldDistinguishWrongLinesFromObjectsOverSeveralLines() throws IOException {
    String following = "\n{\"text\":\"b\"}\n{\"text\":\"c\"}\n";
    for (String cut :
        List.of(
            "{",
            "{\"te",
            "{\"text\"",
            "{\"text\":",
            "{\"text\":\"b",
            "{\"text\":\"b\"",
            "{\"text\":\"b\",",
            "{\"text\":\"b\"}}",
            "{\"text\":[1,",
            "{\"text\":tru",
            "{\"text\":Nan}",
            "{\"text\":1},",
            "[1]",
            "nothing",
            "\u0000")) {
      assertThat(shape(cut + following)).describedAs(cut).isEqualTo(JsonShape.LINES);
    }
    assertThat(shape("{\n\"a\":\n{}}")).isEqualTo(JsonShape.OBJECTS);
    assertThat(shape("{\n\"a\": Nan\n}")).isEqualTo(JsonShape.OBJECTS);
    assertThat(shape("{\n\"a\": \"" + "x".repeat(200))).isEqualTo(JsonShape.OBJECTS);
    assertThat(shape("{\"a\": \"" + "x".repeat(200))).isEqualTo(JsonShape.LINES);
    assertThat(shape("[\n\n {")).isEqualTo(JsonShape.ARRAY);
  }

  @Test
  void shouldPassOverCommasAndMarksBetweenObjects() throws IOException {
    assertThat(rows("{\"a\":1},\n\uFEFF{\"a\":2}, {\"a\":3}\uFEFF{\"a\":4}\n,\n"))
        .containsExactly("1 {\"a\":1}", "2 {\"a\":2}", "2 {\"a\":3}", "2 {\"a\":4}");
    assertThat(rows("[{\"a\":1}\n{\"a\":2}]")).containsExactly("1 {\"a\":1}", "2 {\"a\":2}");
  }

  /** What is wrong in a line, between good ones, and how many rows that line has. */
  static Stream<Arguments> wrong() {
    return Stream.of(
        arguments("{", 1, "expected a name in quotes"),
        arguments("{\"te", 1, "byte 0x0a in a string is not escaped"),
        arguments("{\"text\"", 1, "expected a colon"),
        arguments("{\"text\":", 1, "expected a comma or }"),
        arguments("{\"text\":\"b\"", 1, "expected a comma or }"),
        arguments("{\"text\":\"b\",", 1, "expected a name in quotes"),
        arguments("{\"text\":[1,", 1, "expected a comma or ]"),
        arguments("{\"text\":tru", 1, "expected a value"),
        arguments("{\"text\":Nan}", 1, "expected a value"),
        arguments("{\"text\":\"\\x\"}", 1, "unknown escape"),
        arguments("{'text': 'b'}", 1, "expected a name in quotes"),
        arguments("{\"text\":\"b\"}}", 2, "not a JSON object"),
        arguments("{\"text\":1} x {}", 2, "not a JSON object"),
        arguments("[1]", 1, "not a JSON object"),
        arguments("nothing", 1, "not a JSON object"),
        arguments("\u0000{}", 1, "not a JSON object"),
        arguments("]", 1, "not a JSON object"),
        arguments("12", 1, "not a JSON object"));
  }

  @ParameterizedTest
  @MethodSource("wrong")
  void shouldLoseNoObjectBesideAWrongLine(String line, int count, String reason)
      throws IOException {
    String good = "{\"text\":\"a\"}";
    String lines = (good + "\n").repeat(200);
    List<String> rows = rows(lines + line + "\n" + lines);
    assertThat(rows).hasSize(400 + count);
    assertThat(rows.subList(0, 200)).allMatch(row -> row.endsWith(" " + good));
    assertThat(rows.get(200 + count - 1)).startsWith("201 ").contains(reason);
    assertThat(rows.subList(200 + count, 400 + count)).allMatch(row -> row.endsWith(" " + good));
    assertThat(rows.get(200 + count)).startsWith("202 ");
  }

  @Test
  void shouldContinueBehindElementsThatAreNoObjects() throws IOException {
    String good = "{},".repeat(500);
    assertThat(rows("[" + good + "1,null,[{}],\"x\\\"\",{\"b\":2}]"))
        .hasSize(505)
        .endsWith(
            "1 not a JSON object",
            "1 not a JSON object",
            "1 not a JSON object",
            "1 not a JSON object",
            "1 {\"b\":2}");
  }

  static Stream<Arguments> ends() {
    return Stream.of(
        arguments("[{}", 1, "line 1: the file ends in the middle of an array"),
        arguments("[", 0, "line 1: the file ends in the middle of an array"),
        arguments("[{},\n{\"a\":1", 1, "line 2: the file ends in the middle of an object"),
        arguments("{}\n{}\n{\"a\":\"x", 2, "line 3: the file ends in the middle of an object"),
        arguments(
            "{\n \"a\":1\n}\n{\n \"a\":[\n  {\"k\":1},\n  {\"k\":2}\n ],\n \"b",
            1,
            "line 4: the file ends in the middle of an object"),
        arguments(
            "{\n\"a\":1\n}\n{\n\"a\":[\n{\"k\":1},\n{\"k\":2}\n],\n\"b",
            7,
            "line 4: the file ends in the middle of an object"));
  }

  @ParameterizedTest
  @MethodSource("ends")
  void shouldNoticeThatAFileIsCutOff(String text, int before, String reason) throws IOException {
    assertThat(rows(text)).hasSize(before + 1).last().isEqualTo(reason);
  }

  @Test
  void shouldTakeNoFileWithoutObjects() throws IOException {
    assertThat(rows("a\n\nb\n"))
        .containsExactly(
            "1 not a JSON object",
            "3 not a JSON object",
            "no line is a JSON object; first problem: line 1: not a JSON object");
    assertThat(rows("x\n".repeat(10_001) + "{}"))
        .hasSize(10_000)
        .last()
        .asString()
        .startsWith("none of the first 10,000 lines is a JSON object;");
    assertThat(rows("x\n".repeat(99) + "{}\n".repeat(9_901))).hasSize(10_000);
  }

  @Test
  void shouldTakeNoFileWithMoreThanOneInvalidRowInAHundred() throws IOException {
    assertThat(rows("{}\n".repeat(99) + "x\n"))
        .hasSize(100)
        .last()
        .isEqualTo("100 not a JSON object");
    assertThat(rows("{}\n".repeat(98) + "x\n"))
        .hasSize(100)
        .last()
        .isEqualTo(
            "1 of 99 rows are not valid JSON objects; at most 1 % may be invalid; first problem:"
                + " line 99: not a JSON object");
  }

  @Test
  void shouldCountWhatIsTooLargeWithoutHoldingIt() throws IOException {
    String large = "{\"a\":\"" + "x\\\"".repeat(300_000) + "\"}";
    for (String between : List.of("\n", "\n\n", "", ",", " ")) {
      assertThat(rows("{\"a\":0}\n" + large + between + "{}", 1000, 7777))
          .hasSize(3)
          .contains("2 the object has more than 1000 bytes")
          .last()
          .asString()
          .endsWith("{}");
    }
    assertThat(rows("[{\"a\":0},\n" + large + ",\n" + large + "\n,{}]", 1000, 7777))
        .containsExactly(
            "1 {\"a\":0}",
            "2 the object has more than 1000 bytes",
            "3 the object has more than 1000 bytes",
            "4 {}");
    assertThat(rows("[{},{\"1\":2}]", 6, 1))
        .containsExactly("1 {}", "1 the object has more than 6 bytes");
    assertThat(rows("[{},{\"1\":2}]", 7, 1)).containsExactly("1 {}", "1 {\"1\":2}");
    assertThat(rows(large, 1000, 7777)).containsExactly("1 the object has more than 1000 bytes");
    assertThat(rows("{\"a\":\"" + "x".repeat(2000) + "\n{}", 1000, 7777))
        .containsExactly("1 the object has more than 1000 bytes", "2 {}");
    assertThat(rows("{}\n{\"a\":\"" + "x".repeat(2000), 1000, 7777))
        .containsExactly("1 {}", "line 2: the file ends in the middle of an object");
    assertThat(rows("{}\n".repeat(99) + "x".repeat(5000) + "\n{}", 1000, 7777))
        .hasSize(101)
        .contains("100 not a JSON object")
        .endsWith("101 {}");
  }

  /** A bracket that is missing in a line does not make one object of all lines behind it. */
  @Test
  void shouldLoseOneLineWhereABracketIsMissing() throws IOException {
    String many = "{\"a\":[{\"b\":1}]},\n".repeat(500);
    for (int most : new int[] {1000, 1 << 20}) {
      assertThat(rows("[" + many + "{\"tags\":[\n" + many + "{}]", most, 7777))
          .as("%d bytes", most)
          .hasSize(1002)
          .contains("500 {\"a\":[{\"b\":1}]}", "502 {\"a\":[{\"b\":1}]}", "1002 {}");
    }
  }

  @Test
  void shouldNotCallAnElementTooLargeThatIsNoObject() throws IOException {
    assertThat(rows("[{}," + "{},".repeat(500) + "\"" + "x".repeat(999) + "\"]", 1000, 7777))
        .hasSize(502)
        .endsWith("1 not a JSON object");
    assertThat(rows("[" + "1,".repeat(3) + "\"" + "x".repeat(999) + "\"]", 1000, 7777))
        .last()
        .asString()
        .startsWith("no line is a JSON object");
  }

  @Test
  void shouldNotReadToTheEndForEachElementThatDoesNotEnd() throws IOException {
    String lines = ("[1,\n" + "1,\n".repeat(5)).repeat(5_000);
    try (JsonObjects objects =
        JsonObjects.of(FILE, drops(("[{},\n" + lines).getBytes(UTF_8), 1 << 20), 32 << 20)) {
      assertThatThrownBy(
              () -> {
                while (objects.next()) {
                  continue;
                }
              })
          .isInstanceOf(SourceFormatException.class);
    }
  }

  @Test
  void shouldTellTheSizeOfWhatIsTooLarge() throws IOException {
    String large = "{\"a\":[\"" + "]}".repeat(3000) + "\",{}\n]}";
    for (String text : List.of(large, "[" + large + "]", large + large)) {
      try (JsonObjects objects = JsonObjects.of(FILE, drops(text.getBytes(UTF_8), 777), 1000)) {
        assertThat(objects.next()).isTrue();
        assertThat(objects.size()).isEqualTo(large.length());
        assertThat(objects.problem()).map(RowProblem::reason).contains(RowProblem.TOO_LARGE);
      }
    }
  }

  @Test
  void shouldNotBelieveBracketsWithoutEnd() throws IOException {
    String good = "{}\n".repeat(500);
    assertThat(rows(good + "{\"a\":" + "[".repeat(3_000_000) + "\n{}", 4_000_000, 1 << 20))
        .hasSize(502)
        .endsWith("502 {}");
  }

  @Test
  void shouldReadTheSameObjectsInEveryShape() throws IOException {
    Random random = new Random(5);
    for (int round = 0; round < 400; round++) {
      List<String> objects = new ArrayList<>();
      for (int i = 1 + random.nextInt(8); i > 0; i--) {
        objects.add(RandomJson.object(random, 3).replace('\n', ' ').replace('\r', ' '));
      }
      int drop = 1 + random.nextInt(50);
      for (String text :
          List.of(
              String.join("\n", objects),
              "[" + String.join(" ,\n", objects) + "]",
              " [\r\n" + String.join(",", objects) + "\n]\n",
              String.join(",\n\uFEFF", objects),
              objects.get(0) + objects.get(0) + String.join("", objects))) {
        List<String> read =
            rows(text, 1 << 20, drop).stream().map(row -> row.substring(2)).toList();
        int twice = read.size() - objects.size();
        assertThat(read.subList(twice, read.size())).describedAs(text).isEqualTo(objects);
      }
    }
  }

  /** Each read ends where an object does. */
  private static InputStream objectByObject(byte[] bytes) {
    return new ByteArrayInputStream(bytes) {
      @Override
      public synchronized int read(byte[] target, int offset, int length) {
        int end = pos;
        while (end < count && buf[end] != '}') {
          end++;
        }
        return super.read(target, offset, Math.min(length, end + 1 - pos));
      }
    };
  }

  /** Reads move what is there, which must not happen to an object whose fields were found. */
  @Test
  void shouldExtractFieldsWhereverReadsEnd() throws IOException {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (String between : List.of("\n", "\r\n", "", ",\n", " \t \n")) {
      StringBuilder all = new StringBuilder();
      List<String> texts = new ArrayList<>();
      while (all.length() < 3_000_000) {
        int numbers = random.nextInt(random.nextInt(4) > 0 ? 20 : 40_000);
        texts.add(IntStream.range(0, numbers).mapToObj(Integer::toString).collect(joining(" ")));
        all.append("{\"text\":\"")
            .append(texts.get(texts.size() - 1))
            .append("\"}")
            .append(between);
      }
      JsonText fields = new JsonText("text");
      InputStream in = objectByObject(all.toString().getBytes(UTF_8));
      List<String> read = new ArrayList<>();
      try (JsonObjects objects = JsonObjects.of(FILE, in, 1 << 20, fields)) {
        while (objects.next()) {
          read.add(new String(fields.buffer(), fields.offset(), fields.length(), UTF_8));
        }
      }
      assertThat(read).as("seed %d, %s", seed, between).isEqualTo(texts);
    }
  }

  @Test
  void shouldNeverHangOrThrowAnythingElseOnChangedBytes() throws IOException {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int round = 0; round < 20_000; round++) {
      byte[] bytes = changed(random);
      try (JsonObjects objects = JsonObjects.of(FILE, drops(bytes, 1 + random.nextInt(40)), 60)) {
        int end = 0;
        while (objects.next()) {
          assertThat(objects.row()).describedAs("seed %d", seed).isEqualTo(end++);
        }
        assertThat(end).describedAs("seed %d", seed).isLessThanOrEqualTo(bytes.length);
      } catch (SourceFormatException e) {
        assertThat(e.reason()).describedAs("seed %d", seed).containsAnyOf("line ", "it is ");
      }
    }
  }

  private static byte[] changed(Random random) {
    String open = random.nextBoolean() ? "[" : "";
    String between = open.isEmpty() ? "\n" : ",\n";
    StringBuilder text = new StringBuilder(open);
    for (int i = random.nextInt(5); i > 0; i--) {
      text.append(RandomJson.object(random, 2)).append(between);
    }
    byte[] bytes = text.append(RandomJson.object(random, 1)).append("]").toString().getBytes(UTF_8);
    byte[] kept = Arrays.copyOf(bytes, bytes.length - random.nextInt(1 + bytes.length / 4));
    for (int i = random.nextInt(4); i > 0; i--) {
      kept[random.nextInt(kept.length)] = (byte) random.nextInt(256);
    }
    return kept;
  }

  @Test
  void shouldHoldNoMoreThanAnObject() throws IOException {
    long most = Runtime.getRuntime().maxMemory();
    long length = (1L << 31) + (64 << 20); // more than an int counts
    assertThat(most).isLessThan(length * 4);
    byte[] one = ("{\"text\":\"" + "z".repeat(1 << 20) + "\"},\n").getBytes(UTF_8);
    try (JsonObjects objects = JsonObjects.of(FILE, new Repeated(one, length), 2 << 20)) {
      assertThatThrownBy(
              () -> {
                while (objects.next()) {
                  assertThat(objects.buffer().length).isLessThanOrEqualTo((2 << 20) + 1);
                }
              })
          .isInstanceOf(SourceFormatException.class)
          .hasMessageContaining("the file ends in the middle of a");
      assertThat(objects.row()).isGreaterThan(length / one.length - 2);
      assertThat(objects.bytesRead()).isEqualTo(length);
    }
  }

  /** An array of the same object over and over, cut off. */
  private static final class Repeated extends InputStream {
    private final byte[] piece;
    private final long length;
    private long position;

    Repeated(byte[] piece, long length) {
      this.piece = piece;
      this.length = length;
    }

    @Override
    public int read() {
      throw new UnsupportedOperationException();
    }

    @Override
    public int read(byte[] target, int offset, int count) {
      if (position == 0) {
        target[offset] = '[';
        position++;
        return 1;
      }
      int from = (int) ((position - 1) % piece.length);
      int some = (int) Math.min(Math.min(count, piece.length - from), length - position);
      System.arraycopy(piece, from, target, offset, some);
      position += some;
      return some == 0 ? -1 : some;
    }
  }

  @Test
  void shouldReportTheLineWherePackedBytesEnd() throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (OutputStream gzip = new GZIPOutputStream(packed)) {
      Random random = new Random(1);
      gzip.write('[');
      for (int i = 0; i < 50_000; i++) {
        gzip.write("{\"a\":%d},\n".formatted(random.nextLong()).getBytes(UTF_8));
      }
    }
    InputStream half =
        new ByteArrayInputStream(Arrays.copyOf(packed.toByteArray(), packed.size() / 2));
    try (JsonObjects objects = JsonObjects.of(Path.of("a.json.gz"), half, 1000)) {
      assertThatThrownBy(
              () -> {
                while (objects.next()) {
                  assertThat(objects.problem()).isEmpty();
                }
              })
          .isInstanceOf(SourceFormatException.class)
          .hasMessageContaining("cannot be decompressed beyond the first ")
          .hasMessageEndingWith("the compressed data is truncated");
      assertThat(objects.row()).isBetween(20_000L, 30_000L);
    }
  }
}
