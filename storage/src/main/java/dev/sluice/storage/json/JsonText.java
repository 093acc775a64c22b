package dev.sluice.storage.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.core.ScoreText;
import dev.sluice.storage.json.JsonPaths.Name;
import dev.sluice.storage.rows.RowFields;
import dev.sluice.storage.rows.RowProblem;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;

/**
 * Extracts a text and other fields from JSON objects by path. It validates each object completely:
 * RFC 8259, UTF-8, and at most 1000 nested objects and arrays. A path is a name, or a name followed
 * by a dot and a path into the object of that name. If an object has a name more than once, the
 * last value counts, with everything inside it.
 *
 * <p>Reads the bytes once; a text without escapes is not copied. Memory: a copy of a text with
 * escapes. Not thread-safe.
 */
public final class JsonText implements RowFields {
  private static final int LISTED_FIELDS = 30;
  private static final int TEXT = 0;

  private final String path;
  private final JsonScanner scanner = new JsonScanner();
  private final JsonPaths paths;
  private final Map<String, Integer> numbers = new HashMap<>();
  private final Name[] foundBy;
  private final int[] starts;
  private final int[] ends;
  private final boolean[] escaped;
  private final Utf8Buffer unpacked = new Utf8Buffer();
  private final Utf8Buffer scratch = new Utf8Buffer(); // what is copied out of it at once
  private final Set<String> names = new TreeSet<>();
  private final JsonScanner.Members outermost = this::outermost;
  private byte[] bytes = new byte[0];
  private int start;
  private int end;
  private Found found = Found.MISSING;
  private boolean copied;
  private boolean seen;

  /** The state of the text field. */
  public enum Found {
    /** The object does not have the field. */
    MISSING,
    /** The value is null. */
    NULL,
    /** The value is a string. Its text is available. */
    TEXT,
    /** The value is not a string. */
    NO_TEXT,
    /** The value is a string with an unpaired surrogate. This is not valid text. */
    LONE_SURROGATE
  }

  /**
   * Creates an extractor of these fields.
   *
   * @param text path of the text
   * @param others paths of other fields
   */
  public JsonText(String text, Collection<String> others) {
    this.path = text;
    Map<Integer, String> numbered = new HashMap<>();
    numbered.put(TEXT, text);
    for (String other : new LinkedHashSet<>(others)) {
      numbers.put(other, numbered.size());
      numbered.put(numbered.size(), other);
    }
    this.paths = new JsonPaths(numbered);
    this.foundBy = new Name[numbered.size()];
    this.starts = new int[numbered.size()];
    this.ends = new int[numbered.size()];
    this.escaped = new boolean[numbered.size()];
  }

  /** Creates an extractor of a text alone. */
  public JsonText(String text) {
    this(text, List.of());
  }

  /** Moves to a valid object. The object may be surrounded by blanks. */
  @Override
  public void read(byte[] object, int offset, int length) {
    begin(object, offset, offset + length);
    scanner.resetValid(object, offset, length);
    scanner.object(scanner.blanks(offset), 0, outermost);
    takeText();
  }

  /**
   * Reads the object at an offset. Nothing after the object is read.
   *
   * @param limit offset after the available bytes
   * @return the offset after the object; negative if the {@link #scanner} found a problem
   */
  int readFirst(byte[] object, int offset, int limit) {
    begin(object, offset, limit);
    scanner.reset(object, offset, limit - offset);
    int behind = scanner.object(offset, 0, outermost);
    if (behind >= 0) {
      end = behind;
      takeText();
    }
    return behind;
  }

  private void begin(byte[] object, int offset, int limit) {
    bytes = object;
    start = offset;
    end = limit;
    found = Found.MISSING;
    Arrays.fill(foundBy, JsonPaths.NONE);
  }

  JsonScanner scanner() {
    return scanner;
  }

  private int outermost(int from, int to, int value, int depth) {
    if (!seen && names.size() < LISTED_FIELDS) {
      names.add(new String(bytes, from, to - from, UTF_8));
    }
    return member(paths, from, to, value, depth);
  }

  private int member(JsonPaths level, int from, int to, int value, int depth) {
    Optional<Name> wanted = find(level, from, to);
    if (wanted.isEmpty()) {
      return scanner.value(value, depth);
    }
    Name one = wanted.get();
    for (int number : one.goingOn()) {
      if (foundBy[number].isWithin(one)) {
        foundBy[number] = JsonPaths.NONE;
      }
    }
    int escapes = scanner.escapes();
    boolean into = one.isPassed() && value < end && bytes[value] == '{';
    int behind = into ? members(one.inner(), value, depth) : scanner.value(value, depth);
    for (int number : one.ends()) {
      foundBy[number] = one;
      starts[number] = value;
      ends[number] = behind;
      escaped[number] = scanner.escapes() > escapes;
    }
    return behind;
  }

  private int members(JsonPaths level, int object, int depth) {
    return scanner.object(
        object, depth, (from, to, value, inside) -> member(level, from, to, value, inside));
  }

