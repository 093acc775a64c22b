package dev.sluice.ingest.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.Counters;
import dev.sluice.core.Unit;
import dev.sluice.ingest.TestingSources;
import dev.sluice.ingest.TestingSources.Row;
import dev.sluice.ingest.source.FileTail;
import dev.sluice.ingest.source.TestingIngest;
import dev.sluice.ingest.source.TestingSteps;
import dev.sluice.ingest.source.UnitPlan;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.source.ParquetSource;
import dev.sluice.topics.progress.ListedFile;
import dev.sluice.topics.progress.UnitProgress;
import dev.sluice.topics.record.TextLocation;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class DecodePipelineTest {
  private static final long AMPLE = 256L << 20;

  @TempDir Path root;

  /** Three files of several row groups, one of them empty. */
  private TestingIngest threeFiles() throws IOException {
    TestingSources.write(root.resolve("data/0.parquet"), TestingSources.rows(1, 1000), 150);
    TestingSources.write(root.resolve("data/1.parquet"), List.of(), 100);
    TestingSources.write(root.resolve("data/2.parquet"), TestingSources.rows(2, 700), 90);
    return TestingIngest.of(root);
  }

  private static UnitProgress at(UnitPlan plan, int file, long row) {
    return new UnitProgress(
        plan.unit().id(), file, row, new TreeMap<>(), new TreeMap<>(), false, "test");
  }

  @Test
  void shouldGiveTheSameStepsForAnyNumberOfWorkersAndAnyMemory() throws Exception {
    TestingIngest ingest = threeFiles();
    TestingSteps expected = TestingSteps.of(ingest.withWorkers(1, AMPLE));

    assertThat(expected.counters().total(Counters.ROWS)).isEqualTo(1700);
    assertThat(expected.ends())
        .containsExactly(
            "FileRead[file=0] after 1000 rows",
            "FileRead[file=1] after 1000 rows",
            "FileRead[file=2] after 1700 rows");
    for (int workers : new int[] {1, 2, 7}) {
      for (long bytes : new long[] {1, 1 << 20, AMPLE}) {
        assertThat(TestingSteps.of(ingest.withWorkers(workers, bytes)))
            .as("%d workers, %d bytes", workers, bytes)
            .isEqualTo(expected);
      }
    }
  }

  @Test
  void shouldGiveExactlyTheRestFromAnyRowOn() throws Exception {
    TestingIngest ingest = threeFiles().withPushDown(false);
    UnitPlan plan = ingest.plan();
    List<String> all = TestingSteps.of(ingest).records();
    Random random = new Random(1);
    List<Long> rows = new ArrayList<>(List.of(0L, 1L, 149L, 150L, 151L, 999L, 1000L));
    random.longs(10, 0, 1000).forEach(rows::add);

    for (long row : rows) {
      TestingSteps rest = TestingSteps.of(ingest, plan, at(plan, 0, row));

      assertThat(rest.records()).as("from row %d", row).isEqualTo(all.subList((int) row, 1700));
      assertThat(rest.counters().total(Counters.ROWS)).isEqualTo(1700 - row);
    }
    assertThat(TestingSteps.of(ingest, plan, at(plan, 2, 1)).records())
        .isEqualTo(all.subList(1001, 1700));
    assertThat(TestingSteps.of(ingest, plan, at(plan, 3, 0)).records()).isEmpty();
  }

  @Test
  void shouldGiveExactlyTheRestOfAFileOfJson() throws Exception {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 3_000; i++) {
      lines.append(
          "{\"id\": \"%d\", \"text\": \"%s\", \"score\": 4.5}%n".formatted(i, "x".repeat(900)));
    }
    Files.writeString(root.resolve("0.jsonl"), lines);
    Files.writeString(root.resolve("1.jsonl"), lines.substring(0, lines.indexOf("{\"id\": \"3\"")));
    TestingIngest ingest = TestingIngest.of(root).withPushDown(false);
    List<ListedFile> files =
        List.of(
            new ListedFile("0.jsonl", Files.size(root.resolve("0.jsonl")), 0),
            new ListedFile("1.jsonl", Files.size(root.resolve("1.jsonl")), 0));
    UnitPlan plan = new UnitPlan(new Unit(".", 1), files);
    TestingSteps all = TestingSteps.of(ingest, plan, at(plan, 0, 0));

    assertThat(all.records()).hasSize(3_000 + 3);
    assertThat(all.counters().total(Counters.ROWS)).isEqualTo(3_000 + 3);
    assertThat(all.ends())
        .containsExactly("FileRead[file=0] after 3000 rows", "FileRead[file=1] after 3003 rows");
    assertThat(TestingSteps.of(ingest.withText(TextLocation.SOURCE), plan, at(plan, 0, 0)))
        .as("texts travel in any case")
        .isEqualTo(all);
    for (int row : new int[] {1, 1_500, 2_999, 3_000}) {
      assertThat(TestingSteps.of(ingest.withWorkers(3, 1), plan, at(plan, 0, row)).records())
          .as("from row %d", row)
          .isEqualTo(all.records().subList(row, 3_003));
    }
  }

  @Test
  void shouldAddUpFromEveryStopThatCouldHaveBeen() throws Exception {
    TestingIngest ingest = threeFiles();
    UnitPlan plan = ingest.plan();
    TestingSteps whole = TestingSteps.of(ingest);
    UnitProgress none = UnitProgress.none(plan.unit().id(), "test");
    Counters before = new Counters();
    int sent = 0;
    try (DecodePipeline pipeline = new DecodePipeline(ingest.settings(), plan, none)) {
      Optional<DecodePipeline.Step> step = pipeline.next();
      while (step.isPresent()) {
        long row = 0;
        int file = step.get().file() + 1;
        if (step.get() instanceof DecodePipeline.Step.Rows rows) {
          before.merge(rows.batch().counters());
          sent += rows.batch().records().size();
          row = rows.batch().nextRow();
          file = rows.file();
        }
        TestingSteps rest =
            TestingSteps.of(ingest.withWorkers(1, AMPLE), plan, at(plan, file, row));
        Counters sum = new Counters();
        sum.merge(before);
        sum.merge(rest.counters());

        assertThat(sum).isEqualTo(whole.counters());
        assertThat(rest.records()).isEqualTo(whole.records().subList(sent, whole.records().size()));
        step = pipeline.next();
      }
    }
  }

  @Test
  void shouldEndABrokenFileAtItsFirstBrokenRowGroup() throws Exception {
    TestingIngest ingest = threeFiles();
    TestingSources.spoil(root.resolve("data/0.parquet"), 0.2);
    assertThat(ParquetSource.open(root.resolve("data/0.parquet"), TestingSources.COLUMNS).rows())
        .isEqualTo(1000);
    TestingSteps expected = TestingSteps.of(ingest.withWorkers(1, AMPLE));

    assertThat(expected.ends()).hasSize(3);
    assertThat(expected.ends().get(0))
        .startsWith("FileQuarantined[file=0, reason=row group 1")
        .endsWith("after 150 rows");
    assertThat(expected.ends().subList(1, 3))
        .containsExactly("FileRead[file=1] after 150 rows", "FileRead[file=2] after 850 rows");
    for (int workers : new int[] {2, 7}) {
      for (long bytes : new long[] {1, AMPLE}) {
        assertThat(TestingSteps.of(ingest.withWorkers(workers, bytes))).isEqualTo(expected);
      }
    }
    TestingSteps plain = TestingSteps.of(ingest.withPushDown(false));
    assertThat(plain.ends()).isEqualTo(expected.ends());
    assertThat(plain.records()).hasSize(850);
  }

  @Test
  void shouldQuarantineWhatIsNoParquetAtAllAndContinue() throws Exception {
    TestingIngest ingest = threeFiles();
    Files.writeString(root.resolve("data/1.parquet"), "this is no Parquet file at all");

    TestingSteps steps = TestingSteps.of(ingest);

    assertThat(steps.ends()).hasSize(3);
    assertThat(steps.ends().get(1)).startsWith("FileQuarantined[file=1, reason=not a Parquet file");
    assertThat(steps.counters().total(Counters.ROWS)).isEqualTo(1700);
  }

  /** Two row groups of 40 MB: too large to be kept whole. */
  private static List<Row> largeRows(int rows) {
    List<Row> large = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      byte[] text = new byte[400_000];
      java.util.Arrays.fill(text, (byte) ('a' + i % 26));
      Row row = Row.of("id-" + i, "", i % 2 == 0 ? 4.5 : 1.0);
      large.add(new Row(row.id(), Optional.of(text), row.score(), row.dump()));
    }
    return large;
  }

  @Test
  void shouldTakeNothingOfABrokenRowGroupThatIsTooLargeToKeep() throws Exception {
    Path file = TestingSources.write(root.resolve("data/0.parquet"), largeRows(200), 100);
    ParquetSource source = ParquetSource.open(file, TestingSources.COLUMNS);
    assertThat(source.uncompressedBytes(1)).isGreaterThan(SourceSlice.SMALL_BYTES);
    TestingIngest ingest = TestingIngest.of(root);
    TestingSteps whole = TestingSteps.of(ingest.withWorkers(2, AMPLE));
    assertThat(whole.counters().total(Counters.ROWS)).isEqualTo(200);
    assertThat(whole.records()).hasSize(100);
    assertThat(TestingSteps.of(ingest.withWorkers(7, 1))).isEqualTo(whole);

    TestingSources.spoil(file, 0.95);

    TestingSteps steps = TestingSteps.of(ingest);
    assertThat(steps.ends()).hasSize(1);
    assertThat(steps.ends().get(0))
        .startsWith("FileQuarantined[file=0, reason=row group 1")
        .endsWith("after 100 rows");
    assertThat(steps.records()).isEqualTo(whole.records().subList(0, 50));
  }

  @Test
  void shouldContinueAfterAnIdThatIsTooLong() throws Exception {
    List<Row> rows = largeRows(100);
    Row row = rows.get(60);
    rows.set(60, new Row(Optional.of("x".repeat(70_000)), row.text(), row.score(), row.dump()));
    TestingSources.write(root.resolve("data/0.parquet"), rows, 100);
    TestingIngest ingest = TestingIngest.of(root);

    TestingSteps pushed = TestingSteps.of(ingest);

    assertThat(pushed.ends()).isEqualTo(List.of("FileRead[file=0] after 100 rows"));
    assertThat(TestingSteps.of(ingest.withPushDown(false)).ends()).isEqualTo(pushed.ends());
  }

  @Test
  void shouldNotKeepARowGroupOfVeryManyTinyRowsWhole() throws Exception {
    Row row = Row.of("a", "b", 4.5);
    List<Row> rows = java.util.Collections.nCopies(100_000, row);
    Path file = TestingSources.write(root.resolve("data/0.parquet"), rows, 100_000);
    ParquetSource source = ParquetSource.open(file, TestingSources.COLUMNS);

    SourceSlice slice = SourceSlice.of(source, "data/0.parquet", 0, 0, AMPLE);

    assertThat(source.uncompressedBytes(0)).isLessThan(SourceSlice.SMALL_BYTES / 4);
    assertThat(slice.isSmall()).isFalse();
    assertThat(TestingSteps.of(TestingIngest.of(root)).records()).hasSize(100_000);
  }

  private static List<SourceSlice> slices(ParquetSource source, long most) {
    List<SourceSlice> slices = new ArrayList<>();
    int rowGroup = 0;
    while (rowGroup < source.rowGroups()) {
      slices.add(SourceSlice.of(source, "data/0.parquet", rowGroup, 0, most));
      rowGroup = slices.get(slices.size() - 1).to();
    }
    return slices;
  }

  /** Handed over one by one, they take several times as long as to decode them. */
  @Test
  void shouldDecodeTinyRowGroupsTogether() throws Exception {
    List<Row> rows = TestingSources.rows(3, 1000);
    Path file = TestingSources.write(root.resolve("data/0.parquet"), rows, 1);
    ParquetSource source = ParquetSource.open(file, TestingSources.COLUMNS);
    TestingIngest ingest = TestingIngest.of(root).withPushDown(false);
    TestingSteps oneByOne = TestingSteps.of(ingest.withWorkers(1, 1));

    assertThat(source.rowGroups()).isEqualTo(1000);
    assertThat(slices(source, AMPLE)).hasSizeLessThan(30);
    assertThat(slices(source, 1)).hasSize(1000);
    assertThat(slices(source, 380_000))
        .hasSizeBetween(30, 100)
        .allMatch(slice -> slice.bytes() <= 380_000);
    assertThat(TestingSteps.of(ingest.withWorkers(2, AMPLE))).isEqualTo(oneByOne);
    UnitPlan plan = ingest.plan();
    for (int row : new int[] {1, 500, 999, 1000}) {
      assertThat(TestingSteps.of(ingest, plan, at(plan, 0, row)).records())
          .isEqualTo(oneByOne.records().subList(row, 1000));
    }
  }

  @Test
  void shouldTakeTheTinyRowGroupsBeforeABrokenOneOfThem() throws Exception {
    Path file =
        TestingSources.write(root.resolve("data/0.parquet"), TestingSources.rows(4, 500), 1);
    TestingIngest ingest = TestingIngest.of(root).withPushDown(false);
    TestingSteps whole = TestingSteps.of(ingest);
    TestingSources.spoil(file, 0.1);

    TestingSteps steps = TestingSteps.of(ingest);

    assertThat(steps).isEqualTo(TestingSteps.of(ingest.withWorkers(1, 1)));
    int taken = steps.records().size();
    assertThat(taken).isBetween(100, 400);
    assertThat(steps.records()).isEqualTo(whole.records().subList(0, taken));
    assertThat(steps.ends()).hasSize(1);
    assertThat(steps.ends().get(0))
        .startsWith("FileQuarantined[file=0, reason=row group %d".formatted(taken))
        .endsWith("after %d rows".formatted(taken));
  }

  /**
   * The file of the row group that has to wait is opened, those behind it are not: a missing one
   * shows how far the pipeline went.
   */
  @Test
  void shouldBeginNoMoreRowGroupsThanThereIsMemoryFor() throws Exception {
    List<Row> rows = TestingSources.rows(6, 50);
    for (int file = 0; file < 5; file++) {
      TestingSources.write(root.resolve("data/" + file + ".parquet"), rows, rows.size());
    }
    ParquetSource source =
        ParquetSource.open(root.resolve("data/0.parquet"), TestingSources.COLUMNS);
    long bytes = SourceSlice.of(source, "data/0.parquet", 0, 0, AMPLE).bytes();
    TestingIngest forTwo = TestingIngest.of(root).withWorkers(20, 2 * bytes);
    UnitPlan plan = forTwo.plan();
    Files.delete(root.resolve("data/3.parquet"));
    UnitProgress none = UnitProgress.none(plan.unit().id(), "test");
    try (DecodePipeline pipeline = new DecodePipeline(forTwo.settings(), plan, none)) {
      assertThat(pipeline.next()).get().isInstanceOf(DecodePipeline.Step.Rows.class);

      assertThatThrownBy(pipeline::next)
          .as("memory of the first goes to the third, and the fourth is opened")
          .isInstanceOf(NoSuchFileException.class)
          .hasMessageContaining("3.parquet");
    }
  }

  @Test
  void shouldNotTakeAnIoErrorForABrokenFile() throws Exception {
    TestingIngest ingest = threeFiles().withRetries(2);
    UnitPlan plan = ingest.plan();
    UnitProgress none = UnitProgress.none(plan.unit().id(), "test");
    // A directory can be opened like a file, and reading it is an error of the system's.
    Files.delete(root.resolve("data/2.parquet"));
    Files.createDirectory(root.resolve("data/2.parquet"));

    assertThatThrownBy(() -> TestingSteps.of(ingest, plan, none))
        .isInstanceOf(IOException.class)
        .isNotInstanceOf(SourceFormatException.class)
        .hasMessageContaining("2.parquet");
  }

  @Test
  void shouldNotTakeAMissingFileForABrokenOne() throws Exception {
    TestingIngest ingest = threeFiles();
    UnitPlan plan = ingest.plan();
    Files.delete(root.resolve("data/2.parquet"));

    assertThatThrownBy(
            () -> TestingSteps.of(ingest, plan, UnitProgress.none(plan.unit().id(), "test")))
        .isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void shouldGiveUpOnAFileThatChangesWhileItIsRead() throws Exception {
    TestingIngest ingest = threeFiles().withWorkers(1, 1).withRetries(1);
    UnitPlan plan = ingest.plan();
    UnitProgress none = UnitProgress.none(plan.unit().id(), "test");
    try (DecodePipeline pipeline = new DecodePipeline(ingest.settings(), plan, none)) {
      pipeline.next();
      TestingSources.write(root.resolve("data/0.parquet"), TestingSources.rows(9, 900), 150);

      assertThatThrownBy(
              () -> {
                while (pipeline.next().isPresent()) {
                  assertThat(pipeline).isNotNull();
                }
              })
          .isInstanceOf(IOException.class)
          .hasMessageContaining("has changed while it was read");
    }
  }

  /** Whatever it is then: it need not even be readable. */
  @ParameterizedTest
  @ValueSource(strings = {"data/2.parquet", "data/3.jsonl"})
  void shouldGiveUpOnAFileThatWasReplacedByOneOfTheSameSizeBeforeItsTurn(String name)
      throws Exception {
    TestingIngest ingest = threeFiles();
    Path file = root.resolve(name);
    Files.writeString(root.resolve("data/3.jsonl"), "{\"id\": \"a\", \"text\": \"b\"}\n");
    List<ListedFile> files = new ArrayList<>();
    for (String each : List.of("0.parquet", "1.parquet", "2.parquet", "3.jsonl")) {
      Path there = root.resolve("data").resolve(each);
      files.add(new ListedFile("data/" + each, Files.size(there), 0).withTail(FileTail.of(there)));
    }
    UnitPlan plan = new UnitPlan(new Unit("data", 1), files);
    UnitProgress none = UnitProgress.none(plan.unit().id(), "test");
    assertThat(TestingSteps.of(ingest, plan, none).ends()).hasSize(4);
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length - 5] ^= 1;
    Files.write(file, bytes);

    assertThatThrownBy(() -> TestingSteps.of(ingest, plan, none))
        .isInstanceOf(FileSystemException.class)
        .isNotInstanceOf(SourceFormatException.class)
        .hasMessageContaining(
            file + ": was replaced by a different file of the same size after its unit started");
  }

  @Test
  void shouldEndAtOnceWhenInterrupted() throws Exception {
    TestingIngest ingest = threeFiles();
    UnitPlan plan = ingest.plan();
    UnitProgress none = UnitProgress.none(plan.unit().id(), "test");
    try (DecodePipeline pipeline = new DecodePipeline(ingest.settings(), plan, none)) {
      Thread.currentThread().interrupt();

      assertThatThrownBy(
              () -> {
                while (pipeline.next().isPresent()) {
                  assertThat(pipeline).isNotNull();
                }
              })
          .isInstanceOf(InterruptedException.class);
    }
    assertThat(Thread.interrupted()).isFalse();
  }
}
