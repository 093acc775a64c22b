package dev.sluice.algorithms.words;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.util.Arrays;

/**
 * The classes of code points that pre-tokenization patterns distinguish. These are letters ({@code
 * \p{L}}), numbers ({@code \p{N}}), white space ({@code \s}: the property White_Space) and all
 * others. The table of Unicode 16.0 is part of the program, so that a text is split in the same
 * way, whatever Unicode version the JDK has.
 *
 * <p>Memory: about 60 KB, created once.
 */
final class CodePointClasses {
  static final int OTHER = 0;
  static final int LETTER = 1;
  static final int NUMBER = 2;
  static final int SPACE = 3;

  /**
   * The mask of the class in the result of {@link #at}. The bits above the mask contain the number
   * of bytes.
   */
  static final int CLASS_MASK = 3;

  static final int SIZE_SHIFT = 2;

  private static final String TABLE = "unicode-16-classes.txt";
  private static final int[] WHITE_SPACE = {
    0x85, 0xA0, 0x1680, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000
  };
  private static final int BLOCK_BITS = 8;
  private static final int BLOCK = 1 << BLOCK_BITS;
  private static final int BLOCKS = 0x110000 >> BLOCK_BITS;

  private static final char[] BLOCK_START = new char[BLOCKS];
  private static final byte[] CLASSES;
  private static final byte[] ASCII = new byte[0x80];

  static {
    byte[] flat = readTable();
    CLASSES = compact(flat);
    for (int c = 0; c < ASCII.length; c++) {
      ASCII[c] = (byte) (1 << SIZE_SHIFT | flat[c]);
    }
  }

  private CodePointClasses() {}

  /** Returns the class of a code point, 0 to 0x10FFFF. */
  static int of(int codePoint) {
    return CLASSES[BLOCK_START[codePoint >> BLOCK_BITS] + (codePoint & (BLOCK - 1))];
  }

  /**
   * Returns the class and size of the code point at {@code at}: {@code size << SIZE_SHIFT | class}.
   * A byte that starts no complete code point before {@code end} counts as one of class OTHER.
   */
  static int at(byte[] text, int at, int end) {
    int first = text[at];
    return first >= 0 ? ASCII[first] : wide(text, at, end, first);
  }

  private static int wide(byte[] text, int at, int end, int first) {
    if (first < (byte) 0xC2 || first > (byte) 0xF4) {
      return 1 << SIZE_SHIFT | OTHER;
    }
    int size = first < (byte) 0xE0 ? 2 : first < (byte) 0xF0 ? 3 : 4;
    if (at + size > end) {
      return 1 << SIZE_SHIFT | OTHER;
    }
    int codePoint = first & (0x7F >> size);
    for (int i = 1; i < size; i++) {
      int next = text[at + i];
      if (next >= (byte) 0xC0) {
        return 1 << SIZE_SHIFT | OTHER;
      }
      codePoint = codePoint << 6 | (next & 0x3F);
    }
    return codePoint > 0x10FFFF ? 1 << SIZE_SHIFT | OTHER : size << SIZE_SHIFT | of(codePoint);
  }

  private static byte[] readTable() {
    byte[] flat = new byte[0x110000];
    try (InputStream in = CodePointClasses.class.getResourceAsStream(TABLE);
        BufferedReader lines = new BufferedReader(new InputStreamReader(in, US_ASCII))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] fields = line.split(" ");
        int from = Integer.parseInt(fields[1], 16);
        int to = Integer.parseInt(fields[fields.length - 1], 16);
        Arrays.fill(flat, from, to + 1, (byte) (fields[0].equals("L") ? LETTER : NUMBER));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + TABLE, e);
    }
    Arrays.fill(flat, 0x09, 0x0E, (byte) SPACE);
    flat[' '] = SPACE;
    Arrays.fill(flat, 0x2000, 0x200B, (byte) SPACE);
    for (int c : WHITE_SPACE) {
      flat[c] = SPACE;
    }
    return flat;
  }

  /** Shares equal neighbouring blocks: most of the code space is OTHER. */
  private static byte[] compact(byte[] flat) {
    byte[] classes = new byte[flat.length];
    int used = 0;
    for (int block = 0; block < BLOCKS; block++) {
      int from = block << BLOCK_BITS;
      int start = find(classes, used, flat, from);
      if (start == used) {
        System.arraycopy(flat, from, classes, used, BLOCK);
        used += BLOCK;
      }
      BLOCK_START[block] = (char) start;
    }
    return Arrays.copyOf(classes, used);
  }

  private static int find(byte[] classes, int used, byte[] flat, int from) {
    for (int start = 0; start < used; start += BLOCK) {
      if (Arrays.equals(classes, start, start + BLOCK, flat, from, from + BLOCK)) {
        return start;
      }
    }
    return used;
  }
}
