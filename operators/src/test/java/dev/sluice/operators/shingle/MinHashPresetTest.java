package dev.sluice.operators.shingle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.algorithms.neardup.Bands;
import org.junit.jupiter.api.Test;

class MinHashPresetTest {
  @Test
  void shouldHaveTheBandsThatTheProgramsHave() {
    assertThat(MinHashPreset.DATATROVE.bands()).isEqualTo(new Bands(14, 8));
    assertThat(MinHashPreset.DATA_JUICER.bands()).isEqualTo(Bands.optimal(0.7, 256));
    assertThat(MinHashPreset.TEXT_DEDUP.bands()).isEqualTo(Bands.optimal(0.7, 240));
    assertThat(MinHashPreset.NEMO.bands()).isEqualTo(new Bands(20, 13));
  }

  @Test
  void shouldCutFiveWordsOrTwentyFourCharacters() {
    for (MinHashPreset preset : MinHashPreset.values()) {
      boolean characters = preset == MinHashPreset.NEMO;
      assertThat(preset.length()).isEqualTo(characters ? 24 : 5);
      assertThat(preset.unit()).isEqualTo(characters ? ShingleUnit.CHARACTERS : ShingleUnit.WORDS);
    }
  }
}
