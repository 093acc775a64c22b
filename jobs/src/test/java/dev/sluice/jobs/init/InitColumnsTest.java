package dev.sluice.jobs.init;

import static dev.sluice.jobs.init.TestingInit.init;
import static dev.sluice.jobs.init.TestingInit.unbroken;
import static dev.sluice.jobs.init.TestingInit.values;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.parquet.example.data.Group;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which columns are the id, the text and the dump, and which language the texts have. */
class InitColumnsTest {
  @TempDir private Path root;
  private TestingLayouts layouts;

  @BeforeEach
  void start() {
    layouts = new TestingLayouts(root);
  }

  @Test
  void shouldTakeNoIdThatDoesNotIdentifyATextButOneThatRepeatsWithIt() throws Exception {
    List<String> texts =
        IntStream.range(0, 40).mapToObj(i -> layouts.text() + "x".repeat(i)).toList();
    layouts.rows(
        "optional binary id (STRING); optional int64 doc_id; optional binary text (STRING);"
            + " optional double score;",
        120,
        (row, group) ->
            group
                .append("id", "group " + row % 3)
                .append("doc_id", (long) (row % 40))
                .append("text", texts.get(row % 40))
                .append("score", (double) row));
    InitJob.Outcome outcome = init(root);

    assertThat(values(outcome)).contains("id: doc_id");
    assertThat(unbroken(outcome))
        .contains("duplicates in the sample: 80 rows")
        .contains("id does not identify texts: only 3 of 120 values are distinct");
  }

  /** Writes a file whose ids are the numbers of its rows. */
  private void numbered(String file, int rows, IntFunction<String> text) throws IOException {
    layouts.table(
        file,
        "message m { optional int64 id; optional binary text (STRING); optional double score; }",
        rows,
        (row, group) ->
            group
                .append("id", (long) row)
                .append("text", text.apply(row))
                .append("score", 1.0 * row));
  }

  @Test
  void shouldDoubtAnIdThatAFewOtherTextsHaveToo() throws Exception {
    for (int rows : new int[] {4_000, 40}) {
      numbered(rows + ".parquet", rows, row -> layouts.text() + "x".repeat(rows));
    }
    InitJob.Outcome outcome = init(root);
    assertThat(values(outcome)).contains("id: id");
    String doubt = "id: 40 rows of the sample have the same value as an earlier row in column id,";
    assertThat(outcome.warnings()).anyMatch(each -> each.startsWith(doubt));
  }

