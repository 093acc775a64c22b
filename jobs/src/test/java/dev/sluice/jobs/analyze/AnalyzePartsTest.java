package dev.sluice.jobs.analyze;

import static dev.sluice.jobs.text.TestingRefusals.assertFailure;
import static dev.sluice.jobs.text.TestingRefusals.assertRefusal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.jobs.documents.DocumentColumns;
import dev.sluice.jobs.text.JobOutcome;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.TestingParts;
import dev.sluice.operators.BoundOperator;
import dev.sluice.operators.OperatorChain;
import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.OperatorGroup;
import dev.sluice.operators.standard.StandardOperators;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnalyzePartsTest {
  @TempDir private Path directory;

  private Path input;
  private Path output;

  @BeforeEach
  void write() throws Exception {
    input = TestingParts.write(directory.resolve("in"), 24);
    output = directory.resolve("out");
  }

  /** All statistics, and the thresholds of all filters. */
  private AnalyzeRequest request() {
    return request(
        StandardOperators.registry().all().stream()
            .filter(description -> description.group() == OperatorGroup.STATISTIC)
            .map(OperatorDescription::name)
            .toArray(String[]::new));
  }

  private AnalyzeRequest request(String... names) {
    List<BoundOperator> statistics =
        Arrays.stream(names)
            .map(
                name ->
                    StandardOperators.registry()
                        .bind(name, Map.of(), "", (key, origin, message) -> {})
                        .orElseThrow())
            .toList();
    return new AnalyzeRequest(
        List.of(input.toString()),
        Optional.of(output),
        new DocumentColumns("text", "id", 1 << 20),
        AnalyzeRequest.DEFAULT_SCORE,
        new OperatorChain(List.of()),
        statistics,
        2,
        900L << 20);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 64})
  void shouldMeasureWhatOneProcessMeasures(int parts) throws Exception {
    Path whole = directory.resolve("whole");
    JobOutcome expected = AnalyzeJob.run(request().into(whole), JobProgress.NONE);
    TestingParts.inAnyOrder(parts, task -> AnalyzeJob.run(request(), task, JobProgress.NONE));
    JobOutcome joined = AnalyzeJob.join(output, Optional.of(request()), TestingParts.VERSION);
    assertThat(joined).isEqualTo(expected);
    assertThat(expected.report().path("quarantined")).hasSize(1);
    assertThat(expected.report().path("rejected").size()).isPositive();
    assertThat(Files.readAllBytes(output.resolve("analysis.json")))
        .isEqualTo(Files.readAllBytes(whole.resolve("analysis.json")));
    assertThat(Files.readAllBytes(output.resolve("analysis.md")))
        .isEqualTo(Files.readAllBytes(whole.resolve("analysis.md")));
    assertThat(output.resolve("_sluice/parts")).doesNotExist();
    assertThat(AnalyzeJob.join(output, Optional.empty(), TestingParts.VERSION).finishedBefore())
        .isTrue();
    assertThat(
            AnalyzeJob.run(request(), TestingParts.task(1, parts), JobProgress.NONE)
                .finishedBefore())
        .isTrue();
  }

  @Test
  void shouldSayThatAPartIsFinishedAndNameWhatIsMissing() throws Exception {
    JobOutcome first = AnalyzeJob.run(request(), TestingParts.task(2, 3), JobProgress.NONE);
    JobOutcome again = AnalyzeJob.run(request(), TestingParts.task(2, 3), JobProgress.NONE);
    assertThat(again.finishedBefore()).isTrue();
    assertThat(again.report()).isEqualTo(first.report());
    assertRefusal(
        () -> AnalyzeJob.join(output, Optional.empty(), TestingParts.VERSION),
        "parts 1/3, 3/3 are missing");
    assertThatThrownBy(() -> AnalyzeJob.run(request(), JobProgress.NONE))
        .hasMessageContaining("holds parts: complete the output with --part and --join");
  }

  @Test
  void shouldNotTakeOneFileForAnotherOfItsNameAndSize() throws Exception {
    Path a = directory.resolve("a");
    Path b = directory.resolve("b");
    Files.createDirectories(a);
    Files.createDirectories(b);
    Files.writeString(a.resolve("x.jsonl"), "{\"text\": \"one\"}\n");
    Files.writeString(b.resolve("x.jsonl"), "{\"text\": \"two\"}\n");
    AnalyzeJob.run(of(a, b), TestingParts.task(1, 2), JobProgress.NONE);
    for (AnalyzeRequest other : List.of(of(b, a), of(b, b.resolve("x.jsonl")))) {
      assertRefusal(
          () -> AnalyzeJob.run(other, TestingParts.task(2, 2), JobProgress.NONE),
          "holds parts of a different job");
    }
  }

  private AnalyzeRequest of(Path one, Path two) {
    AnalyzeRequest request = request("length");
    return new AnalyzeRequest(
        List.of(one.toString(), two.toString()),
        request.output(),
        request.columns(),
        request.scoreColumn(),
        request.chain(),
        request.statistics(),
        request.threads(),
        request.heapBytes());
  }

  @ParameterizedTest
  @ValueSource(strings = {"emptied", "cut", "changed", "doubled", "without profiles"})
  void shouldNameThePartWhoseProfilesAreDamaged(String damage) throws Exception {
    TestingParts.inAnyOrder(3, task -> AnalyzeJob.run(request(), task, JobProgress.NONE));
    Path profiles = output.resolve("_sluice/parts/2-of-3/profiles.zst");
    byte[] whole = TestingParts.damage(profiles, damage);
    if (damage.equals("without profiles")) {
      Files.delete(profiles);
      new ProfileFile.Writer(profiles).close();
    }
    assertFailure(
        () -> AnalyzeJob.join(output, Optional.empty(), TestingParts.VERSION),
        profiles + " cannot be read (",
        "delete its directory and run " + TestingParts.COMMAND + " --part 2/3");
    Files.write(profiles, whole);
    assertThat(AnalyzeJob.join(output, Optional.empty(), TestingParts.VERSION).finishedBefore())
        .isFalse();
  }

  /** Sums of pieces would depend on where parts end; those of files do not. */
  @Test
  void shouldAddUpThePiecesOfEachFileFirst() throws Exception {
    input = Files.createDirectories(directory.resolve("large"));
    Random random = new Random(5);
    for (int file = 0; file < 4; file++) {
      List<String> lines = new ArrayList<>();
      for (int row = 0; row < 40_000; row++) {
        String text = "w ".repeat(random.nextInt(1, 9));
        lines.add("{\"text\": \"%s\", \"score\": %s}".formatted(text, random.nextDouble()));
      }
      Files.write(input.resolve(file + ".jsonl"), lines);
    }
    Path whole = directory.resolve("whole");
    AnalyzeRequest lengths = request("length");
    AnalyzeJob.run(lengths.into(whole), JobProgress.NONE);
    TestingParts.inAnyOrder(3, task -> AnalyzeJob.run(lengths, task, JobProgress.NONE));
    AnalyzeJob.join(output, Optional.of(lengths), TestingParts.VERSION);
    assertThat(Files.readString(output.resolve("analysis.json")))
        .isEqualTo(Files.readString(whole.resolve("analysis.json")));
  }

  /** Frequent values of more than are kept, and numbers that do not add up exactly. */
  @Test
  void shouldReadWhatItWrote() throws Exception {
    Random random = new Random(3);
    Path file = directory.resolve("profiles");
    Profile expected = new Profile();
    try (ProfileFile.Writer writer = new ProfileFile.Writer(file)) {
      for (int i = 0; i < 5; i++) {
        Profile one = new Profile();
        for (int value = 0; value < 20_000; value++) {
          double number = random.nextGaussian() * Math.exp(random.nextInt(30));
          one.number("n").numbers().add(value % 7 == 0 ? 0 : number);
          one.number("n").withScore().add(number, random.nextDouble());
          one.label("l").add(random.nextInt(value % 5 == 0 ? 30 : 1_000_000) + "\uD83D");
        }
        one.addDocument(i);
        Profile.count(one.dropped(), "rule");
        writer.add(one);
        expected.add(one);
      }
    }
    Profile read = new Profile();
    ProfileFile.addTo(read, file, 5);
    assertThat(tree(read)).isEqualTo(tree(expected));
    assertThat(expected.label("l").shortBy()).isPositive();
  }

  private static Map<String, Object> tree(Profile profile) {
    return new AnalysisReport(profile).tree(Map.of(), List.of(), List.of(), Map.of());
  }
}
