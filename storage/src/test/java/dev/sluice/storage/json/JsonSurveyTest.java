package dev.sluice.storage.json;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.storage.json.JsonSurvey.FieldException.Conflict;
import dev.sluice.storage.table.RecordReader;
import dev.sluice.storage.table.TableSchema;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class JsonSurveyTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @Test
  void shouldGiveEveryFieldTheColumnThatHoldsAllItsValues() throws Exception {
    TableSchema table =
        survey(
                "{'text':'a','n':1,'d':2,'ok':true,'none':null}",
                "{'meta':{'a':[1, 2]},'d':1.5,'n':9007199254740993}",
                "{'big':18446744073709551615,'mixed':9007199254740993}",
                "{'mixed':0.5,'huge':1e400,'list':[]}")
            .table();

    assertThat(table)
        .hasToString(
            """
            message schema {
              optional binary text (STRING);
              optional int64 n;
              optional double d columnorder(TYPE_DEFINED_ORDER);
              optional boolean ok;
              optional binary none (STRING);
              optional binary meta (JSON);
              optional binary big (JSON);
              optional binary mixed (JSON);
              optional binary huge (JSON);
              optional binary list (JSON);
            }
            """);
  }

  @Test
  void shouldGiveBackEveryLineAsItWas() throws Exception {
    String[] lines = {
      "{'text':'a \\ud83d\\ude00 \\n \\'x\\' é 漢字','n':-1,'d':2.0,'ok':true,'none':null}",
      "  {'meta' : {'a':[1, {'b':null}], 's':'x\\u0041'} , 'd':1.5,'n':9223372036854775807 }  ",
      "{'big':18446744073709551615,'d':1e-7,'text':''}",
      "{'big':-1, 'ok':false}",
      "{'n':1,'n':2}",
      "{}"
    };
    TableSchema table = survey(lines).table();
    JsonEncoder encoder = JsonEncoder.ofAll(table);
    RecordJson json = new RecordJson(table);
    for (String line : lines) {
      byte[] bytes = bytes(line);
      byte[] among = new byte[bytes.length + 20];
      System.arraycopy(bytes, 0, among, 7, bytes.length);
      encoder.encode(among, 7, bytes.length);
      json.write(encoder.buffer(), 0, encoder.length());

      assertThat(withoutNulls(text(json))).isEqualTo(withoutNulls(line.replace('\'', '"')));
    }
    assertThat(text(json)).startsWith("{\"text\":null,\"n\":null,");
  }

  /** A double can be other than finite; in JSON, such numbers are null. */
  @Test
  void shouldTakeNumbersThatAreNotFinite() throws Exception {
    String[] lines = {
      "{'d':NaN,'large':1e400,'in':[NaN,-Infinity,{'NaN':'I \\\\'},'N\\'I',1]}",
      "{'d':-Infinity,'large':Infinity}"
    };
    TableSchema table = survey(lines).table();
    JsonEncoder encoder = JsonEncoder.ofAll(table);
    RecordJson json = new RecordJson(table);
    RecordReader record = new RecordReader(table);
    List<String> written = new ArrayList<>();
    List<Double> doubles = new ArrayList<>();
    for (String line : lines) {
      byte[] bytes = bytes(line);
      encoder.encode(bytes, 0, bytes.length);
      json.write(encoder.buffer(), 0, encoder.length());
      written.add(text(json));
      record.set(encoder.buffer(), 0, encoder.length());
      doubles.add(record.float64(0));
    }

    assertThat(doubles).containsExactly(Double.NaN, Double.NEGATIVE_INFINITY);
    assertThat(written)
        .containsExactly(
            "{'d':null,'large':1e400,'in':[null,null,{'NaN':'I \\\\'},'N\\'I',1]}"
                .replace('\'', '"'),
            "{'d':null,'large':null,'in':null}".replace('\'', '"'));
  }

  @Test
  void shouldTakeTheLastValueOfAName() throws Exception {
    TableSchema table = survey("{'n':2}").table();
    JsonEncoder encoder = JsonEncoder.ofAll(table);
    RecordReader record = new RecordReader(table);
    byte[] last = bytes("{'n':'x','n':7}");

    encoder.encode(last, 0, last.length);
    record.set(encoder.buffer(), 0, encoder.length());

    assertThat(record.int64(0)).isEqualTo(7);
    byte[] misfit = bytes("{'n':7,'n':[1]}");
    assertThatThrownBy(() -> encoder.encode(misfit, 0, misfit.length))
        .isInstanceOf(JsonLineException.class)
        .hasMessageContaining("n");
  }

  @Test
  void shouldNotDependOnWhichSurveySawWhichLine() throws Exception {
    List<String> lines = new ArrayList<>();
    Random random = new Random(3);
    for (int i = 0; i < 200; i++) {
      lines.add("{'f%d':%d,'f%d':1}".formatted(random.nextInt(40), i, random.nextInt(40)));
    }
    TableSchema expected = survey(lines.toArray(String[]::new)).table();
    for (int seed = 0; seed < 20; seed++) {
      List<Integer> order = new ArrayList<>();
      for (int i = 0; i < lines.size(); i++) {
        order.add(i);
      }
      Collections.shuffle(order, random);
      List<JsonSurvey> parts = List.of(new JsonSurvey(), new JsonSurvey(), new JsonSurvey());
      for (int i : order) {
        byte[] line = bytes(lines.get(i));
        parts.get(random.nextInt(3)).add(line, 0, line.length, i);
      }
      JsonSurvey all = new JsonSurvey();
      parts.forEach(all::merge);
      assertThat(all.table()).isEqualTo(expected);
    }
  }

  @Test
  void shouldNameFieldsWhoseValuesDoNotFitTogether() throws Exception {
    JsonSurvey survey =
        survey("{'a':1,'b':'x'}", "{'a':null,'b':[1]}", "{'a':'1'}", "{'a':2.5,'b':true}");

    assertThatThrownBy(survey::table)
        .isInstanceOfSatisfying(
            JsonSurvey.FieldException.class,
            e ->
                assertThat(e.conflicts())
                    .containsExactly(
                        new Conflict("a", "number", 0, "string", 2),
                        new Conflict("b", "string", 0, "nested value", 1)))
        .hasMessage(
            "field a is a number in row 0 and a string in row 2; "
                + "field b is a string in row 0 and a nested value in row 1");
  }

  @Test
  void shouldSayWhatIsWrongWithALine() {
    assertRefused("[1]", "not a JSON object");
    assertRefused("", "not a JSON object");
    assertRefused("{'a':1}{'b':2}", "more than one JSON value");
    assertRefused("{'a':1", "broken JSON: unexpected end");
    assertRefused("{'a':'1", "broken JSON: unexpected end");
    assertRefused("{'a':Nan}", "broken JSON: expected a value");
    assertRefused("{'a':'\\ud800'}", "field a has an unpaired surrogate");
    byte[] latin = "{'é':1}".replace('\'', '"').getBytes(ISO_8859_1);
    assertThatThrownBy(() -> new JsonSurvey().add(latin, 0, latin.length, 0))
        .isInstanceOf(JsonLineException.class)
        .hasMessage("invalid UTF-8");
  }

  @Test
  void shouldRefuseLinesThatTheSurveyHasNotSeen() throws Exception {
    JsonEncoder encoder = JsonEncoder.ofAll(survey("{'a':1}").table());

    assertThatThrownBy(() -> encode(encoder, "{'a':1,'b':1}"))
        .isInstanceOf(JsonLineException.class)
        .hasMessage("field b is not in the table");
    assertThatThrownBy(() -> encode(encoder, "{'a':'x'}"))
        .hasMessage("field a is a string, but its column is optional int64 a");
    assertThatThrownBy(() -> encode(encoder, "{'a"))
        .isInstanceOf(JsonLineException.class)
        .hasMessageContaining("broken JSON");
  }

  @Test
  void shouldRefuseMoreFieldsThanATableHas() throws Exception {
    JsonSurvey survey = new JsonSurvey();
    for (int i = 0; i < JsonSurvey.MAX_FIELDS; i++) {
      byte[] line = bytes("{'f" + i + "':1}");
      survey.add(line, 0, line.length, i);
    }
    byte[] line = bytes("{'g':1}");
    assertThatThrownBy(() -> survey.add(line, 0, line.length, 1))
        .hasMessageContaining("field g exceeds the limit of 10000");
  }

  private static void assertRefused(String line, String reason) {
    assertThatThrownBy(() -> survey(line))
        .isInstanceOf(JsonLineException.class)
        .hasMessageContaining(reason);
  }

  private static void encode(JsonEncoder encoder, String line) throws JsonLineException {
    byte[] bytes = bytes(line);
    encoder.encode(bytes, 0, bytes.length);
  }

  private static JsonSurvey survey(String... lines) throws JsonLineException {
    JsonSurvey survey = new JsonSurvey();
    for (int i = 0; i < lines.length; i++) {
      byte[] line = bytes(lines[i]);
      survey.add(line, 0, line.length, i);
    }
    return survey;
  }

  /** Quotes are written as apostrophes. */
  private static byte[] bytes(String line) {
    return line.replace('\'', '"').getBytes(UTF_8);
  }

  private static String text(RecordJson json) {
    return new String(json.buffer(), 0, json.length(), UTF_8);
  }

  private static JsonNode withoutNulls(String line) throws Exception {
    JsonNode node = JSON.readTree(line);
    node.properties().removeIf(field -> field.getValue().isNull());
    return node;
  }
}
