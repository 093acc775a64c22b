package dev.sluice.storage.jsonl;

import dev.sluice.storage.page.SourceFormatException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Optional;

/**
 * Splits a stream into the elements of an array, or into concatenated objects, by brackets and
 * strings only; it does not validate what is between them. So an invalid object does not affect the
 * next one. If a boundary is uncertain, because a string extends over a line end, brackets do not
 * match, or there is anything outside strings that JSON does not have, splitting ends with an
 * error.
 *
 * <p>Holds one object of at most {@code maxBytes}; a longer one is only counted. Not thread-safe.
 */
final class ObjectCutter implements JsonCutter {
  private static final int MAX_DEPTH = 1 << 20;

  /**
   * Bytes allowed outside strings, besides brackets: tokens, and those of NaN and Infinity, which
   * validation reports later.
   */
  private static final boolean[] TOKEN = new boolean[256];

  static {
    for (char c : " \t\r\n,:0123456789+-.truefalsenullNaNInfinityE".toCharArray()) {
      TOKEN[c] = true;
    }
  }

  private final Path file;
  private final ByteWindow window;
  private final int maxBytes;
  private final BitSet arrays = new BitSet();
  private Place place = Place.OUTSIDE;
  private Optional<String> problem = Optional.empty();
  private int depth;
  private int at;
  private boolean inString;
  private boolean escaped;
  private boolean tooLong;
  private long lines = 1;
  private long number;

  /** The position between values. */
  private enum Place {
    OUTSIDE,
    FIRST_ELEMENT,
    BEHIND_ELEMENT,
    BEHIND_COMMA
  }

  ObjectCutter(Path file, ByteWindow window, int maxBytes) {
    this.file = file;
    this.window = window;
    this.maxBytes = maxBytes;
  }

  @Override
  public boolean next() throws IOException {
    window.drop(at);
    at = 0;
    if (!toValue()) {
      return false;
    }
    number = lines;
    tooLong = false;
    byte first = window.bytes()[window.start()];
    if (first == '{' || first == '[' || first == '"') {
      brackets();
    } else {
      literal();
    }
    tooLong |= at > maxBytes;
    problem = problem(first);
    place = place == Place.OUTSIDE ? Place.OUTSIDE : Place.BEHIND_ELEMENT;
    return true;
  }

  private Optional<String> problem(byte first) {
    if (tooLong) {
      return Optional.of("an object of more than %d bytes".formatted(maxBytes));
    }
    return first == '{' ? Optional.empty() : Optional.of("no JSON object");
  }

  /** Advances to the start of the next value; false at the end. */
  private boolean toValue() throws IOException {
    while (window.length() > 0 || window.fill()) {
      byte next = window.length() == 0 ? (byte) ' ' : window.bytes()[window.start()];
      if (next == '\n') {
        lines++;
      } else if (!isSpace(next) && !isBetween(next)) {
        return true;
      }
      window.drop(Math.min(1, window.length()));
    }
    if (place != Place.OUTSIDE) {
      throw broken("the file ends within an array");
    }
    return false;
  }

  private static boolean isSpace(byte b) {
    return b == ' ' || b == '\t' || b == '\r';
  }

  /** Whether this byte is between values; otherwise a value starts here. */
  private boolean isBetween(byte next) throws SourceFormatException {
    boolean open = place == Place.OUTSIDE && next == '[';
    boolean comma = place == Place.BEHIND_ELEMENT && next == ',';
    boolean close = (place == Place.BEHIND_ELEMENT || place == Place.FIRST_ELEMENT) && next == ']';
    if (open || comma || close) {
      place = open ? Place.FIRST_ELEMENT : comma ? Place.BEHIND_COMMA : Place.OUTSIDE;
      return true;
    }
    boolean value = place == Place.OUTSIDE ? next == '{' : place != Place.BEHIND_ELEMENT;
    if (!value || next == ',' || next == ']' || next == '}' || next == ':') {
      throw broken("%s stands where %s".formatted(shown(next), expected()));
    }
    return false;
  }

