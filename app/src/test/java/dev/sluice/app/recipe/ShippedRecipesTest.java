package dev.sluice.app.recipe;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.sluice.operators.Document;
import dev.sluice.operators.Fields;
import dev.sluice.operators.OperatorChain;
import dev.sluice.operators.Text;
import dev.sluice.operators.standard.StandardOperators;
import dev.sluice.storage.testing.Corpus;
import dev.sluice.storage.text.ChosenTexts;
import dev.sluice.storage.text.TextFile;
import dev.sluice.storage.text.TextInputs;
import dev.sluice.storage.text.TextSurvey;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What the recipes that are shipped make of documents. */
class ShippedRecipesTest {
  private static final List<String> REAL = new ArrayList<>();

  private static OperatorChain recipe(String name) throws IOException {
    Path root = Path.of("").toAbsolutePath();
    while (!Files.isRegularFile(root.resolve("sluice"))) {
      root = root.getParent();
    }
    return RecipeReader.read(
            root.resolve("config/recipes/" + name + ".yaml"), StandardOperators.registry())
        .chain();
  }

  /** Texts by their names: those of the file, and one that is too long for some. */
  private static Map<String, String> written() throws IOException {
    String file;
    try (InputStream in = ShippedRecipesTest.class.getResourceAsStream("documents.txt")) {
      file = new String(in.readAllBytes(), UTF_8);
    }
    Map<String, String> texts = new LinkedHashMap<>();
    for (String document : file.substring(3).split("\n== ")) {
      String[] parts = document.split("\n", 2);
      texts.put(parts[0], parts[1].stripTrailing());
    }
    texts.put("record", record());
    return texts;
  }

  private static String record() {
    List<String> whom = List.of("two sisters", "the proprietor of the mill", "a schoolteacher");
    List<String> what = List.of("a boundary", "unanswered letters", "an agreement", "insurance");
    return IntStream.range(0, 150)
        .mapToObj(
            day ->
                "On Wednesday number %d the magistrate was questioning %s about %s, before deciding against both of them afterwards."
                    .formatted(day, whom.get(day % 3), what.get(day % 4)))
        .collect(Collectors.joining("\n"));
  }

  static Stream<Arguments> outcomesOfWritten() {
    return Stream.of(
        arguments(
            "c4",
            "{ruling=899, urteil=other_language, note=too_few_sentences, agenda=too_few_sentences,"
                + " teasers=too_few_sentences, table=too_few_sentences, refrain=545,"
                + " menu=too_few_sentences, filler=lorem_ipsum, code=554,"
                + " contact=too_few_sentences, headlines=542, record=21280}"),
        arguments(
            "corpus-7b",
            "{ruling=899, urteil=other_language, note=60, agenda=631, teasers=669, table=746,"
                + " refrain=95, menu=489, filler=658, code=644, contact=516, headlines=542,"
                + " record=too_many_words}"),
        arguments(
            "data-juicer-demo",
            "{ruling=899, urteil=other_language, note=60, agenda=631, teasers=669,"
                + " table=many_special_characters, refrain=many_special_characters, menu=489,"
                + " filler=658, code=many_special_characters, contact=many_special_characters,"
                + " headlines=few_stop_words, record=too_long}"),
        arguments(
            "fineweb",
            "{ruling=899, urteil=other_language, note=top_3_gram, agenda=gopher_too_many_bullets,"
                + " teasers=gopher_too_many_end_ellipsis, table=gopher_below_alpha_threshold,"
                + " refrain=dup_line_frac, menu=line_punct_ratio, filler=lorem_ipsum,"
                + " code=curly_bracket, contact=gopher_below_alpha_threshold,"
                + " headlines=gopher_enough_stop_words, record=top_4_gram}"),
        arguments(
            "gopher",
            "{ruling=899, urteil=gopher_enough_stop_words, note=top_3_gram,"
                + " agenda=gopher_too_many_bullets, teasers=gopher_too_many_end_ellipsis,"
                + " table=gopher_below_alpha_threshold, refrain=dup_line_frac, menu=489,"
                + " filler=658, code=644, contact=gopher_below_alpha_threshold,"
                + " headlines=gopher_enough_stop_words, record=top_4_gram}"));
  }

  /** Each with the length of what is left of it, or why it was dropped. */
  @ParameterizedTest
  @MethodSource("outcomesOfWritten")
  void shouldDecideOnEveryDocumentAsEver(String name, String expected) throws IOException {
    OperatorChain chain = recipe(name);
    Map<String, String> outcomes = new LinkedHashMap<>();
    written()
        .forEach(
            (document, text) -> {
              OperatorChain.Result result = apply(chain, text);
              int left = kept(result).length();
              outcomes.put(document, left > 0 ? Integer.toString(left) : outcome(result));
            });
    assertThat(outcomes.toString()).isEqualTo(expected);
  }

