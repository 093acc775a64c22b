package dev.sluice.app.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class DirectoryNoteTest {
  private static final String DUMP = "CC-MAIN-2025-01";
  private static final String UNIT = "data/" + DUMP + "#1";

  @Test
  void shouldSayWhereRowsAreThatDoNotNameTheirDirectory() {
    assertThat(DirectoryNote.of(UNIT, new TreeSet<>(Set.of(DUMP, "unknown", "all")), 0))
        .hasValueSatisfying(
            note ->
                assertThat(note)
                    .startsWith(DUMP + " has no rows: the rows of unit " + UNIT)
                    .contains("are in unknown.", "input.columns.dump"));
  }

  @Test
  void shouldSayNothingWhereNothingIsToBeWonderedAt() {
    assertThat(DirectoryNote.of(UNIT, new TreeSet<>(Set.of(DUMP, "unknown")), 1)).isEmpty();
    assertThat(DirectoryNote.of(UNIT, new TreeSet<>(Set.of(DUMP, "all")), 0)).isEmpty();
    assertThat(DirectoryNote.of(".#1", new TreeSet<>(Set.of("unknown", DUMP)), 0)).isEmpty();
  }
}
