package dev.sluice.algorithms.bpe;

import dev.sluice.algorithms.words.WordCounter.CountedWordSink;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * The words from which merges are learned. Each word is a record of 16-bit units: its count, its
 * tokens, and {@link #END}. A number takes one unit, or two units from {@link #WIDE} on, so that a
 * merged token always fits in place of its two parts. A merge shortens the record in place and
 * fills the space after it with {@link #END}.
 *
 * <p>Records are stored in chunks. A record never spans two chunks, and starts at a unit whose
 * number is a multiple of four. A word is identified by its position: the number of its record's
 * first unit, divided by four.
 *
 * <p>Memory: two bytes for each byte of a distinct word, and 4 to 12 for each word. Not
 * thread-safe.
 */
final class TrainingWords implements CountedWordSink {
  /** The value that is returned after the last token. */
  static final int NONE = -1;

  /**
   * The logarithm of the number of units in a chunk of 256 KiB. Small chunks waste little space at
   * the end, and memory grows in small steps.
   */
  static final int CHUNK_BITS = 17;

  private static final int GROUP_BITS = 2;
  private static final int GROUP = 1 << GROUP_BITS;
  private static final int WIDE = 0xC000;

  /** The unit that ends a record; no number starts with this unit. */
  private static final char END = 0xFFFF;

  private final TokenTable tokens;
  private final int chunkBits;
  private final int placeBits;
  private final int unitsOfByte;
  private char[][] chunks = new char[16][];
  private int[] filled = new int[16];
  private int chunk = -1;
  private long allocated;

  /**
   * Counts from {@link #WIDE} on; the record of such a word holds {@link #WIDE} plus the index in
   * this array.
   */
  private long[] highCounts = new long[16];

  private int highs;

  /** Counts of words of one byte, which contain no pair and have no record. */
  private final long[] singles = new long[256];

  private byte[] word = new byte[64];

  /**
   * @param chunkBits the logarithm of the usual number of units in a chunk, at least 2
   */
  TrainingWords(TokenTable tokens, int chunkBits) {
    this.tokens = tokens;
    this.chunkBits = chunkBits;
    this.placeBits = chunkBits - GROUP_BITS;
    this.unitsOfByte = tokens.size() > WIDE ? 2 : 1;
  }

  @Override
  public void add(byte[] text, int offset, int length, long count) {
    if (length == 1) {
      singles[text[offset] & 0xFF] += count;
      return;
    }
    makeRoom(aligned(3 + Math.multiplyExact(unitsOfByte, length)));
    char[] units = chunks[chunk];
    int at = put(units, filled[chunk], count < WIDE ? (int) count : WIDE + highCount(count));
    for (int i = offset; i < offset + length; i++) {
      at = put(units, at, tokens.ofByte(text[i] & 0xFF));
    }
    int next = aligned(at + 1);
    Arrays.fill(units, at, next, END);
    filled[chunk] = next;
  }

  private static int aligned(int units) {
    return Math.addExact(units, GROUP - 1) & -GROUP;
  }

  private void makeRoom(int units) {
    if (chunk >= 0 && units <= (1 << chunkBits) - filled[chunk]) {
      return;
    }
    if (++chunk == chunks.length) {
      chunks = Arrays.copyOf(chunks, 2 * chunk);
      filled = Arrays.copyOf(filled, 2 * chunk);
    }
    chunks[chunk] = new char[Math.max(1 << chunkBits, units)];
    allocated += chunks[chunk].length;
  }

  private int highCount(long count) {
    if (highs == highCounts.length) {
      highCounts = Arrays.copyOf(highCounts, 2 * highs);
    }
    highCounts[highs] = count;
    return highs++;
  }

  /** Returns the chunk with the record at this position. */
  char[] units(long place) {
    return chunks[(int) (place >>> placeBits)];
  }

  /** Returns the index of the record's first unit in {@link #units}. */
  int start(long place) {
    return (int) (place & (1L << placeBits) - 1) << GROUP_BITS;
  }

  /** Returns the count of the word whose record starts at this unit. */
  long count(char[] units, int start) {
    int count = units[start];
    return count < WIDE ? count : highCounts[token(units, start) - WIDE];
  }

  /** Returns the index of the first token's unit. */
  static int tokens(char[] units, int start) {
    return start + (units[start] < WIDE ? 1 : 2);
  }

  /** Returns the token at this unit, or {@link #NONE} after the last token. */
  static int token(char[] units, int at) {
    int unit = units[at];
    if (unit < WIDE) {
      return unit;
    }
    return unit == END ? NONE : WIDE + (unit - WIDE << Character.SIZE | units[at + 1]);
  }

  /** Returns the number of units of a token. */
  static int size(int token) {
    return token < WIDE ? 1 : 2;
  }

  /** Writes a token and returns the index after it. */
  static int put(char[] units, int at, int token) {
    if (token < WIDE) {
      units[at] = (char) token;
      return at + 1;
    }
    units[at] = (char) (WIDE + (token - WIDE >>> Character.SIZE));
    units[at + 1] = (char) (token - WIDE);
    return at + 2;
  }

  /** Returns whether a word contains a pair. */
  boolean contains(long place, int left, int right) {
    char[] units = units(place);
    int at = tokens(units, start(place));
    int token = token(units, at);
    while (token != NONE) {
      at += size(token);
      int next = token(units, at);
      if (token == left && next == right) {
        return true;
      }
      token = next;
    }
    return false;
  }

  /** Shortens a record that ended at {@code oldEnd}, so that it ends at this unit. */
  static void shorten(char[] units, int end, int oldEnd) {
    for (int at = end; at < oldEnd; at++) {
      units[at] = END;
    }
  }

  /** Passes the positions of all records to the action, in ascending order. */
  void forEach(LongConsumer action) {
    for (int c = 0; c <= chunk; c++) {
      int at = 0;
      while (at < filled[c]) {
        action.accept(((long) c << placeBits) + (at >> GROUP_BITS));
        at = next(c, at);
      }
    }
  }

  private int next(int c, int start) {
    char[] units = chunks[c];
    int at = tokens(units, start);
    for (int token = token(units, at); token != NONE; token = token(units, at)) {
      at += size(token);
    }
    at = aligned(at + 1);
    while (at < filled[c] && units[at] == END) {
      at += GROUP;
    }
    return at;
  }

  /**
   * Passes all words to the visitor, in no particular order. Can also be called between and after
   * merges.
   */
  void visit(CountedWordSink visitor) {
    for (int b = 0; b < singles.length; b++) {
      if (singles[b] > 0) {
        visitor.add(new byte[] {(byte) b}, 0, 1, singles[b]);
      }
    }
    List<byte[]> bytes = tokens.bytes(0);
    forEach(place -> visit(place, bytes, visitor));
  }

  private void visit(long place, List<byte[]> bytes, CountedWordSink visitor) {
    char[] units = units(place);
    int start = start(place);
    int length = 0;
    int at = tokens(units, start);
    for (int token = token(units, at); token != NONE; token = token(units, at)) {
      byte[] part = bytes.get(token);
      if (part.length > word.length - length) {
        word = Arrays.copyOf(word, Math.max(length + part.length, 2 * length));
      }
      System.arraycopy(part, 0, word, length, part.length);
      length += part.length;
      at += size(token);
    }
    visitor.add(word, 0, length, count(units, start));
  }

  /** Returns the memory of the records in bytes. */
  long heapBytes() {
    return Character.BYTES * allocated + (long) Long.BYTES * highCounts.length;
  }
}
