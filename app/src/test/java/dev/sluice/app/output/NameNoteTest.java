package dev.sluice.app.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.settings.ConfigRequest;
import dev.sluice.settings.Machine;
import dev.sluice.settings.load.ConfigLoader;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NameNoteTest {
  private static Optional<String> note(String... assignments) {
    ConfigRequest request = ConfigRequest.of(Optional.empty(), List.of(assignments));
    ConfigLoader loader =
        new ConfigLoader(
            Map.of(),
            new Machine(4L << 30, 2),
            OutputOwner::remembered,
            (config, roles, problems) -> {});
    return NameNote.of(loader.load(request).config());
  }

  @Test
  void shouldSayWhatOtherDocumentsAreCalledIfNobodyNamesThem() {
    assertThat(note("input.columns.text=content"))
        .hasValueSatisfying(
            note ->
                assertThat(note)
                    .contains("called fineweb-edu", "--set dataset.name=NAME", "the same command"));
    assertThat(note("input.columns.id=null", "score.constant=3", "input.columns.score=null"))
        .isPresent();
  }

  @Test
  void shouldSayNothingOfAnOutputThatWasNamedOrHasTheUsualColumns() {
    assertThat(note()).isEmpty();
    assertThat(note("input.columns.text=content", "dataset.name=mine")).isEmpty();
    assertThat(note("input.columns.text=content", "dataset.source=me/set")).isEmpty();
  }
}
