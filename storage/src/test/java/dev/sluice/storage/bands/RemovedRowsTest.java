package dev.sluice.storage.bands;

import static dev.sluice.storage.bands.BandVerdict.REMOVED;
import static dev.sluice.storage.bands.BandVerdict.STAYS;
import static dev.sluice.storage.bands.BandVerdict.UNDECIDED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.storage.PermanentException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
  private TestingBands bands;
  private RemovedRows rows;

  @BeforeEach
  void create() {
    bands = new TestingBands(directory);
    rows = new RemovedRows(bands.directory(), 2, 8 << 20);
  }

  private BandFile write(
      int band, long first, long last, Frontier from, Frontier to, long... removed)
      throws IOException {
    BandFile file = bands.file(1, UNIT, band, first, last);
    return bands.write(
        file, UNIT, 2, from, to, removed.length == 0 ? Map.of() : Map.of("a", removed));
  }

  private List<BandVerdict> verdicts(long... of) throws IOException {
    rows.refresh();
    return java.util.Arrays.stream(of).mapToObj(row -> rows.of(UNIT, "a", row)).toList();
  }

  @Test
  void shouldSayWhatToDoAboutAFileOfOtherBands() throws IOException {
    BandFile file = bands.file(1, UNIT, 0, 1, 1);
    bands.write(file, UNIT, 3, Frontier.BEGIN, Frontier.END, Map.of());
    rows.of(UNIT, "a", 0);
    assertThatThrownBy(() -> rows.refresh())
        .isInstanceOf(PermanentException.class)
        .hasMessage(
            "%s is of band 0 of 3, not 0 of 2: restore all of _sluice/bands from one copy, or start"
                + " a new output and topic prefix",
            file.path());
  }

  @Test
  void shouldDecideOnceEveryBandHas() throws IOException {
    rows.of(UNIT, "a", 0);
    assertThat(verdicts(0, 3)).containsExactly(UNDECIDED, UNDECIDED);
    write(0, 1, 1, Frontier.BEGIN, MIDDLE, 3);
    assertThat(verdicts(0, 3)).containsExactly(UNDECIDED, REMOVED);
    write(1, 1, 1, Frontier.BEGIN, Frontier.END, 4, 12);
    assertThat(verdicts(0, 3, 4, 9, 10, 12))
        .containsExactly(STAYS, REMOVED, REMOVED, STAYS, UNDECIDED, REMOVED);
    write(0, 2, 2, MIDDLE, Frontier.END, 11);
    assertThat(verdicts(10, 11, 12, 1_000_000_000_000L))
        .containsExactly(STAYS, REMOVED, REMOVED, STAYS);
    assertThat(rows.of(UNIT, "b", 0)).isEqualTo(STAYS);
    assertThat(rows.of("other#1", "a", 3)).isEqualTo(UNDECIDED);
  }

  /** The files were merged, and the last of them is a leftover of another worker. */
  @Test
  void shouldGoByTheFilesThatCoverMost() throws IOException {
    write(1, 1, 1, Frontier.BEGIN, Frontier.END);
    rows.of(UNIT, "a", 0);
    write(0, 1, 2, Frontier.BEGIN, MIDDLE, 1);
    Frontier less = new Frontier("a", 5, false);
    write(0, 2, 2, new Frontier("a", 2, false), less);
    write(0, 3, 3, MIDDLE, new Frontier("a", 20, false), 15);
    assertThat(verdicts(0, 1, 7, 15, 19, 20))
        .containsExactly(STAYS, REMOVED, STAYS, REMOVED, STAYS, UNDECIDED);
  }

  /** A file without the one before it says nothing of the rows of that one. */
  @Test
  void shouldNotSkipAGap() throws IOException {
    write(1, 1, 1, Frontier.BEGIN, Frontier.END);
    rows.of(UNIT, "a", 0);
    BandFile first = write(0, 1, 1, Frontier.BEGIN, new Frontier("a", 5, false));
    assertThat(verdicts(0, 7)).containsExactly(STAYS, UNDECIDED);
    write(0, 2, 2, MIDDLE, Frontier.END);
    assertThat(verdicts(7, 11)).containsExactly(UNDECIDED, UNDECIDED);
    Files.delete(first.path());
    assertThat(verdicts(0, 7)).containsExactly(STAYS, UNDECIDED);
  }

  private static final int ROWS = 100_000;

  /** A unit of many files, of which every seventh row is removed. */
  private static List<String> manyFiles(TestingBands bands) throws IOException {
    List<String> names = IntStream.range(0, 30).mapToObj("f%03d"::formatted).toList();
    long[] removed = LongStream.range(0, ROWS / 7).map(row -> row * 7).toArray();
    Map<String, long[]> all = new HashMap<>();
    names.forEach(name -> all.put(name, removed));
    for (int band = 0; band < 2; band++) {
      bands.write(
          bands.file(1, UNIT, band, 1, 1),
          UNIT,
          2,
          Frontier.BEGIN,
          Frontier.END,
          band == 0 ? all : Map.of());
    }
    return names;
  }

  private BandVerdict decide(RemovedRows those, String file, long row) throws IOException {
    those.from(UNIT, file);
    BandVerdict verdict = those.of(UNIT, file, row);
    if (verdict == UNDECIDED) {
      those.refresh();
      verdict = those.of(UNIT, file, row);
    }
    return verdict;
  }

  /** Ten files of which each takes 12.5 KB. */
  @Test
  void shouldHoldNoMoreThanItMay() throws IOException {
    List<String> names = manyFiles(bands);
    RemovedRows few = new RemovedRows(bands.directory(), 2, 130_000);
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
    List<String> names = manyFiles(bands);
    RemovedRows few = new RemovedRows(bands.directory(), 2, 130_000);
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
    List<String> names = manyFiles(bands);
    RemovedRows few = new RemovedRows(bands.directory(), 2, 130_000);
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
    List<String> names = manyFiles(bands);
    RemovedRows few = new RemovedRows(bands.directory(), 2, 130_000);
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
    manyFiles(bands);
    RemovedRows none = new RemovedRows(bands.directory(), 2, 1);
    assertThat(decide(none, "f000", 70)).isEqualTo(REMOVED);
    assertThat(decide(none, "f001", 70)).isEqualTo(REMOVED);
    assertThat(none.bytes()).isLessThan(20_000);
  }

  @Test
  void shouldDeleteForgottenUnitsWhenEveryBandHasTheReset() throws IOException {
    BandFile file = write(0, 1, 1, Frontier.BEGIN, MIDDLE);
    bands.write(bands.file(2, "r", 0, 0, 0), "r", 2, Frontier.BEGIN, Frontier.BEGIN, Map.of());
    assertThat(bands.directory().delete("r", List.of(UNIT), 2)).isFalse();
    assertThat(file.path()).exists();
    bands.write(bands.file(2, "r", 1, 0, 0), "r", 2, Frontier.BEGIN, Frontier.BEGIN, Map.of());
    assertThat(bands.directory().delete("r", List.of(UNIT), 2)).isTrue();
    assertThat(file.path().getParent()).doesNotExist();
    assertThat(bands.directory().list()).hasSize(2);
    assertThat(bands.directory().unit("r")).isPresent();
    assertThat(bands.directory().unit(UNIT)).isEmpty();
  }
}
