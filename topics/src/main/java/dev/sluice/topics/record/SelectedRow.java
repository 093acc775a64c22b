package dev.sluice.topics.record;

import java.util.List;
import java.util.Optional;

/**
 * A row of {@link SelectedRows}. Immutable, except that callers must not change the array that it
 * returns.
 */
public final class SelectedRow implements TopicDocument {
  private final SelectedRows all;
  private final int from;
  private final int to;
  private final Fields fields;

  SelectedRow(SelectedRows all, AvroReader in) throws MalformedRecordException {
    this.all = all;
    this.from = in.position();
    long row = in.readLong();
    String dump = all.dump(in.readInt());
    byte[] id = in.readBytes();
    boolean hasScore = in.readPresent();
    double score = hasScore ? in.readDouble() : Double.NaN;
    Optional<TextPointer> pointer =
        in.readPresent() ? Optional.of(pointer(all.rowGroup(), in)) : Optional.empty();
    this.fields = new Fields(all.unit(), all.file(), row, dump, id, hasScore, score, pointer);
    this.to = in.position();
  }

  private static TextPointer pointer(int rowGroup, AvroReader in) throws MalformedRecordException {
    long length = in.readLong();
    TextDigest hash = new TextDigest(in.readFixed(Long.BYTES));
    return new TextPointer(rowGroup, length, hash, in.readBoolean());
  }

  /** Offset of the encoded row in the record. */
  int from() {
    return from;
  }

  /** Offset of the byte after the encoded row in the record. */
  int to() {
    return to;
  }

  @Override
  public Fields fields() {
    return fields;
  }

  @Override
  public byte[] recordOf(List<? extends TopicDocument> kept) {
    return all.only(kept);
  }

  @Override
  public boolean hasBlankText() {
    return pointer().isEmpty();
  }

  @Override
  public boolean hasWellFormedText() {
    return pointer().map(TextPointer::wellFormed).orElse(true);
  }
}
