package dev.sluice.jobs.init.sample;

import com.github.luben.zstd.Zstd;
import dev.sluice.algorithms.neardup.XxHash64;
import dev.sluice.core.Utf8;
import java.util.Arrays;

/**
 * The texts of a column: their lengths by row of the sample, and how well zstd packs them. The
 * texts themselves are not kept. Not thread-safe.
 */
public final class TextValues {
  private static final int FIRST_ROWS = 1024;
  private static final int CHUNK_BYTES = 128 << 10;

  /** The default level of shards. */
  private static final int LEVEL = 3;

  /** The lead bytes, in UTF-8, of the characters from U+4000 to U+9FFF: nearly all are Chinese. */
  private static final int FIRST_HAN = 0xE4;

  private static final int LAST_HAN = 0xE9;

  /** The first two bytes of U+3040 to U+30FF: kana, which only Japanese has. */
  private static final int FIRST_KANA = 0xE3;

  private static final int SECOND_KANA = 0x81;
  private static final int LAST_SECOND_KANA = 0x83;

  /** Fewer equal texts may be chance. */
  private static final int SEVERAL = 10;

  private static final int HAN_BYTES = 3;

  private int[] lengths = new int[0];
  private int count;
  private int blank;
  private int malformed;
  private long bytes;
  private int longest;
  private long hanBytes;
  private long kanaBytes;
  private long first;
  private boolean varied;
  private byte[] chunk = new byte[0];
  private int filled;
  private long unpacked;
  private long packed;

  /** Starts without texts. */
  public TextValues() {}

  void add(int row, byte[] text, int offset, int length) {
    if (row >= lengths.length) {
      lengths = Arrays.copyOf(lengths, Math.max(FIRST_ROWS, 2 * row));
    }
    lengths[row] = length;
    compare(text, offset, length);
    count++;
    bytes += length;
    longest = Math.max(longest, length);
    blank += Utf8.isBlank(text, offset, length) ? 1 : 0;
    malformed += Utf8.isWellFormed(text, offset, length) ? 0 : 1;
    for (int i = offset; i < offset + length; i++) {
      int value = text[i] & 0xFF;
      hanBytes += value >= FIRST_HAN && value <= LAST_HAN ? HAN_BYTES : 0;
      boolean kana = value == FIRST_KANA && i + 1 < offset + length && isKana(text[i + 1] & 0xFF);
      kanaBytes += kana ? HAN_BYTES : 0;
    }
    pack(text, offset, length);
  }

  private static boolean isKana(int second) {
    return second >= SECOND_KANA && second <= LAST_SECOND_KANA;
  }

  private void compare(byte[] text, int offset, int length) {
    if (!varied) {
      long hash = XxHash64.hash(text, offset, length, 0);
      first = count == 0 ? hash : first;
      varied = hash != first;
    }
  }

  private void pack(byte[] text, int offset, int length) {
    int done = 0;
    while (done < length) {
      int part = Math.min(length - done, CHUNK_BYTES - filled);
      if (filled + part > chunk.length) {
        int room = Math.max(filled + part, Math.min(CHUNK_BYTES, 2 * chunk.length));
        chunk = Arrays.copyOf(chunk, room);
      }
      System.arraycopy(text, offset + done, chunk, filled, part);
      filled += part;
      done += part;
      if (filled == CHUNK_BYTES) {
        unpacked += filled;
        packed += packedChunk();
        filled = 0;
      }
    }
  }

  private long packedChunk() {
    return Zstd.compress(Arrays.copyOf(chunk, filled), LEVEL).length;
  }

  /** Number of texts, including empty ones. */
  public int count() {
    return count;
  }

  /** Number of texts that are nothing but white space. */
  public int blank() {
    return blank;
  }

  /** Number of texts that are not UTF-8. */
  public int malformed() {
    return malformed;
  }

  /** Bytes of the longest text. */
  public int longest() {
    return longest;
  }

  /** Bytes of a text on average; 0 without any. */
  public double mean() {
    return count == 0 ? 0 : (double) bytes / count;
  }

  /** Bytes of the text of a row; 0 if it has none. */
  public int length(int row) {
    return row < lengths.length ? lengths[row] : 0;
  }

  /** Whether all texts, of several, are the same. */
  public boolean isConstant() {
    return count >= SEVERAL && !varied;
  }

  /** The share of the bytes that are kana, about. */
  public double kanaShare() {
    return bytes == 0 ? 0 : (double) kanaBytes / bytes;
  }

  /** The share of the bytes that are Chinese characters, about. */
  public double hanShare() {
    return bytes == 0 ? 0 : (double) hanBytes / bytes;
  }

  /** Bytes after compression for each byte of text; 1 without texts. */
  public double packedShare() {
    long in = unpacked + filled;
    return in == 0 ? 1 : (packed + (filled == 0 ? 0.0 : packedChunk())) / in;
  }
}
