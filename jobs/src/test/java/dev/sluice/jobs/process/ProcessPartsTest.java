package dev.sluice.jobs.process;

import static dev.sluice.jobs.text.TestingRefusals.assertRefusal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.core.work.FileTree;
import dev.sluice.core.work.LockedFile;
import dev.sluice.jobs.documents.DocumentColumns;
import dev.sluice.jobs.text.JobOutcome;
import dev.sluice.jobs.text.JobPart;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.PartTerms.PartTask;
import dev.sluice.jobs.text.TestingParts;
import dev.sluice.operators.OperatorChain;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProcessPartsTest {
  private static final int FILES = 24;

  @TempDir private Path directory;

  private Path input;
  private Path output;

  @BeforeEach
  void write() throws Exception {
    input = TestingParts.write(directory.resolve("in"), FILES);
    output = directory.resolve("out");
  }

  private ProcessRequest request(int trace, String least) {
    return new ProcessRequest(
        List.of(input.toString()),
        output,
        "a test",
        new OperatorChain(
            List.of(ProcessJobTest.operator("lowercase", Map.of()), ProcessJobTest.words(least))),
        List.of(),
        new DocumentColumns("text", "id", 1 << 20),
        trace,
        3,
        2,
        1L << 30);
  }

  private void part(int number, int of, int trace) throws Exception {
    ProcessJob.run(request(trace, "9"), TestingParts.task(number, of), JobProgress.NONE);
  }

  private void all(int of) throws Exception {
    for (int number = 1; number <= of; number++) {
      part(number, of, 0);
    }
  }

  private Path part(String name) {
    return output.resolve("_sluice/parts").resolve(name);
  }

  private void assertRefused(String... messages) {
    for (String message : messages) {
      assertRefusal(() -> ProcessJob.join(output, Optional.empty(), TestingParts.VERSION), message);
    }
    assertThat(output.resolve("_sluice/process.json")).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource({"1, 3", "3, 3", "7, 0", "64, 3"})
  void shouldWriteWhatOneProcessWrites(int parts, int trace) throws Exception {
    Path whole = directory.resolve("whole");
    JsonNode expected = ProcessJob.run(request(trace, "9").into(whole), JobProgress.NONE).report();
    TestingParts.inAnyOrder(
        parts, task -> ProcessJob.run(request(trace, "9"), task, JobProgress.NONE));
    assertThat(output.resolve("_sluice/process.json")).doesNotExist();
    JobOutcome joined =
        ProcessJob.join(output, Optional.of(request(trace, "9")), TestingParts.VERSION);
    assertThat(joined.finishedBefore()).isFalse();
    assertThat(joined.report()).isEqualTo(expected);
    assertThat(expected.path("quarantined")).hasSize(1);
    assertThat(expected.path("rejected").size()).isPositive();
    assertThat(TestingParts.content(output)).isEqualTo(TestingParts.content(whole));
    assertThat(ProcessJob.join(output, Optional.empty(), TestingParts.VERSION).finishedBefore())
        .isTrue();
    assertThat(ProcessJob.run(request(trace, "9"), JobProgress.NONE).finishedBefore()).isTrue();
    assertThat(
            ProcessJob.run(request(trace, "9"), TestingParts.task(1, parts), JobProgress.NONE)
                .finishedBefore())
        .isTrue();
    assertThat(TestingParts.content(output)).isEqualTo(TestingParts.content(whole));
  }

  @Test
  void shouldSayThatAPartIsFinished() throws Exception {
    JsonNode first =
        ProcessJob.run(request(2, "9"), TestingParts.task(2, 3), JobProgress.NONE).report();
    JobOutcome again = ProcessJob.run(request(2, "9"), TestingParts.task(2, 3), JobProgress.NONE);
    assertThat(again.finishedBefore()).isTrue();
    assertThat(again.report()).isEqualTo(first);
    assertThat(first.path("files").asInt()).isBetween(1, FILES - 1);
  }

  @Test
  void shouldNameWhatIsMissingUnfinishedOrRunning() throws Exception {
    assertRefused("holds no parts: run the command with --part 1/N to N/N first");
    for (int number : new int[] {1, 4, 6}) {
      part(number, 6, 0);
    }
    assertRefused(
        "parts 2/6, 3/6, 5/6 are missing: run sluice job --input in --part 2/6, and so on");
    Files.delete(part("4-of-6/part.json"));
    Files.createDirectories(part("2-of-6"));
    try (LockedFile held = LockedFile.tryLock(part("2-of-6/lock")).orElseThrow();
        LockedFile running = LockedFile.tryLock(part("2-of-6/running")).orElseThrow()) {
      assertThat(held.channel().isOpen() && running.channel().isOpen()).isTrue();
      assertRefused(
          "part 2/6 is still running",
          "part 4/6 is unfinished: to continue, run sluice job --input in --part 4/6",
          "parts 3/6, 5/6 are");
      assertRefusal(() -> part(2, 6, 0), "2-of-6 is in use by another process");
    }
  }

  @Test
  void shouldRefuseWhatDiffers() throws Exception {
    part(1, 3, 0);
    assertRefusal(() -> part(2, 4, 0), "it was started with parts 3, but this run has 4");
    assertThatThrownBy(() -> part(2, 3, 1)).hasMessageContaining("trace 0, but this run has 1");
    assertThatThrownBy(
            () ->
                ProcessJob.run(
                    request(0, "9"),
                    new PartTask(new JobPart(2, 3), "other", TestingParts.COMMAND),
                    JobProgress.NONE))
        .hasMessageContaining("started with version test, but this run has other");
    assertRefusal(
        () -> ProcessJob.run(request(0, "8"), TestingParts.task(2, 3), JobProgress.NONE),
        "process.1");
    Files.writeString(input.resolve("more.jsonl"), "{\"text\": \"new\"}");
    assertThatThrownBy(() -> part(2, 3, 0)).hasMessageContaining("started with input");
    Files.delete(input.resolve("more.jsonl"));
    assertThatThrownBy(() -> ProcessJob.run(request(0, "9"), JobProgress.NONE))
        .hasMessageContaining("holds parts: complete the output with --part and --join");
    part(2, 3, 0);
    part(3, 3, 0);
    assertRefusal(
        () -> ProcessJob.join(output, Optional.of(request(0, "8")), TestingParts.VERSION),
        "process.1");
    assertThat(
            ProcessJob.join(output, Optional.of(request(0, "9")), TestingParts.VERSION)
                .finishedBefore())
        .isFalse();
  }

  /** As if parts had been copied together from several outputs. */
  @Test
  void shouldRefuseAPartOfAnotherConfigurationOrInput() throws Exception {
    all(3);
    Path strange = part("2-of-3/part.json");
    String report = Files.readString(strange);
    Files.writeString(
        strange, report.replace("\"compression_level\" : 3", "\"compression_level\" : 4"));
    assertRefused("part 2/3 differs from the other parts: it was started with compression_level 3");
    Files.writeString(strange, report.replace("\"version\" : \"test\"", "\"version\" : \"0.9\""));
    assertRefused("part 2/3 differs from the other parts: it was started with version test");
    Files.writeString(strange, report.replaceFirst("\"mark\" : \"", "\"mark\" : \"e7"));
    assertRefused("the files of all parts together differ from the input, or a file has changed");
    Files.writeString(strange, report.replace("\"part\" : 2", "\"part\" : 1"));
    assertRefused("the directory of part 2/3 holds part 1");
    Files.writeString(strange, report.replaceFirst("\"name\" : \"d", "\"name\" : \"x"));
    assertRefused("the files of all parts together differ from the input");
    Files.writeString(strange, report);
    Path rejects = part("2-of-3/rejects.jsonl");
    byte[] whole = Files.readAllBytes(rejects);
    Files.write(rejects, Arrays.copyOf(whole, whole.length / 2));
    assertRefused("rejects.jsonl of part 2/3 is missing or has the wrong size");
    Files.write(rejects, whole);
    Files.writeString(output.resolve("d1/021.jsonl"), "changed");
    assertRefused("d1/021.jsonl of part");
  }

  @Test
  void shouldRefuseToJoinPartsOfAnotherVersion() throws Exception {
    all(2);
    assertRefusal(
        () -> ProcessJob.join(output, Optional.empty(), "other"),
        "holds parts made by version test, but this is version other: join them with the"
            + " version that made them");
    assertThat(part("terms.json")).exists();
  }

  @Test
  void shouldRefusePartsOfAnotherCommand() throws Exception {
    part(1, 2, 0);
    Path terms = part("terms.json");
    String written = Files.readString(terms);
    Files.writeString(terms, written.replace("\"job\" : \"process\"", "\"job\" : \"analyze\""));
    assertRefused("holds parts of the command analyze: join them with that command");
    assertRefusal(() -> part(2, 2, 0), "started with command analyze, but this run has process");
  }

  @Test
  void shouldRefuseAnOutputThatHoldsSomethingElse() throws Exception {
    Files.createDirectories(output);
    Files.writeString(output.resolve("mine"), "");
    assertRefusal(() -> part(1, 2, 0), "is not empty (it holds mine)");
    assertThat(output.resolve("_sluice")).doesNotExist();
    Files.delete(output.resolve("mine"));
    Files.createDirectories(output.resolve("_sluice/process"));
    assertThatThrownBy(() -> part(1, 2, 0)).hasMessageContaining("it holds process");
  }

  @Test
  void shouldContinueAPartThatWasStopped() throws Exception {
    Path whole = directory.resolve("whole");
    ProcessJob.run(request(3, "9").into(whole), JobProgress.NONE);
    int stopped = 0;
    for (int file = 2; file < FILES; file += 2) {
      String name = "%03d".formatted(file);
      JobProgress stopping = TestingParts.stopping(position -> position.file().contains(name));
      try {
        ProcessJob.run(request(3, "9"), TestingParts.task(1, 2), stopping, 1);
      } catch (IllegalStateException e) {
        stopped++;
        assertRefused("part 1/2 is unfinished");
      }
    }
    assertThat(stopped).isGreaterThan(2);
    part(1, 2, 3);
    part(2, 2, 3);
    ProcessJob.join(output, Optional.empty(), TestingParts.VERSION);
    assertThat(TestingParts.content(output)).isEqualTo(TestingParts.content(whole));
  }

  /** All begin in an empty output at once. */
  @Test
  void shouldBeginAtTheSameTime() throws Exception {
    int parts = 8;
    for (int round = 0; round < 5; round++) {
      FileTree.deleteAll(output);
      ExecutorService pool = Executors.newFixedThreadPool(parts);
      try {
        List<Future<?>> running = new ArrayList<>();
        for (int number = 1; number <= parts; number++) {
          int one = number;
          running.add(
              pool.submit(
                  () -> {
                    part(one, parts, 0);
                    return null;
                  }));
        }
        for (Future<?> one : running) {
          one.get();
        }
      } finally {
        pool.shutdown();
      }
      assertThat(
              ProcessJob.join(output, Optional.empty(), TestingParts.VERSION)
                  .report()
                  .path("files")
                  .asInt())
          .isEqualTo(FILES + 1);
    }
  }
}
