package dev.sluice.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DumpRuleTest {
  private static final String CRAWL = "CC-MAIN-2024-10";
  private static final String OTHER = "wikipedia-2024";
  private static final String UNSAFE = "../x";

  @Test
  void shouldTakeOnlyNamesOfCrawlsByDefault() {
    DumpRule rule = new DumpRule.Crawls();
    assertThat(rule.inFile("data/x.parquet")).isEqualTo(rule);
    assertThat(rule.of(CRAWL)).isEqualTo(CRAWL);
    assertThat(rule.of(OTHER)).isEqualTo("unknown");
    assertThat(rule.withoutColumn()).isEqualTo("unknown");
    assertThat(rule.readsColumn()).isTrue();
    assertThat(rule.allows(CRAWL)).isTrue();
    assertThat(rule.allows(OTHER)).isFalse();
  }

  @Test
  void shouldTakeAllValidNamesOfAColumn() {
    DumpRule rule = new DumpRule.Names();
    assertThat(rule.of(CRAWL)).isEqualTo(CRAWL);
    assertThat(rule.of(OTHER)).isEqualTo(OTHER);
    assertThat(rule.of(UNSAFE)).isEqualTo("unknown");
    assertThat(rule.withoutColumn()).isEqualTo("unknown");
    assertThat(rule.readsColumn()).isTrue();
    assertThat(rule.allows(OTHER)).isTrue();
    assertThat(rule.allows(UNSAFE)).isFalse();
  }

  @Test
  void shouldTakeTheNameOfTheFilesPath() {
    DumpRule rule = new DumpRule.OfPath(DumpPath.of("(?<dump>wiki[^/]*)/"));
    assertThat(rule.inFile(OTHER + "/x.parquet")).isEqualTo(new DumpRule.Constant(OTHER));
    assertThat(rule.inFile("x.parquet")).isEqualTo(new DumpRule.Constant("unknown"));
    assertThat(rule.readsColumn()).isFalse();
    assertThat(rule.allows(OTHER)).isTrue();
  }

  @Test
  void shouldGiveAllRowsTheSameDump() {
    DumpRule rule = new DumpRule.Constant(OTHER);
    assertThat(rule.inFile("x.parquet")).isEqualTo(rule);
    assertThat(rule.of(CRAWL)).isEqualTo(OTHER);
    assertThat(rule.withoutColumn()).isEqualTo(OTHER);
    assertThat(rule.readsColumn()).isFalse();
  }
}
