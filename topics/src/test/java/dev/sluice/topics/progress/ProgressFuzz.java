package dev.sluice.topics.progress;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.core.Counters;
import dev.sluice.core.Unit;
import dev.sluice.topics.KafkaConnection;
import dev.sluice.topics.progress.Ownership.Owner;
import dev.sluice.topics.progress.ProgressState.UnitFiles;
import dev.sluice.topics.record.Schemas;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Records of the progress topic as single arrays, key and value, to be mutated. */
public final class ProgressFuzz {
  private static final String DUMP = "CC-MAIN-2024-10";
  private static final String UNIT = "data/" + DUMP + "#1";

  private ProgressFuzz() {}

  /** One of every kind: its key, a NUL, its value. */
  public static List<byte[]> samples() {
    ProgressLog log = new ProgressLog(new KafkaConnection("localhost:1", Map.of()), "p");
    Counters counters = new Counters();
    counters.add(new Counters.Key(DUMP, "3.0", "kept"), 7);
    UnitProgress progress =
        new UnitProgress(
            UNIT, 1, 2, new TreeMap<>(Map.of("a", "b")), counters.nested(), false, "host 12");
    return Stream.of(
            log.record(new Owner("id", new TreeMap<>(Map.of("sampling.seed", "42")))),
            log.records(
                    new UnitFiles(
                        UNIT,
                        List.of(
                            new ListedFile("a.parquet", 1, 2), new ListedFile("b", 3, 4, "0f"))))
                .get(0),
            log.record(progress),
            log.record(
                new Reset(
                    DUMP,
                    "2f1c",
                    true,
                    new TreeMap<>(Map.of("data/" + DUMP, 3)),
                    new TreeSet<>(Set.of(UNIT)))),
            log.record(new RestoreProgress("an id", 5, 500, 10, 1)),
            log.publication(Schemas.END_OF_UNIT))
        .map(ProgressFuzz::bytes)
        .toList();
  }

  private static byte[] bytes(ProducerRecord<byte[], byte[]> record) {
    String text = new String(record.key(), UTF_8) + "\0" + new String(record.value(), UTF_8);
    return text.getBytes(UTF_8);
  }

  /** Reads a record as ingest and status do. */
  public static void read(byte[] bytes) {
    int end = 0;
    while (end < bytes.length && bytes[end] != 0) {
      end++;
    }
    byte[] key = Arrays.copyOf(bytes, end);
    byte[] value = Arrays.copyOfRange(bytes, Math.min(bytes.length, end + 1), bytes.length);
    ProgressState state = new ProgressState();
    ProgressLog.put(state, new ConsumerRecord<>("p", 0, 0, key, value));
    state.units().forEach(unit -> Unit.parse(unit.unit()));
    state.resets().forEach(reset -> reset.forgets(UNIT));
    state.forgottenGeneration("data/" + DUMP);
    state.restores().forEach(RestoreProgress::secondsLeft);
    state.progress(UNIT).ifPresent(UnitProgress::counted);
  }
}
