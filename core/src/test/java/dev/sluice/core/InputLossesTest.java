package dev.sluice.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.InputLosses.FileLosses;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class InputLossesTest {
  private static final String NO_SCORE = Outcome.MISSING_SCORE.key();
  private static final String NO_TEXT = Outcome.EMPTY_TEXT.key();

  private static InputLosses of(FileLosses file) {
    Map<String, Long> lost = new TreeMap<>(file.counts());
    lost.remove(Counters.ROWS);
    return InputLosses.NONE.plus(file.file(), file.of(Counters.ROWS), lost);
  }

  @Test
  void shouldCountWhatLiesInTheInputAndNotInTheRules() {
    assertThat(InputLosses.COUNTERS)
        .contains("missing_score", "invalid_score", "empty_text", "invalid_text", "rejected")
        .endsWith("missing_id")
        .doesNotContain("filtered_out", "sampled_out", "operator_dropped", "kept", "short_text")
        .doesNotContain("duplicates_removed", "near_duplicates_removed");
  }

  @Test
  void shouldNotNameFilesThatLostNothing() {
    assertThat(InputLosses.NONE.plus("a", 100, Map.of()).fileEnded().isEmpty()).isTrue();
  }

  @Test
  void shouldAddUpTheBatchesOfAFile() {
    InputLosses losses =
        InputLosses.NONE
            .plus("a", 10, Map.of(NO_SCORE, 2L))
            .plus("a", 20, Map.of())
            .plus("a", 30, Map.of(NO_SCORE, 1L, NO_TEXT, 4L));

    assertThat(losses.worst())
        .containsExactly(
            new FileLosses("a", new TreeMap<>(Map.of("rows", 30L, NO_SCORE, 3L, NO_TEXT, 4L))));
    assertThat(losses.worst().get(0).lost()).isEqualTo(7);
  }

  @Test
  void shouldNameTheFileBeingReadHoweverLittleItLost() {
    InputLosses losses = InputLosses.NONE;
    for (int i = 0; i < InputLosses.NAMED; i++) {
      losses = losses.plus("file " + i, 9, Map.of(NO_TEXT, 2L)).fileEnded();
    }
    losses = losses.plus("z", 9, Map.of(NO_TEXT, 1L)).plus("z", 10, Map.of(NO_TEXT, 9L));

    assertThat(losses.fileEnded().worst().get(0).file()).isEqualTo("z");
    assertThat(losses.fileEnded().others().orElseThrow().counts())
        .containsExactlyEntriesOf(new TreeMap<>(Map.of("rows", 9L, NO_TEXT, 2L, "files", 1L)));
  }

  /** Compared with all files sorted at once. */
  @Test
  void shouldNameTheWorstFilesInWhateverOrderTheyCome() {
    Random random = new Random(3);
    for (int round = 0; round < 100; round++) {
      List<FileLosses> files = new ArrayList<>();
      for (int i = random.nextInt(40); i > 0; i--) {
        files.add(
            new FileLosses(
                "file " + i,
                new TreeMap<>(
                    Map.of("rows", 100L, NO_SCORE, (long) random.nextInt(4) + 1, NO_TEXT, 1L))));
      }
      List<FileLosses> sorted = new ArrayList<>(files);
      sorted.sort(FileLosses.WORST_FIRST);
      int named = Math.min(files.size(), InputLosses.NAMED);

      Collections.shuffle(files, random);
      int half = random.nextInt(files.size() + 1);
      InputLosses parts = sum(files.subList(0, half)).plus(sum(files.subList(half, files.size())));

      assertThat(parts.worst()).isEqualTo(sorted.subList(0, named));
      assertThat(parts.others().map(others -> others.of(InputLosses.FILES)).orElse(0L))
          .isEqualTo(files.size() - named);
      assertThat(parts.total(NO_SCORE))
          .isEqualTo(files.stream().mapToLong(file -> file.of(NO_SCORE)).sum());
    }
  }

  private static InputLosses sum(List<FileLosses> files) {
    InputLosses sum = InputLosses.NONE;
    for (FileLosses file : files) {
      sum = sum.plus(of(file));
    }
    return sum;
  }
}