  /** Of many row groups, few are read: hardly ever those of the same place in two files. */
  @Test
  void shouldTakeNoIdThatIsTheNumberOfTheRowInLargeFiles() throws Exception {
    for (int groups : new int[] {297, 200}) {
      numbered(groups + ".parquet", 50 * groups, row -> row + " words".repeat(groups / 50));
    }
    assertThat(init(root).warnings())
        .anyMatch(each -> each.startsWith("id: none; id does not identify texts: only"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"digest", "hexsha", "conversation_id", "blob_id", "page_id", "task_id", "sha256"})
  void shouldKnowIdsByOtherNames(String name) throws Exception {
    layouts.rows(
        "optional binary %s (STRING); optional binary text (STRING); ".formatted(name),
        40,
        (row, group) -> group.append(name, "sha1:" + row).append("text", layouts.text() + row));
    assertThat(values(init(root))).contains("id: " + name);
  }

  @Test
  void shouldTakeAUrlForTheIdIfThereIsNoOther() throws Exception {
    for (String name : List.of("url", "metadata_id")) {
      layouts.table(
          name + "/a.parquet",
          "message m { optional binary url (STRING); optional binary text (STRING); %s}"
              .formatted(name.equals("url") ? "" : "optional binary id (STRING); "),
          40,
          (row, group) -> {
            group.append("url", "https://example.org/" + row).append("text", layouts.text() + row);
            if (!name.equals("url")) {
              group.append("id", "doc " + row);
            }
          });
    }
    InitJob.Outcome alone = init(root.resolve("url"));
    assertThat(values(alone)).contains("id: url");
    assertThat(alone.warnings())
        .containsExactly(
            "id: url, because no other column fits. With URLs as ids, run keeps only one text of a"
                + " page that was crawled twice. To keep both texts, set input.columns.id to null;"
                + " to drop equal texts nevertheless, also set input.id to text-hash");
    InitJob.Outcome beside = init(root.resolve("metadata_id"));
    assertThat(values(beside)).contains("id: id");
    assertThat(beside.warnings()).isEmpty();
  }

  /** Several rows may show the same picture, and none may be a page. */
  @Test
  void shouldTakeNoUrlOfSomethingWithinAPageForTheId() throws Exception {
    String field = "\"text\": \"some %1$d\", \"image\": {\"url\": \"u%1$d\"}";
    Files.writeString(root.resolve("a.jsonl"), lines(times(25, field)));
    assertThat(values(init(root))).contains("id: null");
  }

  /** A line of JSON with each of these fields and a score. */
  private static String lines(Stream<String> fields) {
    return fields.map("{%s, \"score\": 0.5}\n"::formatted).collect(Collectors.joining());
  }

  private static Stream<String> times(int count, String field) {
    return IntStream.range(0, count).mapToObj(field::formatted);
  }

  @Test
  void shouldDoubtATextThatManyRowsLack() throws Exception {
    String with = lines(times(90, "\"text\": \"some %d\""));
    String other = lines(times(7, "\"other\": \"some %d\""));
    String blank = lines(times(3, "\"text\": \" \""));
    Files.writeString(root.resolve("a.jsonl"), with + other + blank);
    assertThat(init(root).warnings())
        .containsExactly(
            "text: column text has no text in 10 rows of the sample; run drops such rows");
    Files.writeString(root.resolve("a.jsonl"), with + blank);
    assertThat(init(root).warnings()).isEmpty();
  }

  @Test
  void shouldSayWhatToDoWithTextsInLists() throws Exception {
    String list = "\"lines\": [\"a question\", \"an answer\"]";
    Path rows = root.resolve("rows.jsonl");
    Files.writeString(rows, lines(times(40, "\"name\": \"chat %d\", " + list)));
    String doubt =
        "text: run does not read texts in lists; if the texts are in lines, copy the texts into one"
            + " column (see docs/how-to/start-from-your-files.md)";
    assertThat(init(root).warnings())
        .anyMatch(w -> w.contains("name has the longest"))
        .contains(doubt);

    Files.writeString(rows, lines(times(40, list + ", \"turn\": %d")));
    assertThat(init(root).warnings())
        .anyMatch(w -> w.startsWith("no column holds"))
        .contains(doubt);

    Files.writeString(rows, lines(times(40, "\"text\": \"chat %d\", " + list)));
    assertThat(init(root).warnings()).isEmpty();

    Files.delete(rows);
    layouts.rows(
        "optional binary name (STRING); optional group lines (LIST) { repeated group"
            + " list { optional binary element (STRING); } }",
        40,
        (row, group) -> group.append("name", "chat " + row));
    assertThat(init(root).warnings()).contains(doubt);
  }

  @Test
  void shouldNotTakeAConstantForTheText() throws Exception {
    layouts.rows(
        "optional binary document (STRING); optional binary source (STRING);"
            + " optional binary answer (STRING);",
        40,
        (row, group) ->
            group
                .append("document", "all of the collection")
                .append("source", "a name that is longer than all of the answers are")
                .append("answer", "answer " + row));
    assertThat(values(init(root))).contains("text: answer");
  }

  @Test
  void shouldTakeNothingBesideAChatForItsText() throws Exception {
    layouts.table(
        "data/a.parquet",
        """
        message m {
          optional binary id (STRING); optional binary topic (STRING);
          optional group messages (LIST) { repeated group list { optional group element {
            optional binary role (STRING); optional binary content (STRING); } } }
        }
        """,
        40,
        (row, group) -> {
          group.append("id", "d" + row).append("topic", "topic " + row % 3);
          Group message = group.addGroup("messages").addGroup("list").addGroup("element");
          message.append("role", "user").append("content", layouts.text());
        });
    InitJob.Outcome outcome = init(root);

    assertThat(outcome.hasText()).isFalse();
    assertThat(values(outcome)).contains("id: id").noneMatch(line -> line.startsWith("text:"));
    assertThat(outcome.warnings())
        .singleElement()
        .isEqualTo(
            "text: messages holds chats, and run does not read texts in lists: copy the texts into"
                + " one column (see docs/how-to/start-from-your-files.md)");
  }

  @Test
  void shouldFindChatsInJson() throws Exception {
    String chat =
        "{\"system\": \"You help.\", \"conversations\": [{\"from\": \"human\", \"value\":"
            + " \"Why?\"}]}\n";
    Path file = Files.writeString(root.resolve("chats.jsonl"), chat + chat.replace("You", "They"));
    InitJob.Outcome outcome = init(file);

    assertThat(outcome.hasText()).isFalse();
    assertThat(outcome.warnings())
        .singleElement()
        .asString()
        .startsWith("text: conversations holds chats, ");
  }

  @Test
  void shouldKeepATextByItsNameBesideAChat() throws Exception {
    Files.writeString(
        root.resolve("a.jsonl"),
        "{\"text\": \"Once\", \"messages\": [{\"role\": \"user\", \"content\": \"Why?\"}]}\n"
            + "{\"text\": \"Twice\", \"messages\": []}\n");
    assertThat(values(init(root))).contains("text: text");
  }

  @ParameterizedTest
  @CsvSource({
    "cc_segment,"
        + " crawl-data/CC-MAIN-2022-21/segments/1652662525507.54/wet/CC-MAIN-20220519042059-20220519072059-00001.warc.wet.gz",
    "file_path, s3://commoncrawl/crawl-data/CC-MAIN-2022-21/segments/1/warc/CC-MAIN-1.warc.gz",
    "dump, crawl=CC-MAIN-2022-21",
  })
  void shouldFindDumpsInPathsOfTheirFiles(String column, String value) throws Exception {
    layouts.rows(
        "optional binary text (STRING); optional binary %s (STRING); ".formatted(column),
        60,
        (row, group) ->
            group
                .append("text", layouts.text())
                .append(column, row % 2 == 0 ? value : value.replace("2022-21", "2012")));

    InitJob.Outcome outcome = init(root);

    assertThat(values(outcome))
        .containsSubsequence(
            "dump:",
            "column: " + column,
            "match: \"(?<dump>CC-MAIN-[0-9]{4}(-[0-9]{2,4})?)(?![0-9-])\"")
        .contains("partition-by: [bucket, dump]")
        .doesNotContain("dump: null");
    assertThat(unbroken(outcome)).contains("2 dumps in the sample: CC-MAIN-2012, CC-MAIN-2022-21");
    assertThat(outcome.warnings()).noneMatch(warning -> warning.contains("dump"));
  }

  @Test
  void shouldTakeNoPathWithoutADumpForOne() throws Exception {
    layouts.rows(
        "optional binary text (STRING); optional binary file_path (STRING); ",
        60,
        (row, group) ->
            group
                .append("text", layouts.text())
                .append("file_path", "CC-MAIN-20220519042059-20220519072059-00001.warc.gz"));

    InitJob.Outcome outcome = init(root);

    assertThat(values(outcome)).contains("dump: null");
    assertThat(outcome.text()).doesNotContain("input.dump.column");
  }

  @Test
  void shouldKnowLanguagesByScriptAndAsFastTextWritesThem() throws Exception {
    Files.writeString(root.resolve("ja.jsonl"), "{\"text\": \"日本語の文章を書くのは難しい\"}\n".repeat(3));
    Files.writeString(
        root.resolve("de.jsonl"), "{\"text\": \"a\", \"lang\": \"__label__de\"}\n".repeat(3));
    Files.writeString(root.resolve("zh.jsonl"), "{\"text\": \"写中文文章很难\"}\n".repeat(3));
    for (String language : List.of("ja", "de", "zh")) {
      assertThat(values(init(root.resolve(language + ".jsonl")))).contains("language: " + language);
    }
  }

  private InitJob.Outcome inLanguages(String... languages) throws Exception {
    String field = "\"text\": \"some %d\", \"lang\": \"%s\"";
    Stream<String> fields =
        IntStream.range(0, 25)
            .mapToObj(row -> field.formatted(row, languages[row % languages.length]));
    Files.writeString(root.resolve("a.jsonl"), lines(fields));
    return init(root);
  }

  @ParameterizedTest
  @CsvSource({
    "Python, Python",
    "C++, C++",
    "Go, Go",
    "Java, Java",
    "CSS, CSS",
    "css css html python c++, css",
    "php, php",
    "sql, sql",
    "css, css",
    "xml, xml",
    "lua, lua",
    "nan, nan",
    "und, und",
    "ts, ts",
    "XML, XML",
    "php sql php de css, php",
    "de de php sql css, css"
  })
  void shouldTakeNoLanguageThatIsNoneOrThatFewRowsHave(String languages, String named)
      throws Exception {
    InitJob.Outcome outcome = inLanguages(languages.split(" "));
    assertThat(values(outcome)).contains("language: en");
    assertThat(outcome.warnings())
        .containsExactly(
            "language: en; lang has values such as %s, which are not language codes; en is the default"
                .formatted(named));
  }

  @Test
  void shouldTakeTheMostFrequentLanguage() throws Exception {
    InitJob.Outcome outcome = inLanguages("und", "und", "de", "fr", "it");
    assertThat(values(outcome)).contains("language: de");
    assertThat(outcome.warnings())
        .singleElement()
        .asString()
        .contains("the language of only 20.0 %");
  }

  @ParameterizedTest
  @CsvSource({
    "ENG, ENG",
    "deu, deu",
    "ger, ger",
    "cmn, cmn",
    "yue, yue",
    "arb, arb",
    "lua_Latn, lua",
    "tso, tso",
    "Yiddish, yi",
    "Hebrew, he",
    "Norwegian Bokmål, nb",
    "de, de",
    "EN, EN",
    "zh-CN, zh-CN",
    "ceb, ceb",
    "eng_Latn, eng",
    "__label__zh, zh",
    "English, en",
    "chinese, zh"
  })
  void shouldKnowCodesAndNamesOfLanguages(String value, String tag) throws Exception {
    InitJob.Outcome outcome = inLanguages(value);
    assertThat(values(outcome)).contains("language: " + tag);
    assertThat(outcome.warnings()).isEmpty();
  }
}
