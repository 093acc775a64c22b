package dev.sluice.storage.json;

import dev.sluice.core.Utf8;

/**
 * Validates JSON in one pass over the bytes, and reports the members of objects on request. JSON is
 * RFC 8259 and the numbers {@code NaN}, {@code Infinity} and {@code -Infinity}, which Python
 * writes. Each method takes an offset in the array and returns the offset after what it has read,
 * or {@link #FAILED}; then {@link #problem} returns the reason. Nesting is limited to {@link
 * #MAX_DEPTH}. Allocates nothing except problems. Not thread-safe.
 */
final class JsonScanner {
  /** The value that means invalid JSON. */
  static final int FAILED = -1;

  /** Jackson's default limit. All readers therefore accept the same input. */
  static final int MAX_DEPTH = 1000;

  /** Receives the members of an object. */
  @FunctionalInterface
  interface Members {
    /**
     * Receives a member and reads its value.
     *
     * @param name offset of the name, after its opening quote
     * @param nameEnd offset of the name's closing quote
     * @param value offset of the value
     * @param depth number of objects and arrays around the value
     * @return the offset after the value, from the scanner
     */
    int take(int name, int nameEnd, int value, int depth);
  }

  private final Members checked = (name, nameEnd, value, depth) -> value(value, depth);
  private byte[] bytes = new byte[0];
  private int start;
  private int end;
  private String problem = "";
  private int failedAt;
  private boolean incomplete;
  private int feeds;
  private int escapes;
  private boolean whole;
  private boolean finite;
  private boolean valid;

  /** Starts again with new bytes. */
  void reset(byte[] array, int offset, int length) {
    bytes = array;
    start = offset;
    end = offset + length;
    problem = "";
    incomplete = false;
    feeds = 0;
    escapes = 0;
    whole = true;
    finite = true;
    valid = false;
  }

  /** Starts again with new bytes. They are known to be valid, so strings need not be checked. */
  void resetValid(byte[] array, int offset, int length) {
    reset(array, offset, length);
    valid = true;
  }

  /**
   * Returns whether no string since the last reset has an unpaired surrogate. Such a string is
   * valid JSON but not valid text.
   */
  boolean isWhole() {
    return whole;
  }

  /** Returns the number of line feeds passed since the last reset. */
  int feeds() {
    return feeds;
  }

  /** Returns the number of escapes in strings passed since the last reset. */
  int escapes() {
    return escapes;
  }

  /**
   * Returns whether a range is one object with only blanks around it. The members of the object are
   * passed on.
   */
  boolean isObject(byte[] array, int offset, int length, Members members) {
    reset(array, offset, length);
    int first = blanks(offset);
    if (first == end || bytes[first] != '{') {
      problem = "not a JSON object";
      return false;
    }
    int behind = object(first, 0, members);
    if (behind >= 0 && blanks(behind) < end) {
      problem = "more than one JSON value in a line";
      return false;
    }
    return behind >= 0;
  }

  /**
   * Returns whether a range is one value by RFC 8259, with optional blanks around it. This excludes
   * {@code NaN} and infinities.
   */
  boolean isStandard(byte[] array, int offset, int length) {
    reset(array, offset, length);
    int behind = value(blanks(offset), 0);
    return behind >= 0 && finite && blanks(behind) == end;
  }

  /** Returns the offset of the next token, or of the end. */
  int blanks(int from) {
    int at = from;
    while (at < end && isBlank(bytes[at])) {
      feeds += bytes[at] == '\n' ? 1 : 0;
      at++;
    }
    return at;
  }

  static boolean isBlank(byte b) {
    return b == ' ' || b == '\n' || b == '\r' || b == '\t';
  }

  /** Reads the value at this offset. It is nested in {@code depth} objects and arrays. */
  int value(int at, int depth) {
    if (at == end) {
      return endsEarly();
    }
    return switch (bytes[at]) {
      case '"' -> string(at + 1);
      case '{' -> object(at, depth, checked);
      case '[' -> array(at, depth);
      case 't' -> word(at, "true");
      case 'f' -> word(at, "false");
      case 'n' -> word(at, "null");
      case 'N' -> nonFinite(at, "NaN");
      case 'I' -> nonFinite(at, "Infinity");
      default -> number(at);
    };
  }

  /** Reads the object at this offset. {@code members} reads the values. */
  int object(int from, int depth, Members members) {
    if (depth == MAX_DEPTH) {
      return fail(from, "more than %d nested objects and arrays".formatted(MAX_DEPTH));
    }
    int at = blanks(from + 1);
    if (at < end && bytes[at] == '}') {
      return at + 1;
    }
    while (at >= 0) {
      at = member(at, depth + 1, members);
      if (at >= 0 && at < end && bytes[at] == '}') {
        return at + 1;
      }
      at = at < 0 ? FAILED : comma(at, "expected a comma or }");
    }
    return FAILED;
  }

  /** Reads a member, up to the comma or bracket that must follow. */
  private int member(int at, int depth, Members members) {
    int nameEnd = quote(at);
    int colon = nameEnd < 0 ? FAILED : blanks(nameEnd);
    int value = colon < 0 ? FAILED : expect(colon, ':', "expected a colon");
    int behind = value < 0 ? FAILED : members.take(at + 1, nameEnd - 1, blanks(value), depth);
    return behind < 0 ? FAILED : blanks(behind);
  }

  private int quote(int at) {
    int name = expect(at, '"', "expected a name in quotes");
    return name < 0 ? FAILED : string(name);
  }

  private int comma(int at, String due) {
    int behind = expect(at, ',', due);
    return behind < 0 ? FAILED : blanks(behind);
  }

