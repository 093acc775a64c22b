package dev.sluice.algorithms.fasttext;

import dev.sluice.core.IntList;
import java.util.Arrays;

/**
 * Finds the features of a text in fastText's order. Features are the rows of its words, subwords
 * and word sequences. Line feeds separate words as other white space does, so the text is a single
 * line. Not thread-safe.
 */
final class FastTextFeatures {
  private static final byte[] END = {'<', '/', 's', '>'};
  private static final byte[] LABEL = {'_', '_', 'l', 'a', 'b', 'e', 'l', '_', '_'};
  private static final long SEQUENCE_FACTOR = 116_049_371L;

  private final FastTextArguments arguments;
  private final FastTextDictionary dictionary;
  private final IntList rows = new IntList();
  private final IntList hashes = new IntList();
  private byte[] marked = new byte[64];

  FastTextFeatures(FastTextArguments arguments, FastTextDictionary dictionary) {
    this.arguments = arguments;
    this.dictionary = dictionary;
  }

  /** Returns the rows of the features of a text. They are valid until the next call. */
  IntList read(byte[] text, int offset, int length) {
    rows.clear();
    hashes.clear();
    int end = offset + length;
    int at = offset;
    boolean ended = false;
    while (at < end && !ended) {
      if (isSpace(text[at])) {
        at++;
        continue;
      }
      int begin = at;
      int hash = Hash.BEGIN;
      while (at < end && !isSpace(text[at])) {
        hash = Hash.next(hash, text[at++]);
      }
      ended = token(hash, text, begin, at - begin);
    }
    if (!ended) {
      token(Hash.of(END, 0, END.length), END, 0, END.length);
    }
    addSequences();
    return rows;
  }

  private static boolean isSpace(byte value) {
    return value == ' ' || value >= '\t' && value <= '\r' || value == 0;
  }

  /** Adds a token; returns whether the token ends a line. */
  private boolean token(int hash, byte[] text, int offset, int length) {
    boolean end = Arrays.equals(text, offset, offset + length, END, 0, END.length);
    int number = dictionary.find(hash, text, offset, length);
    boolean label =
        number == FastTextDictionary.NONE
            ? length >= LABEL.length
                && Arrays.equals(text, offset, offset + LABEL.length, LABEL, 0, LABEL.length)
            : number >= dictionary.words();
    if (!label) {
      if (number != FastTextDictionary.NONE) {
        rows.add(number);
      }
      if (!end && arguments.longest() > 0) {
        addSubwords(text, offset, length);
      }
      hashes.add(hash);
    }
    return end;
  }

  private void addBucket(int bucket) {
    int row = dictionary.row(bucket);
    if (row != FastTextDictionary.NONE) {
      rows.add(row);
    }
  }

  /** Adds the subwords of a word between angle brackets. */
  private void addSubwords(byte[] text, int offset, int length) {
    int end = length + 2;
    if (end > marked.length) {
      marked = new byte[2 * end];
    }
    marked[0] = '<';
    System.arraycopy(text, offset, marked, 1, length);
    marked[end - 1] = '>';
    for (int from = 0; from < end; from++) {
      if (!isContinued(marked[from])) {
        addSubwords(from, end);
      }
    }
  }

  private void addSubwords(int from, int end) {
    int hash = Hash.BEGIN;
    int at = from;
    for (int characters = 1; at < end && characters <= arguments.longest(); characters++) {
      do {
        hash = Hash.next(hash, marked[at++]);
      } while (at < end && isContinued(marked[at]));
      boolean bracket = characters == 1 && (from == 0 || at == end);
      if (characters >= arguments.shortest() && !bracket) {
        addBucket(Integer.remainderUnsigned(hash, arguments.buckets()));
      }
    }
  }

  private static boolean isContinued(byte value) {
    return (value & 0xC0) == 0x80;
  }

  private void addSequences() {
    for (int first = 0; first < hashes.size(); first++) {
      long hash = hashes.get(first);
      int end = Math.min(hashes.size(), first + arguments.wordNgrams());
      for (int i = first + 1; i < end; i++) {
        hash = hash * SEQUENCE_FACTOR + hashes.get(i);
        addBucket((int) Long.remainderUnsigned(hash, arguments.buckets()));
      }
    }
  }

  /** Computes the hash of words and subwords: FNV-1a over signed bytes. */
  static final class Hash {
    static final int BEGIN = 0x811C9DC5;

    private static final int PRIME = 0x01000193;

    private Hash() {}

    /** Continues a hash with a byte. */
    static int next(int hash, byte value) {
      return (hash ^ value) * PRIME;
    }

    static int of(byte[] bytes, int offset, int length) {
      int hash = BEGIN;
      for (int i = offset; i < offset + length; i++) {
        hash = next(hash, bytes[i]);
      }
      return hash;
    }
  }
}
