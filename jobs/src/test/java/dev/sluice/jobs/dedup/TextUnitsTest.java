package dev.sluice.jobs.dedup;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.jobs.dedup.DuplicateMethod.Kind;
import dev.sluice.jobs.documents.DocumentColumns;
import dev.sluice.jobs.text.JobProgress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TextUnitsTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final int LEAST = 20;
  private static final long HEAP = 512L << 20;

  @TempDir private Path directory;

  private static DuplicateMethod method(TextUnit unit, TextNormalisation normalising) {
    return new DuplicateMethod(Kind.EXACT, 0.95, normalising, unit);
  }

  private static DuplicateMethod method(TextUnit unit) {
    return method(unit, TextNormalisation.WHITESPACE);
  }

  private Path input() {
    return directory.resolve("in");
  }

  private void write(String file, List<String> texts) throws IOException {
    List<String> lines = new ArrayList<>();
    for (String text : texts) {
      lines.add(MAPPER.writeValueAsString(Map.of("text", text)));
    }
    Files.createDirectories(input());
    Files.write(input().resolve(file), lines);
  }

  private NearDuplicateRequest request(
      String output, DuplicateMethod method, int threads, long heap) {
    return new NearDuplicateRequest(
        List.of(input().toString()),
        directory.resolve(output),
        Optional.empty(),
        new DocumentColumns("text", "id", 1 << 20),
        method,
        Keep.FIRST,
        "score",
        1,
        threads,
        heap);
  }

  private JsonNode run(String output, DuplicateMethod method) throws Exception {
    return NearDuplicateJob.run(request(output, method, 2, HEAP), JobProgress.NONE).report();
  }

  private List<String> texts(String output, String file) throws IOException {
    List<String> texts = new ArrayList<>();
    for (String line : Files.readAllLines(directory.resolve(output).resolve(file))) {
      texts.add(MAPPER.readTree(line).path("text").asText());
    }
    return texts;
  }

  @Test
  void shouldTakeRepeatedLinesOutOfLaterDocuments() throws Exception {
    write(
        "a.jsonl",
        List.of(
            "Share this lovely page\nnumber one is really here\n}\n",
            "  number two is really here\n"
                + " Share   this lovely page \n"
                + "}\n\n"
                + "number three is really here",
            "Share this lovely page\n\n\nnumber one is really here  ",
            "\n"
                + " number four is really here\r\n"
                + "Share this lovely page\r\n\r\n"
                + "number four is really here\n",
            " \n\n",
            "}\n***\n}"));
    JsonNode report = run("out", method(TextUnit.LINE));
    assertThat(texts("out", "a.jsonl"))
        .containsExactly(
            "Share this lovely page\nnumber one is really here\n}\n",
            "  number two is really here\n}\n\nnumber three is really here",
            "\n number four is really here\n",
            " \n\n",
            "}\n***\n}");
    assertThat(report.path("rows_read").asInt()).isEqualTo(6);
    assertThat(report.path("rows_kept").asInt()).isEqualTo(5);
    assertThat(report.path("rows_changed").asInt()).isEqualTo(2);
    assertThat(report.path("duplicates_removed").asInt()).isEqualTo(1);
    assertThat(report.path("units_read").asInt()).isEqualTo(15);
    assertThat(report.path("units_removed").asInt()).isEqualTo(5);
    assertThat(report.path("repeated_units").asInt()).isEqualTo(3);
    assertThat(report.path("most_repeated").asInt()).isEqualTo(4);
    assertThat(directory.resolve("out/_sluice/clusters.parquet")).doesNotExist();
  }

  @Test
  void shouldTakeRepeatedParagraphsOut() throws Exception {
    write(
        "a.jsonl",
        List.of(
            "One line here.\nAnd another.\n\nSecond paragraph.",
            "Something new.\n \t\nOne line here.\n  And another.\n\n\n\nLast of all.",
            "One line here.\n\nAnd another."));
    run("out", method(TextUnit.PARAGRAPH));
    assertThat(texts("out", "a.jsonl"))
        .containsExactly(
            "One line here.\nAnd another.\n\nSecond paragraph.",
            "Something new.\n\n\n\nLast of all.",
            "One line here.\n\nAnd another.");
  }

  @Test
  void shouldTakePartsForEqualAsItIsAsked() throws Exception {
    write(
        "a.jsonl",
        List.of("page 12 of 999 pages", "Page 13 of 999 pages!", "page  12 of 999 pages"));
    for (TextNormalisation normalising : TextNormalisation.values()) {
      JsonNode report = run(normalising.title(), method(TextUnit.LINE, normalising));
      assertThat(report.path("units_removed").asInt()).isEqualTo(normalising.ordinal());
    }
  }

  /** Pages of few different lines, and some rows without a text. */
  private void writePages(String file, int pages) throws IOException {
    SplittableRandom random = new SplittableRandom(file.hashCode());
    List<String> texts = new ArrayList<>();
    for (int page = 0; page < pages; page++) {
      StringBuilder text = new StringBuilder();
      for (int line = random.nextInt(12); line >= 0; line--) {
        String unit = "u".repeat(10 + random.nextInt(12)) + " is " + random.nextInt(1 + pages / 2);
        text.append(" ".repeat(random.nextInt(2))).append(unit);
        text.append("\n".repeat(line == 0 ? random.nextInt(2) : 1 + random.nextInt(2)));
      }
      texts.add(text.toString());
    }
    write(file, texts);
    String lines = Files.readString(input().resolve(file));
    Files.writeString(input().resolve(file), lines.replaceFirst("\n", "\n{\"text\":null}\n"));
  }

  /** The rule written down once more: which lines stay, of which documents. */
  private static List<List<String>> expected(List<String> texts, Set<String> seen) {
    List<List<String>> expected = new ArrayList<>();
    for (String text : texts) {
      List<String> stay = new ArrayList<>();
      List<String> all = text.lines().filter(line -> !line.isBlank()).toList();
      for (String line : all) {
        if (line.strip().length() < LEAST || seen.add(line.strip())) {
          stay.add(line);
        }
      }
      if (!stay.isEmpty() || all.isEmpty()) {
        expected.add(stay);
      }
    }
    return expected;
  }

  @Test
  void shouldGiveTheSameBytesWhateverThreadsMemoryAndStops() throws Exception {
    writePages("a.jsonl", 3_000);
    writePages("b.jsonl", 2_000);
    JsonNode report = run("out", method(TextUnit.LINE));
    Set<String> seen = new HashSet<>();
    for (String file : List.of("a.jsonl", "b.jsonl")) {
      List<String> before = new ArrayList<>(texts("in", file));
      before.remove(1); // null
      List<List<String>> left =
          texts("out", file).stream()
              .map(text -> text.lines().filter(line -> !line.isBlank()).toList())
              .toList();
      assertThat(left).isEqualTo(expected(before, seen));
    }
    assertThat(report.path("duplicates_removed").asInt()).isPositive();
    Map<String, String> bytes = content("out");
    NearDuplicateJob.run(
        request("small", method(TextUnit.LINE), 1, 120L << 20), JobProgress.NONE, 1 << 14);
    assertThat(content("small")).isEqualTo(bytes);
    assertThat(stops("stopped")).isGreaterThan(2);
    assertThat(content("stopped")).isEqualTo(bytes);
  }

  private int stops(String output) throws Exception {
    for (int stops = 0; ; stops++) {
      int[] left = {stops};
      try {
        NearDuplicateJob.run(
            request(output, method(TextUnit.LINE), 2, HEAP),
            position -> {
              if (left[0]-- == 0) {
                throw new UncheckedIOException(new IOException("stopped"));
              }
            },
            1 << 14);
        return stops;
      } catch (IOException | UncheckedIOException e) {
        continue;
      }
    }
  }

  private Map<String, String> content(String output) throws IOException {
    Map<String, String> content = new TreeMap<>();
    Path root = directory.resolve(output);
    try (Stream<Path> paths = Files.walk(root)) {
      for (Path path : paths.filter(Files::isRegularFile).toList()) {
        content.put(root.relativize(path).toString(), Files.readString(path));
      }
    }
    return content;
  }

  @Test
  void shouldCutEveryTextIntoWhatItWasMadeOf() {
    SplittableRandom random = new SplittableRandom(7);
    UnitCutter cutting = new UnitCutter(TextUnit.PARAGRAPH);
    for (int round = 0; round < 2_000; round++) {
      StringBuilder made = new StringBuilder();
      for (int i = random.nextInt(40); i > 0; i--) {
        made.append("ab \n\r\t\u00e9".charAt(random.nextInt(7)));
      }
      byte[] text = made.toString().getBytes(UTF_8);
      byte[] left = cutting.without(text, 0, text.length, new long[0], 0, 0);
      assertThat(left).isEqualTo(made.toString().isBlank() ? new byte[0] : text);
      assertThat(cutting.read()).isEqualTo(cutting.count(text, 0, text.length));
    }
  }

  @Test
  void shouldCompareUnitsOfExactTextsOnly() {
    assertThatThrownBy(
            () -> new DuplicateMethod(Kind.MINHASH, 0.95, TextNormalisation.NONE, TextUnit.LINE))
        .hasMessageContaining("MINHASH of LINE");
  }
}
