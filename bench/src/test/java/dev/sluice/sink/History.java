package dev.sluice.sink;

import dev.sluice.core.Counters;
import dev.sluice.core.Unit;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How long a made-up history is. Its dumps have numbers from 1 on: 0 is the one that the output was
 * started with.
 *
 * @param dumps how many
 * @param files in the input, of each dump
 * @param cuts of each dump in each partition of each curated topic, at least 1
 */
record History(int dumps, int files, int cuts) {
  private static final int DUMPS_A_YEAR = 50;
  private static final int FIRST_YEAR = 2013;
  private static final int FILE_DIGITS = 5;

  History {
    if (dumps < 1 || files < 1 || cuts < 1) {
      throw new IllegalArgumentException(
          "%d dumps of %d files, %d cuts: at least 1 of each".formatted(dumps, files, cuts));
    }
  }

  /** The name of a dump. */
  static String dump(int number) {
    int year = FIRST_YEAR + (number - 1) / DUMPS_A_YEAR;
    return "CC-MAIN-%d-%02d".formatted(year, 1 + (number - 1) % DUMPS_A_YEAR);
  }

  /** The unit that a dump was read as. */
  static Unit unit(int number) {
    return new Unit("data/" + dump(number), 1);
  }

  /** The files of a dump, relative to the input. */
  List<String> inputs(int number) {
    String directory = unit(number).name();
    return IntStream.range(0, files).mapToObj(file -> directory + "/" + file(file)).toList();
  }

  /** The first of them. */
  static String firstInput(int number) {
    return unit(number).name() + "/" + file(0);
  }

  private static String file(int number) {
    String digits = Integer.toString(number);
    return "000_" + "0".repeat(Math.max(0, FILE_DIGITS - digits.length())) + digits + ".parquet";
  }

  /** Whether a cut of a dump holds two shards of a row each, and not one. */
  static boolean hasTwoShards(int cut) {
    return cut % 2 == 1;
  }

  /** The rows of a dump in each partition of each curated topic. The last cut has one. */
  int rows() {
    return cuts + (cuts - 1) / 2;
  }

  /** What ingest has counted for a dump that was dealt to so many logs: all rows were kept. */
  Counters ingested(int number, int logs) {
    Counters counters = new Counters();
    for (String name : List.of(Counters.ROWS, Counters.SENT)) {
      counters.add(new Counters.Key(dump(number), Counters.NO_BUCKET, name), (long) rows() * logs);
    }
    return counters;
  }
}
