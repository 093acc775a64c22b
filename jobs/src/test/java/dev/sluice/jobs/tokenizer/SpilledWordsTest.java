package dev.sluice.jobs.tokenizer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.algorithms.bpe.BpeTrainer;
import dev.sluice.jobs.text.JobFailedException;
import dev.sluice.jobs.text.JobPhase;
import dev.sluice.jobs.text.JobPosition;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class SpilledWordsTest {
  private static final JobPosition POSITION = JobPosition.of(JobPhase.READING, 30, 200);

  /** Spills {@code distinct} words of 7 bytes {@code times} times. */
  private static SpilledWords spilled(int distinct, int times, long minCount, long heapBytes) {
    SpilledWords words = new SpilledWords(minCount, new TrainingMemory(heapBytes));
    for (int round = 0; round < times; round++) {
      for (int word = 0; word < distinct; word++) {
        byte[] bytes = Integer.toString(1_000_000 + word).getBytes(UTF_8);
        words.add(bytes, 0, bytes.length, 1);
      }
    }
    return words;
  }

  @Test
  void shouldEstimateWordsThatAreSpilledManyTimes() {
    for (int distinct : new int[] {20_000, 40_000, 300_000, 1_000_000}) {
      long least = BpeTrainer.leastBytes(distinct, 7L * distinct);
      long part = least - (16 << 20);

      assertThatCode(() -> spilled(distinct, 3, 1, least).check(POSITION))
          .doesNotThrowAnyException();
      assertThatThrownBy(() -> spilled(distinct, 3, 1, least - part / 8).check(POSITION))
          .isInstanceOf(JobFailedException.class)
          .hasMessageStartingWith("the first 15 % of the input have too many different words");
    }
  }

  /** With any of them in the sample, an estimate would multiply its length. */
  @Test
  void shouldNotCountLongWordsForManyThatAreNot() {
    byte[] longWord = new byte[1 << 20];
    long least = BpeTrainer.leastBytes(300_003, 7L * 300_000 + 3L * longWord.length);
    for (int seed = 0; seed < 20; seed++) {
      SpilledWords words = spilled(300_000, 1, 1, least);
      for (int i = 0; i < 3; i++) {
        Arrays.fill(longWord, 0, 8, (byte) ('a' + i));
        longWord[8] = (byte) seed;
        words.add(longWord, 0, longWord.length, 1);
      }
      assertThatCode(() -> words.check(POSITION)).doesNotThrowAnyException();
    }
  }

  @Test
  void shouldClaimNothingFromAFewWordsOfTheSample() {
    SpilledWords words = spilled(300_000, 1, 2, 20 << 20);
    for (int word = 0; word < 30_000; word++) {
      byte[] bytes = Integer.toString(1_000_000 + word).getBytes(UTF_8);
      words.add(bytes, 0, bytes.length, 1);
    }
    assertThatCode(() -> words.check(POSITION)).doesNotThrowAnyException();
  }

  @Test
  void shouldNotCountWordsThatAreRareSoFar() {
    assertThatCode(() -> spilled(300_000, 2, 3, 20 << 20).check(POSITION))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> spilled(300_000, 3, 3, 20 << 20).check(POSITION))
        .isInstanceOf(JobFailedException.class);
  }
}
