package dev.sluice.neardup;

import static dev.sluice.neardup.RemovedRows.Verdict.REMOVED;
import static dev.sluice.neardup.RemovedRows.Verdict.STAYS;
import static dev.sluice.neardup.RemovedRows.Verdict.UNDECIDED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.neardup.RemovedRows.Verdict;
import dev.sluice.storage.PermanentException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RemovedRowsTest {
  private static final String UNIT = "u#1";
  private static final Frontier MIDDLE = new Frontier("a", 10, false);

  @TempDir private Path directory;
  private TestingFiles files;
  private RemovedRows rows;

  @BeforeEach
  void create() {
    files = new TestingFiles(directory);
    rows = new RemovedRows(files.directory(), 8 << 20);
  }

  private SignatureName write(long first, long last, Frontier from, Frontier to, long... removed)
      throws IOException {
    return files.write(
        files.name(1, UNIT, first, last),
        UNIT,
        from,
        to,
        removed.length == 0 ? Map.of() : Map.of("a", removed));
  }

  private List<Verdict> verdicts(long... of) throws IOException {
    rows.refresh();
    return Arrays.stream(of).mapToObj(row -> rows.of(UNIT, "a", row)).toList();
  }

  @Test
  void shouldDecideUpToTheFrontier() throws IOException {
    rows.of(UNIT, "a", 0);
    assertThat(verdicts(0, 3)).containsExactly(UNDECIDED, UNDECIDED);
    write(1, 1, Frontier.BEGIN, MIDDLE, 3, 4);
    assertThat(verdicts(0, 3, 4, 9, 10, 12))
        .containsExactly(STAYS, REMOVED, REMOVED, STAYS, UNDECIDED, UNDECIDED);
    write(2, 2, MIDDLE, Frontier.END, 11);
    assertThat(verdicts(10, 11, 12, 1_000_000_000_000L))
        .containsExactly(STAYS, REMOVED, STAYS, STAYS);
    assertThat(rows.of(UNIT, "b", 0)).isEqualTo(STAYS);
    assertThat(rows.of("other#1", "a", 3)).isEqualTo(UNDECIDED);
  }

  /** The files were merged, and the last of them is a leftover of another matcher. */
  @Test
  void shouldGoByTheFilesThatCoverMost() throws IOException {
    rows.of(UNIT, "a", 0);
    write(1, 2, Frontier.BEGIN, MIDDLE, 1);
    Frontier less = new Frontier("a", 5, false);
    write(2, 2, new Frontier("a", 2, false), less);
    write(3, 3, MIDDLE, new Frontier("a", 20, false), 15);
    assertThat(verdicts(0, 1, 7, 15, 19, 20))
        .containsExactly(STAYS, REMOVED, STAYS, REMOVED, STAYS, UNDECIDED);
  }

  /** A file without the one before it says nothing of the rows of that one. */
  @Test
  void shouldNotSkipAGap() throws IOException {
    rows.of(UNIT, "a", 0);
    SignatureName first = write(1, 1, Frontier.BEGIN, new Frontier("a", 5, false));
    assertThat(verdicts(0, 7)).containsExactly(STAYS, UNDECIDED);
    write(2, 2, MIDDLE, Frontier.END);
    assertThat(verdicts(7, 11)).containsExactly(UNDECIDED, UNDECIDED);
    Files.delete(first.path());
    assertThat(verdicts(0, 7)).containsExactly(STAYS, UNDECIDED);
  }

  @Test
  void shouldBelieveNothingThatIsDamaged() throws IOException {
    rows.of(UNIT, "a", 0);
    Path path = write(1, 1, Frontier.BEGIN, Frontier.END, 3, 4, 70_000).path();
    byte[] bytes = Files.readAllBytes(path);
    long offset;
    try (SignatureFile file = SignatureFile.open(path)) {
      offset = file.footer().sections().matchBlocks();
    }
    bytes[(int) offset + 20] ^= 1;
    Files.write(path, bytes);
    assertThatThrownBy(() -> rows.refresh())
        .isInstanceOf(PermanentException.class)
        .hasMessageContaining(
            "%s is damaged: matches at byte %d: the checksum is wrong", path, offset);
    assertThat(rows.of(UNIT, "a", 3)).isEqualTo(UNDECIDED);
  }

  private static final int ROWS = 100_000;

  /** A unit of many files, of which every seventh row is removed. */
  private static List<String> manyFiles(TestingFiles files) throws IOException {
    List<String> names = IntStream.range(0, 30).mapToObj("f%03d"::formatted).toList();
    long[] removed = LongStream.range(0, ROWS / 7).map(row -> row * 7).toArray();
    Map<String, long[]> all = new HashMap<>();
    names.forEach(name -> all.put(name, removed));
    files.write(files.name(1, UNIT, 1, 1), UNIT, Frontier.BEGIN, Frontier.END, all);
    return names;
  }

  private Verdict decide(RemovedRows those, String file, long row) throws IOException {
    those.from(UNIT, file);
    Verdict verdict = those.of(UNIT, file, row);
    if (verdict == UNDECIDED) {
      those.refresh();
      verdict = those.of(UNIT, file, row);
    }
    return verdict;
  }

  /** Ten files of which each takes 12.5 KB. */
  @Test
  void shouldHoldNoMoreThanItMay() throws IOException {
    List<String> names = manyFiles(files);
    RemovedRows few = new RemovedRows(files.directory(), 130_000);
    for (String name : names) {
      for (long row : new long[] {0, 1, 7, 77_777, ROWS + 1}) {
        assertThat(decide(few, name, row))
            .as(name + ":" + row)
            .isEqualTo(row % 7 == 0 && row < ROWS / 7 * 7 ? REMOVED : STAYS);
      }
      assertThat(few.bytes()).isBetween(12_500L, 130_000L);
      if (name.equals("f000")) {
        assertThat(few.of(UNIT, "f029", 1)).as("is left out").isEqualTo(UNDECIDED);
      }
    }
  }

  /** As after an I/O error, or with a partition that another worker had before. */
  @Test
  void shouldGoBack() throws IOException {
    List<String> names = manyFiles(files);
    RemovedRows few = new RemovedRows(files.directory(), 130_000);
    for (int file : new int[] {20, 3, 29, 28, 15, 16, 0}) {
      assertThat(decide(few, names.get(file), 7)).isEqualTo(REMOVED);
      assertThat(decide(few, names.get(file), 8)).isEqualTo(STAYS);
    }
    assertThat(decide(few, names.get(20), 7)).isEqualTo(REMOVED);
    assertThat(few.of(UNIT, names.get(19), 7)).as("is not held").isEqualTo(UNDECIDED);
    assertThat(few.of(UNIT, names.get(19), 8)).as("is not held").isEqualTo(UNDECIDED);
  }

  /** Forwards and back within what there is room for, as workers do that pause. */
  @Test
  void shouldReadNothingAgainForAPlaceThatItHolds() throws IOException {
    List<String> names = manyFiles(files);
    RemovedRows few = new RemovedRows(files.directory(), 130_000);
    assertThat(decide(few, "f000", 7)).isEqualTo(REMOVED);
    for (int file : new int[] {3, 1, 2, 4, 0}) {
      few.from(UNIT, names.get(file));
      assertThat(few.of(UNIT, names.get(file), 7)).isEqualTo(REMOVED);
      assertThat(few.of(UNIT, names.get(file), 8)).isEqualTo(STAYS);
      assertThat(few.refresh()).isFalse();
    }
  }

  /** Whatever is read again: the same answers. */
  @Test
  void shouldAnswerTheSameInAnyOrder() throws IOException {
    List<String> names = manyFiles(files);
    RemovedRows few = new RemovedRows(files.directory(), 130_000);
    Random random = new Random(5);
    for (int i = 0; i < 40; i++) {
      String name = names.get(random.nextInt(20));
      int row = random.nextInt(ROWS / 7 * 7);
      assertThat(decide(few, name, row))
          .as(name + ":" + row)
          .isEqualTo(row % 7 == 0 ? REMOVED : STAYS);
      assertThat(few.bytes()).isBetween(12_500L, 130_000L);
    }
  }

  /** A file is held as a whole, whatever may be held. */
  @Test
  void shouldHoldTheFileThatIsAskedFor() throws IOException {
    manyFiles(files);
    RemovedRows none = new RemovedRows(files.directory(), 1);
    assertThat(decide(none, "f000", 70)).isEqualTo(REMOVED);
    assertThat(decide(none, "f001", 70)).isEqualTo(REMOVED);
    assertThat(none.bytes()).isLessThan(20_000);
  }

  @Test
  void shouldDeleteForgottenUnits() throws IOException {
    SignatureName file = write(1, 1, Frontier.BEGIN, MIDDLE);
    assertThat(files.directory().hasReset("r")).isFalse();
    files.write(files.name(2, "r", 0, 0), "r", Frontier.BEGIN, Frontier.BEGIN, Map.of());
    assertThat(files.directory().hasReset("r")).isTrue();
    files.directory().delete(List.of(UNIT));
    assertThat(file.path().getParent()).doesNotExist();
    assertThat(files.directory().list()).hasSize(1);
    assertThat(files.directory().unit("r")).isPresent();
    assertThat(files.directory().unit(UNIT)).isEmpty();
  }
}
