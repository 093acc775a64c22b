package dev.sluice.jobs.init;

import static dev.sluice.jobs.text.TestingRefusals.assertRefusal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.storage.text.TextInputs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
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

class InitJobTest {
  private static final String TWO =
      "message m { optional binary text (STRING); optional double score; }";

  @TempDir private Path root;
  private TestingLayouts layouts;

  @BeforeEach
  void start() {
    layouts = new TestingLayouts(root);
  }

  private InitJob.Outcome init(String... inputs) throws IOException, InterruptedException {
    return InitJob.run(
        inputs.length == 0 ? List.of(root.toString()) : List.of(inputs),
        Optional.empty(),
        JobProgress.NONE);
  }

  private InitJob.Outcome initWithScore(String column) throws IOException, InterruptedException {
    return InitJob.run(List.of(root.toString()), Optional.of(column), JobProgress.NONE);
  }

  /** The lines that are no comments, without comments behind values. */
  private static List<String> values(InitJob.Outcome outcome) {
    return outcome
        .text()
        .lines()
        .map(line -> line.replaceFirst("(^|\\s+)#.*", ""))
        .filter(line -> !line.isBlank())
        .map(String::strip)
        .toList();
  }

  /** The text without the breaks of long comments. */
  private static String unbroken(InitJob.Outcome outcome) {
    return outcome.text().replaceAll("\n *# +", " ");
  }

  private void small(String name, int rows) throws IOException {
    layouts.table(
        name,
        TWO,
        rows,
        (row, group) -> group.append("text", layouts.text()).append("score", (double) row));
  }

  @Test
  void shouldKnowFineWebEdu() throws Exception {
    layouts.fineWebEdu(120);
    InitJob.Outcome outcome = init();

    assertThat(values(outcome))
        .contains("text: text", "id: id", "score: score", "dump: dump", "language: en")
        .contains("min: 0.0", "max: 6.0", "partition-by: [bucket, dump]")
        .contains("- {name: \"2.8\", min: 2.8, max: 3.0, rate: 0.3}")
        .contains("- {name: \"4.0\", min: 4.0, max: inf, rate: 1.0}")
        .noneMatch(line -> line.startsWith("scale:") || line.startsWith("scope:"));
    assertThat(outcome.text())
        .contains("others: language_score, int_score")
        .contains("2 dumps in the sample: CC-MAIN-2023-50, CC-MAIN-2024-10")
        .contains("240 rows of about 240")
        .contains("# 10.0 %; 24 rows\n");
    assertThat(outcome.warnings()).isEmpty();
    assertThat(outcome.quarantined()).isEmpty();
    assertThat(outcome.text()).contains("# near-dedup:").doesNotContain("edited copies");
  }

  @Test
  void shouldKnowFineWebByItsLanguageScore() throws Exception {
    layouts.fineWeb(400);
    InitJob.Outcome outcome = init();

    assertThat(values(outcome))
        .contains("score: language_score", "min: 0.0", "max: 1.0")
        .filteredOn(line -> line.startsWith("- {name"))
        .hasSize(4)
        .anyMatch(line -> line.startsWith("- {name: \"0.0\", min: 0.0, max: 0.7"))
        .anyMatch(line -> line.endsWith("max: inf, rate: 1.0}"));
    assertThat(outcome.warnings())
        .containsExactly(
            "score: language_score is the confidence of a language identification, not a measure of"
                + " quality");
  }

  @Test
  void shouldKnowFineWebEduChineseByItsDirectories() throws Exception {
    layouts.chinese(100);
    InitJob.Outcome outcome = init();

    assertThat(values(outcome))
        .contains("language: zh", "id: null", "dump: null", "score: score", "scale: 5.0")
        .contains("scope: none", "partition-by: [bucket]", "max: 6.0")
        .contains("- {name: \"3.5\", min: 3.5, max: 4.0, rate: 0.8}");
    assertThat(outcome.text())
        .contains("200 scores from 3.", "scaled", "directories such as 4_5")
        .contains("set input.id to text-hash, and remove these lines:\ndedup:\n  scope: none");
  }

