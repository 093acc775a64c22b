package dev.sluice.topics.record;

import dev.sluice.core.Bytes;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * The signatures of the rows of one record of {@code documents}, in the order of the rows. The
 * record's header {@link #HEADER} contains them.
 *
 * <pre>
 * row     varint: bytes of its signature, 0 without one      {@link RowSignature}
 * </pre>
 *
 * <p>Not thread-safe.
 */
public final class RowSignatures {
  /** The name of the header of a record of {@code documents}. */
  public static final String HEADER = "signatures";

  private static final byte[] NONE = {};
  private static final int VARINT_BYTES = 5;

  private byte[] bytes = new byte[1 << 10];
  private int size;

  /** Adds a row without a signature. Such a row does not pass the rules. */
  public void addNone() {
    add(NONE);
  }

  /**
   * Adds the signature of the next row.
   *
   * @param count number of keys, 0 to 255
   * @param fingerprintBytes size of the fingerprint
   * @param fingerprint writes the fingerprint; not called if there are no keys
   */
  public void add(long[] keys, int count, int fingerprintBytes, Consumer<ByteBuffer> fingerprint) {
    add(RowSignature.encode(keys, count, fingerprintBytes, fingerprint));
  }

  private void add(byte[] signature) {
    int most = size + VARINT_BYTES + signature.length;
    if (most > bytes.length) {
      bytes = Arrays.copyOf(bytes, 2 * most);
    }
    size = Bytes.writeVarint(bytes, size, signature.length);
    System.arraycopy(signature, 0, bytes, size, signature.length);
    size += signature.length;
  }

  /** Returns the size of the signatures added since the last {@link #take}, in bytes. */
  public int size() {
    return size;
  }

  /** Returns the header's value for the rows added since the last call. */
  public byte[] take() {
    byte[] taken = Arrays.copyOf(bytes, size);
    size = 0;
    return taken;
  }

  /**
   * Returns the encoded signature of each row in a header's value. It is empty for rows without a
   * signature.
   *
   * @throws MalformedRecordException if the value does not hold the signatures of exactly this
   *     number of rows
   */
  public static byte[][] parse(byte[] value, int rows) throws MalformedRecordException {
    byte[][] all = new byte[rows][];
    int at = 0;
    for (int row = 0; row < rows; row++) {
      int length = 0;
      for (int shift = 0; ; shift += 7) {
        if (at == value.length || shift > Integer.SIZE - 7) {
          throw ending(row, rows);
        }
        byte next = value[at++];
        length |= (next & 0x7F) << shift;
        if (next >= 0) {
          break;
        }
      }
      if (length < 0 || length > value.length - at) {
        throw ending(row, rows);
      }
      all[row] = Arrays.copyOfRange(value, at, at + length);
      at += length;
    }
    if (at < value.length) {
      throw new MalformedRecordException("signatures of more than " + rows + " rows");
    }
    return all;
  }

  private static MalformedRecordException ending(int row, int rows) {
    return new MalformedRecordException("signatures that end in row %d of %d".formatted(row, rows));
  }
}
