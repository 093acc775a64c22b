package dev.sluice.storage.source;

import dev.sluice.core.DumpName;
import dev.sluice.core.TextScorer;
import dev.sluice.storage.page.RowTooLargeException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;

/**
 * A row of a source: a view that the next row overwrites, valid only while {@link
 * RowConsumer#accept} runs. The text is a range of its page, not a copy.
 */
public final class SourceRow {
  private static final byte[] NONE = new byte[0];
  private static final ByteBuffer NO_COLUMNS = ByteBuffer.wrap(NONE);

  private final FieldRules rules;
  private final Optional<PositionedRows> carried;
  private final Optional<FilterRows> filter;
  private final Optional<TextScorer> scorer;
  private Optional<String> defect = Optional.empty();
  private boolean isScored;
  private long row;
  private boolean hasScore;
  private double score;
  private byte[] id = NONE;
  private boolean hasText;
  private byte[] textBytes = NONE;
  private int textOffset;
  private int textLength;
  private byte[] dumpBytes = NONE;
  private String dump = DumpName.UNKNOWN;
  private boolean hasDump;

  SourceRow() {
    this(FieldRules.DEFAULT);
  }

  /**
   * @param rules of the row's file
   */
  SourceRow(FieldRules rules) {
    this(rules, Optional.empty(), Optional.empty());
  }

  SourceRow(FieldRules rules, Optional<PositionedRows> carried, Optional<FilterRows> filter) {
    this.rules = rules;
    this.carried = carried;
    this.filter = filter;
    this.scorer = rules.scorer().map(Supplier::get);
  }

  /** Index of the row in the file. */
  public long row() {
    return row;
  }

  /** Why there is no row here, with the line; empty if there is one. */
  public Optional<String> defect() {
    return defect;
  }

  /**
   * Whether there is a score: the column's is not null, all rows have the same, or the scorer gives
   * the text one. It is asked once for a row, and not at all for rows whose score nobody needs.
   */
  public boolean hasScore() {
    computeScore();
    return hasScore;
  }

  /** The score as stored or computed, including NaN and infinities; 0 if there is none. */
  public double score() {
    computeScore();
    return score;
  }

  private void computeScore() {
    if (isScored || scorer.isEmpty()) {
      return;
    }
    isScored = true;
    OptionalDouble found =
        hasText ? scorer.get().score(textBytes, textOffset, textLength) : OptionalDouble.empty();
    hasScore = found.isPresent();
    score = found.orElse(0);
  }

  /** Whether there is an id: it is mapped, not null and not empty. */
  public boolean hasId() {
    return id.length > 0;
  }

  /** A copy of the id; empty if there is none. Integers as decimal text. */
  public byte[] id() {
    return id;
  }

  /** Whether the text is not null. It may be empty, and it may not be UTF-8. */
  public boolean hasText() {
    return hasText;
  }

  /** The array that contains the text; must not be changed or kept. */
  public byte[] textBytes() {
    return textBytes;
  }

  /** Offset of the text in {@link #textBytes}. */
  public int textOffset() {
    return textOffset;
  }

  /** Length of the text in bytes; 0 if there is none. */
  public int textLength() {
    return textLength;
  }

  /** The text as a view of its array; empty if there is none. */
  public ByteBuffer text() {
    return ByteBuffer.wrap(textBytes, textOffset, textLength);
  }

  /** The dump, or {@link DumpName#UNKNOWN} if there is no valid name of one. */
  public String dump() {
    return hasDump ? dump : rules.dump().withoutColumn();
  }

  /**
   * The columns that the row carries along, as a record of their schema: empty if there are none.
   * They are read now, and valid until this is called for the next row.
   *
   * @throws RowTooLargeException if {@link #tooLarge} says so
   * @throws IOException if they cannot be read
   */
  public ByteBuffer columns() throws IOException {
    return carried.isPresent() ? carried.get().read(row) : NO_COLUMNS;
  }

  /**
   * Whether the columns that the row carries along take more bytes than a record has for them; as
   * an exception that says it.
   *
   * @throws IOException if they cannot be read
   */
  public Optional<RowTooLargeException> tooLarge() throws IOException {
    return carried.isPresent() ? carried.get().tooLarge(row) : Optional.empty();
  }

  /**
   * Whether the row passes the filter; true if there is none.
   *
   * @throws IOException if the columns that it compares cannot be read
   */
  public boolean passesFilter() throws IOException {
    return filter.isEmpty() || filter.get().passes(row);
  }

  void startAt(long number) {
    row = number;
    isScored = false;
  }

  void setDefect(Optional<String> value) {
    defect = value;
  }

  void noScore() {
    hasScore = rules.score().isPresent();
    score = rules.score().orElse(0);
  }

  /** The row has a score, which is null. */
  void nullScore() {
    hasScore = false;
    score = 0;
  }

  void setScore(double value) {
    hasScore = true;
    score = value;
  }

  void setId(Optional<byte[]> value) {
    id = value.orElse(NONE);
  }

  void noText() {
    hasText = false;
    textBytes = NONE;
    textOffset = 0;
    textLength = 0;
  }

  void setText(ByteBuffer value) {
    hasText = true;
    textLength = value.remaining();
    if (value.hasArray()) {
      textBytes = value.array();
      textOffset = value.arrayOffset() + value.position();
    } else {
      textBytes = new byte[textLength];
      textOffset = 0;
      value.get(textBytes);
    }
  }

  void noDump() {
    hasDump = false;
  }

  /**
   * Sets the dump. Rows of one dump usually follow each other, so the name is decoded only when it
   * changes.
   */
  void setDump(ByteBuffer value) {
    if (!value.equals(ByteBuffer.wrap(dumpBytes))) {
      dumpBytes = new byte[value.remaining()];
      value.get(dumpBytes);
      dump = rules.dump().of(new String(dumpBytes, StandardCharsets.UTF_8));
    }
    hasDump = true;
  }
}
