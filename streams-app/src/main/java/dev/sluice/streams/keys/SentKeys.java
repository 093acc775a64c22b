package dev.sluice.streams.keys;

import dev.sluice.topics.record.MalformedRecordException;
import dev.sluice.topics.record.RowKeys;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;

/**
 * Reads the keys that ingest has sent with the rows of a record, see {@link RowKeys}. Immutable.
 *
 * @param bands number of bands
 * @param sketchBytes of the sketch of a row with keys; 0 without a check
 */
public record SentKeys(int bands, int sketchBytes) {
  /**
   * Takes the keys of each row out of the headers of a record.
   *
   * @param headers of the record; without the keys afterwards, even if they are malformed
   * @param rows number of rows of the record
   * @return for each row a key for each band, a single one, or none
   * @throws MalformedRecordException if there are no keys, or they are of other rows or bands
   */
  public RowKeys.OfRow[] take(Headers headers, int rows) throws MalformedRecordException {
    Header header = headers.lastHeader(RowKeys.HEADER);
    headers.remove(RowKeys.HEADER);
    if (header == null || header.value() == null) {
      throw new MalformedRecordException("the header with the keys of the rows is missing");
    }
    RowKeys.OfRow[] all = RowKeys.parse(header.value(), rows, sketchBytes);
    for (RowKeys.OfRow row : all) {
      int keys = row.keys().length;
      if (keys > 1 && keys != bands) {
        throw new MalformedRecordException(
            "a row has %d keys, but there are %d bands".formatted(keys, bands));
      }
    }
    return all;
  }
}
