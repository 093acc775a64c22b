package dev.sluice.storage.takedown;

import java.util.Arrays;

/**
 * The entries of one kind in the bytes of a list: sorted, and each of them once. Takes no memory
 * beside the list, but for 4 bytes for each entry of a kind without a fixed width. Immutable and
 * thread-safe.
 */
final class Entries {
  static final Entries NONE = new Entries(EntryKind.ID, new byte[0], 0, 0, 0);

  private final byte[] bytes;
  private final int begin;
  private final int count;
  private final int width;
  private final int lengthBytes;

  /** Where each entry begins; empty if all have the same width. */
  private final int[] begins;

  private final int end;

  /**
   * Finds the entries that begin at an index.
   *
   * @param most index after the last byte that may belong to an entry
   * @throws IllegalArgumentException if they do not end there or before, or are not sorted
   */
  Entries(EntryKind kind, byte[] bytes, int begin, int count, int most) {
    this.bytes = bytes;
    this.begin = begin;
    this.count = count;
    this.width = kind.width();
    this.lengthBytes = kind.lengthBytes();
    // each entry has one byte or more, so that a wrong count cannot take more memory than the file
    require(count >= 0 && (long) count * (width + lengthBytes) <= most - begin);
    this.begins = new int[width == 0 ? count : 0];
    this.end = width == 0 ? findBegins(most) : begin + count * width;
    require(end <= most);
    for (int i = 1; i < count; i++) {
      require(compare(i - 1, bytes, begin(i), length(i)) < 0);
    }
  }

  private static void require(boolean holds) {
    if (!holds) {
      throw new IllegalArgumentException("its entries are truncated or not sorted");
    }
  }

  private int findBegins(int most) {
    int at = begin;
    for (int i = 0; i < count; i++) {
      require(at <= most - lengthBytes);
      begins[i] = at;
      at += lengthAt(at);
    }
    return at;
  }

  private int lengthAt(int at) {
    int first = bytes[at] & 0xFF;
    int rest = lengthBytes == Byte.BYTES ? first : first << Byte.SIZE | bytes[at + 1] & 0xFF;
    return lengthBytes + rest;
  }

  int count() {
    return count;
  }

  /** Returns the index after the last entry. */
  int end() {
    return end;
  }

  /** Returns the array that holds the entries. */
  byte[] bytes() {
    return bytes;
  }

  /** Returns the index of an entry's first byte. */
  int begin(int entry) {
    return width == 0 ? begins[entry] : begin + entry * width;
  }

  /** Returns the number of bytes of an entry. */
  int length(int entry) {
    return width == 0 ? lengthAt(begins[entry]) : width;
  }

  private int compare(int entry, byte[] other, int from, int length) {
    int at = begin(entry);
    return Arrays.compareUnsigned(bytes, at, at + length(entry), other, from, from + length);
  }

  /** Returns the number of the entry of these bytes, or -1. Takes logarithmic time. */
  int find(byte[] entry, int from, int length) {
    int low = 0;
    int high = count - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int order = compare(middle, entry, from, length);
      if (order == 0) {
        return middle;
      }
      low = order < 0 ? middle + 1 : low;
      high = order > 0 ? middle - 1 : high;
    }
    return -1;
  }
}