  @Test
  void shouldCleanTextsAsTheGuideSays() throws IOException {
    OperatorChain.Result result = apply(recipe("corpus-7b"), written().get("contact"));
    assertThat(kept(result))
        .isEqualTo(
            """
            you can find the full text of the ruling at and on our wall.
            write to or come to room <NUM> between <NUM> and <NUM> if there is something that you would like to ask.
            the caf on the first floor is open to all, and it is a good place to wait until your name is called by the clerk.
            please bring a letter that says who you are, because nobody can be let in without one since the first of march <NUM>.
            children may come with you, but they have to be quiet while the court is sitting, and so do those who look after them.\
            """);
  }

  @Test
  void shouldGiveTabsAndDatesOneForm() throws IOException {
    String text =
        "The hearing of January 31, 2024 was put off to 2024-02-29\tbecause all of the judges were"
            + " away on the 3rd of May with their families.";
    assertThat(kept(apply(recipe("corpus-7b"), text)))
        .isEqualTo(
            "the hearing of <DATE> was put off to <DATE> because all of the judges were away on the"
                + " <NUM>rd of may with their families.");
  }

  @Test
  void shouldCleanTextsInChinese() throws IOException {
    String text;
    try (InputStream in = ShippedRecipesTest.class.getResourceAsStream("chinese.txt")) {
      text = new String(in.readAllBytes(), UTF_8);
    }
    String[] sides = text.split("-----\n");
    assertThat(kept(apply(recipe("corpus-7b-zh"), sides[0])).strip()).isEqualTo(sides[1].strip());
    assertThat(outcome(apply(recipe("corpus-7b-zh"), written().get("ruling"))))
        .isEqualTo("other_language");
    assertThat(outcome(apply(recipe("corpus-7b-zh"), "\u53ea\u6709\u4e00\u53e5\u8bdd\u3002")))
        .isEqualTo("too_few_words");
  }

  static Stream<Arguments> outcomesOfReal() {
    return Stream.of(
        arguments("c4", "{kept=385, other_language=2, too_few_sentences=13} 2130975"),
        arguments("corpus-7b", "{kept=244, too_many_words=156} 848044"),
        arguments(
            "data-juicer-demo",
            "{few_stop_words=12, kept=287, many_special_characters=29, other_language=2,"
                + " too_long=70} 1274555"),
        arguments(
            "fineweb",
            "{gopher_below_alpha_threshold=85, gopher_too_many_bullets=1,"
                + " gopher_too_many_end_ellipsis=2, kept=308, line_punct_ratio=2,"
                + " other_language=2} 2176459"),
        arguments(
            "gopher",
            "{gopher_below_alpha_threshold=85, gopher_too_many_bullets=1,"
                + " gopher_too_many_end_ellipsis=2, kept=312} 2264141"));
  }

  @ParameterizedTest
  @MethodSource("outcomesOfReal")
  @Tag(Corpus.TAG)
  void shouldKeepAsManyRealDocumentsAsEver(String name, String expected) throws IOException {
    OperatorChain chain = recipe(name);
    Map<String, Integer> outcomes = new TreeMap<>();
    long characters = 0;
    for (String text : real()) {
      OperatorChain.Result result = apply(chain, text);
      outcomes.merge(outcome(result), 1, Integer::sum);
      characters += kept(result).length();
    }
    assertThat(outcomes + " " + characters).isEqualTo(expected);
  }

  /** The first 400. */
  private static List<String> real() throws IOException {
    if (REAL.isEmpty()) {
      String input = Corpus.directory().toString();
      for (TextFile file : TextInputs.find(List.of(input)).files().subList(0, 4)) {
        long rows = TextSurvey.of(file, "text", 16 << 20).rows();
        try (ChosenTexts texts = ChosenTexts.open(file, "text", 16 << 20)) {
          for (long row = 0; row < rows; row++) {
            texts.goTo(row);
            REAL.add(UTF_8.decode(texts.text().orElseThrow()).toString());
          }
        }
      }
    }
    return REAL;
  }

  /** As it was read: what another recipe found out about a text is not known to this one. */
  private static OperatorChain.Result apply(OperatorChain chain, String text) {
    return chain.apply(new Document("", Text.of(text), Fields.NONE));
  }

  private static String kept(OperatorChain.Result result) {
    return result instanceof OperatorChain.Result.Kept kept ? kept.document().text().string() : "";
  }

  private static String outcome(OperatorChain.Result result) {
    if (result instanceof OperatorChain.Result.Dropped dropped) {
      return dropped.decision().reason();
    }
    return result instanceof OperatorChain.Result.Kept ? "kept" : "failed";
  }
}
