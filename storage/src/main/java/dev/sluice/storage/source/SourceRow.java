package dev.sluice.storage.source;

import dev.sluice.core.Digests;
import dev.sluice.core.DumpName;
import dev.sluice.core.TextScorer;
import dev.sluice.storage.page.SourceFormatException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;

/**
 * A row of a source. It is a view that the next row overwrites, valid only while {@link
 * RowConsumer#accept} runs. The text is a range of its page, not a copy.
 */
public final class SourceRow {
  private static final byte[] NONE = new byte[0];

  private final FieldRules rules;
  private final OtherColumns others;
  private final Optional<TextScorer> scorer;
  private Optional<RowRejection> defect = Optional.empty();
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

  SourceRow(FieldRules rules, OtherColumns others) {
    this.rules = rules;
    this.others = others;
    this.scorer = rules.scorer().map(Supplier::get);
  }

  /** Returns the index of the row in the file. */
  public long row() {
    return row;
  }

  /** Returns the reason why there is no row to judge, with the line, or empty if there is a row. */
  public Optional<RowRejection> defect() {
    return defect;
  }

  /**
   * Returns whether the row has a score. The score comes from its column, from the rules, or from
   * the scorer. The scorer is called at most once for a row, and only if the score is needed.
   */
  public boolean hasScore() {
    computeScore();
    return hasScore;
  }

  /**
   * Returns the score as stored or computed, including NaN and infinities, or 0 if the row has
   * none.
   */
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

  /**
   * Returns whether the row has an id. An id is a mapped value that is neither null nor empty, or
   * the hash of a text that is not null.
   */
  public boolean hasId() {
    return id().length > 0;
  }

  /**
   * Returns a copy of the id, or empty if the row has none. Integers are in decimal notation,
   * hashes of texts are 32 hexadecimal digits.
   */
  public byte[] id() {
    if (rules.textIds() && hasText && id.length == 0) {
      id = hashOfText();
    }
    return id;
  }

  private byte[] hashOfText() {
    MessageDigest md5 = Digests.md5();
    md5.update(textBytes, textOffset, textLength);
    return HexFormat.of().formatHex(md5.digest()).getBytes(StandardCharsets.US_ASCII);
  }

  /**
   * Returns the id of a row of a shard. Such a row must have an id.
   *
   * @param file the row's file, for the message
   * @throws SourceFormatException if the row has no id
   */
  public byte[] requireId(Path file) throws SourceFormatException {
    if (!hasId()) {
      throw new SourceFormatException(file, "row %d has no id".formatted(row));
    }
    return id;
  }

  /** Returns whether the text is not null. The text may be empty, and need not be valid UTF-8. */
  public boolean hasText() {
    return hasText;
  }

  /** Returns the array that contains the text. It must not be changed or kept. */
  public byte[] textBytes() {
    return textBytes;
  }

  /** Returns the offset of the text in {@link #textBytes}. */
  public int textOffset() {
    return textOffset;
  }

  /** Returns the length of the text in bytes, or 0 if the row has none. */
  public int textLength() {
    return textLength;
  }

  /** Returns the text as a view of its array, or empty if the row has none. */
  public ByteBuffer text() {
    return ByteBuffer.wrap(textBytes, textOffset, textLength);
  }

  /** Returns the dump, or {@link DumpName#UNKNOWN} if the row has no valid name. */
  public String dump() {
    return hasDump ? dump : rules.dump().withoutColumn();
  }

  /**
   * Reads the columns that the row carries along, as a record of their schema. The result is empty
   * if there are none. The record is valid until this method is called for the next row.
   *
   * @throws IOException if the columns cannot be read, or if the row has a {@link #rejection}
   */
  public ByteBuffer columns() throws IOException {
    return others.carried(row);
  }

  /**
   * Returns the reason why the row cannot be kept even if the rules keep it. It has a {@linkplain
   * #defect defect}, the filter cannot compare its values, or its carried columns do not fit into a
   * record. Reads these columns.
   *
   * @throws IOException if the columns cannot be read
   */
  public Optional<RowRejection> rejection() throws IOException {
    return defect.isPresent() ? defect : others.rejection(row);
  }

  /**
   * Returns whether the row passes the filter. True without a filter, for a {@link #defect}, and if
   * the filter cannot compare the row's values, which causes a {@link #rejection}.
   *
   * @throws IOException if the columns that it compares cannot be read
   */
  public boolean passesFilter() throws IOException {
    return defect.isPresent() || others.passesFilter(row);
  }

  /**
   * Reads the columns that are otherwise read only on request, so that broken data is noticed.
   *
   * @throws IOException if the columns cannot be read
   */
  public void readOthers() throws IOException {
    others.passesFilter(row);
    others.rejection(row);
  }

  /** Begins a row in which no value is set. Its score and dump are those of its file. */
  void startAt(long number) {
    row = number;
    defect = Optional.empty();
    isScored = false;
    hasScore = rules.score().isPresent();
    score = rules.score().orElse(0);
    id = NONE;
    hasText = false;
    textBytes = NONE;
    textOffset = 0;
    textLength = 0;
    hasDump = false;
  }

  void setDefect(RowRejection value) {
    defect = Optional.of(value);
  }

  /** Records that the row has a score column and that its value is null. */
  void nullScore() {
    hasScore = false;
    score = 0;
  }

  void setScore(double value) {
    hasScore = true;
    score = value;
  }

  void setId(byte[] value) {
    id = value;
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

  /** Records that the row has a dump column and that its value is null. */
  void nullDump() {
    hasDump = true;
    dumpBytes = NONE;
    dump = DumpName.UNKNOWN;
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

  /**
   * The columns without a role, that is, filtered columns and carried columns. Rows are requested
   * in order, by their index in the file. Not thread-safe.
   */
  interface OtherColumns extends Closeable {
    /**
     * Returns whether the row passes the filter. A row that cannot be compared passes too, but has
     * a {@link #rejection}.
     */
    boolean passesFilter(long row) throws IOException;

    /**
     * Returns the carried columns of the row as a record. It is valid until a different row is
     * requested.
     */
    ByteBuffer carried(long row) throws IOException;

    /** Returns the reason why the row cannot be kept, if any. */
    Optional<RowRejection> rejection(long row) throws IOException;
  }

  /** Receives the rows of a source one by one. */
  @FunctionalInterface
  public interface RowConsumer {
    /**
     * Receives a row. The caller of {@link ParquetSource#read} gets any exception unchanged.
     *
     * @param row valid until this method returns; only {@link SourceRow#id} returns a copy
     */
    void accept(SourceRow row) throws IOException, InterruptedException;
  }
}
