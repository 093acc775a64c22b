package dev.sluice.storage.jsonl;

import java.io.IOException;

/** How objects are arranged in a JSON file; detected from its beginning. */
public enum JsonShape {
  /** One object on each line, and no byte order mark before the first. */
  LINES,
  /** All objects are elements of one array. */
  ARRAY,
  /** Objects one after another in any other way. */
  OBJECTS;

  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  /**
   * Detects the shape from a window at the start of a stream, reading at most to the end of the
   * first object. Skips a byte order mark.
   */
  static JsonShape of(ByteWindow window) throws IOException {
    JsonShape others = skipMark(window) ? OBJECTS : LINES;
    int first = token(window, 0);
    JsonShape found =
        first == window.length()
            ? LINES
            : switch (at(window, first)) {
              case '[' -> ofArray(window, first);
              case '{' -> ofObject(window, first);
              default -> LINES;
            };
    return found == LINES ? others : found;
  }

  private static boolean skipMark(ByteWindow window) throws IOException {
    int length = BYTE_ORDER_MARK.length;
    while (window.length() < length && !window.isFull() && window.fill()) {
      continue;
    }
    boolean marked = window.length() >= length;
    for (int i = 0; marked && i < length; i++) {
      marked = at(window, i) == BYTE_ORDER_MARK[i];
    }
    window.drop(marked ? length : 0);
    return marked;
  }

  private static JsonShape ofArray(ByteWindow window, int first) throws IOException {
    int next = token(window, first + 1);
    boolean element = next == window.length() || at(window, next) == '{' || at(window, next) == ']';
    return element ? ARRAY : LINES;
  }

  private static JsonShape ofObject(ByteWindow window, int first) throws IOException {
    JsonScanner scanner = new JsonScanner();
    while (true) {
      scanner.reset(window.bytes(), window.start() + first, window.length() - first);
      int behind = scanner.value(window.start() + first, 0);
      if (behind >= 0) {
        return ofWhole(window, first, behind - window.start());
      }
      if (!scanner.isIncomplete()) {
        return ofBroken(window, first, scanner.failedAt() - window.start());
      }
      if (!isDoubled(window)) {
        boolean large = window.isFull() && hasFeed(window, first, window.length());
        return large ? OBJECTS : LINES;
      }
    }
  }

  /** The shape if the first object is complete and valid. */
  private static JsonShape ofWhole(ByteWindow window, int first, int behind) throws IOException {
    if (hasFeed(window, first, behind)) {
      return OBJECTS;
    }
    int next = token(window, behind);
    boolean sameLine = next < window.length() && !hasFeed(window, behind, next);
    return sameLine && at(window, next) == '{' ? OBJECTS : LINES;
  }

  /** The shape if it is not: a truncated line shows where the next one starts. */
  private static JsonShape ofBroken(ByteWindow window, int first, int failed) {
    return hasFeed(window, first, failed) && at(window, failed) != '{' ? OBJECTS : LINES;
  }

  /**
   * Reads until the window has twice as many bytes; false at the end of the stream, or if the
   * window is full.
   */
  private static boolean isDoubled(ByteWindow window) throws IOException {
    int had = window.length();
    while (window.length() / 2 < had && !window.isFull() && window.fill()) {
      continue;
    }
    return window.length() > had;
  }

  /**
   * The offset of the first byte at or after an offset that is not blank; the window's length if
   * there is none.
   */
  private static int token(ByteWindow window, int from) throws IOException {
    int place = from;
    while (place < window.length() || (!window.isFull() && window.fill())) {
      if (place < window.length() && !JsonScanner.isBlank(at(window, place))) {
        return place;
      }
      place += place < window.length() ? 1 : 0;
    }
    return place;
  }

  private static boolean hasFeed(ByteWindow window, int from, int to) {
    int feed = window.indexOfFeed(from);
    return feed >= 0 && feed < to;
  }

  private static byte at(ByteWindow window, int place) {
    return window.bytes()[window.start() + place];
  }
}
