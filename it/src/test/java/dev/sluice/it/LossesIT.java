package dev.sluice.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a run says of rows that the input lost, file by file. */
@Order(3)
class LossesIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String PATTERN = "input.pattern=**/*.jsonl";
  private static final String TITLE = "Lost because of the input, the worst file first:";
  private static final String NO_SCORE = "{\"id\": \"%d\", \"text\": \"A text without a score.\"}";
  private static final String NO_ID = "{\"text\": \"A text that has no id.\", \"score\": 4.5}";
  private static final String SOUND =
      "{\"id\": \"%d\", \"text\": \"A text that is long enough.\", \"score\": 4.5}";

  @TempDir Path directory;
  private Path input;
  private int written;

  @BeforeEach
  void setUp() {
    input = directory.resolve("input");
  }

  private void write(String file, int sound, int lossy, String lossyLine) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < sound + lossy; i++) {
      lines.append((i < sound ? SOUND : lossyLine).formatted(written++)).append('\n');
    }
    Files.createDirectories(input.resolve(file).getParent());
    Files.writeString(input.resolve(file), lines, UTF_8);
  }

  private Job job(String output, String... options) {
    String[] all = new String[options.length + 2];
    all[0] = "--set";
    all[1] = PATTERN;
    System.arraycopy(options, 0, all, 2, options.length);
    return Job.of(input, directory.resolve(output), all);
  }

  @Test
  void shouldSayWhatEachFileLostAndWhatToDo() throws IOException {
    write("few.jsonl", 97, 3, NO_ID);
    write("CC-MAIN-2024-10/many.jsonl", 5, 95, NO_SCORE);
    write("sound.jsonl", 50, 0, "");
    String table =
        """
        Lost because of the input, the worst file first:
                  rows   missing_score      missing_id  file
                   100              95               0  CC-MAIN-2024-10/many.jsonl
                   100               0               3  few.jsonl
          missing_score: the column score is absent or null.\
         If another column holds scores, start a new output with --set input.columns.score=NAME.
        """;

    assertThat(job("pushed").run(0).out()).contains(table);
    assertThat(job("sent", "--set", "ingest.push-down=false").run(0).out()).contains(table);
    assertThat(job("pushed").run(0).out()).as("again, with nothing to do").contains(table);
    String status =
        Program.run(List.of("status", "--output", directory.resolve("pushed").toString()))
            .with(0)
            .out();
    assertThat(status).contains(table.substring(0, table.indexOf("  missing_score:")));
    Path page = directory.resolve("report.html");
    Program.run(
            List.of("report", directory.resolve("pushed").toString(), "--html", page.toString()))
        .with(0);
    assertThat(page)
        .content()
        .containsSubsequence(
            "Lost because of the input", "CC-MAIN-2024-10/many.jsonl", "95", "few.jsonl");
    JsonNode json = JSON.readTree(job("pushed", "--json").run(0).out());
    assertThat(json.at("/losses/few.jsonl").toString())
        .isEqualTo("{\"missing_id\":3,\"rows\":100}");
  }

  @Test
  void shouldNameTheWorstFilesAndAddUpTheOthers() throws IOException {
    for (int i = 0; i < 25; i++) {
      write("%02d.jsonl".formatted(i), 10, 1 + i, NO_ID);
    }

    String out = job("output").run(0).out();

    assertThat(out)
        .containsSubsequence(
            TITLE,
            "            35              25  24.jsonl\n",
            "            34              24  23.jsonl\n",
            "            26              16  15.jsonl\n",
            "           270             120  15 more files\n",
            "  missing_id: the column id has no id",
            "--set input.columns.id=NAME")
        .doesNotContain("14.jsonl");
  }

  @Test
  void shouldWarnOfIdsThatRepeatIfMostDocumentsAreDroppedForThem() throws IOException {
    for (int file = 0; file < 3; file++) {
      written = 0;
      write(file + ".jsonl", 50, 0, "");
    }

    String out = job("output").run(0).out();

    assertThat(out)
        .contains("WARNING 100 of 150 documents that were compared by id were dropped")
        .containsPattern("( The id \\d+ is in 0.jsonl and in row \\d+ of 1.jsonl\\.){3}")
        .contains(
            "--set input.columns.id=NAME",
            "or use --set input.id=text-hash to make ids from texts.")
        .doesNotContain("Lost");
    assertThat(job("output").run(0).out()).contains("WARNING 100 of 150").doesNotContain("The id");
    assertThat(job("hashed", "--set", "input.id=text-hash").run(0).out())
        .contains(
            "WARNING 149 of 150",
            "The texts of these documents are equal, because ids are made from texts.")
        .doesNotContain("--set input.columns.id");
  }

  @Test
  void shouldSayNothingIfNothingWasLost() throws IOException {
    write("sound.jsonl", 50, 0, "");
    assertThat(job("sound").run(0).out()).doesNotContain("Lost", "compared by id");

    write("without-ids.jsonl", 50, 10, NO_ID);
    Job unmapped = job("unmapped", "--set", "input.columns.id=null");
    assertThat(unmapped.run(0).out()).doesNotContain("Lost");
    assertThat(unmapped.result().manifest("unknown").toString()).doesNotContain("losses");
  }
}