  @Test
  void shouldKnowNemotronMathByAFieldOfAStruct() throws Exception {
    layouts.nemotronMath(100);
    InitJob.Outcome outcome = init();

    assertThat(values(outcome))
        .contains("score: metadata.finemath_scores", "id: id", "text: text", "dump: null")
        .doesNotContain("- {name: \"2.8\", min: 2.8, max: 3.0, rate: 0.3}");
    assertThat(outcome.text())
        .contains(
            "not used: metadata.category (text), metadata.models.list.element (neither text nor")
        .contains("number)");
  }

  @Test
  void shouldReadJsonLines() throws Exception {
    layouts.lines("a.jsonl", 150);
    InitJob.Outcome outcome = init();

    assertThat(values(outcome))
        .contains("text: raw_content", "id: doc_id", "score: meta.quality_score", "language: de")
        .contains("max: 100.0");
    assertThat(outcome.warnings()).isEmpty();
    assertThat(values(outcome)).doesNotContain("pattern");
    assertThat(outcome.text()).contains("1 file, ", "150 rows of about 150");
  }

  @Test
  void shouldGuessByValuesWhereNamesSayNothing() throws Exception {
    layouts.table(
        "a.parquet",
        """
        message m {
          optional binary headline (STRING); optional binary it"em (STRING);
          optional float worth; optional int32 n;
        }
        """,
        80,
        (row, group) ->
            group
                .append("headline", "h" + row)
                .append("it\"em", layouts.text())
                .append("worth", (float) -row)
                .append("n", row));
    InitJob.Outcome outcome = init();

    assertThat(values(outcome))
        .contains("text: \"it\\\"em\"", "id: null", "score: worth", "min: -100.0", "max: 0.0")
        .contains("- {name: \"q1\", min: -100.0, max: -60.0, rate: 0.3}");
    assertThat(outcome.warnings())
        .hasSize(2)
        .anyMatch(
            each ->
                each.startsWith(
                    "text: no column has the name of a text column; it\"em has the longest"))
        .anyMatch(each -> each.contains("worth is the only column of numbers with a fraction"));
    assertThat(unbroken(outcome)).contains("others: headline");
  }

  @Test
  void shouldTakeNoIdThatDoesNotIdentifyATextButOneThatRepeatsWithIt() throws Exception {
    String schema =
        "message m { optional binary id (STRING); optional int64 doc_id; optional binary text"
            + " (STRING); optional double score; }";
    List<String> texts =
        IntStream.range(0, 40).mapToObj(i -> layouts.text() + "x".repeat(i)).toList();
    layouts.table(
        "a.parquet",
        schema,
        120,
        (row, group) ->
            group
                .append("id", "group " + row % 3)
                .append("doc_id", (long) (row % 40))
                .append("text", texts.get(row % 40))
                .append("score", (double) row));
    InitJob.Outcome outcome = init();

    assertThat(values(outcome)).contains("id: doc_id");
    assertThat(unbroken(outcome))
        .contains("duplicates in the sample: 80 rows")
        .contains("id does not identify texts: only 3 of 120 values are distinct");
  }

