package dev.sluice.streams;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.Test;

class ForgottenIdsTest {
  private static final byte[] MINE = {1, 2, 3, 4, 5, 6, 7, (byte) 0x80};
  private static final byte[] OTHER = {9, 2, 3, 4, 5, 6, 7, 8};
  private static final int SLICE = 7;

  private final KeyValueStore<Bytes, byte[]> ids = Stores.inMemoryKeyValueStore("ids").get();
  private final KeyValueStore<Bytes, byte[]> ledger = Stores.inMemoryKeyValueStore("ledger").get();

  private ForgottenIds open() {
    return new ForgottenIds(ids, ledger, SLICE);
  }

  private static Bytes id(int number) {
    return Bytes.wrap("%05d".formatted(number).getBytes(UTF_8));
  }

  private List<byte[]> tags() {
    List<byte[]> tags = new ArrayList<>();
    try (KeyValueIterator<Bytes, byte[]> all = ids.all()) {
      all.forEachRemaining(entry -> tags.add(entry.value));
    }
    return tags;
  }

  private boolean isLedgerEmpty() {
    try (KeyValueIterator<Bytes, byte[]> all = ledger.all()) {
      return !all.hasNext();
    }
  }

  /** The first half holds nothing forgotten: a slice without any is not the last one. */
  @Test
  void shouldDeleteExactlyWhatIsForgottenInSlicesAndOverRestarts() {
    Random random = new Random(5);
    int others = 0;
    for (int i = 0; i < 1_000; i++) {
      boolean mine = i >= 500 && random.nextBoolean();
      others += mine ? 0 : 1;
      ids.put(id(i), mine ? MINE : OTHER);
    }
    open().add(MINE);
    for (int i = 0; i <= 1_000 / SLICE; i++) {
      assertThat(isLedgerEmpty()).isFalse();
      assertThat(open().contains(MINE)).isTrue();
      open().sweep();
    }
    assertThat(tags()).hasSize(others).containsOnly(OTHER);
    assertThat(isLedgerEmpty()).isTrue();
    assertThat(open().contains(MINE)).isFalse();
  }

  @Test
  void shouldBeginAnewWhenMoreIsForgottenMeanwhile() {
    for (int i = 0; i < 20; i++) {
      ids.put(id(i), i % 2 == 0 ? MINE : OTHER);
    }
    ForgottenIds forgotten = open();
    forgotten.add(MINE);
    forgotten.sweep();
    forgotten.add(OTHER);
    for (int i = 0; i < 4; i++) {
      forgotten.sweep();
    }
    assertThat(tags()).isEmpty();
    assertThat(isLedgerEmpty()).isTrue();
  }

  @Test
  void shouldLeaveAloneWhatIsPutAgainMeanwhile() {
    ids.put(id(1), MINE);
    ForgottenIds forgotten = open();
    forgotten.add(MINE);
    ids.put(id(1), OTHER);

    forgotten.sweep();

    assertThat(tags()).containsExactly(OTHER);
  }
}