  private int expect(int at, char wanted, String due) {
    if (at >= end) {
      return endsEarly();
    }
    return bytes[at] == wanted ? at + 1 : fail(at, due);
  }

  private int array(int from, int depth) {
    if (depth == MAX_DEPTH) {
      return fail(from, "more than %d nested objects and arrays".formatted(MAX_DEPTH));
    }
    int at = blanks(from + 1);
    if (at < end && bytes[at] == ']') {
      return at + 1;
    }
    while (at >= 0) {
      int behind = value(at, depth + 1);
      at = behind < 0 ? FAILED : blanks(behind);
      if (at >= 0 && at < end && bytes[at] == ']') {
        return at + 1;
      }
      at = at < 0 ? FAILED : comma(at, "expected a comma or ]");
    }
    return FAILED;
  }

  /** Reads a string, up to and including its closing quote. */
  int string(int from) {
    int at = from;
    while (at >= 0) {
      at = valid ? JsonStrings.plainUpTo(bytes, at, end) : JsonStrings.asciiUpTo(bytes, at, end);
      if (at == end) {
        return endsEarly();
      }
      byte b = bytes[at];
      if (b == '"') {
        return at + 1;
      }
      if (b < 0) {
        at = others(at);
      } else if (b == '\\') {
        escapes++;
        at = escape(at);
      } else {
        return fail(at, "byte 0x%02x in a string is not escaped".formatted((int) b));
      }
    }
    return FAILED;
  }

  /** Skips characters that are not ASCII. */
  private int others(int from) {
    int at = from;
    while (at < end && bytes[at] < 0) {
      int size = Utf8.sequenceAt(bytes, at, end);
      if (size == 0) {
        problem = "invalid UTF-8";
        failedAt = at;
        incomplete = isCutOff(at);
        return FAILED;
      }
      at += size;
    }
    return at;
  }

  /** Returns whether the bytes up to the end are an incomplete character. */
  private boolean isCutOff(int at) {
    int lead = bytes[at] & 0xFF;
    int size = lead < 0xC2 || lead > 0xF4 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    for (int i = at + 1; i < end; i++) {
      if ((bytes[i] & 0xC0) != 0x80) {
        return false;
      }
    }
    return end - at < size;
  }

  private int escape(int at) {
    if (at + 1 >= end) {
      return endsEarly();
    }
    return switch (bytes[at + 1]) {
      case '"', '\\', '/', 'b', 'f', 'n', 'r', 't' -> at + 2;
      case 'u' -> character(at);
      default -> fail(at, "unknown escape");
    };
  }

  /** Reads one escape, or two if they make a pair. */
  private int character(int at) {
    int behind = hexadecimal(at + 2);
    if (behind < 0 || !Character.isSurrogate(unit(at))) {
      return behind;
    }
    boolean two = behind + 1 < end && bytes[behind] == '\\' && bytes[behind + 1] == 'u';
    int next = two ? hexadecimal(behind + 2) : behind;
    boolean pair = two && next > 0 && Character.isSurrogatePair(unit(at), unit(behind));
    whole &= pair || next < 0;
    return pair || next < 0 ? next : behind;
  }

  private char unit(int at) {
    return JsonStrings.hexadecimal(bytes, at + 2);
  }

  private int hexadecimal(int from) {
    for (int at = from; at < from + 4; at++) {
      if (at >= end) {
        return endsEarly();
      }
      if (Character.digit(bytes[at], 16) < 0) {
        return fail(at, "expected four hexadecimal digits");
      }
    }
    return from + 4;
  }

  private int nonFinite(int from, String word) {
    finite = false;
    return word(from, word);
  }

  private int word(int from, String word) {
    for (int i = 0; i < word.length(); i++) {
      if (from + i >= end) {
        return endsEarly();
      }
      if (bytes[from + i] != word.charAt(i)) {
        return fail(from, "expected a value");
      }
    }
    return from + word.length();
  }

  private int number(int from) {
    int at = bytes[from] == '-' ? from + 1 : from;
    if (at > from && at < end && bytes[at] == 'I') {
      return nonFinite(at, "Infinity");
    }
    boolean zero = at < end && bytes[at] == '0';
    at = zero ? at + 1 : digits(at, "expected a value");
    if (at >= 0 && at < end && bytes[at] == '.') {
      at = digits(at + 1, "expected a digit");
    }
    if (at >= 0 && at < end && (bytes[at] | 0x20) == 'e') {
      boolean signed = at + 1 < end && (bytes[at + 1] == '-' || bytes[at + 1] == '+');
      at = digits(at + (signed ? 2 : 1), "expected a digit");
    }
    return at;
  }

  /** Reads one or more digits. */
  private int digits(int from, String due) {
    int at = from;
    while (at < end && bytes[at] >= '0' && bytes[at] <= '9') {
      at++;
    }
    if (at > from) {
      return at;
    }
    return at >= end ? endsEarly() : fail(at, due);
  }

  private int endsEarly() {
    fail(end, "unexpected end");
    incomplete = true;
    return FAILED;
  }

  /** Records the reason of a failure, and always returns {@link #FAILED}. */
  int fail(int at, String what) {
    problem = "broken JSON: %s (byte %d)".formatted(what, at - start + 1);
    failedAt = at;
    return FAILED;
  }

  /** Returns the reason after a failure. */
  String problem() {
    return problem;
  }

  /** Returns the offset of the failure. */
  int failedAt() {
    return failedAt;
  }

  /** Returns whether the bytes ended too early. If so, more bytes could make them valid. */
  boolean isIncomplete() {
    return incomplete;
  }
}
