package dev.sluice.jobs.init;

import dev.sluice.jobs.init.sample.ColumnNames;
import dev.sluice.jobs.init.sample.KnownColumn;
import dev.sluice.jobs.init.sample.RowSample;
import dev.sluice.jobs.init.sample.SampledColumn;
import dev.sluice.jobs.init.sample.SchemaSurvey;
import dev.sluice.jobs.init.sample.TextValues;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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

  private final RowSample sample;
  private final Optional<Chat> chat;
  private final TextStatement statement;
  private final List<SampledColumn> texts;
  private final Set<String> lists = new TreeSet<>();

  private TextGuess(SchemaSurvey survey, RowSample sample, TextStatement statement) {
    this.sample = sample;
    survey.columns().stream()
        .filter(KnownColumn::hasLists)
        .forEach(column -> lists.add(outermost(column.path())));
    sample.columns().stream()
        .filter(SampledColumn::hasLists)
        .forEach(column -> lists.add(column.path()));
    this.statement = statement;
    this.chat =
        Chat.among(
            Stream.concat(
                    survey.columns().stream().map(KnownColumn::path), sample.inLists().stream())
                .toList());
    this.texts =
        sample.columns().stream()
            .filter(SampledColumn::isText)
            .filter(column -> column.texts().malformed() <= TOLERATED * column.texts().count())
            .filter(column -> Candidates.hasValues(sample, column))
            .filter(column -> !column.texts().isConstant())
            .sorted(
                Comparator.<SampledColumn>comparingDouble(column -> column.texts().mean())
                    .reversed())
            .toList();
  }

  /** Of a column inside a list, the top-level column. */
  private static String outermost(String path) {
    int dot = path.indexOf('.');
    return dot < 0 ? path : path.substring(0, dot);
  }

  static ColumnGuess of(SchemaSurvey survey, RowSample sample, TextStatement statement) {
    TextGuess text = new TextGuess(survey, sample, statement);
    return text.doubted(text.guess());
  }

  private ColumnGuess doubted(ColumnGuess guess) {
    int empty = guess.column().map(this::empty).orElse(0);
    return empty <= USUALLY_EMPTY * sample.rows()
        ? guess
        : guess.doubting(
            "text: %s of the sample's %s %s no text in %s: run drops them"
                .formatted(
                    Figures.count(empty),
                    Figures.counted(sample.rows(), "row"),
                    empty == 1 ? "has" : "have",
                    Comments.name(guess.path().orElseThrow())));
  }

  /** Rows without a text that is more than white space. */
  private int empty(SampledColumn column) {
    return sample.rows() - column.texts().count() + column.texts().blank();
  }

  private ColumnGuess guess() {
    List<SampledColumn> named = Candidates.ranked(sample, texts::contains, ColumnNames::rankAsText);
    if (!named.isEmpty()) {
      return named(named);
    }
    if (chat.isPresent()) {
      return chat(chat.get());
    }
    if (texts.isEmpty()) {
      return doubtingLists(
          ColumnGuess.none()
              .doubting(
                  "no column holds texts that differ, and a document is nothing without one"));
    }
    SampledColumn longest = texts.get(0);
    ColumnGuess guess = ColumnGuess.of(longest, "no column has a usual name", lengths(longest));
    List<SampledColumn> others = without(longest);
    if (!others.isEmpty()) {
      guess = guess.because("others: " + Candidates.names(others));
    }
    return doubtingLists(
        guess.doubting(
            "text: no column has a usual name; %s has the longest texts, %s%s"
                .formatted(Comments.name(longest.path()), mean(longest), joined(longest))));
  }

  /** The texts may be in lists, as those of chats are. */
  private ColumnGuess doubtingLists(ColumnGuess guess) {
    return lists.isEmpty()
        ? guess
        : guess.doubting(
            "text: texts in lists are not read; if they are in %s, make a column of them first, see docs/how-to/start-from-your-files.md"
                .formatted(Candidates.listed(List.copyOf(lists))));
  }

  private ColumnGuess chat(Chat messages) {
    return ColumnGuess.none("the texts are in the list " + Comments.name(messages.list()))
        .doubting(
            "text: %s holds chats, and run reads no texts in lists: make one column of them, and give init %s: %s"
                .formatted(
                    Comments.name(messages.list()),
                    TextStatement.OUTPUT,
                    statement.joining(messages)));
  }

  /** How to join the texts of several columns; empty if there is one column of texts. */
  private String joined(SampledColumn longest) {
    List<String> parts =
        sample.columns().stream()
            .filter(texts::contains)
            .filter(column -> !ColumnNames.isKnown(column.path()))
            .filter(column -> COMPARABLE * column.texts().longest() > longest.texts().longest())
            .map(SampledColumn::path)
            .toList();
    return parts.size() < 2 || parts.size() > MOST_JOINED
        ? ""
        : "; run reads one column: to join %s, make one of them, and give init %s: %s"
            .formatted(
                parts.stream().map(Comments::name).collect(Collectors.joining(", ")),
                TextStatement.OUTPUT,
                statement.joining(parts));
  }

  private ColumnGuess named(List<SampledColumn> named) {
    SampledColumn chosen = named.get(0);
    ColumnGuess guess = ColumnGuess.of(chosen, "by its name", lengths(chosen));
    if (named.size() > 1) {
      guess = guess.because("others: " + Candidates.names(named.subList(1, named.size())));
    }
    Optional<SampledColumn> longer =
        texts.stream()
            .filter(column -> column.texts().mean() > LONGER * chosen.texts().mean())
            .findFirst();
    return longer.isEmpty()
        ? guess
        : guess.doubting(
            "text: %s has a usual name, but %s has longer texts, %s instead of %s"
                .formatted(
                    Comments.name(chosen.path()),
                    Comments.name(longer.get().path()),
                    mean(longer.get()),
                    mean(chosen)));
  }

  private List<SampledColumn> without(SampledColumn chosen) {
    List<SampledColumn> others = new ArrayList<>(texts);
    others.remove(chosen);
    return others;
  }

  private String lengths(SampledColumn column) {
    TextValues values = column.texts();
    if (sample.rows() == 0) {
      return "there are no rows";
    }
    int empty = empty(column);
    return "%s, at most %s; %s"
        .formatted(
            mean(column),
            Figures.bytes(values.longest()),
            empty == 0
                ? "no row without text"
                : Figures.counted(empty, "row") + " without text, which are dropped");
  }

  private static String mean(SampledColumn column) {
    return Figures.bytes(column.texts().mean()) + " on average";
  }
}
