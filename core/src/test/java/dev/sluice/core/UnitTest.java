package dev.sluice.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class UnitTest {
  @Test
  void shouldComeBackFromItsId() {
    for (String name : List.of(".", "data/CC-MAIN-2013-20", "a#b", "#", "a#1", "x y/\u00E9")) {
      for (int generation : new int[] {1, 2, 10, Integer.MAX_VALUE}) {
        Unit unit = new Unit(name, generation);
        assertThat(Unit.parse(unit.id())).isEqualTo(unit);
        assertThat(unit).hasToString(name + "#" + generation);
      }
    }
  }

  @Test
  void shouldRefuseWhatIsNoIdNamingIt() {
    for (String id : List.of("", "data", "data#", "#1", "data#x", "data#0", "data#-1")) {
      assertThatIllegalArgumentException()
          .as(id)
          .isThrownBy(() -> Unit.parse(id))
          .withMessageContaining("\"" + id + "\"");
    }
  }

  @Test
  void shouldRefuseEmptyNamesAndGenerationsBelowOne() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Unit("", 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Unit("a", 0))
        .withMessageContaining("generation 0");
  }

  @Test
  void shouldKnowTheDumpOfItsDirectory() {
    assertThat(new Unit("data/CC-MAIN-2013-20", 1).directoryDump()).isEqualTo("CC-MAIN-2013-20");
    assertThat(new Unit("CC-MAIN-2013-20", 3).directoryDump()).isEqualTo("CC-MAIN-2013-20");
    assertThat(new Unit(Unit.LOOSE_FILES, 1).directoryDump()).isEqualTo("unknown");
    assertThat(new Unit("CC-MAIN-2013-20/part", 1).directoryDump()).isEqualTo("unknown");
  }
}
