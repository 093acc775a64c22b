package dev.sluice.storage.source;

import dev.sluice.core.DumpName;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * One row of a source: a view that the next row overwrites, valid only while {@link
 * RowConsumer#accept} runs. Text is a range of the page it was read from, not a copy.
 */
public final class SourceRow {
  private static final byte[] NONE = new byte[0];

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

  SourceRow() {}

  /** The row's number in the file, from 0. */
  public long row() {
    return row;
  }

  /** Whether the score is not null. */
  public boolean hasScore() {
    return hasScore;
  }

  /** The score as it is in the file, NaN and infinities included; 0 without one. */
  public double score() {
    return score;
  }

  /** Whether there is an id: mapped, not null and not empty. */
  public boolean hasId() {
    return id.length > 0;
  }

  /** The id's bytes, which belong to the caller; empty without one. Integers as decimal text. */
  public byte[] id() {
    return id;
  }

  /** Whether the text is not null. It may be empty. */
  public boolean hasText() {
    return hasText;
  }

  /** The array that holds the text among other bytes; not to be changed or kept. */
  public byte[] textBytes() {
    return textBytes;
  }

  /** Where the text begins in {@link #textBytes}. */
  public int textOffset() {
    return textOffset;
  }

  /** The text's length in bytes; 0 without one. */
  public int textLength() {
    return textLength;
  }

  /** The dump, or {@link DumpName#UNKNOWN} when it is null, unmapped or not a dump's name. */
  public String dump() {
    return hasDump ? dump : DumpName.UNKNOWN;
  }

  void startAt(long number) {
    row = number;
  }

  void noScore() {
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

  /** Rows of one dump come together: the name is decoded only when it changes. */
  void setDump(ByteBuffer value) {
    if (!value.equals(ByteBuffer.wrap(dumpBytes))) {
      dumpBytes = new byte[value.remaining()];
      value.get(dumpBytes);
      dump = DumpName.orUnknown(new String(dumpBytes, StandardCharsets.UTF_8));
    }
    hasDump = true;
  }
}
