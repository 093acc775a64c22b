package dev.sluice.storage.jsonl;

import dev.sluice.core.Utf8;

/**
 * Checks JSON (RFC 8259) in one pass over its bytes, and hands out the members of objects where
 * they are asked for. Every method takes a place in the array, and answers with the place behind
 * what it has read, or with {@link #FAILED}; then {@link #problem} says why. At most {@link
 * #MAX_DEPTH} objects and arrays stand in each other. Allocates nothing but problems. Not
 * thread-safe.
 */
final class JsonScanner {
  /** The answer when there is no JSON. */
  static final int FAILED = -1;

  /** As many as Jackson allows where nothing else is said, so that everything reads the same. */
  static final int MAX_DEPTH = 1000;

  /** What is done with a member of an object. */
  @FunctionalInterface
  interface Members {
    /**
     * Takes a member.
     *
     * @param name where its name begins, behind the quote
     * @param nameEnd where the name's quote is
     * @param value where its value begins
     * @param depth how many objects and arrays the value is in
     * @return the place behind the value, from the scanner
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

  /** Looks at other bytes from now on. */
  void reset(byte[] array, int offset, int length) {
    bytes = array;
    start = offset;
    end = offset + length;
    problem = "";
    incomplete = false;
  }

  /** Where the next token begins, or the end. */
  int blanks(int from) {
    int at = from;
    while (at < end && isBlank(bytes[at])) {
      at++;
    }
    return at;
  }

  static boolean isBlank(byte b) {
    return b == ' ' || b == '\n' || b == '\r' || b == '\t';
  }

  /** A value that begins here, within {@code depth} others. */
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
      default -> number(at);
    };
  }

  /** An object that begins here, whose members' values are read by {@code members}. */
  int object(int from, int depth, Members members) {
    if (depth == MAX_DEPTH) {
      return fail(from, "more than %d objects and arrays in each other".formatted(MAX_DEPTH));
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
      at = at < 0 ? FAILED : comma(at, "a comma or } is due");
    }
    return FAILED;
  }

  /** To where the next comma or bracket has to be. */
  private int member(int at, int depth, Members members) {
    int nameEnd = quote(at);
    int colon = nameEnd < 0 ? FAILED : blanks(nameEnd);
    int value = colon < 0 ? FAILED : expect(colon, ':', "a colon is due");
    int behind = value < 0 ? FAILED : members.take(at + 1, nameEnd - 1, blanks(value), depth);
    return behind < 0 ? FAILED : blanks(behind);
  }

  private int quote(int at) {
    int name = expect(at, '"', "a name in quotes is due");
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
      return fail(from, "more than %d objects and arrays in each other".formatted(MAX_DEPTH));
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
      at = at < 0 ? FAILED : comma(at, "a comma or ] is due");
    }
    return FAILED;
  }

  /** To behind the quote at the end of a string. */
  int string(int from) {
    int at = from;
    while (at >= 0) {
      at = StringBytes.asciiUpTo(bytes, at, end);
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
        at = escape(at);
      } else {
        return fail(at, "byte 0x%02x within a string is not escaped".formatted((int) b));
      }
    }
    return FAILED;
  }

  /** To behind characters that are not ASCII. */
  private int others(int from) {
    int at = from;
    while (at < end && bytes[at] < 0) {
      int size = Utf8.sequenceAt(bytes, at, end);
      if (size == 0) {
        problem = "invalid UTF-8";
        failedAt = at;
        incomplete = end - at < 4;
        return FAILED;
      }
      at += size;
    }
    return at;
  }

  private int escape(int at) {
    if (at + 1 >= end) {
      return endsEarly();
    }
    return switch (bytes[at + 1]) {
      case '"', '\\', '/', 'b', 'f', 'n', 'r', 't' -> at + 2;
      case 'u' -> hexadecimal(at + 2);
      default -> fail(at, "an escape that JSON has not");
    };
  }

  private int hexadecimal(int from) {
    for (int at = from; at < from + 4; at++) {
      if (at >= end) {
        return endsEarly();
      }
      if (Character.digit(bytes[at], 16) < 0) {
        return fail(at, "four hexadecimal digits are due");
      }
    }
    return from + 4;
  }

  private int word(int from, String word) {
    for (int i = 0; i < word.length(); i++) {
      if (from + i >= end) {
        return endsEarly();
      }
      if (bytes[from + i] != word.charAt(i)) {
        return fail(from, "a value is due");
      }
    }
    return from + word.length();
  }

  private int number(int from) {
    int at = bytes[from] == '-' ? from + 1 : from;
    boolean zero = at < end && bytes[at] == '0';
    at = zero ? at + 1 : digits(at, "a value is due");
    if (at >= 0 && at < end && bytes[at] == '.') {
      at = digits(at + 1, "a digit is due");
    }
    if (at >= 0 && at < end && (bytes[at] | 0x20) == 'e') {
      boolean signed = at + 1 < end && (bytes[at + 1] == '-' || bytes[at + 1] == '+');
      at = digits(at + (signed ? 2 : 1), "a digit is due");
    }
    return at;
  }

  /** One digit or more. */
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
    fail(end, "it ends too early");
    incomplete = true;
    return FAILED;
  }

  /** Says what is wrong; always {@link #FAILED}. */
  int fail(int at, String what) {
    problem = "broken JSON: %s (byte %d)".formatted(what, at - start + 1);
    failedAt = at;
    return FAILED;
  }

  /** What was wrong, after a failure. */
  String problem() {
    return problem;
  }

  /** Where it was found. */
  int failedAt() {
    return failedAt;
  }

  /** Whether it failed for want of bytes, more of which may make JSON of it. */
  boolean isIncomplete() {
    return incomplete;
  }
}
