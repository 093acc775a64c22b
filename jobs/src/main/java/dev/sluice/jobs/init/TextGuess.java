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

/** Guesses the column of the text: by its name, else the one with the longest texts. */
final class TextGuess {
  /** A column whose texts are this many times as long may be meant instead. */
  private static final int LONGER = 4;

  /** With more values that are not UTF-8, a column of bytes holds something else. */
  private static final double TOLERATED = 0.1;

  /** With more rows without text, files may be of several kinds. */
  private static final double USUALLY_EMPTY = 0.05;

  private final RowSample sample;
  private final List<SampledColumn> texts;
  private final Set<String> lists = new TreeSet<>();

  private TextGuess(SchemaSurvey survey, RowSample sample) {
    this.sample = sample;
    survey.columns().stream()
        .filter(KnownColumn::hasLists)
        .forEach(column -> lists.add(outermost(column.path())));
    sample.columns().stream()
        .filter(SampledColumn::hasLists)
        .forEach(column -> lists.add(column.path()));
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

  static ColumnGuess of(SchemaSurvey survey, RowSample sample) {
    TextGuess text = new TextGuess(survey, sample);
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
    if (texts.isEmpty()) {
      return doubtingLists(
          ColumnGuess.none()
              .doubting(
                  "no column holds texts that differ, and a document is nothing without one"));
    }
    SampledColumn longest = texts.get(0);
    return doubtingLists(
        ColumnGuess.of(longest, "no column has a usual name", lengths(longest))
            .because("others: " + Candidates.names(without(longest)))
            .doubting(
                "text: no column has a usual name; %s has the longest texts, %s"
                    .formatted(Comments.name(longest.path()), mean(longest))));
  }

  /** The texts may be in lists, as those of chats are. */
  private ColumnGuess doubtingLists(ColumnGuess guess) {
    return lists.isEmpty()
        ? guess
        : guess.doubting(
            "text: texts in lists are not read; if they are in %s, make a column of them first, see docs/how-to/start-from-your-files.md"
                .formatted(Candidates.listed(List.copyOf(lists))));
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
