package dev.sluice.app.memory;

import static dev.sluice.settings.TestingConfig.assignments;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sluice.algorithms.neardup.Signer;
import dev.sluice.core.values.ByteSize;
import dev.sluice.operators.neardup.TextSigner;
import dev.sluice.settings.ConfigException;
import dev.sluice.settings.ConfigRequest;
import dev.sluice.settings.Problem;
import dev.sluice.settings.Role;
import dev.sluice.settings.SluiceConfig;
import dev.sluice.settings.TestingConfig;
import dev.sluice.settings.TestingFiles;
import dev.sluice.settings.load.ConfigLoader;
import dev.sluice.storage.publish.Publication;
import dev.sluice.storage.takedown.TakedownList;
import dev.sluice.storage.takedown.TakedownLog;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BudgetsTest {
  private static final long MIB = 1 << 20;

  private static final long LEAST = 916;

  private static MemoryPlan plan(String... assignments) {
    SluiceConfig config = TestingConfig.load(assignments(assignments)).config();
    return MemoryPlan.of(config, 2, Role.all(), TestingConfig.MACHINE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"auto", "1GiB", LEAST + "MiB"})
  void shouldTakeMemoryThatIsEnough(String memory) {
    SluiceConfig config =
        TestingConfig.load(assignments("memory=" + memory).running(Role.all())).config();
    MemoryPlan plan = MemoryPlan.of(config, 2, Role.all(), TestingConfig.MACHINE);
    assertThat(plan.problem()).isEmpty();
    assertThat(plan.neededHeapBytes()).isLessThanOrEqualTo(plan.heapBytes());
    assertThat(plan.neededNativeBytes()).isLessThanOrEqualTo(plan.memoryBytes() / 2);
  }

  @Test
  void shouldRefuseTooLittleMemoryWithTheSums() {
    assertThat(problems(assignments("memory=64MiB").running(Role.all())))
        .singleElement()
        .asString()
        .startsWith(
            "memory: 64 MiB is too small: half of it (32 MiB) is for the heap, and the heap")
        .contains("open row groups of output.row-group-size (16 x 8 MiB)")
        .contains("native memory must have room for")
        .contains("16 MiB for RocksDB (minimum)");
  }

  @Test
  void shouldTakeTheLeastMemoryThatItNames() {
    MemoryPlan plan = plan("memory=800MiB");
    assertThat(plan.problem().orElseThrow()).contains("Set memory to at least " + LEAST + "MiB");
    assertThat(plan("memory=" + (LEAST - 1) + "MiB").problem()).isPresent();
    assertThat(plan("memory=" + LEAST + "MiB").problem()).isEmpty();
  }

  /** What a history takes is known before it is read: an output that has outgrown the memory. */
  @Test
  void shouldRefuseAHistoryThatDoesNotFit(@TempDir Path output) throws IOException {
    Path cuts = Files.createDirectories(output.resolve("_sluice/cuts/topic/0"));
    for (int number = 1; number <= 2_000; number++) {
      Files.createFile(cuts.resolve(number + ".json"));
    }
    Path lists = Files.createDirectories(output.resolve("_sluice/inputs"));
    String[] request = {"memory=2GiB", "output.path=" + output};
    assertThat(plan(request).heap())
        .last()
        .hasToString(
            "1.5 MiB for the output's history (2,000 cut records x 768 B, and 0 B of file lists)");
    assertThat(plan(request).problem()).isEmpty();

    try (RandomAccessFile list = new RandomAccessFile(lists.resolve("a.json").toFile(), "rw")) {
      list.setLength(MIB);
      assertThat(plan(request).heap().toString())
          .as("what is found is let go before shards are open")
          .contains("(2,000 cut records x 768 B, and 1 MiB of file lists)");
      list.setLength(600 * MIB);
    }

    assertThat(problems(assignments(request).running(Role.all())))
        .singleElement()
        .asString()
        .startsWith("memory: 2 GiB is too small: half of it (1 GiB) is for the heap")
        .contains(
            "for the output's history (2,000 cut records x 768 B, and 2 x 600 MiB of file lists)");
    assertThat(TestingConfig.load(assignments(request).running(EnumSet.of(Role.STREAMS))))
        .isNotNull();
  }

  /** Each thread of a sink signs texts, and keeps the memory that the longest one took. */
  @Test
  void shouldHaveRoomForSigningTextsOnceNearCopiesAreNamed(@TempDir Path output)
      throws IOException {
    String[] request = {"memory=4GiB", "output.path=" + output};
    MemoryPlan without = plan(request);
    byte[] text = "some text of five words".getBytes(UTF_8);
    for (Optional<Signer> signer :
        List.of(Optional.<Signer>empty(), Optional.<Signer>of(TextSigner.forTakeDowns()))) {
      assertThat(plan(request).neededHeapBytes()).isEqualTo(without.neededHeapBytes());
      TakedownList.Builder list = new TakedownList.Builder(signer);
      list.text(text, 0, text.length);
      new TakedownLog(output)
          .append(list.build(), "", "url", new Publication(output.resolve("tmp")));
    }
    assertThat(plan(request).neededHeapBytes() - without.neededHeapBytes())
        .isEqualTo(2 * 4 * 16 * MIB);
  }

  @Test
  void shouldHaveRoomForOperatorsByDefault() {
    MemoryPlan plan = plan("operators=[lowercase]");
    assertThat(plan.problem()).isEmpty();
    assertThat(plan.neededHeapBytes() - plan().neededHeapBytes())
        .isEqualTo(72 * 5 * MIB - 16 * MIB); // without pages of sources
    MemoryPlan more = plan("operators=[lowercase]", "input.max-operator-text=64MiB");
    assertThat(more.problem().orElseThrow())
        .contains("input.max-operator-text and streams.threads (72 x 17 MiB)");
  }

  @Test
  void shouldNeedLessForSmallDocumentsAndRowGroups() {
    MemoryPlan plan =
        plan("memory=640MiB", "input.max-document-size=1MiB", "output.row-group-size=2MiB");
    assertThat(plan.problem()).isEmpty();
    String[] tiny = {"input.max-document-size=1MiB", "output.row-group-size=1MiB"};
    long least = plan("memory=64MiB", tiny[0], tiny[1]).leastBytes();
    assertThat(plan("memory=" + least, tiny[0], tiny[1]).problem()).isEmpty();
    assertThat(plan("memory=" + (least - MIB), tiny[0], tiny[1]).problem()).isPresent();
  }

  /** What is promised to the roles is no more than the process has. */
  @ParameterizedTest
  @ValueSource(strings = {LEAST + "MiB", "1GiB", "2GiB", "16GiB"})
  void shouldGiveTheRolesNoMoreThanThereIs(String memory) {
    MemoryPlan plan = plan("memory=" + memory);
    MemoryPlan.Shares shares = plan.shares();
    long spareHeap = plan.heapBytes() - plan.neededHeapBytes();
    assertThat(shares.decodeBytes()).isBetween(32 * MIB, 32 * MIB + spareHeap);
    assertThat(shares.sourceBytes()).isBetween(16 * MIB, 16 * MIB + spareHeap / 8);
    assertThat(shares.handOverBytes()).isBetween(0L, spareHeap / 4);
    long spareNative = plan.memoryBytes() - plan.heapBytes() - plan.neededNativeBytes();
    assertThat(shares.stateBytes()).isEqualTo(16 * MIB + spareNative);
    assertThat(shares.fetchBytes()).isBetween((int) MIB, (int) (16 * MIB));
    assertThat(shares.producerBytes()).isEqualTo(34 * MIB);
  }

  @Test
  void shouldCountOnlyTheRolesThatRun() {
    SluiceConfig config = TestingConfig.load(assignments("memory=416MiB")).config();
    assertThat(MemoryPlan.of(config, 2, EnumSet.of(Role.INGEST), TestingConfig.MACHINE).problem())
        .isEmpty();
    assertThat(MemoryPlan.of(config, 2, EnumSet.of(Role.SINK), TestingConfig.MACHINE).problem())
        .isPresent();
  }

  private static List<String> names(List<MemoryPlan.Part> parts) {
    return parts.stream().map(MemoryPlan.Part::what).toList();
  }

  @Test
  void shouldCountTheMatcherOnlyWithNearDeduplication() {
    MemoryPlan plan = plan("memory=2GiB", "near-dedup.method=minhash");
    MemoryPlan without = plan("memory=2GiB");
    assertThat(plan.problem()).isEmpty();
    assertThat(plan("memory=1GiB", "near-dedup.method=minhash").problem()).isEmpty();
    assertThat(names(plan.heap()))
        .contains(
            "for fetches of the matcher (16MiB input.max-document-size)",
            "for a batch of signatures (minimum)",
            "for files of signatures",
            "for rows that near-deduplication removes");
    assertThat(plan.neededHeapBytes() - without.neededHeapBytes())
        .as("fetch, batch, files, removed rows")
        .isEqualTo((17 + 16 + 8 + 8) * MIB);
    assertThat(plan.neededNativeBytes() - without.neededNativeBytes())
        .as("the direct buffer of a consumer, and the indexes of a log")
        .isEqualTo(17 * MIB + MIB / 2);
    assertThat(plan.nativeMemory().toString()).contains("for indexes of logs (27 x 512 KiB)");
    assertThat(without.shares().batchBytes()).isZero();
  }

  /** Batches are what a process of the matcher has its memory for; no share is promised twice. */
  @Test
  void shouldGiveTheMatcherWhatIsThere() {
    String[] request = {"memory=2GiB", "near-dedup.method=minhash"};
    MemoryPlan all = plan(request);
    long spare = all.heapBytes() - all.neededHeapBytes();
    assertThat(all.shares().batchBytes()).isEqualTo(16 * MIB + spare / 8);
    assertThat(
            all.shares().decodeBytes()
                + all.shares().sourceBytes()
                + all.shares().handOverBytes()
                + all.shares().batchBytes())
        .isLessThanOrEqualTo((32 + 16 + 16) * MIB + spare);

    SluiceConfig config = TestingConfig.load(assignments(request)).config();
    MemoryPlan matcher = MemoryPlan.of(config, 2, EnumSet.of(Role.MATCHER), TestingConfig.MACHINE);
    long left = matcher.heapBytes() - matcher.neededHeapBytes();
    assertThat(matcher.shares().batchBytes()).isEqualTo(16 * MIB + left / 4 * 3);
    assertThat(matcher.shares().handOverBytes()).isZero();
    SluiceConfig small =
        TestingConfig.load(assignments("memory=400MiB", "near-dedup.method=minhash")).config();
    assertThat(MemoryPlan.of(small, 2, EnumSet.of(Role.MATCHER), TestingConfig.MACHINE).problem())
        .isEmpty();
    assertThat(names(MemoryPlan.of(small, 2, EnumSet.of(Role.SINK), TestingConfig.MACHINE).heap()))
        .contains("for rows that near-deduplication removes")
        .doesNotContain("for a batch of signatures (minimum)");
  }

  @Test
  void shouldCountTheTopicOfSignaturesInTheLogBudget() {
    SluiceConfig config =
        TestingConfig.load(assignments("near-dedup.method=minhash").running(Role.all())).config();
    LogBudget budget = LogBudget.of(config, 2);
    assertThat(budget.budgetBytes()).isEqualTo((4 * 4 * 2 * 256 + 64 * 11) * MIB);
    assertThat(budget.problem()).isEmpty();
    assertThat(problems(budgetOf("3670MiB")))
        .singleElement()
        .asString()
        .contains("704 MiB for segments of topic partitions (22 x 32 MiB)")
        .contains("Set kafka.log-budget to at least 3755MiB");
    assertThat(TestingConfig.load(budgetOf("3755MiB"))).isNotNull();
  }

  private static ConfigRequest budgetOf(String size) {
    return assignments("kafka.log-budget=" + size, "near-dedup.method=minhash").running(Role.all());
  }

  @Test
  void shouldHaveALogBudgetThatIsEnoughByDefault() {
    LogBudget budget = LogBudget.of(TestingConfig.load(assignments()).config(), 2);
    assertThat(budget.budgetBytes()).isEqualTo((4 * 4 * 2 * 256 + 64 * 10) * MIB);
    assertThat(budget.problem()).isEmpty();
    assertThat(budget.aheadBytes()).isEqualTo(budget.budgetBytes() / 4);
    assertThat(budget.heldBytes())
        .as("what may be held is more than what stays when all is taken")
        .isGreaterThan(
            budget.buckets() * budget.partitions() * budget.cutBytes()
                + budget.segmentBytes() * budget.partitions() * (1 + budget.buckets()));
    for (int partitions = 1; partitions <= 64; partitions *= 2) {
      SluiceConfig small =
          TestingConfig.load(assignments("sink.cut-bytes=16MiB").running(Role.all())).config();
      assertThat(LogBudget.of(small, partitions).problem()).isEmpty();
    }
  }

  @Test
  void shouldNeverRefuseItsOwnDefault() {
    for (String cut : List.of("64KiB", "1MiB", "12MiB", "16MiB")) {
      for (String bucket : List.of("2.8", "4.0")) {
        SluiceConfig few =
            TestingConfig.load(
                    assignments("sink.cut-bytes=" + cut)
                        .narrowedTo(List.of(bucket))
                        .running(Role.all()))
                .config();
        assertThat(LogBudget.of(few, 1).problem()).isEmpty();
        assertThat(LogBudget.of(few, 8).problem()).isEmpty();
      }
    }
  }

  @Test
  void shouldRefuseALogBudgetThatCannotHoldItsCuts() {
    assertThat(
            problems(
                assignments("kafka.log-budget=2GiB", "kafka.partitions=2").running(Role.all())))
        .containsExactly(
            "kafka.log-budget: 2 GiB is too small: the topics must have room for 3.2 GiB (2 GiB for"
                + " sink.cut-bytes (8 x 256 MiB) + 512 MiB for a quarter of the budget, which"
                + " ingest may use before its consumers catch up + 64 MiB for"
                + " ingest.transaction-bytes (2 x 32 MiB) + 640 MiB for segments of topic"
                + " partitions (20 x 32 MiB)). Set kafka.log-budget to at least 3670MiB, or, for a"
                + " new output, lower sink.cut-bytes");
  }

  /** A segment is as large as the largest record at least. */
  @Test
  void shouldCountSegmentsOfLargeDocuments() {
    SluiceConfig large =
        TestingConfig.load(assignments("input.max-document-size=64MiB", "memory=8GiB")).config();
    LogBudget budget = LogBudget.of(large, 2);
    assertThat(budget.segmentBytes()).isEqualTo(65 * MIB);
    assertThat(budget.budgetBytes()).isEqualTo((4 * 4 * 2 * 256 + 2 * 65 * 10) * MIB);
    assertThat(budget.heldBytes())
        .as("what may be held is more than what stays when all is taken")
        .isGreaterThan((4 * 2 * 256 + 65 * 10) * MIB);
  }

  @Test
  void shouldTakeTheLeastLogBudgetThatItNames() {
    LogBudget least = new LogBudget(4, 2, false, 256 * MIB, 32 * MIB, 32 * MIB, 3670 * MIB);
    LogBudget less = new LogBudget(4, 2, false, 256 * MIB, 32 * MIB, 32 * MIB, 3669 * MIB);
    assertThat(least.problem()).isEmpty();
    assertThat(less.problem()).isPresent();
  }

  @Test
  void shouldCompareTheLogBudgetWithTheDisk() {
    LogBudget budget = new LogBudget(4, 2, false, 256 * MIB, 32 * MIB, 32 * MIB, 8832 * MIB);
    OptionalLong unknown = OptionalLong.empty();
    assertThat(budget.diskProblem(8832 * MIB, unknown, Path.of("/data"))).isEmpty();
    assertThat(budget.diskProblem(8831 * MIB, unknown, Path.of("/data")).orElseThrow())
        .contains("may take 8.6 GiB, but /data has only 8.6 GiB free", "lower kafka.log-budget");
  }

  @Test
  void shouldAskForNoMoreDiskThanTheInputNeeds() {
    LogBudget budget = new LogBudget(4, 2, false, 256 * MIB, 32 * MIB, 32 * MIB, 8832 * MIB);
    Path data = Path.of("/data");
    assertThat(budget.diskProblem(200 * MIB, OptionalLong.of(100_000), data)).isEmpty();
    assertThat(budget.diskProblem(599 * MIB, OptionalLong.of(100 * MIB), data))
        .contains(
            "the topics may take 600 MiB (6 times the 100 MiB of the input), but /data has only 599"
                + " MiB free. Free some space, or choose a different disk with --work-dir");
    assertThat(budget.diskProblem(600 * MIB, OptionalLong.of(100 * MIB), data)).isEmpty();
    assertThat(budget.diskProblem(8831 * MIB, OptionalLong.of(1L << 50), data)).isPresent();
    assertThat(budget.diskProblem(8832 * MIB, OptionalLong.of(1L << 50), data)).isEmpty();
  }

  @Test
  void shouldCutEarlierForSmallFiles() {
    SluiceConfig config = TestingConfig.load(assignments("output.max-file-size=16MiB")).config();
    assertThat(config.sink().cutBytes()).isEqualTo(48 * MIB);
    assertThat(config.content()).containsEntry("sink.cut-bytes", Long.toString(48 * MIB));
  }

  @Test
  void shouldDocumentTheSumsThatTheProgramComputes() throws IOException {
    SluiceConfig config = TestingConfig.load(assignments()).config();
    SluiceConfig small = TestingConfig.load(assignments("sink.cut-bytes=16MiB")).config();
    MemoryPlan plan = MemoryPlan.of(config, 2, Role.all(), TestingConfig.MACHINE);
    assertThat(Files.readString(TestingFiles.root().resolve("docs/reference/configuration.md")))
        .contains("heap's sum is " + ByteSize.approximate(plan.neededHeapBytes()) + ", so")
        .contains("`memory` must be at least " + ByteSize.approximate(plan.leastBytes()))
        .contains("that is " + ByteSize.approximate(LogBudget.of(config, 2).budgetBytes()))
        .contains("budget is " + ByteSize.approximate(LogBudget.of(small, 2).budgetBytes()));
  }

  /** A file may give memory in a form that the launcher does not read. */
  @Test
  void shouldRefuseAHeapThatTheLauncherChoseByOtherMemory() {
    for (String found : List.of("", "auto", "1GiB")) {
      assertThat(problems(assignments("memory=1536MiB").running(Role.all()), Optional.of(found)))
          .singleElement()
          .asString()
          .startsWith("memory: 1.5 GiB differs from the value that the launcher found");
    }
    TestingConfig.load(assignments("memory=1536MiB"));
    load(assignments("memory=1536MiB").running(Role.all()), Optional.of("1.5GiB"));
    load(assignments().running(Role.all()), Optional.of(""));
  }

  private static List<String> problems(ConfigRequest request) {
    return problems(request, Optional.empty());
  }

  private static List<String> problems(ConfigRequest request, Optional<String> launched) {
    ConfigException refused =
        catchThrowableOfType(ConfigException.class, () -> load(request, launched));
    return refused.problems().stream().map(Problem::toString).toList();
  }

  private static void load(ConfigRequest request, Optional<String> launched) {
    ProcessBudgets budgets = new ProcessBudgets(TestingConfig.MACHINE, launched);
    new ConfigLoader(Map.of(), TestingConfig.MACHINE, root -> new TreeMap<>(), budgets)
        .load(request);
  }
}
