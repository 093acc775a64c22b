package dev.sluice.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Memory and disk of the whole process, as the operating system counts them. */
class BoundsIT {
  private static final long MEBIBYTE = 1 << 20;
  private static final Pattern LEAST = Pattern.compile("Set memory to at least ([0-9]+)MiB");
  private static final Pattern PSS = Pattern.compile("(?m)^Pss: +([0-9]+) kB$");
  private static final Duration BETWEEN_SAMPLES = Duration.ofMillis(50);
  private static final int DOCUMENTS = 12_000;
  private static final int DUMPS = 100;
  private static final int LARGE_ROWS = 250;

  private static final int TOPICS_MIB = 216;

  @TempDir Path directory;

  /** One directory with rows of a hundred dumps: eight hundred shards are open at once. */
  @Test
  @Tag("endurance")
  void shouldKeepToTheLeastMemoryOverAHundredDumps() {
    assumeTrue(new File("/proc/self/smaps_rollup").canRead(), "skipped: no PSS to be seen here");
    Path generated = Sources.generate(directory.resolve("generated"), DOCUMENTS, DUMPS, 42);
    Path input = directory.resolve("input");
    for (Path file : Output.walk(generated)) {
      String dump = file.getParent().getFileName().toString();
      Sources.copyFile(file, input.resolve(dump + "-" + file.getFileName()));
    }
    String[] small = {
      "--set=input.max-document-size=1MiB",
      "--set=output.row-group-size=1MiB",
      "--set=sink.cut-bytes=64MiB"
    };
    long least = leastMemory(Job.of(input, directory.resolve("refused"), small));
    Job job = Job.of(input, directory.resolve("output"), with(small, "--memory=" + least + "MiB"));
    long peak;
    try (ProgramProcess program = start(job, least / 2)) {
      peak = peakOf(program, () -> pssBytes(program.pid()));
      program.await().with(0);
    }
    // The floor shows that the measure is one.
    assertThat(peak).as("PSS").isBetween(least * MEBIBYTE / 3, least * MEBIBYTE);
    assertThat(job.result().dumps()).contains("unknown").hasSize(DUMPS + 1);
    Program.run("validate", job.output().toString()).with(0);
  }

  private static long leastMemory(Job job) {
    List<String> arguments = new ArrayList<>(job.arguments());
    arguments.add("--memory=64MiB");
    String refusal = Program.run(arguments).with(2).err();
    Matcher least = LEAST.matcher(refusal);
    assertThat(least.find()).as(refusal).isTrue();
    return Long.parseLong(least.group(1));
  }

  private static String[] with(String[] options, String more) {
    List<String> all = new ArrayList<>(List.of(options));
    all.add(more);
    return all.toArray(new String[0]);
  }

  private ProgramProcess start(Job job, long heapMebibytes) {
    List<String> heap = List.of("-Xmx" + heapMebibytes + "m");
    return ProgramProcess.start(job.input(), directory, heap, job.arguments());
  }

  private static long peakOf(Program program, LongSupplier measure) {
    long peak = 0;
    while (!program.hasEndedWithin(BETWEEN_SAMPLES)) {
      peak = Math.max(peak, measure.getAsLong());
    }
    return peak;
  }

  private static long pssBytes(long pid) {
    try {
      Matcher pss = PSS.matcher(Files.readString(Path.of("/proc/" + pid + "/smaps_rollup")));
      return pss.find() ? Long.parseLong(pss.group(1)) << 10 : 0;
    } catch (IOException e) { // it has just ended
      return 0;
    }
  }

  /** Twice what is written through the topics is more than the budget for them. */
  @Test
  @Tag("endurance")
  void shouldKeepTheTopicsWithinTheirBudget() {
    assertThat(peakOfTopics("record")).isBetween(32 * MEBIBYTE, TOPICS_MIB * MEBIBYTE);
  }

  @Test
  @Tag("endurance")
  void shouldKeepTextsOutOfTheTopics() {
    assertThat(peakOfTopics("source")).isBetween(1L, MEBIBYTE);
  }

  private long peakOfTopics(String text) {
    Path input = directory.resolve("input");
    Sources.write(input.resolve("CC-MAIN-2024-10/large.parquet"), largeRows());
    Job job =
        Job.of(
            input,
            directory.resolve("output"),
            "--bucket=4.0",
            "--set=kafka.partitions=1",
            "--set=sink.cut-bytes=16MiB",
            "--set=ingest.transaction-bytes=8MiB",
            "--set=kafka.log-budget=" + TOPICS_MIB + "MiB",
            "--set=topics.text=" + text);
    Path broker = job.output().resolve("_sluice/work/broker");
    long peak;
    try (ProgramProcess program = start(job, 512)) {
      peak = peakOf(program, () -> topicBytes(broker));
      program.await().with(0);
    }
    assertThat(job.result().counters("CC-MAIN-2024-10")).containsEntry("kept", (long) LARGE_ROWS);
    return peak;
  }

  private static List<List<Sources.Row>> largeRows() {
    Random random = new Random(1);
    byte[] letters = new byte[(int) MEBIBYTE];
    for (int i = 0; i < letters.length; i++) {
      letters[i] = (byte) ('a' + random.nextInt(16));
    }
    String text = new String(letters, UTF_8);
    List<Sources.Row> rows = new ArrayList<>();
    for (int i = 0; i < LARGE_ROWS; i++) {
      String turned = text.substring(i * 31) + text.substring(0, i * 31);
      rows.add(new Sources.Row("id-" + i, turned, 4.5, "CC-MAIN-2024-10"));
    }
    return List.of(rows);
  }

  /** Of documents and curated documents; what is deleted goes when the broker comes to it. */
  private static long topicBytes(Path broker) {
    File[] logs =
        broker
            .toFile()
            .listFiles((parent, name) -> name.matches("sluice\\.(documents|curated\\..*)-[0-9]+"));
    long bytes = 0;
    for (File log : logs == null ? new File[0] : logs) {
      File[] segments = log.listFiles((parent, name) -> name.endsWith(".log"));
      for (File segment : segments == null ? new File[0] : segments) {
        bytes += sizeOf(segment.toPath());
      }
    }
    return bytes;
  }

  private static long sizeOf(Path file) {
    try {
      return Files.size(file);
    } catch (NoSuchFileException e) { // deleted just now
      return 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
