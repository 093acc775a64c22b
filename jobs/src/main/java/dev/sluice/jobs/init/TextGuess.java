package dev.sluice.jobs.init;

import dev.sluice.core.values.ByteSize;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Guesses the column of the text. It is a column with a known name, or else the column with the
 * longest texts, unless the input contains chats.
 */
final class TextGuess {
  /**
   * If another column's texts are this many times as long as those of the guessed column, there is
   * a doubt.
   */
  private static final int LONGER = 4;

  /**
   * Maximum share of values that are not UTF-8; beyond it, a column of bytes does not hold text.
   */
  private static final double TOLERATED = 0.1;

  /** If at least this share of rows has no text, there is a doubt. */
  private static final double USUALLY_EMPTY = 0.05;

  /** Names of the field that holds the author of a chat message. */
  private static final Set<String> ROLES = Set.of("role", "from", "speaker");

  private static final Set<String> CONTENTS = Set.of("content", "value", "text");
  private static final String RECIPE =
      "copy the texts into one column (see docs/how-to/start-from-your-files.md)";

  private TextGuess() {}

  static ColumnGuess of(InputSample sample) {
    List<Column> texts =
        sample.columns().stream()
            .filter(Column::isText)
            .filter(column -> column.malformed() <= TOLERATED * column.count())
            .filter(sample::mayHaveValues)
            .filter(column -> !column.isConstant())
            .sorted(Comparator.comparingDouble(Column::meanBytes).reversed())
            .toList();
    List<Column> named = sample.ranked(GuessedRole.TEXT, texts::contains);
    ColumnGuess guess =
        named.isEmpty() ? unnamed(sample, texts) : named(sample, named, texts.get(0));
    guess.column().ifPresent(column -> doubtEmpty(guess, column, sample.rows()));
    return guess;
  }

  private static void doubtEmpty(ColumnGuess guess, Column column, int rows) {
    int empty = rows - column.count() + column.blank();
    if (empty > USUALLY_EMPTY * rows) {
      guess.doubting(
          "text: column %s has no text in %s of the sample; run drops such rows"
              .formatted(column.name(), Figures.counted(empty, "row")));
    }
  }

  private static ColumnGuess named(InputSample sample, List<Column> named, Column longest) {
    Column chosen = named.get(0);
    ColumnGuess guess = ColumnGuess.of(chosen, "by its name", mean(sample, chosen)).rather(named);
    if (longest.meanBytes() > LONGER * chosen.meanBytes()) {
      guess.doubting(
          "text: %s has the name of a text column, but its texts are shorter (%s) than those of %s (%s)"
              .formatted(
                  chosen.name(), mean(sample, chosen), longest.name(), mean(sample, longest)));
    }
    return guess;
  }

  /**
   * Guesses the text if no column has a known name.
   *
   * @param texts columns of texts, those with the longest texts first
   */
  private static ColumnGuess unnamed(InputSample sample, List<Column> texts) {
    for (Map.Entry<String, Set<String>> list : sample.lists().entrySet()) {
      if (isChat(list.getValue())) {
        String name = YamlText.name(list.getKey());
        return ColumnGuess.none("the texts are in the list " + name)
            .doubting(
                "text: %s holds chats, and run does not read texts in lists: %s"
                    .formatted(name, RECIPE));
      }
    }
    ColumnGuess guess =
        texts.isEmpty()
            ? ColumnGuess.none()
                .doubting(
                    "no column holds texts that differ between rows, but each document needs a"
                        + " text")
            : longest(sample, texts);
    String lists = InputSample.listed(List.copyOf(sample.lists().keySet()));
    return lists.isEmpty()
        ? guess
        : guess.doubting(
            "text: run does not read texts in lists; if the texts are in %s, %s"
                .formatted(lists, RECIPE));
  }

  private static boolean isChat(Set<String> fields) {
    return !Collections.disjoint(fields, ROLES) && !Collections.disjoint(fields, CONTENTS);
  }

  private static ColumnGuess longest(InputSample sample, List<Column> texts) {
    Column longest = texts.get(0);
    String mean = mean(sample, longest);
    return ColumnGuess.of(longest, "no column has the name of a text column", mean)
        .rather(texts)
        .doubting(
            "text: no column has the name of a text column; %s has the longest texts (%s). To join several columns, %s"
                .formatted(longest.name(), mean, RECIPE));
  }

  private static String mean(InputSample sample, Column column) {
    return sample.rows() == 0
        ? "there are no rows"
        : ByteSize.approximate(Math.round(column.meanBytes())) + " on average";
  }
}