  private Optional<Name> find(JsonPaths level, int from, int to) {
    for (int i = from; i < to; i++) {
      if (bytes[i] == '\\') {
        scratch.clear();
        return JsonStrings.append(bytes, from, to, scratch)
            ? level.find(scratch.bytes(), 0, scratch.length())
            : Optional.empty();
      }
    }
    return level.find(bytes, from, to);
  }

  private void takeText() {
    if (foundBy[TEXT] == JsonPaths.NONE) {
      return;
    }
    seen = true;
    byte first = bytes[starts[TEXT]];
    if (first != '"') {
      found = first == 'n' ? Found.NULL : Found.NO_TEXT;
      return;
    }
    copied = escaped[TEXT];
    boolean whole = !copied || unpack(TEXT);
    found = whole ? Found.TEXT : Found.LONE_SURROGATE;
  }

  private boolean unpack(int number) {
    unpacked.clear();
    return JsonStrings.append(bytes, starts[number] + 1, ends[number] - 1, unpacked);
  }

  /** Returns the state of the text field in the object read last. */
  public Found found() {
    return found;
  }

  @Override
  public boolean isNull() {
    return found == Found.NULL;
  }

  @Override
  public Optional<RowProblem> textProblem() {
    return switch (found) {
      case TEXT -> Optional.empty();
      case MISSING -> problem(RowProblem.NULL_TEXT, "no field " + path);
      case NULL -> problem(RowProblem.NULL_TEXT, "the text is null");
      case NO_TEXT -> problem(RowProblem.INVALID_TEXT, "field %s is not a string".formatted(path));
      case LONE_SURROGATE ->
          problem(RowProblem.INVALID_TEXT, "field %s has an unpaired surrogate".formatted(path));
    };
  }

  private static Optional<RowProblem> problem(String reason, String message) {
    return Optional.of(new RowProblem(reason, message));
  }

  @Override
  public byte[] buffer() {
    return copied ? unpacked.bytes() : bytes;
  }

  @Override
  public int offset() {
    return copied ? 0 : starts[TEXT] + 1;
  }

  @Override
  public int length() {
    if (found != Found.TEXT) {
      return 0;
    }
    return copied ? unpacked.length() : ends[TEXT] - starts[TEXT] - 2;
  }

  /**
   * Returns the text of a document, or empty if the field is missing or null. If the value is not a
   * valid text, returns bytes that are not valid UTF-8, so that no reader can mistake them for a
   * text: an unpaired surrogate becomes three bytes, and the JSON of a value that is not a string
   * follows a byte 0xFF. Valid as long as {@link #buffer}.
   */
  public Optional<ByteBuffer> textBytes() {
    return switch (found) {
      case MISSING, NULL -> Optional.empty();
      case TEXT -> Optional.of(ByteBuffer.wrap(buffer(), offset(), length()));
      case LONE_SURROGATE -> Optional.of(ByteBuffer.wrap(unpacked.bytes(), 0, unpacked.length()));
      case NO_TEXT -> {
        ByteBuffer marked = ByteBuffer.allocate(1 + ends[TEXT] - starts[TEXT]).put((byte) 0xFF);
        yield Optional.of(marked.put(bytes, starts[TEXT], ends[TEXT] - starts[TEXT]).flip());
      }
    };
  }

  /**
   * Returns the object read last as a view. The view is valid as long as its array is unchanged.
   */
  public ByteBuffer object() {
    return ByteBuffer.wrap(bytes, start, end - start);
  }

  /** Returns the offset of the text field's value in the object's array, including its quote. */
  public int valueStart() {
    return starts[TEXT];
  }

  /** Returns the offset after the text field's value. */
  public int valueEnd() {
    return ends[TEXT];
  }

  /**
   * Returns the value of a field other than the text. Each call creates it. It is empty if the
   * field is missing, null, an object or an array, has an unpaired surrogate, or was not requested.
   */
  @Override
  public Optional<RowFields.RowValue> value(String other) {
    return isRequested(other) && has(other)
        ? value(starts[numberOf(other)], ends[numberOf(other)])
        : Optional.empty();
  }

  /**
   * Returns a copy of the value of a field as an id. An id is a string, or a finite number as it is
   * written in the file. The result is empty if the field is missing or has any other value. A
   * string with an unpaired surrogate yields bytes that are not UTF-8.
   *
   * @throws IllegalArgumentException if the field was not requested
   */
  public Optional<byte[]> id(String other) {
    int number = numberOf(other);
    if (foundBy[number] == JsonPaths.NONE) {
      return Optional.empty();
    }
    return switch (bytes[starts[number]]) {
      case '"' -> string(other);
      case 't', 'f', 'n', '{', '[' -> Optional.empty();
      default ->
          isDigit(bytes[ends[number] - 1])
              ? Optional.of(Arrays.copyOfRange(bytes, starts[number], ends[number]))
              : Optional.empty();
    };
  }

