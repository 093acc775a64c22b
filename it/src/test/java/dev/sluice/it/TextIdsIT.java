package dev.sluice.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ids that are made of texts: the output is that of a column with the same ids. */
@Order(3)
class TextIdsIT {
  private static final int ROWS = 400;
  private static final String DUMP = "CC-MAIN-2024-10";

  @TempDir Path directory;
  private Job expected;

  /** An input with a column of the hashes. */
  @BeforeEach
  void runOnAColumn() {
    Path input = directory.resolve("column");
    for (int file = 0; file < 2; file++) {
      Sources.write(input.resolve(file + ".parquet"), List.of(rows(file, true)));
    }
    expected = Job.of(input, directory.resolve("expected"));
    expected.run(0);
  }

  /** Rows with a third of the texts of the other file, and with some texts twice. */
  private static List<Sources.Row> rows(int file, boolean hashed) {
    List<Sources.Row> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      int number = i % 3 == 0 ? i : i % 50 == 1 ? file + 7 : file * ROWS + i;
      String text = "Größe \"%d\" of\tall\n漢字 ".formatted(number).repeat(1 + number % 9);
      String id = hashed ? md5(text) : "%d in file %d".formatted(i, file);
      rows.add(new Sources.Row(id, text, 2.5 + number % 25 / 10.0, DUMP));
    }
    return rows;
  }

  private static String md5(String text) {
    try {
      return HexFormat.of()
          .formatHex(MessageDigest.getInstance("MD5").digest(text.getBytes(UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private void assertAsExpected(Path input) {
    Job job = Job.of(input, directory.resolve("output"), "--set", "input.id=text-hash");

    assertThat(job.run(0).out()).contains("duplicates_removed");

    assertThat(job.result().kept()).isEqualTo(expected.result().kept());
    assertThat(job.result().countersByDump()).isEqualTo(expected.result().countersByDump());
    assertThat(counter("duplicates_removed")).isGreaterThan(50);
    assertThat(counter("sampled_out")).isPositive();
    Program.run("validate", job.output().toString(), "--source", input.toString()).with(0);
    assertThat(job.run(0).out()).startsWith("Nothing new");
  }

  private long counter(String name) {
    return expected.result().counters(DUMP).getOrDefault(name, 0L);
  }

  @Test
  void shouldMakeThemOfParquet() {
    Path input = directory.resolve("parquet");
    for (int file = 0; file < 2; file++) {
      Sources.write(input.resolve(file + ".parquet"), List.of(rows(file, false)));
    }
    assertAsExpected(input);
  }

  @Test
  void shouldMakeThemOfJson() throws IOException {
    Path input = Files.createDirectories(directory.resolve("json"));
    ObjectMapper json = new ObjectMapper();
    for (int file = 0; file < 2; file++) {
      List<String> lines = new ArrayList<>();
      for (Sources.Row row : rows(file, false)) {
        SortedMap<String, Object> object =
            new TreeMap<>(Map.of("text", row.text(), "score", row.score(), "dump", row.dump()));
        lines.add(json.writeValueAsString(object));
      }
      Files.write(input.resolve(file + ".jsonl"), lines);
    }
    assertAsExpected(input);
  }
}
