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
  private final long row;
  private final String dump;
  private final byte[] id;
  private final boolean hasScore;
  private final double score;
  private final Optional<TextPointer> pointer;

  SelectedRow(SelectedRows all, AvroReader in) throws MalformedRecordException {
    this.all = all;
    this.from = in.position();
    this.row = in.readLong();
    this.dump = all.dump(in.readInt());
    this.id = in.readBytes();
    this.hasScore = in.readPresent();
    this.score = hasScore ? in.readDouble() : Double.NaN;
    this.pointer = in.readPresent() ? Optional.of(pointer(all.rowGroup(), in)) : Optional.empty();
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
  public String unit() {
    return all.unit();
  }

  @Override
  public String file() {
    return all.file();
  }

  @Override
  public long row() {
    return row;
  }

  @Override
  public String dump() {
    return dump;
  }

  @Override
  public byte[] id() {
    return id;
  }

  @Override
  public boolean hasScore() {
    return hasScore;
  }

  @Override
  public double score() {
    return score;
  }

  @Override
  public Optional<TextPointer> pointer() {
    return pointer;
  }

  @Override
  public byte[] recordOf(List<? extends TopicDocument> kept) {
    return all.only(kept);
  }

  @Override
  public boolean hasBlankText() {
    return pointer.isEmpty();
  }

  @Override
  public boolean hasWellFormedText() {
    return pointer.map(TextPointer::wellFormed).orElse(true);
  }
}
