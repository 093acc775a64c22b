package dev.sluice.storage.output;

import static dev.sluice.storage.output.TestingCuts.noneQuarantined;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.sluice.storage.output.Making.Input;
import dev.sluice.storage.output.Making.UnitEntry;
import dev.sluice.storage.output.Making.Units;
import dev.sluice.storage.publish.Publication;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnitListsTest {
  private static final String DUMP = "CC-MAIN-2024-10";

  @TempDir Path root;
  private final List<Set<String>> asked = new ArrayList<>();

  private UnitLists lists(UnitLists.Sizes sizes) {
    return new UnitLists(
        new OutputLayout(root, "en", true),
        new Publication(root.resolve("_sluice/tmp/test")),
        units -> {
          asked.add(Set.copyOf(units));
          return sizes.of(units);
        },
        unit -> unit.equals(unit(2)) ? List.of("directory:code") : List.of());
  }

  /** Each unit has this many files; the n-th of n + 1 bytes. */
  private static UnitLists.Sizes files(int count) {
    return units -> {
      Map<String, List<Input>> files = new HashMap<>();
      units.forEach(unit -> files.put(unit, files(unit, count)));
      return files;
    };
  }

  private static List<Input> files(String unit, int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> new Input(unit + "/" + i + ".parquet", i + 1L))
        .toList();
  }

  private static String unit(int number) {
    return "data/" + DUMP + "#" + number;
  }

  private static Manifests manifests(int units) {
    TestingCuts cuts = new TestingCuts(true);
    for (int i = 1; i <= units; i++) {
      cuts.unit(unit(i), DUMP, noneQuarantined());
    }
    return TestingCuts.manifests(cuts.logs());
  }

  private List<Path> stored() throws IOException {
    try (Stream<Path> files = Files.list(OutputLayout.units(root))) {
      return files.toList();
    }
  }

  @Test
  void shouldRecordWhatWasKeptOfEachUnit() throws IOException {
    Units units = lists(files(2)).of(manifests(3));
    assertThat(units.list())
        .extracting(UnitEntry::keptGroups)
        .containsExactly(List.of(), List.of("directory:code"), List.of());
    UnitLists next = lists(files(2));
    next.adopt(units);
    assertThat(next.of(manifests(3))).isEqualTo(units);
    assertThat(asked).as("adopted").hasSize(1);
  }

  @Test
  void shouldListTheFilesOfAllUnitsInTheirOrder() throws IOException {
    Units units = lists(files(2)).of(manifests(2));

    assertThat(units.count()).isEqualTo(2);
    assertThat(units.files()).isEqualTo(4);
    assertThat(units.packs()).isEmpty();
    assertThat(units.list())
        .extracting(UnitEntry::unit, UnitEntry::dumps, UnitEntry::bytes, UnitEntry::inputs)
        .containsExactly(
            tuple(unit(1), List.of(DUMP), 3L, files(unit(1), 2)),
            tuple(unit(2), List.of(DUMP), 3L, files(unit(2), 2)));
    assertThat(UnitLists.read(Path.of("elsewhere"), units)).isEqualTo(units.list());
  }

  /** Otherwise a seal would cost the more, the more there was before. */
  @Test
  void shouldAskForNewUnitsAlone() throws IOException {
    UnitLists lists = lists(files(1));
    lists.of(manifests(2));
    lists.of(manifests(2));
    Units units = lists.of(manifests(3));
    UnitLists next = lists(files(1));
    next.adopt(units);
    assertThat(next.of(manifests(3))).isEqualTo(units);
    next.of(manifests(4));

    assertThat(asked).containsExactly(Set.of(unit(1), unit(2)), Set.of(unit(3)), Set.of(unit(4)));
  }

  @Test
  void shouldStayBoundedWhereTheHistoryDoesNot() throws IOException {
    UnitLists lists = lists(files(2));
    Units units = lists.of(manifests(600));

    assertThat(units.count()).isEqualTo(600);
    assertThat(units.packs()).hasSize(2);
    assertThat(units.list()).hasSize(600 - 2 * Units.PACKED);
    assertThat(units.list()).allMatch(entry -> entry.inputs() == null);
    int before = stored().size();
    assertThat(lists.of(manifests(601)).packs()).isEqualTo(units.packs());
    assertThat(stored()).hasSize(before + 1);

    List<UnitEntry> read = UnitLists.read(root, units);
    assertThat(read).extracting(UnitEntry::unit).startsWith(unit(1)).endsWith(unit(600));
    assertThat(read).allSatisfy(e -> assertThat(e.inputs()).isEqualTo(files(e.unit(), 2)));
    UnitLists next = lists(files(2));
    asked.clear();
    next.adopt(units);
    assertThat(next.of(manifests(600))).isEqualTo(units);
    assertThat(asked).isEmpty();
  }

  @Test
  void shouldLearnSizesLater() throws IOException {
    Units unsized = lists(UnitLists.Sizes.NONE).of(manifests(1));
    assertThat(unsized.list().get(0).bytes()).isNull();
    assertThat(unsized.list().get(0).inputs())
        .containsExactly(
            new Input(unit(1) + "/0.parquet", null), new Input(unit(1) + "/1.parquet", null));

    UnitLists later = lists(files(2));
    later.adopt(unsized);
    assertThat(later.of(manifests(1)).list().get(0).inputs()).isEqualTo(files(unit(1), 2));
  }

  @Test
  void shouldNotAdoptUnitsWhoseListsAreGone() throws IOException {
    Units units = lists(files(2)).of(manifests(1));
    Files.delete(stored().get(0));

    UnitLists next = lists(files(2));
    next.adopt(units);

    assertThat(next.of(manifests(1))).isEqualTo(units);
    assertThat(stored()).hasSize(1);
  }

  @Test
  void shouldRefuseListsThatAreMissingOrHaveChanged() throws IOException {
    Units units = lists(files(1_001)).of(manifests(1));
    Path list = stored().get(0);

    Files.writeString(list, "[]");
    assertThatThrownBy(() -> UnitLists.read(root, units))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(list.toString());
    Files.delete(list);
    assertThatThrownBy(() -> UnitLists.read(root, units))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(list + " is missing");
  }
}
