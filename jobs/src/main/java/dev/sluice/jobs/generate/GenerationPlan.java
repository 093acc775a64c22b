package dev.sluice.jobs.generate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Assigns documents to files. Dumps are in ascending order of name and age. Each dump has at least
 * two files (unless it has only one row) of at most {@link #MAX_ROWS_PER_FILE} rows.
 */
final class GenerationPlan {
  /** The maximum number of rows of a file, which is about 100 MB of text. */
  static final long MAX_ROWS_PER_FILE = 25_000;

  private static final int MIN_FILES_PER_DUMP = 2;

  private static final List<String> DUMPS =
      List.of(
          "CC-MAIN-2013-20",
          "CC-MAIN-2014-10",
          "CC-MAIN-2015-14",
          "CC-MAIN-2016-44",
          "CC-MAIN-2017-04",
          "CC-MAIN-2018-05",
          "CC-MAIN-2019-35",
          "CC-MAIN-2020-05",
          "CC-MAIN-2021-04",
          "CC-MAIN-2022-27",
          "CC-MAIN-2023-50",
          "CC-MAIN-2024-10",
          "CC-MAIN-2024-18");

  private GenerationPlan() {}

  /**
   * A planned file.
   *
   * @param path relative to the output, with {@code /}
   * @param dump the dump whose directory contains the file
   * @param firstDocument index of its first row
   * @param rows number of rows, at least 1
   * @param dated whether it has the column {@code date}, as recent files of FineWeb-Edu do
   */
  record PlannedFile(String path, String dump, long firstDocument, long rows, boolean dated) {}

  /** Returns the files in ascending order of path. */
  static List<PlannedFile> of(Generator.Options options) {
    List<PlannedFile> files = new ArrayList<>();
    long first = 0;
    for (int dump = 0; dump < options.dumps(); dump++) {
      long rows = share(options.documents(), options.dumps(), dump);
      long wanted = Math.max(MIN_FILES_PER_DUMP, -Math.floorDiv(-rows, MAX_ROWS_PER_FILE));
      long parts = Math.min(rows, wanted);
      for (int part = 0; part < parts; part++) {
        String name = dumpName(dump);
        String path = String.format(Locale.ROOT, "data/%s/000_%05d.parquet", name, part);
        long rowsHere = share(rows, parts, part);
        boolean dated = dump >= (options.dumps() + 1) / 2;
        files.add(new PlannedFile(path, name, first, rowsHere, dated));
        first += rowsHere;
      }
    }
    return files;
  }

  private static long share(long total, long parts, long part) {
    return total / parts + (part < total % parts ? 1 : 0);
  }

  private static String dumpName(int dump) {
    if (dump < DUMPS.size()) {
      return DUMPS.get(dump);
    }
    int beyond = dump - DUMPS.size();
    return String.format(Locale.ROOT, "CC-MAIN-%d-%02d", 2025 + beyond / 12, 4 + beyond % 12 * 4);
  }
}
