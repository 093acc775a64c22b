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
 * A row of a source: a view that the next row overwrites, valid only while {@link
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

  /** Index of the row in the file. */
  public long row() {
    return row;
  }

  /** The reason why there is no row to judge, with its line; empty if there is one. */
  public Optional<RowRejection> defect() {
    return defect;
  }

  /**
   * Whether the row has a score: from its column, from the rules, or from the scorer. The scorer is
   * called at most once for a row, and only if the score is needed.
   */
  public boolean hasScore() {
    computeScore();
    return hasScore;
  }

  /** The score as stored or computed, including NaN and infinities; 0 if the row has none. */
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
   * Whether there is an id: it is mapped, not null and not empty, or the hash of a text that is not
   * null.
   */
  public boolean hasId() {
    return id().length > 0;
  }

  /**
   * A copy of the id; empty if the row has none. Integers as decimal text, hashes of texts as 32
   * hexadecimal digits.
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
   * The id of a row of a shard, which always has one.
   *
   * @param file of the row, for the message
   * @throws SourceFormatException if there is none
   */
  public byte[] requireId(Path file) throws SourceFormatException {
    if (!hasId()) {
      throw new SourceFormatException(file, "row %d has no id".formatted(row));
    }
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

  /** Length of the text in bytes; 0 if the row has none. */
  public int textLength() {
    return textLength;
  }

  /** The text as a view of its array; empty if the row has none. */
  public ByteBuffer text() {
    return ByteBuffer.wrap(textBytes, textOffset, textLength);
  }

  /** The dump, or {@link DumpName#UNKNOWN} if the row has no valid name. */
  public String dump() {
    return hasDump ? dump : rules.dump().withoutColumn();
  }

  /**
   * The columns that the row carries along, as a record of their schema: empty if there are none.
   * They are read now, and valid until this is called for the next row.
   *
   * @throws IOException if they cannot be read, or {@link #rejection} says why there are none
   */
  public ByteBuffer columns() throws IOException {
    return others.carried(row);
  }

  /**
   * The reason why the row cannot be kept even if the rules keep it: it has a {@linkplain #defect
   * defect}, the filter cannot compare its values, or its carried columns do not fit into a record.
   * They are read now.
   *
   * @throws IOException if they cannot be read
   */
  public Optional<RowRejection> rejection() throws IOException {
    return defect.isPresent() ? defect : others.rejection(row);
  }

  /**
   * Whether the row passes the filter. True without a filter, for a {@link #defect}, and if the
   * filter cannot compare the row's values, which is a {@link #rejection}.
   *
   * @throws IOException if the columns that it compares cannot be read
   */
  public boolean passesFilter() throws IOException {
    return defect.isPresent() || others.passesFilter(row);
  }

  /**
   * Reads the columns that are read when they are asked for, so that what is broken is noticed.
   *
   * @throws IOException if they cannot be read
   */
  public void readOthers() throws IOException {
    others.passesFilter(row);
    others.rejection(row);
  }

  /** Begins a row in which nothing is set: score and dump are those that its file has. */
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

  /** Records that the row has a score, which is null. */
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

  /** Records that the row has a dump, which is null. */
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
   * The columns of rows without a role: filtered columns and carried columns. Rows are asked for in
   * order, by their index in the file. Not thread-safe.
   */
  interface OtherColumns extends Closeable {
    /**
     * Whether the row passes the filter, or may: one that the filter cannot compare has a {@link
     * #rejection}.
     */
    boolean passesFilter(long row) throws IOException;

    /** The carried columns of the row as a record, valid until another row is requested. */
    ByteBuffer carried(long row) throws IOException;

    /** The reason why the row cannot be kept, if any. */
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
