package dev.sluice.jobs.validate.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ExcerptsTest {
  @Test
  void shouldShowShortTextsWhole() {
    assertThat(Excerpts.of("one two", "one too", 7)).isEqualTo(new Excerpts("one two", "one too"));
    assertThat(Excerpts.of("same", "same", 4)).isEqualTo(new Excerpts("same", "same"));
    assertThat(Excerpts.of("", "kept", 4)).isEqualTo(new Excerpts("", "kept"));
  }

  @Test
  void shouldBeginShortlyBeforeTheFirstDifference() {
    String before = "a".repeat(1000);
    assertThat(Excerpts.of(before + "bcdefghij", before + "xcdefghij", 8))
        .isEqualTo(new Excerpts("... aabcdefg ...", "... aaxcdefg ..."));
    assertThat(Excerpts.of(before, before + "the end is not in both", 8))
        .isEqualTo(new Excerpts("... aa", "... aathe en ..."));
  }

  @Test
  void shouldNotCutThroughACharacter() {
    String before = "\uD83D\uDE00".repeat(50);
    assertThat(Excerpts.of(before + "b", before + "\uD83D\uDE01", 4))
        .isEqualTo(new Excerpts("... \uD83D\uDE00b", "... \uD83D\uDE00\uD83D\uDE01"));
  }
}
