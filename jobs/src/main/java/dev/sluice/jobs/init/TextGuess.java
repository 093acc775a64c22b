package dev.sluice.jobs.init;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Guesses the column of the text: by its name, else the one with the longest texts. Without a name,
 * none if there are chats.
 */
final class TextGuess {
  /** A column whose texts are this many times as long may be meant instead. */
  private static final int LONGER = 4;

  /** With more values that are not UTF-8, a column of bytes holds something else. */
  private static final double TOLERATED = 0.1;

  /** With more rows without text, files may be of several kinds. */
  private static final double USUALLY_EMPTY = 0.05;

  /** Columns whose longest text is less than this many times shorter hold texts, too. */
  private static final int COMPARABLE = 8;

  /** Of more columns, nobody wants all in one text. */
  private static final int MOST_JOINED = 5;

  private final InputSample sample;
  private final TextStatement statement;

  /** With the longest texts first. */
  private final List<Column> texts;

  private TextGuess(InputSample sample, TextStatement statement) {
    this.sample = sample;
    this.statement = statement;
    this.texts =
        sample.columns().stream()
            .filter(Column::isText)
            .filter(column -> column.texts().malformed() <= TOLERATED * column.texts().count())
            .filter(sample::mayHaveValues)
            .filter(column -> !column.texts().isConstant())
            .sorted(Comparator.<Column>comparingDouble(column -> column.texts().mean()).reversed())
            .toList();
  }

  static ColumnGuess of(InputSample sample, List<String> inputs) {
    TextStatement statement = new TextStatement(inputs, sample.files().get(0));
    TextGuess text = new TextGuess(sample, statement);
    ColumnGuess guess = text.guess();
    guess.column().ifPresent(column -> text.doubtEmpty(guess, column));
    return guess;
  }

  private void doubtEmpty(ColumnGuess guess, Column column) {
    int empty = empty(column);
    if (empty > USUALLY_EMPTY * sample.rows()) {
      guess.doubting(
          "text: %s of the sample's %s %s no text in %s: run drops them"
              .formatted(
                  Figures.count(empty),
                  Figures.counted(sample.rows(), "row"),
                  empty == 1 ? "has" : "have",
                  column.name()));
    }
  }

  /** Rows without a text that is more than white space. */
  private int empty(Column column) {
    return sample.rows() - column.texts().count() + column.texts().blank();
  }

  private ColumnGuess guess() {
    List<Column> named = sample.ranked(ColumnRole.TEXT, texts::contains);
    if (!named.isEmpty()) {
      return named(named);
    }
    Optional<Chat> chat = Chat.of(sample);
    if (chat.isPresent()) {
      return chat(chat.get());
    }
    ColumnGuess guess =
        texts.isEmpty()
            ? ColumnGuess.none()
                .doubting(
                    "no column holds texts that differ, and a document is nothing without one")
            : longest(texts.get(0));
    String lists = lists();
    return lists.isEmpty()
        ? guess
        : guess.doubting(
            "text: texts in lists are not read; if they are in %s, make a column of them first, see docs/how-to/start-from-your-files.md"
                .formatted(lists));
  }

  private ColumnGuess named(List<Column> named) {
    Column chosen = named.get(0);
    ColumnGuess guess = ColumnGuess.of(chosen, "by its name", lengths(chosen));
    if (named.size() > 1) {
      guess.because("others: " + InputSample.names(named.subList(1, named.size())));
    }
    Column longest = texts.get(0);
    if (longest.texts().mean() > LONGER * chosen.texts().mean()) {
      guess.doubting(
          "text: %s has a usual name, but %s has longer texts, %s instead of %s"
              .formatted(chosen.name(), longest.name(), mean(longest), mean(chosen)));
    }
    return guess;
  }

  private ColumnGuess chat(Chat messages) {
    String list = YamlText.name(messages.list());
    return ColumnGuess.none("the texts are in the list " + list)
        .doubting(
            "text: %s holds chats, and run reads no texts in lists: make one column of them, and give init %s: %s"
                .formatted(list, TextStatement.OUTPUT, statement.joining(messages)));
  }

  private ColumnGuess longest(Column longest) {
    ColumnGuess guess = ColumnGuess.of(longest, "no column has a usual name", lengths(longest));
    if (texts.size() > 1) {
      guess.because("others: " + InputSample.names(texts.subList(1, texts.size())));
    }
    return guess.doubting(
        "text: no column has a usual name; %s has the longest texts, %s%s"
            .formatted(longest.name(), mean(longest), joined(longest)));
  }

  /** Columns of lists, and columns with lists in them. */
  private String lists() {
    List<String> lists = new ArrayList<>();
    for (Column column : sample.declared()) {
      if (column.hasLists()) {
        lists.add(column.path().replaceFirst("\\..*", ""));
      }
    }
    sample.columns().stream().filter(Column::hasLists).map(Column::path).forEach(lists::add);
    return InputSample.listed(List.copyOf(new TreeSet<>(lists)));
  }

  /** How to join the texts of several columns; empty if there is one column of texts. */
  private String joined(Column longest) {
    List<String> parts =
        sample.columns().stream()
            .filter(texts::contains)
            .filter(column -> !ColumnRole.anySuits(column.path()))
            .filter(column -> COMPARABLE * column.texts().longest() > longest.texts().longest())
            .map(Column::path)
            .toList();
    return parts.size() < 2 || parts.size() > MOST_JOINED
        ? ""
        : "; run reads one column: to join %s, make one of them, and give init %s: %s"
            .formatted(InputSample.listed(parts), TextStatement.OUTPUT, statement.joining(parts));
  }

  private String lengths(Column column) {
    if (sample.rows() == 0) {
      return "there are no rows";
    }
    int empty = empty(column);
    return "%s, at most %s; %s"
        .formatted(
            mean(column),
            Figures.bytes(column.texts().longest()),
            empty == 0
                ? "no row without text"
                : Figures.counted(empty, "row") + " without text, which are dropped");
  }

  private static String mean(Column column) {
    return Figures.bytes(column.texts().mean()) + " on average";
  }
}
