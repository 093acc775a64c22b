package dev.sluice.neardup;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.algorithms.neardup.Fingerprint;
import dev.sluice.algorithms.neardup.Fingerprint.Containment;
import dev.sluice.core.Bytes;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Encodes the records of a block. Numbers are varints. A text that comes again in the block, such
 * as a path, is a number: how many other texts came before it. Not thread-safe.
 */
public final class RecordEncoder {
  /** The number that represents a share of 1. */
  static final int ONE = 0xFFFF;

  private static final int VARINT_BYTES = 10;

  private final Map<String, Integer> texts = new HashMap<>();
  private byte[] bytes = new byte[1 << 13];
  private int size;

  /** Begins another block. */
  public void clear() {
    texts.clear();
    size = 0;
  }

  /** Returns the number of bytes of the block. */
  public int size() {
    return size;
  }

  /** Returns the array that holds the block in its first {@link #size} bytes. */
  public byte[] bytes() {
    return bytes;
  }

  private void reserve(int more) {
    if (bytes.length - size < more) {
      bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(size, more), 2 * size));
    }
  }

  /** Adds a number. Numbers from 0 to 127 take one byte. */
  public void number(long value) {
    reserve(VARINT_BYTES);
    size = Bytes.writeVarint(bytes, size, value);
  }

  /** Adds a text. The text must be well-formed. */
  public void text(String text) {
    byte[] utf8 = text.getBytes(UTF_8);
    number(utf8.length);
    reserve(utf8.length);
    System.arraycopy(utf8, 0, bytes, size, utf8.length);
    size += utf8.length;
  }

  private void shared(String text) {
    Integer known = texts.putIfAbsent(text, texts.size());
    if (known == null) {
      number(texts.size() - 1);
      text(text);
    } else {
      number(known);
    }
  }

  /** Adds the origin of a document. */
  public void origin(DocumentOrigin origin) {
    shared(origin.file());
    number(origin.row());
    text(origin.id());
    shared(origin.dump());
    shared(origin.bucket());
  }

  /** Adds a fingerprint. */
  public void fingerprint(Fingerprint fingerprint) {
    reserve(fingerprint.size());
    fingerprint.write(ByteBuffer.wrap(bytes, size, fingerprint.size()));
    size += fingerprint.size();
  }

  /** Adds a match. */
  public void match(Match match) {
    origin(match.document());
    origin(match.kept());
    containment(match.containment());
  }

  private void containment(Containment containment) {
    number(containment.rule().ordinal());
    share(containment.share());
    share(containment.error());
    share(containment.similarity());
  }

  private void share(double share) {
    reserve(Short.BYTES);
    int rounded = (int) Math.round(Math.min(share, 1) * ONE);
    bytes[size++] = (byte) (rounded >>> Byte.SIZE);
    bytes[size++] = (byte) rounded;
  }
}
