package dev.sluice.storage.json;

import java.io.IOException;

/** How objects are arranged in a JSON file. The beginning of the file decides. */
public enum JsonShape {
  /** One object on each line, without a byte order mark before the first one. */
  LINES,
  /** All objects are elements of one array. */
  ARRAY,
  /** Objects one after another in any other form. */
  OBJECTS;

  /** The byte order mark of UTF-8. */
  static final byte[] MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  /**
   * Detects the shape from a window at the start of a stream. It reads at most to the end of the
   * first object. Skips a byte order mark.
   */
  static JsonShape of(ByteWindow window) throws IOException {
    JsonShape others = skipMark(window) ? OBJECTS : LINES;
    int first = token(window, 0);
    JsonShape found =
        first == window.length()
            ? LINES
            : switch (window.at(first)) {
              case '[' -> ofArray(window, first);
              case '{' -> ofObject(window, first);
              default -> LINES;
            };
    return found == LINES ? others : found;
  }

  private static boolean skipMark(ByteWindow window) throws IOException {
    boolean marked = window.startsWith(MARK);
    window.drop(marked ? MARK.length : 0);
    return marked;
  }

  private static JsonShape ofArray(ByteWindow window, int first) throws IOException {
    int next = token(window, first + 1);
    boolean element = next == window.length() || window.at(next) == '{' || window.at(next) == ']';
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
      if (!window.isDoubled()) {
        boolean large = window.isFull() && hasFeed(window, first, window.length());
        return large ? OBJECTS : LINES;
      }
    }
  }

  /** Returns the shape if the first object is complete and valid. */
  private static JsonShape ofWhole(ByteWindow window, int first, int behind) throws IOException {
    if (hasFeed(window, first, behind)) {
      return OBJECTS;
    }
    int next = token(window, behind);
    boolean sameLine = next < window.length() && !hasFeed(window, behind, next);
    return sameLine && window.at(next) == '{' ? OBJECTS : LINES;
  }

  /**
   * Returns the shape if the first object is not complete and valid: a truncated line shows where
   * the next line starts.
   */
  private static JsonShape ofBroken(ByteWindow window, int first, int failed) {
    return hasFeed(window, first, failed) && window.at(failed) != '{' ? OBJECTS : LINES;
  }

  /**
   * Returns the offset of the first non-blank byte at or after an offset, or the window's length if
   * there is none.
   */
  private static int token(ByteWindow window, int from) throws IOException {
    int place = from;
    while (window.has(place) && JsonScanner.isBlank(window.at(place))) {
      place++;
    }
    return place;
  }

  private static boolean hasFeed(ByteWindow window, int from, int to) {
    int feed = window.indexOfFeed(from);
    return feed >= 0 && feed < to;
  }
}
