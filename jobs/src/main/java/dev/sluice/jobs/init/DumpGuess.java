package dev.sluice.jobs.init;

import dev.sluice.core.DumpName;
import dev.sluice.core.DumpPath;
import dev.sluice.jobs.init.Column.Count;
import dev.sluice.storage.text.TextFile;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Guesses the column of the dump: one with the name of a dump that names dumps, or one with paths
 * of files that name them.
 *
 * @param isWithin whether the names are to be searched for within the values, by {@link
 *     #CRAWL_WITHIN}
 */
record DumpGuess(ColumnGuess column, boolean isWithin) {
  /** Finds the name of a crawl within the path of one of its files. */
  static final DumpPath CRAWL_WITHIN =
      DumpPath.of("(?<dump>CC-MAIN-[0-9]{4}(-[0-9]{2,4})?)(?![0-9-])");

  private static final int LISTED = 10;
  private static final double RARE = 0.01;

  static DumpGuess of(InputSample sample) {
    ColumnGuess named = named(sample);
    if (named.column().isPresent()) {
      return new DumpGuess(named, false);
    }
    return Stream.of(ColumnRole.DUMP, ColumnRole.CRAWL_FILE)
        .flatMap(role -> sample.ranked(role, Column::isText).stream())
        .filter(column -> !crawls(column).isEmpty())
        .findFirst()
        .map(column -> new DumpGuess(found(column, crawls(column)), true))
        .orElseGet(() -> new DumpGuess(named, false));
  }

  private static List<Count> crawls(Column column) {
    return column.counts(CRAWL_WITHIN::find);
  }

  private static ColumnGuess named(InputSample sample) {
    ColumnGuess none = none(sample.files());
    for (Column column : sample.ranked(ColumnRole.DUMP, Column::isText)) {
      List<Count> counts = column.counts(Optional::of);
      List<Count> dumps = counts.stream().filter(each -> DumpName.isCrawl(each.value())).toList();
      if (!dumps.isEmpty() || sample.rows() == 0) {
        return found(column, dumps);
      }
      if (column.count() > 0) {
        String example = counts.get(0).value();
        none.because(
            "%s holds values such as %s: to take them as dumps, set input.dump.column"
                .formatted(column.name(), YamlText.name(example)));
      }
    }
    return none;
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
    String unknown = "no dump, and so unknown: " + Figures.counted(other, "row");
    if (other > RARE * column.count()) {
      guess.doubting("dump: %s; %s".formatted(column.name(), unknown));
    } else if (other > 0) {
      guess.because(unknown);
    }
    return guess;
  }

  private static ColumnGuess none(List<TextFile> files) {
    ColumnGuess none = ColumnGuess.none("no column names dumps, so all rows belong to unknown");
    TreeSet<String> directories = new TreeSet<>();
    for (TextFile file : files) {
      Stream.of(file.path().toString().split("[/\\\\]"))
          .filter(DumpName::isCrawl)
          .forEach(directories::add);
    }
    if (!directories.isEmpty()) {
      int count = directories.size();
      none.because(
          "%s named after dumps (%s): each is read as a unit, but names no dump"
              .formatted(
                  count == 1 ? "1 directory is" : count + " directories are",
                  listed(List.copyOf(directories))));
    }
    return none;
  }

  private static String listed(List<String> names) {
    String first = String.join(", ", names.subList(0, Math.min(LISTED, names.size())));
    return names.size() > LISTED ? first + ", ..., " + names.get(names.size() - 1) : first;
  }
}
