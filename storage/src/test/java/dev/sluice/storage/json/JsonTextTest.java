package dev.sluice.storage.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.core.Utf8;
import dev.sluice.storage.json.JsonText.Found;
import dev.sluice.storage.rows.RowFields;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTextTest {
  private static final int ROUNDS = 60_000;

  private static final ObjectMapper JACKSON =
      new ObjectMapper(
          JsonFactory.builder()
              .streamReadConstraints(
                  StreamReadConstraints.builder()
                      .maxNumberLength(Integer.MAX_VALUE)
                      .maxNameLength(Integer.MAX_VALUE)
                      .build())
              .build());

  private final JsonText text = new JsonText("text", List.of("a", "meta.text", "meta.a.b"));

  private Optional<String> read(String object) {
    byte[] bytes = ("<<" + object + ">>").getBytes(UTF_8);
    return read(bytes, 2, bytes.length - 4);
  }

  /** Reads an object if it is valid; else says why not. */
  private Optional<String> read(byte[] bytes, int offset, int length) {
    JsonScanner scanner = new JsonScanner();
    boolean valid =
        scanner.isObject(
            bytes, offset, length, (name, nameEnd, value, depth) -> scanner.value(value, depth));
    if (!valid) {
      return Optional.of(scanner.problem());
    }
    text.read(bytes, offset, length);
    return Optional.empty();
  }

  private String found() {
    return new String(text.buffer(), text.offset(), text.length(), UTF_8);
  }

  @Test
  void shouldFindATextAndWhereItIs() throws IOException {
    String object = " {\"id\" : 7, \"text\":\"a \\u00e9\\n\\ud83d\\ude00\" ,\"b\":[]}\r";
    assertThat(read(object)).isEmpty();
    assertThat(text.found()).isEqualTo(Found.TEXT);
    assertThat(found()).isEqualTo("a é\n😀");

    byte[] other = "x\"\\\u0001\n/ü\u2028".getBytes(UTF_8);
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    text.writeWith(other, 0, other.length, written);
    assertThat(written.toString(UTF_8))
        .isEqualTo(" {\"id\" : 7, \"text\":\"x\\\"\\\\\\u0001\\n/ü\u2028\" ,\"b\":[]}\r");
  }

  @Test
  void shouldNotCopyATextWithoutEscapes() {
    byte[] bytes = "{\"text\":\"héllo\"}".getBytes(UTF_8);
    assertThat(read(bytes, 0, bytes.length)).isEmpty();
    assertThat(text.buffer()).isSameAs(bytes);
    assertThat(found()).isEqualTo("héllo");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{}|MISSING",
        "{\"text\":null}|NULL",
        "{\"text\":3}|NO_TEXT",
        "{\"text\":{\"text\":\"x\"}}|NO_TEXT",
        "{\"text\":[]}|NO_TEXT",
        "{\"text\":\"\\ud800\"}|LONE_SURROGATE",
        "{\"text\":\"\\ude00\\ud83d\"}|LONE_SURROGATE",
        "{\"text\":\"\\ud83dx\"}|LONE_SURROGATE",
        "{\"text\":\"\\ud83d\\u0041\"}|LONE_SURROGATE",
        "{\"text\":\"\"}|TEXT",
        "{\"te\\u0078t\":\"\"}|TEXT",
        "{\"text\":1,\"text\":\"\"}|TEXT",
        "{\"text\":\"\",\"text\":1}|NO_TEXT",
      })
  void shouldNameTheFieldThatDoesNotFit(String object, Found expected) {
    assertThat(read(object)).isEmpty();
    assertThat(text.found()).isEqualTo(expected);
    assertThat(text.textProblem().isEmpty()).isEqualTo(expected == Found.TEXT);
    assertThat(text.isNull()).isEqualTo(expected == Found.NULL);
    assertThat(text.found() == Found.MISSING).isEqualTo(expected == Found.MISSING);
  }

  @Test
  void shouldFindOtherFieldsByTheirPaths() {
    assertThat(read("{\"a\":\"\\u0041\",\"meta\":{\"text\":1.50,\"a\":{\"b\":true}}}")).isEmpty();
    assertThat(text.value("a")).contains(new RowFields.RowValue("A", OptionalDouble.empty()));
    assertThat(text.value("meta.text"))
        .contains(new RowFields.RowValue("1.50", OptionalDouble.of(1.5)));
    assertThat(text.value("meta.a.b"))
        .contains(new RowFields.RowValue("true", OptionalDouble.empty()));
    assertThat(text.value("text")).isEmpty();
    assertThat(text.value("b")).isEmpty();
    assertThatThrownBy(() -> text.id("b")).isInstanceOf(IllegalArgumentException.class);

    assertThat(read("{\"meta.text\":9223372036854775807,\"meta.a\":{\"b\":1e999}}")).isEmpty();
    assertThat(text.value("meta.text"))
        .contains(new RowFields.RowValue("9223372036854775807", OptionalDouble.of(0x1p63)));
    assertThat(text.value("meta.a.b"))
        .contains(new RowFields.RowValue("1e999", OptionalDouble.of(Double.POSITIVE_INFINITY)));

    assertThat(read("{\"meta\":{\"a.b\":-0,\"text\":[]},\"a\":null}")).isEmpty();
    assertThat(text.value("meta.a.b"))
        .contains(new RowFields.RowValue("-0", OptionalDouble.of(-0.0)));
    assertThat(text.value("meta.text")).isEmpty();
    assertThat(text.value("a")).isEmpty();
  }

  @Test
  void shouldForgetWhatWasInTheFirstOfTwoEqualNames() {
    assertThat(read("{\"meta\":{\"text\":\"x\",\"a\":{\"b\":1}},\"meta\":{\"a\":5}}")).isEmpty();
    assertThat(text.value("meta.text")).isEmpty();
    assertThat(text.value("meta.a.b")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "1",
        "{",
        "}",
        "{\"a\"}",
        "{\"a\":}",
        "{\"a\":1,}",
        "{,}",
        "{a:1}",
        "{'a':1}",
        "{\"a\":01}",
        "{\"a\":+1}",
        "{\"a\":.5}",
        "{\"a\":1.}",
        "{\"a\":1e}",
        "{\"a\":-}",
        "{\"a\":Nan}",
        "{\"a\":+Infinity}",
        "{\"a\":-NaN}",
        "{\"a\":Infinit}",
        "{\"a\":True}",
        "{\"a\":nul}",
        "{\"a\":\"\t\"}",
        "{\"a\":\"\u0000\"}",
        "{\"a\":\"\\x\"}",
        "{\"a\":\"\\u12g4\"}",
        "{\"a\":\"\\u12\"}",
        "{\"a\":[1,]}",
        "{\"a\":[1 2]}",
        "{\"a\":[1}",
        "{\"a\":1}}",
        "{\"a\":1}{}",
        "{\"a\":1} x",
        "{\"a\":1 // one\n}",
        "{\"a\"\u00a0:1}",
        "\u0000{}",
        "\uFEFF{}"
      })
  void shouldRefuseWhatIsNoObject(String object) {
    assertThat(read(object)).describedAs(object).isPresent();
    assertThat(isObject(object)).isFalse();
  }

  /** As Python writes them. They are no ids. */
  @Test
  void shouldTakeNumbersThatAreNotFinite() {
    JsonText fields = new JsonText("a", List.of("nan", "high", "low", "list"));
    byte[] object =
        "{\"nan\":NaN,\"high\": Infinity ,\"list\":[NaN,-Infinity],\"low\":-Infinity}"
            .getBytes(UTF_8);

    fields.read(object, 0, object.length);
    assertThat(fields.number("nan")).hasValue(Double.NaN);
    assertThat(fields.number("high")).hasValue(Double.POSITIVE_INFINITY);
    assertThat(fields.number("low")).hasValue(Double.NEGATIVE_INFINITY);
    assertThat(fields.elements("list")).contains(List.of("NaN", "-Infinity"));
    assertThat(fields.id("nan")).isEmpty();
    assertThat(fields.id("low")).isEmpty();
  }

  @Test
  void shouldSayWhereAnObjectIsBroken() {
    assertThat(read("[]")).contains("not a JSON object");
    assertThat(read("{\"a\":Nan}")).contains("broken JSON: expected a value (byte 6)");
    assertThat(read("{\"a\":1")).contains("broken JSON: unexpected end (byte 7)");
    assertThat(read("{} {}")).contains("more than one JSON value in a line");
    byte[] cut = {'{', '"', (byte) 0xC3, '"', ':', '1', '}'};
    assertThat(read(cut, 0, cut.length)).contains("invalid UTF-8");
  }

  @Test
  void shouldBoundNesting() {
    for (String bracket : List.of("[", "{\"a\":")) {
      String close = bracket.equals("[") ? "]" : "}";
      assertThat(read("{\"a\":" + bracket.repeat(999) + "1" + close.repeat(999) + "}")).isEmpty();
      assertThat(read("{\"a\":" + bracket.repeat(1000) + "1" + close.repeat(1000) + "}"))
          .hasValueSatisfying(
              problem -> assertThat(problem).contains("more than 1000 nested objects and arrays"));
      assertThat(read("{\"a\":" + bracket.repeat(1_000_000))).isPresent();
    }
  }

  @Test
  void shouldReadNumbersAndNamesOfAnyLength() {
    assertThat(read("{\"a\":" + "9".repeat(1_000_000) + ",\"" + "n".repeat(100_000) + "\":1}"))
        .isEmpty();
    assertThat(text.value("a"))
        .contains(
            new RowFields.RowValue(
                "9".repeat(1_000_000), OptionalDouble.of(Double.POSITIVE_INFINITY)));
  }

  @Test
  void shouldAgreeWithJackson() throws IOException {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    int objects = 0;
    for (int round = 0; round < ROUNDS; round++) {
      String json = RandomJson.object(random, 3);
      byte[] bytes = json.getBytes(UTF_8);
      for (int i = random.nextInt(3); i > 0; i--) {
        byte[] likely = "\"\\{}[]:,0e.-n \n\u007f".getBytes(UTF_8);
        bytes[random.nextInt(bytes.length)] =
            random.nextBoolean()
                ? likely[random.nextInt(likely.length)]
                : (byte) random.nextInt(256);
      }
      String about = "seed %d, round %d: %s".formatted(seed, round, new String(bytes, UTF_8));
      objects += agrees(bytes, about) ? 1 : 0;
    }
    assertThat(objects).isBetween(ROUNDS / 4, ROUNDS * 9 / 10);
  }

  /** Whether both say that it is an object, and find the same in it. */
  private boolean agrees(byte[] bytes, String about) throws IOException {
    boolean wellFormed = Utf8.isWellFormed(bytes, 0, bytes.length);
    String json = new String(bytes, UTF_8);
    boolean object = wellFormed && isObject(json);
    assertThat(read(bytes, 0, bytes.length).isEmpty()).describedAs(about).isEqualTo(object);
    if (object) {
      JsonNode tree = JACKSON.readTree(json);
      JsonNode expected = tree.path("text");
      Found found = text.found();
      if (expected.isTextual() && found == Found.TEXT) {
        assertThat(found()).describedAs(about).isEqualTo(expected.textValue());
      }
      assertThat(found).describedAs(about).isEqualTo(expected(expected));
      same("a", tree.path("a"), about);
      same("meta.text", tree.path("meta").path("text"), about);
      same("meta.a.b", tree.path("meta").path("a").path("b"), about);
    }
    return object;
  }

  private static Found expected(JsonNode node) {
    if (node.isTextual()) {
      return UTF_8.newEncoder().canEncode(node.textValue()) ? Found.TEXT : Found.LONE_SURROGATE;
    }
    return node.isMissingNode() ? Found.MISSING : node.isNull() ? Found.NULL : Found.NO_TEXT;
  }

  private void same(String path, JsonNode node, String about) {
    Optional<RowFields.RowValue> value = text.value(path);
    if (node.isNumber()) {
      assertThat(value.orElseThrow().number().orElseThrow() + 0.0)
          .describedAs(about)
          .isEqualTo(node.doubleValue() + 0.0); // Jackson has no -0
    } else if (node.isTextual() && UTF_8.newEncoder().canEncode(node.textValue())) {
      assertThat(value.orElseThrow().text()).describedAs(about).isEqualTo(node.textValue());
    } else if (node.isBoolean()) {
      assertThat(value.orElseThrow().text()).describedAs(about).isEqualTo(node.asText());
    } else {
      assertThat(value).describedAs(about).isEmpty();
    }
  }

  private static boolean isObject(String json) {
    try (JsonParser parser = JACKSON.createParser(json)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        return false;
      }
      int depth = 1;
      while (depth > 0) {
        JsonToken token = parser.nextToken();
        parser.getText();
        depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
      }
      return parser.nextToken() == null;
    } catch (IOException e) {
      return false;
    }
  }
}
