package dev.sluice.storage.bands;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.sluice.storage.output.Json;
import java.util.List;
import java.util.Objects;

/**
 * What a file of a band says of itself.
 *
 * @param format of the file, 1
 * @param unit id of the unit; of the reset in the file of a reset
 * @param band from 0
 * @param bands number of bands
 * @param first batch of the unit that it covers, from 1; 0 in the file of a reset
 * @param last batch that it covers; 0 in the file of a reset
 * @param clusterId of the broker that the offset belongs to
 * @param topicId of the topic that the offset belongs to
 * @param nextOffset least offset of the records that are in no file yet; never less than that of an
 *     earlier file of the band
 * @param from the frontier of the batch before the first; the file decides the rows from there on
 * @param frontier up to which all rows of the unit are decided in this band
 * @param dumps names of the dumps of its documents, sorted
 * @param documents number of documents with a key in this band
 * @param removedCount number of them that are removed
 * @param keys number of keys that no earlier file holds
 * @param stored number of keys in all files of the band that counted then, this one included
 * @param removedBytes of the section of removed rows
 * @param sketchBytes of the sketch of each key; 0 if there are none
 * @param forgotten ids of the units whose keys no longer count; only in the file of a reset
 */
public record BandHeader(
    int format,
    String unit,
    int band,
    int bands,
    long first,
    long last,
    String clusterId,
    String topicId,
    long nextOffset,
    Frontier from,
    Frontier frontier,
    List<String> dumps,
    long documents,
    long removedCount,
    long keys,
    long stored,
    long removedBytes,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) int sketchBytes,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> forgotten) {
  /** The only format there is. */
  public static final int FORMAT = 1;

  /** The longest sketch: of 65,536 rows. */
  private static final int MOST_SKETCH = 1 << 13;

  /** More than what precedes the header, and the checksums of sections. */
  private static final int FIXED_BYTES = 64;

  /** Checks what reading relies on. */
  public BandHeader {
    Objects.requireNonNull(unit, "unit");
    Objects.requireNonNull(clusterId, "clusterId");
    Objects.requireNonNull(topicId, "topicId");
    Objects.requireNonNull(from, "from");
    Objects.requireNonNull(frontier, "frontier");
    dumps = List.copyOf(dumps);
    forgotten = forgotten == null ? List.of() : List.copyOf(forgotten);
    if (first < 0 || last < first || nextOffset < 0) {
      throw new IllegalArgumentException(
          "batches %d to %d, offset %d".formatted(first, last, nextOffset));
    }
    if (removedCount < 0 || removedCount > documents || keys < 0 || keys > documents) {
      throw new IllegalArgumentException(
          "%d removed and %d keys of %d documents".formatted(removedCount, keys, documents));
    }
    if (sketchBytes < 0 || sketchBytes > MOST_SKETCH || format != FORMAT) {
      throw new IllegalArgumentException(
          "format %d with sketches of %d bytes".formatted(format, sketchBytes));
    }
    if (removedBytes < 0) {
      throw new IllegalArgumentException("removed rows in " + removedBytes + " bytes");
    }
  }

  /**
   * No less than the bytes of its file, and less than three times as many. Keys are hashes: each
   * takes less than 8 bytes, the more of them there are, the fewer. Asks no file system.
   */
  public long mostFileBytes() {
    return FIXED_BYTES
        + Json.line(this).length
        + removedBytes
        + keys * ((long) Long.BYTES + sketchBytes);
  }

  /** Whether it is that of a reset. */
  public boolean ofReset() {
    return first == 0;
  }
}
