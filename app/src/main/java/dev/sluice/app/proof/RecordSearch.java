package dev.sluice.app.proof;

import dev.sluice.topics.record.MalformedRecordException;
import dev.sluice.topics.record.Reject;
import dev.sluice.topics.record.TopicDocument;
import dev.sluice.topics.record.TopicRecord;
import dev.sluice.topics.record.WireFormat;
import dev.sluice.topics.record.WriterSchemas;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Finds the records on topics that hold the text of a document. A record with a pointer into the
 * source does not hold it. A record that cannot be decoded is taken to hold it if it has the bytes
 * of the id anywhere.
 */
final class RecordSearch {
  private final byte[] id;
  private final Predicate<byte[]> isId;
  private final WriterSchemas schemas;

  /**
   * @param id bytes of the id
   * @param isId whether deduplication takes an id for this one
   */
  RecordSearch(byte[] id, Predicate<byte[]> isId, WireFormat format) {
    this.id = id.clone();
    this.isId = isId;
    this.schemas = new WriterSchemas(unknown -> Optional.empty(), format);
  }

  /** Returns whether the value of a record holds the text. */
  boolean hasText(byte[] value) {
    if (value == null) {
      return false;
    }
    try {
      byte[] current = schemas.current(value);
      return Reject.matches(current)
          ? hasText(Reject.parse(current).record())
          : TopicRecord.parse(current).documents().stream().anyMatch(this::isIt);
    } catch (MalformedRecordException e) {
      return hasId(value);
    }
  }

  private boolean isIt(TopicDocument document) {
    return document.pointer().isEmpty() && isId.test(document.id());
  }

  private boolean hasId(byte[] value) {
    for (int from = 0; from + id.length <= value.length; from++) {
      if (Arrays.equals(value, from, from + id.length, id, 0, id.length)) {
        return true;
      }
    }
    return false;
  }
}
