package dev.sluice.streams.keys;

import dev.sluice.topics.record.MalformedRecordException;
import dev.sluice.topics.record.RowKeys;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;

/**
 * Reads the keys that ingest has sent with the rows of a record, see {@link RowKeys}. Immutable.
 *
 * @param bands number of bands
 */
public record SentKeys(int bands) {
  /**
   * Takes the keys of each row out of the headers of a record.
   *
   * @param headers of the record; without the keys afterwards, even if they are malformed
   * @param rows number of rows of the record
   * @return for each row a key for each band, a single one, or none
   * @throws MalformedRecordException if there are no keys, or they are of other rows or bands
   */
  public long[][] take(Headers headers, int rows) throws MalformedRecordException {
    Header header = headers.lastHeader(RowKeys.HEADER);
    headers.remove(RowKeys.HEADER);
    if (header == null || header.value() == null) {
      throw new MalformedRecordException("without the keys of its rows");
    }
    long[][] keys = RowKeys.parse(header.value(), rows);
    for (long[] ofRow : keys) {
      if (ofRow.length > 1 && ofRow.length != bands) {
        throw new MalformedRecordException(
            "%d keys of a row, for %d bands".formatted(ofRow.length, bands));
      }
    }
    return keys;
  }
}
