package dev.sluice.storage.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.Optional;

/**
 * The members of one JSON object in the order of the object. They are ranges of its bytes. A name
 * may occur more than once. Not thread-safe.
 */
final class JsonMembers {
  /**
   * Number of indexes stored for a member: begin and end of its name within the quotes, begin and
   * end of its value.
   */
  private static final int PLACES = 4;

  private final JsonScanner scanner = new JsonScanner();
  private final JsonScanner.Members adding = this::add;
  private final Utf8Buffer unescaped = new Utf8Buffer();
  private byte[] bytes = new byte[0];
  private int[] places = new int[16 * PLACES];
  private int size;

  /**
   * Replaces the members with those of a new object. That object must not change until the next
   * call.
   *
   * @throws JsonLineException if the bytes are not one object in UTF-8
   */
  void read(byte[] object, int offset, int length) throws JsonLineException {
    bytes = object;
    size = 0;
    if (!scanner.isObject(object, offset, length, adding)) {
      throw new JsonLineException(scanner.problem());
    }
  }

  private int add(int name, int nameEnd, int value, int depth) {
    int end = scanner.value(value, depth);
    int at = PLACES * size++;
    if (at == places.length) {
      places = Arrays.copyOf(places, 2 * at);
    }
    places[at] = name;
    places[at + 1] = nameEnd;
    places[at + 2] = value;
    places[at + 3] = end;
    return end;
  }

  /** Returns the number of members. */
  int size() {
    return size;
  }

  /** Returns a name, or empty if it has an unpaired surrogate. */
  Optional<String> name(int member) {
    int from = places[PLACES * member];
    int to = places[PLACES * member + 1];
    if (JsonStrings.plainUpTo(bytes, from, to) == to) {
      return Optional.of(new String(bytes, from, to - from, UTF_8));
    }
    unescaped.clear();
    return JsonStrings.append(bytes, from, to, unescaped)
        ? Optional.of(new String(unescaped.bytes(), 0, unescaped.length(), UTF_8))
        : Optional.empty();
  }

  /** Returns the index in the object's array where a value begins. */
  int begin(int member) {
    return places[PLACES * member + 2];
  }

  /** Returns the index in the object's array where a value ends. */
  int end(int member) {
    return places[PLACES * member + 3];
  }

  /** Returns whether a value is a string with an unpaired surrogate. No text can have one. */
  boolean isBrokenText(int member) {
    if (scanner.isWhole() || bytes[begin(member)] != '"') {
      return false;
    }
    unescaped.clear();
    return !JsonStrings.append(bytes, begin(member) + 1, end(member) - 1, unescaped);
  }
}