  private InitJob.Outcome scored(String... names) throws Exception {
    String columns =
        Stream.of(names).map("optional double %s; "::formatted).collect(Collectors.joining());
    layouts.table(
        "a.parquet",
        "message m { optional binary text (STRING); %s}".formatted(columns),
        40,
        (row, group) -> {
          group.append("text", layouts.text() + row);
          for (String name : names) {
            group.append(name, row % 7 / 7.0);
          }
        });
    return init();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "toxicity_score",
        "spam_score",
        "perplexity_score",
        "ppl_score",
        "nsfwScore",
        "PII_score",
        "duplicate_score",
        "risk_score",
        "error_score",
        "int_toxicity_score",
        "repetition_score",
        "junk_score",
        "gibberish_score",
        "abuseScore",
        "hallucination_scores"
      })
  void shouldNotTakeForAScoreWhatIsHighForBadTexts(String name) throws Exception {
    InitJob.Outcome beside = scored(name, "quality");
    assertThat(values(beside)).contains("score: quality");
    assertThat(unbroken(beside)).contains(name + " cannot be the score: by its name, high values");
    assertThat(beside.warnings()).isEmpty();
    InitJob.Outcome alone = scored(name);
    assertThat(values(alone)).contains("score: null", "constant: 1.0");
    assertThat(alone.warnings())
        .anyMatch(each -> each.contains(name + " cannot be the score: by its name, high values"));
  }

  @Test
  void shouldTakeNeitherABadNumberForAScoreBecauseItIsTheOnlyOne() throws Exception {
    InitJob.Outcome outcome = scored("perplexity");
    assertThat(values(outcome)).contains("score: null");
    assertThat(outcome.warnings())
        .containsExactly(
            "score: no column has the name of a score; the columns of numbers are perplexity");
  }

  @Test
  void shouldDoubtOneOfTwoScoresOfAnotherMeaning() throws Exception {
    InitJob.Outcome outcome = scored("apple_score", "education_score");
    assertThat(values(outcome)).contains("score: apple_score");
    assertThat(outcome.warnings())
        .containsExactly(
            "score: apple_score was chosen by its name, but the score could also be"
                + " education_score");
  }

  @Test
  void shouldDoubtAnIdThatAFewOtherTextsHaveToo() throws Exception {
    for (int rows : new int[] {4_000, 40}) {
      layouts.table(
          rows + ".parquet",
          "message m { optional int64 id; optional binary text (STRING); optional double score; }",
          rows,
          (row, group) ->
              group
                  .append("id", (long) row)
                  .append("text", layouts.text() + "x".repeat(rows))
                  .append("score", 1.0 * row));
    }
    InitJob.Outcome outcome = init();
    assertThat(values(outcome)).contains("id: id");
    assertThat(outcome.warnings())
        .anyMatch(
            each ->
                each.startsWith(
                    "id: 40 rows of the sample have the same value as an earlier row in column"
                        + " id,"));
  }

  /** Of many row groups, few are read: hardly ever those of the same place in two files. */
  @Test
  void shouldTakeNoIdThatIsTheNumberOfTheRowInLargeFiles() throws Exception {
    for (int groups : new int[] {297, 200}) {
      layouts.table(
          groups + ".parquet",
          "message m { optional int64 id; optional binary text (STRING); optional double score; }",
          50 * groups,
          (row, group) ->
              group
                  .append("id", (long) row)
                  .append("text", row + " words".repeat(groups / 50))
                  .append("score", 1.0 * row));
    }
    assertThat(init().warnings())
        .anyMatch(each -> each.startsWith("id: none; id does not identify texts: only"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"digest", "hexsha", "conversation_id", "blob_id", "page_id", "task_id", "sha256"})
  void shouldKnowIdsByOtherNames(String name) throws Exception {
    layouts.table(
        "a.parquet",
        "message m { optional binary %s (STRING); optional binary text (STRING); }".formatted(name),
        40,
        (row, group) -> group.append(name, "sha1:" + row).append("text", layouts.text() + row));
    assertThat(values(init())).contains("id: " + name);
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
    InitJob.Outcome alone = init(root.resolve("url").toString());
    assertThat(values(alone)).contains("id: url");
    assertThat(alone.warnings())
        .containsExactly(
            "id: url, because no other column fits. With URLs as ids, run keeps only one text of a"
                + " page that was crawled twice. To keep both texts, set input.columns.id to null;"
                + " to drop equal texts nevertheless, also set input.id to text-hash");
    InitJob.Outcome beside = init(root.resolve("metadata_id").toString());
    assertThat(values(beside)).contains("id: id");
    assertThat(beside.warnings()).isEmpty();
  }

  /** Several rows may show the same picture, and none may be a page. */
  @Test
  void shouldTakeNoUrlOfSomethingWithinAPageForTheId() throws Exception {
    Stream<String> fields =
        IntStream.range(0, 25)
            .mapToObj("\"text\": \"some %1$d\", \"image\": {\"url\": \"u%1$d\"}"::formatted);
    Files.writeString(root.resolve("a.jsonl"), lines(fields));
    assertThat(values(init())).contains("id: null");
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
    assertThat(init().warnings())
        .containsExactly("text: 10 rows of the sample without text in text; run drops such rows");
    Files.writeString(root.resolve("a.jsonl"), with + blank);
    assertThat(init().warnings()).isEmpty();
  }

  @Test
  void shouldSayWhatToDoWithTextsInLists() throws Exception {
    String list = "\"lines\": [\"a question\", \"an answer\"]";
    Path rows = root.resolve("rows.jsonl");
    Files.writeString(rows, lines(times(40, "\"name\": \"chat %d\", " + list)));
    String doubt =
        "text: run does not read texts in lists; if the texts are in lines, copy the texts into one"
            + " column (see docs/how-to/start-from-your-files.md)";
    assertThat(init().warnings()).anyMatch(w -> w.contains("name has the longest")).contains(doubt);

    Files.writeString(rows, lines(times(40, list + ", \"turn\": %d")));
    assertThat(init().warnings()).anyMatch(w -> w.startsWith("no column holds")).contains(doubt);

    Files.writeString(rows, lines(times(40, "\"text\": \"chat %d\", " + list)));
    assertThat(init().warnings()).isEmpty();

    Files.delete(rows);
    layouts.table(
        "a.parquet",
        "message m { optional binary name (STRING); optional group lines (LIST) { repeated group"
            + " list { optional binary element (STRING); } } }",
        40,
        (row, group) -> group.append("name", "chat " + row));
    assertThat(init().warnings()).contains(doubt);
  }

  /**
   * The best guess would be another, and this one none, because high values are bad by its name.
   */
  @Test
  void shouldTakeTheColumnOfTheScoreThatIsNamed() throws Exception {
    scored("quality_score", "perplexity");

    InitJob.Outcome outcome = initWithScore("perplexity");

    assertThat(values(outcome))
        .contains("score: perplexity")
        .anyMatch(v -> v.startsWith("- {name"));
    assertThat(unbroken(outcome))
        .contains("set with --score-column", "40 scores from 0 to 0.857", "quality_score (number");
    assertThat(outcome.warnings())
        .containsExactly(
            "score: perplexity: by its name, high values mean bad texts, but buckets keep high"
                + " values");
    assertThat(values(initWithScore("quality_score"))).contains("score: quality_score");
  }

  @Test
  void shouldReadTheValuesOfANamedColumnAmongMany() throws Exception {
    String columns =
        IntStream.range(0, 300)
            .mapToObj("optional double n%d; "::formatted)
            .collect(Collectors.joining());
    layouts.table(
        "a.parquet",
        "message m { optional binary text (STRING); %s}".formatted(columns),
        20,
        (row, group) -> group.append("text", layouts.text()).append("n299", row / 8.0));

    assertThat(values(initWithScore("n299"))).contains("score: n299", "max: 5.0");
  }

  @Test
  void shouldRefuseAScoreThatIsNone() throws Exception {
    scored("quality_score");

    assertThatThrownBy(() -> initWithScore("quality"))
        .isInstanceOf(JobRefusedException.class)
        .hasMessage(
            "--score-column quality: no row of the sample has this column; the columns of numbers"
                + " are quality_score");
    assertThatThrownBy(() -> initWithScore("text"))
        .isInstanceOf(JobRefusedException.class)
        .hasMessage("--score-column text: it holds text; the columns of numbers are quality_score");
  }

  @ParameterizedTest
  @CsvSource({
    "cc_segment,"
        + " crawl-data/CC-MAIN-2022-21/segments/1652662525507.54/wet/CC-MAIN-20220519042059-20220519072059-00001.warc.wet.gz",
    "file_path, s3://commoncrawl/crawl-data/CC-MAIN-2022-21/segments/1/warc/CC-MAIN-1.warc.gz",
    "dump, crawl=CC-MAIN-2022-21",
  })
  void shouldFindDumpsInPathsOfTheirFiles(String column, String value) throws Exception {
    layouts.table(
        "a.parquet",
        "message m { optional binary text (STRING); optional binary %s (STRING); }"
            .formatted(column),
        60,
        (row, group) ->
            group
                .append("text", layouts.text())
                .append(column, row % 2 == 0 ? value : value.replace("2022-21", "2012")));

    InitJob.Outcome outcome = init();

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
    layouts.table(
        "a.parquet",
        "message m { optional binary text (STRING); optional binary file_path (STRING); }",
        60,
        (row, group) ->
            group
                .append("text", layouts.text())
                .append("file_path", "CC-MAIN-20220519042059-20220519072059-00001.warc.gz"));

    InitJob.Outcome outcome = init();

    assertThat(values(outcome)).contains("dump: null");
    assertThat(outcome.text()).doesNotContain("input.dump.column");
  }

  @Test
  void shouldNotTakeAConstantForTheText() throws Exception {
    layouts.table(
        "a.parquet",
        "message m { optional binary document (STRING); optional binary source (STRING);"
            + " optional binary answer (STRING); }",
        40,
        (row, group) ->
            group
                .append("document", "all of the collection")
                .append("source", "a name that is longer than all of the answers are")
                .append("answer", "answer " + row));
    assertThat(values(init())).contains("text: answer");
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
    InitJob.Outcome outcome = init();

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
    InitJob.Outcome outcome = init(file.toString());

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
    assertThat(values(init())).contains("text: text");
  }

  @Test
  void shouldKnowLanguagesByScriptAndAsFastTextWritesThem() throws Exception {
    Files.writeString(root.resolve("ja.jsonl"), "{\"text\": \"日本語の文章を書くのは難しい\"}\n".repeat(3));
    Files.writeString(
        root.resolve("de.jsonl"), "{\"text\": \"a\", \"lang\": \"__label__de\"}\n".repeat(3));
    Files.writeString(root.resolve("zh.jsonl"), "{\"text\": \"写中文文章很难\"}\n".repeat(3));
    for (String language : List.of("ja", "de", "zh")) {
      assertThat(values(init(root.resolve(language + ".jsonl").toString())))
          .contains("language: " + language);
    }
  }

  private InitJob.Outcome inLanguages(String... languages) throws Exception {
    Stream<String> fields =
        IntStream.range(0, 25)
            .mapToObj(
                row ->
                    "\"text\": \"some %d\", \"lang\": \"%s\""
                        .formatted(row, languages[row % languages.length]));
    Files.writeString(root.resolve("a.jsonl"), lines(fields));
    return init();
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

  @Test
  void shouldTakeSeveralInputsAndDocumentsWithoutScores() throws Exception {
    layouts.table(
        "a/a.parquet",
        "message m { optional binary text (STRING); optional int64 tokens; optional int64 words; }",
        5,
        (row, group) -> group.append("text", layouts.text()));
    small("b/b.parquet", 5);
    InitJob.Outcome unscored = init(root.resolve("a").toString());
    InitJob.Outcome several = init(root.resolve("a").toString(), root.resolve("b").toString());

    assertThat(values(unscored)).contains("score: null", "constant: 1.0");
    assertThat(unscored.text()).contains("  - {name: \"all\", min: 0.0, max: inf, rate: 1.0}\n");
    assertThat(values(several))
        .contains("path:", "- " + root.resolve("a"), "- " + root.resolve("b"));
    assertThat(several.warnings())
        .anyMatch(each -> each.contains("score: missing in 1 of 2 schemas, first in a.parquet"));
  }

  @Test
  void shouldNameTheFilesOfAGlobAndOfASingleFile() throws Exception {
    small("x/CC-MAIN-2024-10/a.parquet", 5);
    small("x/CC-MAIN-2024-18/b [1].parquet", 5);
    String directory = root.resolve("x").toString();

    assertThat(values(init(directory + "/CC-*-10")))
        .contains("path: \"" + directory + "/CC-*-10\"");
    InitJob.Outcome single = init(directory + "/CC-MAIN-2024-18/b [1].parquet");
    assertThat(unbroken(single))
        .contains("path: \"" + directory + "/CC-MAIN-2024-18/b [1].parquet");
    assertThat(unbroken(single))
        .contains("directories named after dumps (CC-MAIN-2024-18) are read as units");
  }

  @Test
  void shouldQuarantineBrokenFilesAndReadTheOthers() throws Exception {
    small("a.parquet", 5);
    Files.writeString(root.resolve("b.parquet"), "no Parquet");
    Files.writeString(root.resolve("c.jsonl.gz"), "not packed");
    Files.createSymbolicLink(root.resolve("d.jsonl"), root.resolve("nowhere"));
    InitJob.Outcome outcome = init();

    assertThat(outcome.quarantined())
        .hasSize(3)
        .anyMatch(line -> line.startsWith("b.parquet: not a Parquet file"))
        .anyMatch(line -> line.startsWith("c.jsonl.gz: it is not compressed with gzip"))
        .anyMatch(line -> line.startsWith("d.jsonl: is a link to"));
    assertThat(values(outcome)).contains("text: text", "score: score");
  }

  @Test
  void shouldRefuseWhatGivesNothing() throws Exception {
    Path empty = Files.createDirectory(root.resolve("empty"));
    assertThatThrownBy(() -> init(empty.toString()))
        .isInstanceOf(TextInputs.TextInputException.class);
    Files.writeString(empty.resolve("a.jsonl"), "");
    assertRefusal(() -> init(empty.toString()), "no usable column in 1 file");
    Files.writeString(empty.resolve("b.parquet"), "no Parquet");
    assertRefusal(
        () -> init(empty.toString()),
        "none of the 2 files can be used; the first problem is: b.parquet: not a Parquet");
  }

  @Test
  void shouldGuessByNamesWhereThereAreNoRows() throws Exception {
    small("a.parquet", 0);
    InitJob.Outcome outcome = init();
    assertThat(values(outcome)).contains("text: text", "score: score").doesNotContain("buckets:");
    assertThat(outcome.text()).contains("there are no rows");
  }

  @Test
  void shouldPassOverNullsAndNumbersThatAreNone() throws Exception {
    double[] odd = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 0.5};
    layouts.table(
        "a.parquet",
        "message m { optional binary text (STRING); optional binary content (STRING); optional"
            + " double score; optional double quality; optional double edu_score; }",
        40,
        (row, group) -> {
          group.append("content", layouts.text()).append("quality", odd[row % 4]);
          group.append("edu_score", Double.NaN);
        });
    InitJob.Outcome outcome = init();

    assertThat(values(outcome))
        .contains("text: content", "score: quality", "min: 0.0", "max: 0.5")
        .contains("- {name: \"0.0\", min: 0.0, max: inf, rate: 1.0}");
    assertThat(unbroken(outcome))
        .contains("score cannot be the score: it holds no number in the sample")
        .contains("30 rows of the sample without a score");
  }

  @Test
  void shouldBoundWhatItSaysOfManyColumns() throws Exception {
    String columns =
        IntStream.range(0, 10_000)
            .mapToObj("optional double c%d;"::formatted)
            .collect(Collectors.joining());
    layouts.table(
        "a.parquet",
        "message m { %s optional binary text (STRING); optional double score; }".formatted(columns),
        3,
        (row, group) -> group.append("text", layouts.text()).append("score", 1.0 * row));
    InitJob.Outcome outcome = init();

    assertThat(values(outcome)).contains("text: text", "score: score");
    assertThat(outcome.text()).contains("and 9,980 more").hasSizeLessThan(6_000);
    assertThat(outcome.text().lines()).allMatch(line -> line.length() <= 120);
  }

  @Test
  void shouldReadABoundedNumberOfManyFilesAndAlwaysTheSame() throws Exception {
    for (int file = 0; file < 250; file++) {
      Files.writeString(
          root.resolve("%03d.jsonl".formatted(file)),
          "{\"text\": \"%s\", \"score\": %d.5}\n".formatted(layouts.text(), file).repeat(4));
    }
    InitJob.Outcome outcome = init();

    assertThat(outcome.text()).contains("250 files, ", "; 400 rows of about ");
    assertThat(init().text()).isEqualTo(outcome.text());
  }

  @Test
  void shouldExtrapolateFromPartOfTheRows() throws Exception {
    small("a.parquet", 12_000);
    InitJob.Outcome outcome = init();

    assertThat(outcome.text())
        .contains("5,000 rows of about 12,000")
        .containsPattern("rate: 0.3}\\s+# 2[45]\\.\\d %; 900 rows");
  }
}
