package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What `run` and `dedup` remove by default, of texts that other programs do badly on. */
class NearDedupCasesIT {
  private static final String DUMP = "CC-MAIN-2024-10";
  private static final int TEXTS = 29;
  private static final int CHARACTERS = 400;

  /** Most of the characters of real texts are a few hundred, and some of those come often. */
  enum Script {
    CHINESE("\u7684\u4e00\u662f\u4e0d\u4e86\u5728\u4eba\u6709\u6211\u4ed6", 0x4e00, 600),
    JAPANESE(
        "\u306e\u306b\u306f\u3092\u305f\u304c\u3067\u3066\u3068\u3057\u30fc\u308b", 0x3042, 160),
    THAI("\u0e32\u0e19\u0e23\u0e2d\u0e01\u0e40\u0e07\u0e35\u0e48\u0e49\u0e31\u0e34", 0x0e01, 46);

    private final String frequent;
    private final int first;
    private final int count;

    Script(String frequent, int first, int count) {
      this.frequent = frequent;
      this.first = first;
      this.count = count;
    }

    private int character(Random random) {
      return random.nextInt(3) == 0
          ? frequent.charAt(random.nextInt(frequent.length()))
          : first + random.nextInt(count);
    }

    String text(Random random) {
      int[] characters = IntStream.generate(() -> character(random)).limit(CHARACTERS).toArray();
      return new String(characters, 0, CHARACTERS);
    }

    /** With so many characters replaced, apart from each other. */
    String changed(String text, int changes, Random random) {
      StringBuilder changed = new StringBuilder(text);
      for (int i = 0; i < changes; i++) {
        int at = i * CHARACTERS / changes + 5 + random.nextInt(CHARACTERS / changes - 10);
        char before = changed.charAt(at);
        while (changed.charAt(at) == before) {
          changed.setCharAt(at, (char) character(random));
        }
      }
      return changed.toString();
    }
  }

  @TempDir Path directory;
  private final List<Sources.Row> rows = new ArrayList<>();

  private void add(String id, String text) {
    rows.add(new Sources.Row(id, text, 4.5, DUMP));
  }

  /** Ids of removed rows, by both commands. */
  private Set<String> removed() {
    Path source = directory.resolve("source");
    Sources.write(source.resolve("data").resolve(DUMP).resolve("0.parquet"), List.of(rows));
    Job job = Job.of(source, directory.resolve("run"), "--set=near-dedup.method=minhash");
    job.run(0);
    Program.run("validate", job.output().toString(), "--source", source.toString()).with(0);
    Set<String> removed = removed(job.result().rows("4.0"));
    Path unique = directory.resolve("unique");
    Program.run("dedup", "--input", source.toString(), "--output", unique.toString()).with(0);
    assertThat(removed(Output.read(unique.resolve("data").resolve(DUMP).resolve("0.parquet"))))
        .as("dedup and run")
        .isEqualTo(removed);
    return removed;
  }

  private Set<String> removed(List<Output.Row> kept) {
    Set<String> removed = rows.stream().map(Sources.Row::id).collect(Collectors.toSet());
    kept.forEach(row -> removed.remove(row.id()));
    return new TreeSet<>(removed);
  }

  /** A copy with 8 changed characters differs in 24 of 398 sequences, more than 5 %. */
  @ParameterizedTest
  @EnumSource
  void shouldFindEditedCopiesInScriptsWithoutSpaces(Script script) {
    Random random = new Random(script.ordinal());
    Set<String> expected = new TreeSet<>();
    List<String> texts = new ArrayList<>();
    for (int text = 0; text < TEXTS; text++) {
      texts.add(script.text(random));
      add("text-" + text, texts.get(text));
    }
    for (int changes : new int[] {1, 3, 5, 8}) {
      for (int text = 0; text < TEXTS; text++) {
        String id = "copy-%d-%d".formatted(changes, text);
        add(id, script.changed(texts.get(text), changes, random));
        if (changes < 8) {
          expected.add(id);
        }
      }
    }
    assertThat(removed()).isEqualTo(expected);
  }

  /** Others take numbers for equal, and signs for blanks. */
  private static final List<String> FORMS =
      List.of(
          "Calculate $%d(%d + %d)$.",
          "Calculate $%d(%d) + %d$.",
          "Calculate $%d - (%d - %d)$.",
          "Calculate $%d - %d - %d$.",
          "Compute $%d \\times %d - %d$ in your head.",
          "Compute $%d \\times (%d - %d)$ in your head.",
          "Compute $\\cos %d^\\circ + \\sin %d^\\circ - %d$.",
          "What is the remainder when %d%d is divided by %d?",
          "What is the remainder when $%d^{%d}$ is divided by %d?",
          "Solve $%dx + %d = %d$ for $x$.",
          "Solve $%dx - %d = %d$ for $x$.",
          "Solve $%dx + %d < %d$ for $x$.",
          "Solve $%dx + %d > %d$ for $x$.",
          "How many multiples of %d are there between %d and %d, inclusive?",
          "Is $%d \\cdot %d! > %d!$ true?",
          "Is $%d! \\cdot %d > %d!$ true?",
          "What is the sum of the digits of $%d.%d - .%d$?",
          "if (a[%d] != b[%d]) { return -%d; }",
          "if (a[%d] == b[%d]) { return %d; }",
          "if (!a[%d] && b[%d]) { return %d; }");

  @Test
  void shouldKeepProblemsThatDifferInNumbersSignsAndBrackets() {
    Random random = new Random(2);
    Set<String> problems = new HashSet<>();
    List<String> some = new ArrayList<>();
    for (String form : FORMS) {
      for (int i = 0; i < 15; i++) {
        String problem = form.formatted(random.ints(3, 2, 99).boxed().toArray());
        if (problems.add(problem)) {
          add("problem-" + problems.size(), problem);
          some.add(problem);
        }
      }
    }
    Set<String> expected = new TreeSet<>();
    for (int copy = 0; copy < some.size(); copy += 10) {
      for (String text :
          List.of(
              some.get(copy),
              some.get(copy).replace(" ", "\n  "),
              some.get(copy).toUpperCase(Locale.ROOT))) {
        expected.add("copy-" + rows.size());
        add("copy-" + rows.size(), text);
      }
    }
    assertThat(removed()).isEqualTo(expected);
  }
}