  /** Returns whether a byte can be the last byte of a finite number. */
  private static boolean isDigit(byte last) {
    return last >= '0' && last <= '9';
  }

  /**
   * Returns a copy of the bytes of a field that is a string, or empty if the field is missing or
   * not a string. With an unpaired surrogate, the bytes are not UTF-8.
   *
   * @throws IllegalArgumentException if the field was not requested
   */
  public Optional<byte[]> string(String other) {
    int number = numberOf(other);
    if (foundBy[number] == JsonPaths.NONE || bytes[starts[number]] != '"') {
      return Optional.empty();
    }
    if (!escaped[number]) {
      return Optional.of(Arrays.copyOfRange(bytes, starts[number] + 1, ends[number] - 1));
    }
    scratch.clear();
    JsonStrings.append(bytes, starts[number] + 1, ends[number] - 1, scratch);
    return Optional.of(Arrays.copyOf(scratch.bytes(), scratch.length()));
  }

  /**
   * Returns the value of a field that is a number, or a string that holds a number. The result is
   * NaN for any other value, and empty if the field is missing or null.
   *
   * @throws IllegalArgumentException if the field was not requested
   */
  public OptionalDouble number(String other) {
    int number = numberOf(other);
    if (foundBy[number] == JsonPaths.NONE || bytes[starts[number]] == 'n') {
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(
        switch (bytes[starts[number]]) {
          case '"' ->
              string(other)
                  .map(text -> ScoreText.parse(new String(text, UTF_8)))
                  .orElse(Double.NaN);
          case 't', 'f', '{', '[' -> Double.NaN;
          default -> Double.parseDouble(raw(starts[number], ends[number]));
        });
  }

  /**
   * Returns the JSON of a field's value as a view, or empty if the field is missing. The view is
   * valid as long as the object's array is unchanged.
   *
   * @throws IllegalArgumentException if the field was not requested
   */
  public Optional<ByteBuffer> json(String other) {
    int number = numberOf(other);
    return foundBy[number] == JsonPaths.NONE
        ? Optional.empty()
        : Optional.of(
            ByteBuffer.wrap(bytes, starts[number], ends[number] - starts[number]).slice());
  }

  /**
   * Returns whether the object has a field, whatever its value.
   *
   * @throws IllegalArgumentException if the field was not requested
   */
  public boolean has(String other) {
    return foundBy[numberOf(other)] != JsonPaths.NONE;
  }

  private Optional<RowFields.RowValue> value(int from, int to) {
    return switch (bytes[from]) {
      case '"' -> string(from, to);
      case 't', 'f' -> Optional.of(RowFields.RowValue.of(raw(from, to)));
      case 'n', '{', '[' -> Optional.empty();
      default -> Optional.of(RowFields.RowValue.ofNumber(raw(from, to)));
    };
  }

  private String raw(int from, int to) {
    return new String(bytes, from, to - from, UTF_8);
  }

  private Optional<RowFields.RowValue> string(int from, int to) {
    scratch.clear();
    return JsonStrings.append(bytes, from + 1, to - 1, scratch)
        ? Optional.of(
            RowFields.RowValue.of(new String(scratch.bytes(), 0, scratch.length(), UTF_8)))
        : Optional.empty();
  }

  /**
   * Returns the elements of a field that is an array. An element is the text of its {@link #value},
   * or its JSON if it has no such text. Empty if the field is not an array, or was not requested.
   */
  @Override
  public Optional<List<String>> elements(String other) {
    if (!isRequested(other) || !has(other) || bytes[starts[numberOf(other)]] != '[') {
      return Optional.empty();
    }
    List<String> elements = new ArrayList<>();
    int at = scanner.blanks(starts[numberOf(other)] + 1);
    while (bytes[at] != ']') {
      int behind = scanner.value(at, 1);
      String raw = raw(at, behind);
      elements.add(value(at, behind).map(RowFields.RowValue::text).orElse(raw));
      at = scanner.blanks(behind);
      at = bytes[at] == ',' ? scanner.blanks(at + 1) : at;
    }
    return Optional.of(elements);
  }

  private boolean isRequested(String other) {
    return other.equals(path) || numbers.containsKey(other);
  }

  private int numberOf(String other) {
    int number = other.equals(path) ? TEXT : numbers.getOrDefault(other, -1);
    if (number < 0) {
      throw new IllegalArgumentException("field %s was not requested".formatted(other));
    }
    return number;
  }

  /**
   * Writes the object with its text replaced and all other bytes unchanged. The object's array must
   * be unchanged.
   *
   * @param utf8 contains the new text, in UTF-8
   */
  public void writeWith(byte[] utf8, int offset, int length, OutputStream out) throws IOException {
    out.write(bytes, start, valueStart() - start);
    JsonStrings.write(utf8, offset, length, out);
    out.write(bytes, valueEnd(), end - valueEnd());
  }

  /** Returns the names of fields that were seen before any object had the text. */
  public List<String> names() {
    return List.copyOf(names);
  }
}
