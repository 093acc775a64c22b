package dev.sluice.jobs.init;

import dev.sluice.core.DumpName;
import dev.sluice.jobs.init.sample.ColumnNames;
import dev.sluice.jobs.init.sample.RowSample;
import dev.sluice.jobs.init.sample.SampledColumn;
import dev.sluice.jobs.init.sample.ValueTally;
import dev.sluice.storage.text.TextFile;
import java.util.List;
import java.util.OptionalInt;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Guesses the column of the dump: one with the name of a dump that names dumps, or one with paths
 * of files that name them.
 *
 * @param isWithin whether the names are to be searched for within the values, by {@link
 *     SampledColumn#CRAWL_WITHIN}
 */
record DumpGuess(ColumnGuess column, boolean isWithin) {
  private static final int LISTED = 10;
  private static final double RARE = 0.01;

  static DumpGuess of(RowSample sample, List<TextFile> files) {
    ColumnGuess named = named(sample, files);
    if (named.column().isPresent()) {
      return new DumpGuess(named, false);
    }
    return Stream.<Function<String, OptionalInt>>of(
            ColumnNames::rankAsDump, ColumnNames::rankAsCrawlFile)
        .flatMap(rank -> Candidates.ranked(sample, SampledColumn::isText, rank).stream())
        .filter(column -> !column.crawls().counts().isEmpty())
        .findFirst()
        .map(column -> new DumpGuess(found(column, column.crawls().counts()), true))
        .orElseGet(() -> new DumpGuess(named, false));
  }

  private static ColumnGuess named(RowSample sample, List<TextFile> files) {
    ColumnGuess none = none(files);
    for (SampledColumn column :
        Candidates.ranked(sample, SampledColumn::isText, ColumnNames::rankAsDump)) {
      List<ValueTally.Count> dumps =
          column.tally().counts().stream().filter(each -> DumpName.isCrawl(each.value())).toList();
      if (!dumps.isEmpty() || sample.rows() == 0) {
        return found(column, dumps);
      }
      if (column.values() > 0) {
        none =
            none.because(
                "%s holds values such as %s: to take them as dumps, set input.dump.column"
                    .formatted(Comments.name(column.path()), Comments.name(example(column))));
      }
    }
    return none;
  }

  private static String example(SampledColumn column) {
    return column.tally().counts().stream()
        .findFirst()
        .map(ValueTally.Count::value)
        .orElse("a long text");
  }

  private static ColumnGuess found(SampledColumn column, List<ValueTally.Count> dumps) {
    ColumnGuess guess = ColumnGuess.of(column, "by its name");
    if (dumps.isEmpty()) {
      return guess.because("there are no rows");
    }
    List<String> names = dumps.stream().map(ValueTally.Count::value).sorted().toList();
    guess =
        guess.because(
            "%s in the sample: %s".formatted(Figures.counted(names.size(), "dump"), listed(names)));
    long other = column.values() - dumps.stream().mapToLong(ValueTally.Count::rows).sum();
    String unknown = "no dump, and so unknown: " + Figures.counted(other, "row");
    if (other == 0) {
      return guess;
    }
    return other <= RARE * column.values()
        ? guess.because(unknown)
        : guess.doubting("dump: %s; %s".formatted(Comments.name(column.path()), unknown));
  }

  private static ColumnGuess none(List<TextFile> files) {
    ColumnGuess none = ColumnGuess.none("no column names dumps, so all rows belong to unknown");
    TreeSet<String> directories = new TreeSet<>();
    for (TextFile file : files) {
      Stream.of(file.path().toString().split("[/\\\\]"))
          .filter(DumpName::isCrawl)
          .forEach(directories::add);
    }
    return directories.isEmpty()
        ? none
        : none.because(
            "%s named after dumps (%s): each is read as a unit, but names no dump"
                .formatted(
                    directories.size() == 1
                        ? "1 directory is"
                        : directories.size() + " directories are",
                    listed(List.copyOf(directories))));
  }

  private static String listed(List<String> names) {
    String first = String.join(", ", names.subList(0, Math.min(LISTED, names.size())));
    return names.size() > LISTED ? first + ", ..., " + names.get(names.size() - 1) : first;
  }
}
