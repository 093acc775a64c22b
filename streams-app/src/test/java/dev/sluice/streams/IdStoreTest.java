package dev.sluice.streams;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdStoreTest {
  private static final byte[] VALUE = {1};

  @TempDir private Path directory;

  private KeyValueStore<Bytes, byte[]> open(boolean transactional) {
    Properties properties = new Properties();
    properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "ids");
    properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "localhost:1");
    properties.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
    properties.put(StreamsConfig.TRANSACTIONAL_STATE_STORES_CONFIG, transactional);
    MockProcessorContext<Void, Void> context =
        new MockProcessorContext<>(properties, new TaskId(0, 0), directory.toFile());
    KeyValueStore<Bytes, byte[]> store = IdStore.supplier("ids").get();
    store.init(context.getStateStoreContext(), store);
    return store;
  }

  private static Bytes id(int number) {
    return Bytes.wrap("id %d".formatted(number).getBytes(UTF_8));
  }

  /** Compared with a map, over commits and restarts. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldFindExactlyWhatWasPut(boolean transactional) {
    Random random = new Random(3);
    Map<Bytes, byte[]> expected = new HashMap<>();
    KeyValueStore<Bytes, byte[]> store = open(transactional);
    for (int step = 0; step < 20_000; step++) {
      Bytes id = id(random.nextInt(3_000));
      assertThat(store.get(id)).isEqualTo(expected.get(id));
      switch (random.nextInt(8)) {
        case 0 -> assertThat(store.delete(id)).isEqualTo(expected.remove(id));
        case 1 -> {
          store.putAll(List.of(KeyValue.pair(id, VALUE)));
          expected.put(id, VALUE);
        }
        case 2 -> {
          store.putIfAbsent(id, VALUE);
          expected.putIfAbsent(id, VALUE);
        }
        case 3 -> {
          store.put(id, VALUE);
          expected.put(id, VALUE);
        }
        default -> {
          // a lookup alone
        }
      }
      if (step % 1_000 == 0) {
        store.commit(Map.of());
      }
      if (step % 5_000 == 0) {
        store.commit(Map.of());
        store.close();
        store = open(transactional);
      }
    }
    store.close();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldRefuseALookupWhenItIsClosed(boolean transactional) {
    KeyValueStore<Bytes, byte[]> store = open(transactional);
    store.close();

    assertThatThrownBy(() -> store.get(id(1))).isInstanceOf(InvalidStateStoreException.class);
  }
}
