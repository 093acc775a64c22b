package dev.sluice.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.neardup.Frontier;
import dev.sluice.neardup.RemovedRows;
import dev.sluice.neardup.RemovedRows.Verdict;
import dev.sluice.neardup.SignatureDirectory;
import dev.sluice.neardup.SignatureName;
import dev.sluice.storage.page.IoRetry;
import dev.sluice.topics.record.DocumentRecord;
import dev.sluice.topics.record.TopicDocument;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What workers learn of near-deduplication, and when they look for more. */
class NearDuplicatesTest {
  private static final String UNIT = TestingRecords.UNIT;
  private static final String FILE = "data/0.parquet";

  @TempDir Path directory;
  private final Object one = new Object();
  private final Object other = new Object();
  private TestingSignatures files;
  private RemovedRows rows;
  private long nanos = Long.MAX_VALUE - 5; // the clock may overflow

  @BeforeEach
  void setUp() {
    files = new TestingSignatures(directory.resolve("signatures"), directory.resolve("tmp"));
    rows = new RemovedRows(new SignatureDirectory(files.root()), 8 << 20);
  }

  private NearDuplicates near(boolean local, int retries) {
    return near(rows::refresh, local, retries);
  }

  private NearDuplicates near(NearDuplicates.Look look, boolean local, int retries) {
    IoRetry retry = new IoRetry(retries, Duration.ofMillis(300));
    return new NearDuplicates(rows, look, local, retry, () -> nanos);
  }

  private static TopicDocument row(long row) throws Exception {
    TestingRecords records =
        new TestingRecords(TestingSink.partition(0)).numbered(row, 0).document("unknown", "text");
    return DocumentRecord.parse(records.all().get(0).value());
  }

  private void pass(Duration time) {
    nanos += time.toNanos();
  }

  /** The pauses between looks, each as soon as it is time. */
  private static List<Long> pauses(NearDuplicates near, int looks, NearDuplicatesTest test)
      throws IOException {
    List<Long> pauses = new ArrayList<>();
    for (int i = 0; i < looks; i++) {
      near.refresh();
      pauses.add(near.untilDue().toMillis());
      test.pass(near.untilDue());
    }
    return pauses;
  }

  @Test
  void shouldLookTenTimesASecondOnDisksAndLessAndLessOftenInStores() throws IOException {
    assertThat(pauses(near(true, 0), 4, this)).containsExactly(100L, 100L, 100L, 100L);
    assertThat(pauses(near(false, 0), 6, this))
        .containsExactly(200L, 400L, 800L, 1000L, 1000L, 1000L);
  }

  @Test
  void shouldLookOftenAgainWhenSomethingIsNew() throws Exception {
    NearDuplicates near = near(false, 0);
    near.enter(UNIT, FILE, one);
    near.of(row(1));
    pauses(near, 5, this);
    files.all(UNIT, FILE);

    assertThat(pauses(near, 2, this)).containsExactly(100L, 200L);
  }

  @Test
  void shouldNotLookBeforeItIsTime() throws Exception {
    NearDuplicates near = near(true, 0);
    assertThat(near.of(row(1))).isEqualTo(Verdict.UNDECIDED);
    near.refresh();
    files.all(UNIT, FILE, 1);

    pass(Duration.ofMillis(99));
    near.refresh();
    assertThat(near.of(row(1))).isEqualTo(Verdict.UNDECIDED);
    pass(Duration.ofMillis(1));
    near.refresh();
    assertThat(near.of(row(1))).isEqualTo(Verdict.REMOVED);
    assertThat(near.of(row(2))).isEqualTo(Verdict.STAYS);
  }

  @Test
  void shouldForgetAUnitThatNoWorkerWrites() throws Exception {
    NearDuplicates near = near(true, 0);
    near.enter(UNIT, FILE, one);
    near.enter(UNIT, FILE, other);
    near.of(row(1));
    files.all(UNIT, FILE, 1);
    near.refresh();

    near.leave(UNIT, one);
    near.leave(UNIT, one);
    assertThat(near.of(row(1))).isEqualTo(Verdict.REMOVED);
    near.leave(UNIT, other);
    assertThat(near.of(row(1))).as("must be read again").isEqualTo(Verdict.UNDECIDED);
    near.leave("never#1", other);
  }

