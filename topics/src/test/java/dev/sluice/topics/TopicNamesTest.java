package dev.sluice.topics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TopicNamesTest {
  private static final TopicNames NAMES = new TopicNames("sluice", List.of("2.8", "4.0"));

  @Test
  void shouldNameEveryTopicByThePrefix() {
    assertThat(NAMES.documents()).isEqualTo("sluice.documents");
    assertThat(NAMES.curated()).containsExactly("sluice.curated.2.8", "sluice.curated.4.0");
    assertThat(NAMES.rejects()).isEqualTo("sluice.rejects");
    assertThat(NAMES.progress()).isEqualTo("sluice.ingest.progress");
    assertThat(NAMES.applicationId()).isEqualTo("sluice.curation");
    assertThat(NAMES.sinkGroup()).isEqualTo("sluice.sink");
  }

  @Test
  void shouldPartitionAllButTheProgress() {
    assertThat(NAMES.partitioned())
        .containsExactly(
            "sluice.documents", "sluice.rejects", "sluice.curated.2.8", "sluice.curated.4.0");
  }

  @Test
  void shouldFindTheBucketOfACuratedTopic() {
    assertThat(NAMES.bucketOf("sluice.curated.2.8")).isEqualTo("2.8");
    assertThatThrownBy(() -> NAMES.bucketOf("sluice.documents"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("sluice.documents");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", ".sluice", "a/b", "ä", "a b"})
  void shouldRefuseAPrefixThatTopicsCannotHave(String prefix) {
    assertThatThrownBy(() -> new TopicNames(prefix, List.of("2.8")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("\"" + prefix + "\"");
  }

  @Test
  void shouldAllowPrefixesUpToOneHundredLetters() {
    assertThat(new TopicNames("p".repeat(100), List.of("b".repeat(64))).curated())
        .allSatisfy(name -> assertThat(name).hasSizeLessThan(250));
    assertThatThrownBy(() -> new TopicNames("p".repeat(101), List.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
