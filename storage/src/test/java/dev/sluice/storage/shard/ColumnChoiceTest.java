package dev.sluice.storage.shard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.storage.source.ColumnMapping;
import dev.sluice.storage.table.TableSchema;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ColumnChoiceTest {
  private static final ColumnMapping USUAL =
      new ColumnMapping(Optional.of("id"), "text", "score", Optional.of("dump"));
  private static final List<String> THERE = List.of("text", "id", "dump", "url", "score", "html");

  private static ColumnChoice choice(String... entries) {
    return new ColumnChoice(List.of(entries));
  }

  private static List<String> carried(ColumnChoice choice, ColumnMapping mapping) {
    return THERE.stream().filter(name -> choice.isCarried(name, mapping)).toList();
  }

  @Test
  void shouldCarryNothingOfTheColumnsThatSluiceUnderstands() {
    ColumnChoice choice = choice("score", "id", "dump");

    assertThat(choice.carries()).isFalse();
    assertThat(carried(choice, USUAL)).isEmpty();
    assertThat(choice.problems(List.of(), USUAL)).isEmpty();
  }

  @Test
  void shouldKeepTheOrderOfAList() {
    ColumnChoice choice = choice("url", "id", "html");

    assertThat(choice.carries()).isTrue();
    assertThat(carried(choice, USUAL)).containsExactly("url", "html");
    assertThat(choice.names(schema("html", "url"))).containsExactly("url", "id", "html");
  }

  @Test
  void shouldPutAllOthersBehindIdTextAndScore() {
    assertThat(carried(choice("all"), USUAL)).containsExactly("dump", "url", "html");
    assertThat(choice("all").names(schema("dump", "url", "html")))
        .containsExactly("id", "text", "score", "dump", "url", "html");
    assertThat(carried(choice("all", "-html", "-score"), USUAL)).containsExactly("dump", "url");
    assertThat(choice("all", "-html", "-score").names(schema("dump", "url")))
        .containsExactly("id", "text", "dump", "url");
  }

  /** The text is there once, under another name. */
  @Test
  void shouldNotCarryTheColumnOfTheTextAgain() {
    ColumnMapping html =
        new ColumnMapping(Optional.of("id"), "html", "quality", Optional.of("dump"));

    assertThat(carried(choice("all"), html)).doesNotContain("html");
    assertThat(choice("all").problems(THERE, html))
        .satisfiesExactlyInAnyOrder(
            text -> assertThat(text).contains("the column text of the source would be lost"),
            score -> assertThat(score).contains("{all-but: [score]}"));
    assertThat(choice("all", "-text", "-score").problems(THERE, html)).isEmpty();
  }

  /** Ids that are made of texts or rows, and scores that are constant or computed, are in none. */
  @Test
  void shouldNotLoseColumnsUnderWhoseNamesSomethingElseIsWritten() {
    ColumnMapping none =
        new ColumnMapping(Optional.empty(), "text", Optional.empty(), Optional.of("dump"));

    assertThat(choice("all").problems(THERE, none))
        .containsExactlyInAnyOrder(
            "the column id of the source would be lost because another column is written under this"
                + " name: omit the column of the source with {all-but: [id]}, or map it under"
                + " input.columns",
            "the column score of the source would be lost because another column is written under"
                + " this name: omit the column of the source with {all-but: [score]}, or map it"
                + " under input.columns");
    assertThat(choice("all", "-id", "-score").problems(THERE, none)).isEmpty();
    assertThat(choice("all").problems(List.of("text", "url"), none)).isEmpty();
  }

  @Test
  void shouldNameColumnsThatNoFileHas() {
    assertThat(choice("id", "urll").problems(THERE, USUAL))
        .containsExactly(
            "no file has the column urll; available columns are text, id, dump, url, score, html;"
                + " did you mean url?");
    assertThat(choice("all", "-lang").problems(THERE, USUAL)).hasSize(1);
  }

  private static TableSchema schema(String... names) {
    StringBuilder text = new StringBuilder("message m { ");
    for (String name : names) {
      text.append("optional int32 ").append(name).append("; ");
    }
    return TableSchema.parse(text.append('}').toString());
  }
}
