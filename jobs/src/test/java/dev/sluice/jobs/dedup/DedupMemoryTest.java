package dev.sluice.jobs.dedup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.jobs.dedup.DuplicateMethod.Kind;
import dev.sluice.jobs.documents.DocumentColumns;
import dev.sluice.jobs.text.JobProgress;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A process whose heap is smaller than what is known of all documents. */
class DedupMemoryTest {
  private static final int DOCUMENTS = 250_000;

  /** The least that the job accepts. */
  private static final long PLANNED = 108L << 20;

  /** What it takes of that if files and documents are small. */
  private static final long HEAP = 84L << 20;

  @TempDir private Path directory;

  @ParameterizedTest
  @EnumSource(names = {"FIRST", "LONGEST"})
  void shouldDecideMoreDocumentsThanTheHeapHolds(Keep keep) throws Exception {
    writeShortDocuments();
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + HEAP,
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                directory.toString(),
                keep.name())
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    assertThat(said).endsWith("%d of %d%n".formatted(DOCUMENTS / 10, DOCUMENTS));
  }

  /** Each tenth is a copy of the one before it. */
  private void writeShortDocuments() throws IOException {
    SplittableRandom random = new SplittableRandom(1);
    Path input = Files.createDirectories(directory.resolve("in")).resolve("a.jsonl");
    try (BufferedWriter out = Files.newBufferedWriter(input)) {
      String text = "";
      for (int number = 0; number < DOCUMENTS; number++) {
        if (number % 10 != 9) {
          text = "";
          for (int word = 0; word < 6; word++) {
            text += Integer.toString(random.nextInt(1 << 20), 36) + " ";
          }
        }
        out.write("{\"text\":\"%s\",\"score\":%d}%n".formatted(text, number % 7));
      }
    }
  }

  /** The process. */
  static final class Main {
    private Main() {}

    public static void main(String[] arguments) throws Exception {
      Path directory = Path.of(arguments[0]);
      NearDuplicateRequest request =
          new NearDuplicateRequest(
              List.of(directory.resolve("in").toString()),
              directory.resolve("out"),
              Optional.empty(),
              new DocumentColumns("text", "id", 1 << 16),
              new DuplicateMethod(
                  Kind.MINHASH, 0.95, TextNormalisation.WHITESPACE, TextUnit.DOCUMENT),
              Keep.valueOf(arguments[1]),
              "score",
              1,
              2,
              PLANNED);
      var report = NearDuplicateJob.run(request, JobProgress.NONE).report();
      System.out.printf("%s of %s%n", report.path("duplicates_removed"), report.path("rows_read"));
    }
  }
}
