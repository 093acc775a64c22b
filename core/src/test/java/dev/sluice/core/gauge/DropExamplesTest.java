package dev.sluice.core.gauge;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class DropExamplesTest {
  private final DropExamples examples = new DropExamples();

  private static DropExample example(long row) {
    return DropExample.of("id".getBytes(UTF_8), "a.parquet", row);
  }

  @Test
  void shouldKeepTheFirstTenOfEachReasonInOrder() {
    for (int row = 0; row < 25; row++) {
      examples.add("empty_text", example(row));
    }
    examples.add("rejected/a", example(99));

    assertThat(examples.byReason()).containsOnlyKeys("empty_text", "rejected/a");
    assertThat(examples.byReason().get("empty_text"))
        .extracting(DropExample::row)
        .containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L);
    assertThat(examples.want("empty_text")).isFalse();
    assertThat(examples.want("rejected/a")).isTrue();
  }

  @Test
  void shouldHaveNoExamplesOfTooManyReasons() {
    for (int reason = 0; reason < 2 * DropExamples.MOST_REASONS; reason++) {
      examples.add("operator_dropped/" + reason, example(0));
    }
    examples.add("operator_dropped/0", example(1));

    assertThat(examples.byReason()).hasSize(DropExamples.MOST_REASONS);
    assertThat(examples.byReason().get("operator_dropped/0")).hasSize(2);
  }

  @Test
  void shouldKeepTenOfManyThreads() throws InterruptedException {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    for (int row = 0; row < 1_000; row++) {
      long number = row;
      threads.execute(() -> examples.add("empty_text", example(number)));
    }
    threads.shutdown();

    assertThat(threads.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
    assertThat(examples.byReason().get("empty_text")).hasSize(DropExamples.MOST);
  }

  @Test
  void shouldCutIdAndTextAtTwoHundredCharacters() {
    byte[] emoji = "\uD83D\uDE00".repeat(500).getBytes(UTF_8);
    DropExample example =
        DropExample.of(emoji, "a.parquet", 7).withText(emoji, 4, emoji.length - 4);

    assertThat(example.id()).isEqualTo("\uD83D\uDE00".repeat(200));
    assertThat(example.text()).contains("\uD83D\uDE00".repeat(200));
    assertThat(DropExample.of(new byte[] {'a'}, "a", 0).text()).isEmpty();
  }

  @Test
  void shouldReplaceBytesThatAreNotUtf8() {
    byte[] broken = {'a', (byte) 0xC0, 'b'};

    assertThat(DropExample.of(broken, "a", 0).withText(broken, 1, 2))
        .isEqualTo(new DropExample("a\uFFFDb", "a", 0, Optional.of("\uFFFDb")));
  }
}