  private String expected() {
    return switch (place) {
      case OUTSIDE -> "an object begins or the file ends";
      case BEHIND_ELEMENT -> "a comma or the end of the array is due";
      case FIRST_ELEMENT, BEHIND_COMMA -> "an object is due";
    };
  }

  /** Advances to the end of an object, array or string. */
  private void brackets() throws IOException {
    depth = 0;
    inString = false;
    escaped = false;
    while (!scan()) {
      more("the file ends within an object");
    }
  }

  /** Scans all available bytes; returns whether the value has ended. */
  private boolean scan() throws SourceFormatException {
    byte[] bytes = window.bytes();
    int start = window.start();
    int end = start + window.length();
    int i = start + at;
    while (i < end) {
      i = inString ? string(bytes, i, end) : outside(bytes, i, end);
      if (depth == 0 && !inString) {
        at = i - start;
        return true;
      }
    }
    at = i - start;
    return false;
  }

  /** Scans to just after the next bracket or quote. */
  private int outside(byte[] bytes, int from, int end) throws SourceFormatException {
    for (int i = from; i < end; i++) {
      byte b = bytes[i];
      switch (b) {
        case '"' -> inString = true;
        case '{', '[' -> open(b);
        case '}', ']' -> close(b);
        default -> {
          between(b);
          continue;
        }
      }
      return i + 1;
    }
    return end;
  }

  private void between(byte b) throws SourceFormatException {
    lines += b == '\n' ? 1 : 0;
    if (!TOKEN[b & 0xFF]) {
      throw broken("%s stands outside of strings".formatted(shown(b)));
    }
  }

  private void open(byte b) throws SourceFormatException {
    if (depth == MAX_DEPTH) {
      throw broken("more than %,d brackets are open".formatted(MAX_DEPTH));
    }
    arrays.set(depth++, b == '[');
  }

  private void close(byte b) throws SourceFormatException {
    if (arrays.get(--depth) != (b == ']')) {
      throw broken("%s closes what another bracket opened".formatted(shown(b)));
    }
  }

  /** Scans to just after the end of the string. */
  private int string(byte[] bytes, int from, int end) throws SourceFormatException {
    int i = from;
    if (escaped) {
      escaped = false;
      i += bytes[i] == '\n' ? 0 : 1;
    }
    while (i < end) {
      i = StringBytes.plainUpTo(bytes, i, end);
      if (i == end) {
        return end;
      }
      byte b = bytes[i++];
      if (b == '"') {
        inString = false;
        return i;
      }
      if (b == '\\') {
        escaped = i == end;
        i += escaped || bytes[i] == '\n' ? 0 : 1;
      } else if (b == '\n') {
        throw broken("a string goes over the end of the line");
      }
    }
    return i;
  }

  /** Advances to the end of a number or literal. */
  private void literal() throws IOException {
    while (true) {
      if (at == window.length()) {
        more("the file ends within an array");
      }
      byte b = window.bytes()[window.start() + at];
      if (b == ',' || b == ']' || b == '\n' || isSpace(b)) {
        return;
      }
      between(b);
      at++;
    }
  }

  private void more(String end) throws IOException {
    if (window.isFull()) {
      tooLong = true;
      window.drop(at);
      at = 0;
    }
    if (!window.fill()) {
      throw broken(end);
    }
  }

  private SourceFormatException broken(String what) {
    return new SourceFormatException(
        file, "line %d: %s; objects after it cannot be separated".formatted(lines, what));
  }

  private static String shown(byte b) {
    return b > ' ' && b < 0x7F ? "'" + (char) b + "'" : "byte 0x%02x".formatted(b & 0xFF);
  }

  @Override
  public int length() {
    return at;
  }

  @Override
  public long number() {
    return number;
  }

  @Override
  public long reached() {
    return lines;
  }

  @Override
  public Optional<String> problem() {
    return problem;
  }
}
