package dev.sluice.storage.bands;

import static dev.sluice.storage.bands.BandVerdict.REMOVED;
import static dev.sluice.storage.bands.BandVerdict.STAYS;
import static dev.sluice.storage.bands.BandVerdict.UNDECIDED;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
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
    rows = new RemovedRows(bands.directory(), 2);
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
