package dev.sluice.storage.json;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.sluice.storage.jsonl.Utf8Buffer;
import dev.sluice.storage.table.RecordBuffer;
import dev.sluice.storage.table.TableSchema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Encodes JSON lines as records of a {@link JsonTable}. Fields that a line lacks are null; of
 * duplicate names the last value counts.
 *
 * <p>Memory: two copies of a line. Not thread-safe.
 */
public final class JsonEncoder {
  private static final byte[] NULL = "null".getBytes(US_ASCII);

  private final List<JsonColumn> columns;
  private final boolean isWhole;

  /** What records have in each column where it is null. */
  private final List<byte[]> nulls;

  /** The same where the object lacks the field. */
  private final List<byte[]> absent = new ArrayList<>();

  private final Map<String, Integer> numbers = new HashMap<>();
  private final RecordBuffer record = new RecordBuffer();
  private final Utf8Buffer texts = new Utf8Buffer();
  private final boolean[] there;
  private final boolean[] present;

  /** What is wrong with the last value of each column; null if nothing is. */
  private final String[] misfits;

  private final long[] values;
  private final int[] begins;
  private final int[] ends;
  private byte[] line = new byte[0];
  private int offset;
  private int lineEnd;

  /**
   * @param isWhole whether a field without a column is an error
   * @param constants columns of objects that lack the field
   */
  JsonEncoder(
      List<JsonColumn> columns,
      TableSchema schema,
      boolean isWhole,
      Map<String, byte[]> constants) {
    this.columns = columns;
    this.nulls = RecordBuffer.nulls(schema);
    this.isWhole = isWhole;
    for (JsonColumn column : columns) {
      absent.add(constants.getOrDefault(column.name(), nulls.get(absent.size())));
      numbers.put(column.name(), numbers.size());
    }
    this.there = new boolean[columns.size()];
    this.present = new boolean[columns.size()];
    this.misfits = new String[columns.size()];
    this.values = new long[columns.size()];
    this.begins = new int[columns.size()];
    this.ends = new int[columns.size()];
  }

  /**
   * Encodes a line.
   *
   * @throws JsonLineException if it has a value that its column cannot hold, or a field without a
   *     column where there must be none
   */
  public void encode(byte[] bytes, int from, int length) throws JsonLineException {
    line = bytes;
    offset = from;
    lineEnd = from + length;
    texts.clear();
    Arrays.fill(there, false);
    Arrays.fill(present, false);
    Arrays.fill(misfits, null);
    JsonLines.read(bytes, from, length, this::take);
    for (String misfit : misfits) {
      if (misfit != null) {
        throw new JsonLineException(misfit);
      }
    }
    record.clear();
    for (int i = 0; i < present.length; i++) {
      write(i);
    }
  }

  private void take(String name, JsonParser parser, JsonToken token) throws IOException {
    Integer number = numbers.get(name);
    if (number == null) {
      passOver(name, parser);
      return;
    }
    int i = number;
    there[i] = true;
    present[i] = token != JsonToken.VALUE_NULL;
    misfits[i] = null;
    if (!present[i]) {
      return;
    }
    JsonColumn column = columns.get(i);
    if (!column.holds(JsonKind.of(parser, token))) {
      misfits[i] = column.misfit(JsonKind.of(parser, token));
      parser.skipChildren();
      return;
    }
    switch (column.form()) {
      case BOOLEAN -> values[i] = token == JsonToken.VALUE_TRUE ? 1 : 0;
      case INT32, INT64 -> values[i] = parser.getLongValue();
      case DOUBLE -> values[i] = Double.doubleToRawLongBits(parser.getDoubleValue());
      case STRING -> takeString(i, parser);
      case JSON -> takeJson(i, parser);
      case NULL -> throw new IllegalStateException("a value that its column cannot hold");
    }
  }

  private void passOver(String name, JsonParser parser) throws IOException {
    if (isWhole) {
      throw new JsonLineException("field %s is not in the table".formatted(name));
    }
    parser.skipChildren();
  }

  private void takeString(int i, JsonParser parser) throws IOException {
    int begin = begin(parser) + 1;
    int end = begin;
    while (end < lineEnd && line[end] != '"' && line[end] != '\\') {
      end++;
    }
    begins[i] = texts.length();
    if (end < lineEnd && line[end] == '"') {
      texts.append(line, begin, end - begin);
    } else if (!texts.append(
        parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength())) {
      misfits[i] = "field %s has half a surrogate pair".formatted(columns.get(i).name());
    }
    ends[i] = texts.length();
  }

  /**
   * Copies the JSON text of an object, array or number from the line. Numbers in it that are not
   * finite, which JSON lacks, become null.
   */
  private void takeJson(int i, JsonParser parser) throws IOException {
    int begin = begin(parser);
    int end;
    if (parser.currentToken().isNumeric()) {
      end = begin + parser.getTextLength();
    } else {
      parser.skipChildren();
      end = offset + Math.toIntExact(parser.currentLocation().getByteOffset());
    }
    begins[i] = texts.length();
    appendFinite(begin, end);
    ends[i] = texts.length();
  }

  private void appendFinite(int begin, int end) {
    int copied = begin;
    boolean inString = false;
    for (int at = begin; at < end; at++) {
      byte b = line[at];
      if (inString) {
        inString = b != '"';
        at += b == '\\' ? 1 : 0;
      } else if (b == 'N' || b == 'I') {
        int first = at > begin && line[at - 1] == '-' ? at - 1 : at;
        texts.append(line, copied, first - copied);
        texts.append(NULL, 0, NULL.length);
        copied = at + (b == 'N' ? "NaN" : "Infinity").length();
        at = copied - 1;
      } else {
        inString = b == '"';
      }
    }
    texts.append(line, copied, end - copied);
  }

  /**
   * The offset in the line at which the parser's token starts. Not available for encodings other
   * than UTF-8.
   */
  private int begin(JsonParser parser) throws JsonLineException {
    long at = parser.currentTokenLocation().getByteOffset();
    if (at < 0) {
      throw new JsonLineException("not valid UTF-8");
    }
    return offset + Math.toIntExact(at);
  }

  private void write(int i) {
    if (!present[i]) {
      record.column(there[i] ? nulls.get(i) : absent.get(i));
      return;
    }
    record.level(1);
    switch (columns.get(i).form()) {
      case BOOLEAN -> record.bool(values[i] != 0);
      case INT32 -> record.int32((int) values[i]);
      case INT64, DOUBLE -> record.int64(values[i]);
      case STRING, JSON -> record.variable(texts.bytes(), begins[i], ends[i] - begins[i]);
      case NULL -> throw new IllegalStateException("a value that its column cannot hold");
    }
  }

  /** The array that holds the record from index 0; valid until the next line. */
  public byte[] buffer() {
    return record.bytes();
  }

  /** Length of the record in bytes. */
  public int length() {
    return record.length();
  }
}
