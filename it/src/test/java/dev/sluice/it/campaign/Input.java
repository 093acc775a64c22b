package dev.sluice.it.campaign;

import dev.sluice.it.NearTexts;
import dev.sluice.it.Output;
import dev.sluice.it.PlainCuration;
import dev.sluice.it.PlainOperators;
import dev.sluice.it.Sources;
import dev.sluice.operators.ParameterValue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What is read in a round. */
enum Input {
  /** Three dumps, each a unit. */
  DUMPS(List.of()) {
    @Override
    void make(Path directory) {
      Sources.generate(directory, 4_000, 3, 42);
    }
  },
  /** One unit of files that each hold another dump, with all texts in the source. */
  FILES(List.of("--set", "topics.text=source")) {
    @Override
    void make(Path directory) {
      Path dumps = Sources.generate(directory.resolveSibling("files-by-dump"), 3_000, 4, 5);
      for (Path file : Output.walk(dumps)) {
        String name = dumps.relativize(file).toString().replace('/', '-').replace("CC-MAIN", "of");
        Sources.copyFile(file, directory.resolve(name));
      }
    }
  },
  /** Two dumps whose longer texts do not travel. */
  POINTERS(List.of("--set", "topics.text=record", "--set", "input.max-document-size=8KiB")) {
    @Override
    void make(Path directory) {
      Sources.generate(directory, 3_000, 2, 11);
    }
  },
  /** Two dumps whose texts operators change, drop and reject. */
  OPERATORS(
      List.of(
          "--set",
          "operators=[lowercase, {numbers: {replacement: '<NUMBER>'}}, {character-count: {min:"
              + " 700}}]",
          "--set",
          "input.max-operator-text=8KiB")) {
    @Override
    void make(Path directory) {
      Sources.generate(directory, 3_000, 2, 13);
    }

    @Override
    PlainCuration.Rules rules() {
      return new PlainCuration.Rules(
          42,
          5.0,
          "bucket",
          new PlainOperators(
              List.of(
                  PlainOperators.of("lowercase", Map.of()),
                  PlainOperators.of(
                      "numbers", Map.of("replacement", ParameterValue.of("<NUMBER>"))),
                  PlainOperators.of("character-count", Map.of("min", ParameterValue.of("700")))),
              8 << 10));
    }
  },
  /**
   * Three dumps of texts that are like others, of which near-deduplication removes some. So many
   * that each dump has several files of signatures, which are merged.
   */
  NEAR_DUPLICATES(
      List.of(
          "--set",
          "near-dedup.method=minhash",
          "--set",
          "ingest.transaction-bytes=64KiB",
          "--set",
          "streams.commit-interval=100ms")) {
    @Override
    void make(Path directory) {
      NearTexts.writeBrief(directory, 75_000, 26);
    }

    @Override
    PlainCuration.Rules rules() {
      return new PlainCuration.Rules(42, 5.0, "bucket", PlainOperators.NONE, "output");
    }
  },
  /**
   * Two dumps of texts that each fill a cut, all in one partition of one bucket: cut records enough
   * for two packs, one of them full only with the second dump. Nearly all cuts fall inside a
   * record.
   */
  CUTS(
      List.of(
          "--set",
          "kafka.partitions=1",
          "--set",
          "sink.cut-bytes=64KiB",
          "--set",
          "topics.text=source")) {
    @Override
    void make(Path directory) {
      for (String dump : List.of("CC-MAIN-2024-10", "CC-MAIN-2024-18")) {
        Sources.write(directory.resolve("data/" + dump + "/0.parquet"), List.of(fillingCuts(dump)));
      }
    }
  };

  private static final int SMALLEST_CUT = 64 << 10;
  private static final int CUTS_OF_A_DUMP = 70;

  private final List<String> options;

  Input(List<String> options) {
    this.options = options;
  }

  /** What is set on the command line of every role of a job on it. */
  List<String> settings() {
    List<String> settings = new ArrayList<>(Reference.SMALL);
    settings.addAll(options);
    return settings;
  }

  /** What is to be kept of it. */
  PlainCuration.Rules rules() {
    return PlainCuration.Rules.DEFAULT;
  }

  private static List<Sources.Row> fillingCuts(String dump) {
    List<Sources.Row> rows = new ArrayList<>();
    for (int i = 0; i < CUTS_OF_A_DUMP; i++) {
      String sentence = "Text %d of %s fills a cut. ".formatted(i, dump);
      String text = sentence.repeat(SMALLEST_CUT / sentence.length() + 1);
      rows.add(new Sources.Row("<urn:%s:%d>".formatted(dump, i), text, 4.5, dump));
    }
    return rows;
  }

  /** Writes the files; the same each time. */
  abstract void make(Path directory);

  String words() {
    return name().toLowerCase(Locale.ROOT);
  }
}
