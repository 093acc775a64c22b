package dev.sluice.storage.page;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.parquet.bytes.ByteBufferInputStream;
import org.apache.parquet.column.values.ValuesReader;
import org.apache.parquet.io.ParquetDecodingException;
import org.apache.parquet.io.api.Binary;

/**
 * Reads plain-encoded byte arrays: each is a length of four bytes, little-endian, and the bytes.
 * Like Parquet's own reader, but skipping a value only reads its length.
 */
final class PlainTexts extends ValuesReader {
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private byte[] bytes = new byte[0];
  private int at;
  private int end;

  @Override
  public void initFromPage(int valueCount, ByteBufferInputStream in) throws IOException {
    ByteBuffer values = in.slice(in.available());
    bytes = values.array();
    at = values.arrayOffset() + values.position();
    end = at + values.remaining();
  }

  @Override
  public void skip() {
    skip(1);
  }

  @Override
  public void skip(int count) {
    for (int i = 0; i < count; i++) {
      at += Integer.BYTES + length();
    }
  }

  @Override
  public Binary readBytes() {
    int length = length();
    int from = at + Integer.BYTES;
    at = from + length;
    return Binary.fromConstantByteArray(bytes, from, length);
  }

  private int length() {
    int left = end - at - Integer.BYTES;
    if (left >= 0) {
      int length = (int) INT.get(bytes, at);
      if (length >= 0 && length <= left) {
        return length;
      }
    }
    throw new ParquetDecodingException(
        "a value does not fit into the %d bytes that its page has left".formatted(end - at));
  }
}
