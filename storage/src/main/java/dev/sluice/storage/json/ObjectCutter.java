package dev.sluice.storage.json;

import dev.sluice.storage.page.SourceFormatException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Finds the objects of a JSON text. They come one after another, with or without line feeds between
 * them, or as elements of arrays. Skips commas between objects and a byte order mark before an
 * object.
 *
 * <p>Anything that is not a valid object is a row with a {@link #problem}, which ends at the next
 * line feed: valid JSON has no line feed within a string, and writers put one after each object. So
 * a broken row never hides an object in a different line. A valid element of an array that is not
 * an object ends where the value ends.
 *
 * <p>Holds one object of at most {@code maxBytes}; a larger one is only counted. Not thread-safe.
 */
final class ObjectCutter {
  private static final String NO_OBJECT = "not a JSON object";

  private final Path file;
  private final ByteWindow window;
  private final int maxBytes;
  private final Scan scan;
  private final JsonScanner scanner;
  private final boolean onlyWhole;
  private boolean inArray;
  private long lines = 1;
  private long number;
  private int length;
  private long size;
  private int taken;
  private long openSince;
  private boolean tooLarge;
  private boolean invalid;
  private Optional<String> problem = Optional.empty();

  /** Reads the object at an offset. */
  @FunctionalInterface
  interface Scan {
    /**
     * Reads an object.
     *
     * @return the offset after the object; {@link JsonScanner#FAILED} if the object is broken or
     *     incomplete
     */
    int object(byte[] bytes, int from, int end);
  }

  /**
   * @param scanner the scanner that {@code scan} uses
   * @param onlyWhole whether strings with an unpaired surrogate are a problem
   */
  ObjectCutter(
      Path file,
      ByteWindow window,
      int maxBytes,
      JsonScanner scanner,
      Scan scan,
      boolean onlyWhole) {
    this.file = file;
    this.window = window;
    this.maxBytes = maxBytes;
    this.scanner = scanner;
    this.scan = scan;
    this.onlyWhole = onlyWhole;
  }

  /**
   * Advances to the next row. The window then starts there. The result is false after the last row.
   *
   * @throws SourceFormatException if the text ends within an object or an array
   */
  boolean next() throws IOException {
    window.drop(taken);
    taken = 0;
    if (!toValue()) {
      requireEnd();
      return false;
    }
    number = lines;
    tooLarge = false;
    invalid = false;
    problem = Optional.empty();
    if (first() == '{') {
      object();
    } else {
      other();
    }
    return true;
  }

  private void requireEnd() throws SourceFormatException {
    if (openSince > 0 && invalid) {
      throw ends(openSince, "an object");
    }
    if (inArray) {
      throw ends(lines, "an array");
    }
  }

  private SourceFormatException ends(long line, String within) {
    return new SourceFormatException(
        file, "line %d: the file ends in the middle of %s".formatted(line, within));
  }

  /** Advances to the start of the next value; returns false at the end. */
  private boolean toValue() throws IOException {
    while (window.length() > 0 || window.fill()) {
      if (window.length() > 0) {
        int passed = between();
        if (passed == 0) {
          return true;
        }
        window.drop(passed);
      }
    }
    return false;
  }

  /** Returns the number of bytes before the next value; 0 if a value starts here. */
  private int between() throws IOException {
    byte next = first();
    lines += next == '\n' ? 1 : 0;
    if (next == ',' || JsonScanner.isBlank(next)) {
      return 1;
    }
    if (next == JsonShape.MARK[0] && window.startsWith(JsonShape.MARK)) {
      return JsonShape.MARK.length;
    }
    boolean opens = !inArray && next == '[' && isArray();
    boolean closes = inArray && next == ']';
    inArray = opens || inArray && !closes;
    return opens || closes ? 1 : 0;
  }

  /** Returns whether the bracket here is followed by an object, a closing bracket, or the end. */
  private boolean isArray() throws IOException {
    int place = 1;
    while (window.has(place) && JsonScanner.isBlank(window.at(place))) {
      place++;
    }
    return !window.has(place) || window.at(place) == '{' || window.at(place) == ']';
  }

  private byte first() {
    return window.at(0);
  }

  /**
   * Reads the object here. The bytes after the object must be in the window beforehand, since
   * reading more moves the bytes in which fields were found.
   */
  private void object() throws IOException {
    boolean more = true;
    while (true) {
      int start = window.start();
      int behind = scan.object(window.bytes(), start, start + window.length());
      if (behind < 0 && !scanner.isIncomplete()) {
        broken(scanner.problem());
        return;
      }
      int end = behind < 0 ? window.length() : blanks(behind - start);
      if (end == window.length() && more && !window.isFull()) {
        more = window.isDoubled();
      } else if (behind >= 0) {
        whole(behind - start, end);
        return;
      } else if (more && isBeforeObject()) {
        broken("the object does not end");
        return;
      } else if (more) {
        passOver();
        return;
      } else {
        cutOff();
        return;
      }
    }
  }

  /**
   * Returns whether an object begins at the start of a later line in the window. In this case, a
   * bracket is missing in this line, and the object here is smaller than it seems.
   */
  private boolean isBeforeObject() {
    int feed = window.indexOfFeed(0);
    while (feed >= 0 && feed + 1 < window.length()) {
      if (window.at(feed + 1) == '{') {
        return true;
      }
      feed = window.indexOfFeed(feed + 1);
    }
    return false;
  }

  /** Returns the offset after the blanks that begin at an offset, within the line. */
  private int blanks(int from) {
    int end = from;
    while (end < window.length() && window.at(end) != '\n' && JsonScanner.isBlank(window.at(end))) {
      end++;
    }
    return end;
  }

  /** Ends an object. Blanks at the end of a line belong to its object, so that copies keep them. */
  private void whole(int bytes, int withBlanks) {
    take(bytes);
    boolean last = withBlanks == window.length() || window.at(withBlanks) == '\n';
    length = last && !inArray ? withBlanks : length;
    taken = length;
    requireWhole();
  }

  private void take(int bytes) {
    length = bytes;
    size = bytes;
    taken = bytes;
    lines += scanner.feeds();
    if (bytes > maxBytes) {
      large();
    }
  }

  private void requireWhole() {
    if (onlyWhole && !tooLarge && !scanner.isWhole()) {
      problem = Optional.of("a string has an unpaired surrogate");
    }
  }

  private void large() {
    tooLarge = true;
    problem = Optional.of("the object has more than %d bytes".formatted(maxBytes));
  }

  /**
   * Handles an object that does not end: the text is truncated, or a bracket is missing in an
   * earlier line.
   */
  private void cutOff() throws IOException {
    if (!isBeforeObject()) {
      throw ends(number, "an object");
    }
    openSince = number;
    broken("the object does not end");
  }

  private void other() throws IOException {
    int end = inArray ? endOfElement() : JsonScanner.FAILED;
    if (end >= 0) {
      take(end);
      tooLarge = false;
      invalid = true;
      problem = Optional.of(NO_OBJECT);
    } else {
      broken(NO_OBJECT);
    }
  }

  /**
   * Returns the length of the value here; negative if there is no value, or if it does not end in
   * its line. A number at the end of the window may have more digits.
   */
  private int endOfElement() throws IOException {
    while (true) {
      int start = window.start();
      scanner.reset(window.bytes(), start, window.length());
      int behind = scanner.value(start, 0);
      boolean open =
          behind < 0
              ? scanner.isIncomplete() && window.indexOfFeed(0) < 0
              : behind == start + window.length();
      if (!open || !window.isDoubled()) {
        return behind < 0 ? JsonScanner.FAILED : behind - start;
      }
    }
  }

  /** Skips the rest of the line. */
  private void broken(String what) throws IOException {
    invalid = true;
    problem = Optional.of(what);
    int searched = 0;
    while (true) {
      int feed = window.indexOfFeed(searched);
      if (feed >= 0) {
        taken = feed;
        return;
      }
      searched = window.length();
      if (window.isFull()) {
        window.drop(searched);
        searched = 0;
      }
      if (!window.fill()) {
        taken = searched;
        return;
      }
    }
  }

  /**
   * Skips an object that is too large, by its brackets and strings. A line feed in a string also
   * ends the object.
   */
  private void passOver() throws IOException {
    large();
    size = 0;
    int depth = 0;
    boolean inString = false;
    boolean escaped = false;
    while (window.length() > 0 || window.fill()) {
      int available = window.length();
      for (int i = 0; i < available; i++) {
        byte b = window.at(i);
        lines += b == '\n' ? 1 : 0;
        if (inString) {
          inString = b != '\n' && (escaped || b != '"');
          escaped = !escaped && b == '\\';
          depth = b == '\n' ? 0 : depth;
        } else {
          inString = b == '"';
          escaped = false;
          depth += b == '{' || b == '[' ? 1 : b == '}' || b == ']' ? -1 : 0;
        }
        if (depth <= 0) {
          taken = i + 1;
          size += taken;
          return;
        }
      }
      window.drop(available);
      size += available;
    }
    throw ends(number, "an object");
  }

  /** Returns the length of the object in bytes. It is undefined if there is a problem. */
  int length() {
    return length;
  }

  /** Returns the size of the object in bytes, even if it is too large. */
  long size() {
    return size;
  }

  /** Returns the line in which the row starts, from 1. After the last row, it is the last line. */
  long number() {
    return number;
  }

  /** Returns why there is no object here, or empty if there is one. */
  Optional<String> problem() {
    return problem;
  }

  /** Returns whether the problem is that the object is too large. */
  boolean isTooLarge() {
    return tooLarge;
  }

  /** Returns whether the problem is that there is no valid object. */
  boolean isInvalid() {
    return invalid;
  }
}
