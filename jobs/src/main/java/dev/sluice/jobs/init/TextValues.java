package dev.sluice.jobs.init;

import com.github.luben.zstd.Zstd;
import dev.sluice.algorithms.neardup.XxHash64;
import dev.sluice.core.Utf8;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;

/**
 * The texts of a column: their lengths by row of the sample, and how well zstd packs them. The
 * texts themselves are not kept. Not thread-safe.
 */
final class TextValues {
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

  /** Bytes of a character of either. */
  private static final int CHARACTER_BYTES = 3;

  /** Fewer equal texts may be chance. */
  private static final int SEVERAL = 10;

  private ByteArrayOutputStream chunk = new ByteArrayOutputStream();
  private long unpacked;
  private long packed;
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

  void add(int row, byte[] text, int offset, int length) {
    if (row >= lengths.length) {
      lengths = Arrays.copyOf(lengths, Math.max(FIRST_ROWS, 2 * row));
    }
    lengths[row] = length;
    if (!varied) {
      long hash = XxHash64.hash(text, offset, length, 0);
      first = count == 0 ? hash : first;
      varied = hash != first;
    }
    count++;
    bytes += length;
    longest = Math.max(longest, length);
    blank += Utf8.isBlank(text, offset, length) ? 1 : 0;
    malformed += Utf8.isWellFormed(text, offset, length) ? 0 : 1;
    chunk.write(text, offset, length);
    if (chunk.size() >= CHUNK_BYTES) {
      pack();
    }
    addScripts(text, offset, offset + length);
  }

  private void addScripts(byte[] text, int from, int to) {
    for (int i = from; i < to; i++) {
      int value = text[i] & 0xFF;
      if (value >= FIRST_HAN && value <= LAST_HAN) {
        hanBytes += CHARACTER_BYTES;
      } else if (value == FIRST_KANA && i + 1 < to && isKana(text[i + 1] & 0xFF)) {
        kanaBytes += CHARACTER_BYTES;
      }
    }
  }

  private static boolean isKana(int second) {
    return second >= SECOND_KANA && second <= LAST_SECOND_KANA;
  }

  /** Number of texts, including empty ones. */
  int count() {
    return count;
  }

  /** Number of texts that are nothing but white space. */
  int blank() {
    return blank;
  }

  /** Number of texts that are not UTF-8. */
  int malformed() {
    return malformed;
  }

  /** Bytes of the longest text. */
  int longest() {
    return longest;
  }

  /** Bytes of a text on average; 0 without any. */
  double mean() {
    return count == 0 ? 0 : (double) bytes / count;
  }

  /** Bytes of the text of a row; 0 if it has none. */
  int length(int row) {
    return row < lengths.length ? lengths[row] : 0;
  }

  /** Whether all texts, of several, are the same. */
  boolean isConstant() {
    return count >= SEVERAL && !varied;
  }

  /** The share of the bytes that are kana, about. */
  double kanaShare() {
    return bytes == 0 ? 0 : (double) kanaBytes / bytes;
  }

  /** The share of the bytes that are Chinese characters, about. */
  double hanShare() {
    return bytes == 0 ? 0 : (double) hanBytes / bytes;
  }

  /** Bytes after compression for each byte of text; 1 without texts. */
  double packedShare() {
    if (chunk.size() > 0) {
      pack();
    }
    return unpacked == 0 ? 1 : (double) packed / unpacked;
  }

  private void pack() {
    unpacked += chunk.size();
    packed += Zstd.compress(chunk.toByteArray(), LEVEL).length;
    chunk = new ByteArrayOutputStream();
  }
}
