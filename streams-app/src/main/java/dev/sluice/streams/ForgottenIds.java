package dev.sluice.streams;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * Makes the ids of forgotten dumps count as absent at once. It deletes these ids from the store of
 * ids in slices. Deleting hundreds of millions of keys while one record is processed would exceed
 * the transaction timeout, and the record would be retried forever.
 *
 * <p>Keys in the ledger's store: {@code gone/TAG} for each unit and dump whose ids may still be
 * stored, and {@code sweep}, the next id to examine.
 */
final class ForgottenIds {
  /** The number of ids examined per slice. A slice takes about a tenth of a second. */
  static final int SLICE = 50_000;

  private static final String GONE = "gone/";
  private static final String AFTER_GONE = "gone0";
  private static final Bytes SWEEP = key("sweep");
  private static final byte[] FROM_THE_START = {};

  private final KeyValueStore<Bytes, byte[]> ids;
  private final KeyValueStore<Bytes, byte[]> ledger;
  private final int slice;
  private final Set<Bytes> gone = new HashSet<>();

  ForgottenIds(KeyValueStore<Bytes, byte[]> ids, KeyValueStore<Bytes, byte[]> ledger, int slice) {
    this.ids = ids;
    this.ledger = ledger;
    this.slice = slice;
    try (KeyValueIterator<Bytes, byte[]> known = ledger.range(key(GONE), key(AFTER_GONE))) {
      known.forEachRemaining(entry -> gone.add(tag(entry.key)));
    }
  }

  /** Makes ids with this tag count as absent. */
  void add(byte[] tag) {
    gone.add(Bytes.wrap(tag));
    ledger.put(key(GONE + HexFormat.of().formatHex(tag)), FROM_THE_START);
    ledger.put(SWEEP, FROM_THE_START);
  }

  /** Returns whether an id with this tag counts as absent. */
  boolean contains(byte[] tag) {
    return !gone.isEmpty() && gone.contains(Bytes.wrap(tag));
  }

  /** Deletes the forgotten ids of the next slice, if any ids are forgotten. */
  void sweep() {
    byte[] from = ledger.get(SWEEP);
    if (from == null) {
      return;
    }
    List<Bytes> forgotten = new ArrayList<>();
    byte[] next;
    try (KeyValueIterator<Bytes, byte[]> rest =
        ids.range(from.length == 0 ? null : Bytes.wrap(from), null)) {
      for (int seen = 0; seen < slice && rest.hasNext(); seen++) {
        KeyValue<Bytes, byte[]> entry = rest.next();
        if (contains(entry.value)) {
          forgotten.add(entry.key);
        }
      }
      next = rest.hasNext() ? rest.next().key.get() : FROM_THE_START;
    }
    forgotten.forEach(ids::delete);
    if (next.length == 0) {
      end();
    } else {
      ledger.put(SWEEP, next);
    }
  }

  private void end() {
    gone.forEach(tag -> ledger.delete(key(GONE + HexFormat.of().formatHex(tag.get()))));
    gone.clear();
    ledger.delete(SWEEP);
  }

  private static Bytes tag(Bytes key) {
    return Bytes.wrap(
        HexFormat.of().parseHex(new String(key.get(), UTF_8).substring(GONE.length())));
  }

  private static Bytes key(String text) {
    return Bytes.wrap(text.getBytes(UTF_8));
  }
}