  /** Rows of files that all are past take no memory that others need. */
  @Test
  void shouldHoldTheFilesFromTheFirstOnThatAnyWorkerIsAt() throws Exception {
    rows = new RemovedRows(new SignatureDirectory(files.root()), 1);
    NearDuplicates near = near(true, 0);
    files.all(UNIT, FILE, 1);
    near.enter(UNIT, "data/1.parquet", one);
    near.enter(UNIT, FILE, other);
    near.refresh();
    near.enter(UNIT, "data/2.parquet", one);
    assertThat(near.of(row(1))).isEqualTo(Verdict.REMOVED);
    near.pause(other);
    near.enter(UNIT, "data/3.parquet", one);
    assertThat(near.of(row(1))).as("nobody waits for it").isEqualTo(Verdict.UNDECIDED);
    near.enter(UNIT, FILE, other);
    pass(Duration.ofMillis(100));
    near.refresh();
    assertThat(near.of(row(1))).as("it is read again").isEqualTo(Verdict.REMOVED);
    near.leave(UNIT, other);
    assertThat(near.of(row(1))).isEqualTo(Verdict.UNDECIDED);
  }

  /** Workers without records pause, and go on where they were, many times in a second. */
  @Test
  void shouldReadNothingAgainAfterAPause() throws Exception {
    List<Boolean> reads = new ArrayList<>();
    NearDuplicates near = near(() -> rows.refresh() && reads.add(true), true, 0);
    files.all(UNIT, FILE, 1);
    near.enter(UNIT, "data/1.parquet", one);
    near.enter(UNIT, FILE, other);
    near.refresh();
    for (int i = 2; i < 10; i++) {
      near.pause(other);
      near.enter(UNIT, "data/" + i + ".parquet", one);
      near.enter(UNIT, FILE, other);
      assertThat(near.of(row(1))).isEqualTo(Verdict.REMOVED);
      assertThat(near.of(row(2))).isEqualTo(Verdict.STAYS);
      pass(Duration.ofMillis(100));
      near.refresh();
    }

    assertThat(reads).hasSize(1);
  }

  /** With memory for one source file, the worker that is ahead waits for the other one. */
  @Test
  void shouldLetNobodyWaitForAWorkerThatIsElsewhere() throws Exception {
    String next = "data/1.parquet";
    Frontier middle = new Frontier(next, 0, false);
    files.batch(UNIT, middle, FILE, 1);
    files.batch(UNIT, Frontier.END, next, 1);
    for (String way : List.of("pause", "leave", "enter")) {
      rows = new RemovedRows(new SignatureDirectory(files.root()), 1);
      NearDuplicates near = near(true, 0);
      near.enter(UNIT, FILE, one);
      near.enter(UNIT, next, other);
      near.refresh();
      assertThat(rows.of(UNIT, FILE, 1)).isEqualTo(Verdict.REMOVED);
      assertThat(rows.of(UNIT, next, 1)).as("no room").isEqualTo(Verdict.UNDECIDED);

      switch (way) {
        case "pause" -> near.pause(one);
        case "leave" -> near.leave(UNIT, one);
        default -> near.enter("other#1", FILE, one);
      }
      pass(Duration.ofMillis(100));
      near.refresh();
      assertThat(rows.of(UNIT, next, 1)).as(way).isEqualTo(Verdict.REMOVED);
    }
  }

  @Test
  void shouldTryAgainAfterAnErrorUntilThereAreTooMany() throws Exception {
    List<IOException> errors = new ArrayList<>();
    NearDuplicates.Look failing =
        () -> {
          if (errors.isEmpty()) {
            return false;
          }
          throw errors.get(0);
        };
    NearDuplicates near = near(failing, true, 2);
    errors.add(new IOException("for a moment"));

    assertThat(pauses(near, 2, this)).containsExactly(300L, 600L);
    errors.clear();
    assertThat(pauses(near, 2, this)).containsExactly(100L, 100L);
    errors.add(new IOException("for good"));
    assertThat(pauses(near, 2, this)).containsExactly(300L, 600L);
    assertThatThrownBy(near::refresh).isInstanceOf(IOException.class).hasMessage("for good");
  }

  @Test
  void shouldNotTryAgainIfAFileIsDamaged() throws Exception {
    NearDuplicates near = near(true, 5);
    near.of(row(1));
    Path damaged = SignatureName.of(files.root(), 1, UNIT, 1, 1).path();
    Files.createDirectories(damaged.getParent());
    Files.writeString(damaged, "something else");

    assertThatThrownBy(near::refresh)
        .isInstanceOf(IOException.class)
        .hasMessageContaining(damaged.toString());
  }

  /** While one worker looks, which may take a while in a store, the others go on. */
  @Test
  void shouldLookOnOneThreadAtATime() throws Exception {
    List<NearDuplicates> self = new ArrayList<>();
    List<Boolean> looks = new ArrayList<>();
    NearDuplicates near =
        near(
            () -> {
              looks.add(true);
              self.get(0).refresh();
              return true;
            },
            true,
            0);
    self.add(near);

    near.refresh();

    assertThat(looks).hasSize(1);
  }
}
