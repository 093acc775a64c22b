package dev.sluice.cli.recipe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.sluice.operators.ChainResult;
import dev.sluice.operators.Document;
import dev.sluice.operators.Fields;
import dev.sluice.operators.OperatorChain;
import dev.sluice.operators.StandardOperators;
import dev.sluice.operators.Text;
import dev.sluice.storage.text.TextColumns;
import dev.sluice.storage.text.TextFile;
import dev.sluice.storage.text.TextInputs;
import dev.sluice.storage.text.TextReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What the recipes that are shipped make of real documents. */
class ShippedRecipesTest {
  private static final List<Text> TEXTS = new ArrayList<>();

  private static Stream<Path> ancestors() {
    return Stream.iterate(Path.of("").toAbsolutePath(), path -> path != null, Path::getParent);
  }

  /** The first 400 real documents. */
  private static List<Text> texts() throws IOException {
    Optional<Path> shared =
        ancestors()
            .map(path -> path.resolve("shared"))
            .filter(path -> Files.exists(path.resolve("contract.md")))
            .findFirst();
    assumeThat(shared).as("shared data beside the project").isPresent();
    if (TEXTS.isEmpty()) {
      String input = shared.get().resolve("data/fineweb-legal").toString();
      for (TextFile file : TextInputs.find(List.of(input)).subList(0, 4)) {
        try (TextReader reader = TextReader.open(file, TextColumns.of("text"))) {
          while (reader.next()) {
            TEXTS.add(Text.ofUtf8(reader.buffer(), reader.offset(), reader.length()));
          }
        }
      }
    }
    return TEXTS;
  }

  static Stream<Arguments> outcomes() {
    return Stream.of(
        arguments("c4", "{kept=385, other_language=2, too_few_sentences=13} 2130975"),
        arguments("corpus-7b", "{kept=244, too_many_words=156} 851159"),
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
  @MethodSource("outcomes")
  void shouldKeepAsManyRealDocumentsAsEver(String name, String expected) throws IOException {
    Path root =
        ancestors().filter(path -> Files.isRegularFile(path.resolve("sluice"))).findFirst().get();
    OperatorChain chain =
        RecipeReader.read(
                root.resolve("config/recipes/" + name + ".yaml"), StandardOperators.registry())
            .chain();
    Map<String, Integer> outcomes = new TreeMap<>();
    long characters = 0;
    for (Text text : texts()) {
      // as it was read: what another recipe found out about it is not to be shared
      Document document = new Document("", Text.of(text.string()), Fields.NONE);
      ChainResult result = chain.apply(document);
      outcomes.merge(outcome(result), 1, Integer::sum);
      characters += result instanceof ChainResult.Kept kept ? kept.document().text().length() : 0;
    }
    assertThat(outcomes + " " + characters).isEqualTo(expected);
  }

  private static String outcome(ChainResult result) {
    if (result instanceof ChainResult.Dropped dropped) {
      return dropped.decision().reason();
    }
    return result instanceof ChainResult.Kept ? "kept" : "failed";
  }
}
