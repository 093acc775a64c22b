package dev.sluice.jobs.init;

import dev.sluice.core.DumpName;
import dev.sluice.core.DumpPath;
import dev.sluice.jobs.init.Column.Count;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The guessed column of the dump. It either has a typical name and values that are names of dumps,
 * or has file paths that contain names of dumps.
 *
 * @param isWithin whether each value contains the name within a longer path, where {@link
 *     #CRAWL_WITHIN} finds it
 */
record DumpGuess(ColumnGuess column, boolean isWithin) {
  /** Finds the name of a crawl within the path of a file of the crawl. */
  static final DumpPath CRAWL_WITHIN =
      DumpPath.of("(?<dump>CC-MAIN-[0-9]{4}(-[0-9]{2,4})?)(?![0-9-])");

  private static final int LISTED = 10;
  private static final double RARE = 0.01;

  static DumpGuess of(InputSample sample) {
    ColumnGuess none =
        ColumnGuess.none(
            "no column holds names of dumps, so all rows belong to the dump 'unknown'");
    for (Column column : sample.ranked(GuessedRole.DUMP, Column::isText)) {
      List<Count> dumps = column.counts(value -> Optional.of(value).filter(DumpName::isCrawl));
      if (!dumps.isEmpty() || sample.rows() == 0) {
        return new DumpGuess(found(column, dumps), false);
      }
      column.texts().findFirst().ifPresent(value -> none.because(noDump(column, value)));
    }
    for (GuessedRole role : List.of(GuessedRole.DUMP, GuessedRole.CRAWL_FILE)) {
      for (Column column : sample.ranked(role, Column::isText)) {
        List<Count> dumps = column.counts(CRAWL_WITHIN::find);
        if (!dumps.isEmpty()) {
          return new DumpGuess(found(column, dumps), true);
        }
      }
    }
    List<String> directories =
        sample.files().stream()
            .flatMap(file -> Stream.of(file.path().toString().split("[/\\\\]")))
            .filter(DumpName::isCrawl)
            .distinct()
            .sorted()
            .toList();
    if (!directories.isEmpty()) {
      none.because(
          "directories named after dumps (%s) are read as units, but do not set the dump of their rows"
              .formatted(listed(directories)));
    }
    return new DumpGuess(none, false);
  }

  private static String noDump(Column column, String value) {
    return "%s holds values such as %s: to use them as dumps, set input.dump.column"
        .formatted(column.name(), YamlText.name(value));
  }

  private static ColumnGuess found(Column column, List<Count> dumps) {
    ColumnGuess guess = ColumnGuess.of(column, "by its name");
    if (dumps.isEmpty()) {
      return guess.because("there are no rows");
    }
    List<String> names = dumps.stream().map(Count::value).sorted().toList();
    guess.because(
        "%s in the sample: %s".formatted(Figures.counted(names.size(), "dump"), listed(names)));
    long other = column.count() - dumps.stream().mapToLong(Count::rows).sum();
    String unknown =
        Figures.counted(other, "row") + " without a dump, assigned to the dump 'unknown'";
    if (other > RARE * column.count()) {
      guess.doubting("dump: %s; %s".formatted(column.name(), unknown));
    } else if (other > 0) {
      guess.because(unknown);
    }
    return guess;
  }

  private static String listed(List<String> names) {
    String first = String.join(", ", names.subList(0, Math.min(LISTED, names.size())));
    return names.size() > LISTED ? first + ", ..., " + names.get(names.size() - 1) : first;
  }
}
