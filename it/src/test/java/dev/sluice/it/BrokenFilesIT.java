package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.storage.testing.BrokenParquet;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that cannot be read are quarantined, listed, and taken once they are repaired. */
class BrokenFilesIT {
  private static final int ROWS = 100;

  @TempDir Path directory;

  @Test
  void shouldQuarantineEveryBrokenFileAndKeepTheOthers() throws IOException {
    Path input = directory.resolve("input");
    int broken = BrokenParquet.writeAll(input).size();
    Sources.write(input.resolve("good.parquet"), List.of(rows("a")));
    Job job = Job.of(input, directory.resolve("output"));
    Program.Ended ended = job.run(4);
    assertThat(ended.err().lines().filter(line -> line.startsWith("sluice: quarantined ")))
        .hasSize(broken);
    assertThat(quarantined(job.result(), "unknown"))
        .hasSize(broken)
        .doesNotContainKey("good.parquet");
    assertThat(job.result().counters("CC-MAIN-2024-10"))
        .containsEntry("rows", (long) ROWS)
        .containsEntry("kept", (long) ROWS);
  }

  @Test
  void shouldEndWhenAllFilesAreBroken() throws IOException {
    Path input = Files.createDirectories(directory.resolve("input/CC-MAIN-2024-10"));
    Files.writeString(input.resolve("one.parquet"), "PAR1 is how it begins, but it is none");
    Files.writeString(input.resolve("two.parquet"), "");
    Files.createSymbolicLink(input.resolve("three.parquet"), directory.resolve("gone"));
    Files.writeString(input.resolve("_four.parquet"), "is hidden");
    Files.writeString(input.resolve("FIVE.PARQUET"), "is read");
    Job job = Job.of(input.getParent(), directory.resolve("output"));
    assertThat(job.run(4).err())
        .contains(
            "quarantined CC-MAIN-2024-10/FIVE.PARQUET: not a Parquet file",
            "quarantined CC-MAIN-2024-10/one.parquet: ",
            "quarantined CC-MAIN-2024-10/two.parquet",
            "quarantined CC-MAIN-2024-10/three.parquet: is a link to " + directory.resolve("gone"));
    assertThat(quarantined(job.result(), "CC-MAIN-2024-10")).hasSize(4);
    assertThat(job.result().counters("CC-MAIN-2024-10")).containsEntry("rows", 0L);
    Program.Ended again = job.run(4);
    assertThat(again.out()).startsWith("Nothing new");
    assertThat(again.err()).contains("sluice: quarantined ", "three.parquet: is a link to ");
  }

  @Test
  void shouldKeepWhatCameBeforeABreakAndTakeTheRepairedFile() throws IOException {
    Path whole = directory.resolve("whole.parquet");
    Sources.write(whole, List.of(rows("a"), rows("b"), rows("c")));
    Path input = directory.resolve("input");
    Path file = input.resolve("CC-MAIN-2024-10/1.parquet");
    Sources.copyFile(whole, file);
    breakInTheMiddle(file);
    Sources.write(input.resolve("CC-MAIN-2024-10/2.parquet"), List.of(rows("d")));

    Job job = Job.of(input, directory.resolve("output"));
    assertThat(job.run(4).err()).contains("quarantined CC-MAIN-2024-10/1.parquet: row group 1");
    assertThat(job.result().counters("CC-MAIN-2024-10"))
        .containsEntry("rows", 2L * ROWS)
        .containsEntry("kept", 2L * ROWS);
    Job other =
        Job.of(input, directory.resolve("other"), "--set", "ingest.push-down=false", "--workers=7");
    other.run(4);
    assertThat(other.result().files()).isEqualTo(job.result().files());

    Files.delete(file);
    Sources.copyFile(whole, file);
    assertThat(job.run(0).out()).contains("Sealed: CC-MAIN-2024-10#2\n");
    assertThat(job.result().counters("CC-MAIN-2024-10"))
        .containsEntry("rows", 5L * ROWS)
        .containsEntry("kept", 4L * ROWS)
        .containsEntry("duplicates_removed", (long) ROWS);
    assertThat(job.result().rows("4.0/CC-MAIN-2024-10")).hasSize(4 * ROWS);
    job.result().hasNoLeftovers();
    Program.Ended validated =
        Program.run(
            "validate", directory.resolve("output").toString(), "--source", input.toString());
    validated.with(0);
    assertThat(validated.out())
        .contains("the rows that were read from CC-MAIN-2024-10/1.parquet before the repair");
  }

  private static SortedMap<String, String> quarantined(Output output, String dump) {
    SortedMap<String, String> files = new TreeMap<>();
    for (JsonNode unit : output.manifest(dump).get("units")) {
      unit.get("quarantined")
          .forEach(aside -> files.put(aside.get("file").asText(), aside.get("reason").asText()));
    }
    return files;
  }

  private static void breakInTheMiddle(Path file) throws IOException {
    try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
      bytes.seek(bytes.length() / 2);
      bytes.write(new byte[4096]);
    }
  }

  /** Rows whose texts do not compress, so that row groups are of one size. */
  private static List<Sources.Row> rows(String prefix) {
    Random random = new Random(prefix.hashCode());
    List<Sources.Row> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      StringBuilder text = new StringBuilder();
      random.ints(1_000, ' ', 0x7f).forEach(text::appendCodePoint);
      rows.add(new Sources.Row(prefix + i, text.toString(), 4.5, "CC-MAIN-2024-10"));
    }
    return rows;
  }
}
