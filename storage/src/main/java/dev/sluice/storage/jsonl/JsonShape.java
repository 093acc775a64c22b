package dev.sluice.storage.jsonl;

import java.io.IOException;

/** How the objects of a file of JSON stand in it, as its beginning tells. */
public enum JsonShape {
  /** One object a line. */
  LINES,
  /** All objects are elements of one array. */
  ARRAY,
  /** Objects follow each other, over several lines each, or several in a line. */
  OBJECTS;

  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  /**
   * Looks at the beginning of a window, where the stream's first byte is: up to the end of the
   * first object, if there is one. Goes behind a byte order mark, and no further.
   */
  static JsonShape of(ByteWindow window) throws IOException {
    skipMark(window);
    int first = token(window, 0);
    if (first == window.length()) {
      return LINES;
    }
    return switch (at(window, first)) {
      case '[' -> ofArray(window, first);
      case '{' -> ofObject(window, first);
      default -> LINES;
    };
  }

  private static void skipMark(ByteWindow window) throws IOException {
    int length = BYTE_ORDER_MARK.length;
    while (window.length() < length && !window.isFull() && window.fill()) {
      continue;
    }
    boolean marked = window.length() >= length;
    for (int i = 0; marked && i < length; i++) {
      marked = at(window, i) == BYTE_ORDER_MARK[i];
    }
    window.drop(marked ? length : 0);
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

  /** Where the first object ends well. */
  private static JsonShape ofWhole(ByteWindow window, int first, int behind) throws IOException {
    if (hasFeed(window, first, behind)) {
      return OBJECTS;
    }
    int next = token(window, behind);
    boolean sameLine = next < window.length() && !hasFeed(window, behind, next);
    return sameLine && at(window, next) == '{' ? OBJECTS : LINES;
  }

  /** A line that was cut off shows where the next one begins. */
  private static JsonShape ofBroken(ByteWindow window, int first, int failed) {
    return hasFeed(window, first, failed) && at(window, failed) != '{' ? OBJECTS : LINES;
  }

  /** Reads until there is twice as much; false when there is no more, or no room for it. */
  private static boolean isDoubled(ByteWindow window) throws IOException {
    int had = window.length();
    while (window.length() / 2 < had && !window.isFull() && window.fill()) {
      continue;
    }
    return window.length() > had;
  }

  /** The first place from here on where something stands; the window's length if nothing does. */
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
