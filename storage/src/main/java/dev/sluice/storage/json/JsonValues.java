package dev.sluice.storage.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.time.format.DateTimeFormatter.ISO_LOCAL_DATE_TIME;
import static java.time.format.DateTimeFormatter.ISO_LOCAL_TIME;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.core.Utf8;
import dev.sluice.storage.table.RecordReader;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DateLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.EnumLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.Float16LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntervalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.JsonLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.StringLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.UUIDLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;

/**
 * Writes the values of leaf columns as JSON, in the form that their logical types define. Not
 * thread-safe.
 */
final class JsonValues {
  /** Writes null. This is for columns that are not leaves. */
  static final Writer NONE = (values, leaf) -> values.json.writeNull();

  private final JsonGenerator json;
  private final RecordReader reader;
  private final JsonScanner scanner = new JsonScanner();
  private long replaced;

  /** Writes the current value of a leaf column. */
  @FunctionalInterface
  interface Writer {
    void write(JsonValues values, int leaf) throws IOException;
  }

  JsonValues(JsonGenerator json, RecordReader reader) {
    this.json = json;
    this.reader = reader;
  }

  /** Returns how many strings so far were not valid UTF-8. */
  long replaced() {
    return replaced;
  }

  /** Returns the writer for values of a type. */
  static Writer of(PrimitiveType type) {
    LogicalTypeAnnotation logical = type.getLogicalTypeAnnotation();
    if (logical instanceof DecimalLogicalTypeAnnotation decimal) {
      return decimal(type, decimal.getScale());
    }
    return switch (type.getPrimitiveTypeName()) {
      case BOOLEAN -> (values, leaf) -> values.json.writeBoolean(values.reader.bool(leaf));
      case INT32 -> int32(logical);
      case INT64 -> int64(logical);
      case FLOAT -> JsonValues::float32;
      case DOUBLE -> (values, leaf) -> values.number(values.reader.float64(leaf));
      case INT96 -> JsonValues::int96;
      case BINARY, FIXED_LEN_BYTE_ARRAY -> bytes(logical);
    };
  }

  private static Writer int32(LogicalTypeAnnotation logical) {
    if (logical instanceof DateLogicalTypeAnnotation) {
      return (values, leaf) -> values.json.writeString(JsonTimes.date(values.reader.int32(leaf)));
    }
    if (logical instanceof TimeLogicalTypeAnnotation time) {
      return (values, leaf) -> values.time(values.reader.int32(leaf), time);
    }
    return isUnsigned(logical)
        ? (values, leaf) ->
            values.json.writeNumber(Integer.toUnsignedLong(values.reader.int32(leaf)))
        : (values, leaf) -> values.json.writeNumber(values.reader.int32(leaf));
  }

  private static Writer int64(LogicalTypeAnnotation logical) {
    if (logical instanceof TimestampLogicalTypeAnnotation timestamp) {
      return (values, leaf) ->
          values.json.writeString(JsonTimes.timestamp(values.reader.int64(leaf), timestamp));
    }
    if (logical instanceof TimeLogicalTypeAnnotation time) {
      return (values, leaf) -> values.time(values.reader.int64(leaf), time);
    }
    return isUnsigned(logical)
        ? (values, leaf) ->
            values.json.writeNumber(Long.toUnsignedString(values.reader.int64(leaf)))
        : (values, leaf) -> values.json.writeNumber(values.reader.int64(leaf));
  }

  private static boolean isUnsigned(LogicalTypeAnnotation logical) {
    return logical instanceof IntLogicalTypeAnnotation integer && !integer.isSigned();
  }

  private static Writer bytes(LogicalTypeAnnotation logical) {
    if (logical instanceof StringLogicalTypeAnnotation
        || logical instanceof EnumLogicalTypeAnnotation) {
      return JsonValues::string;
    }
    if (logical instanceof JsonLogicalTypeAnnotation) {
      return JsonValues::json;
    }
    if (logical instanceof UUIDLogicalTypeAnnotation) {
      return JsonValues::uuid;
    }
    if (logical instanceof Float16LogicalTypeAnnotation) {
      return (values, leaf) -> values.number(values.reader.float16(leaf));
    }
    return logical instanceof IntervalLogicalTypeAnnotation
        ? JsonValues::interval
        : JsonValues::base64;
  }

  private static Writer decimal(PrimitiveType type, int scale) {
    return switch (type.getPrimitiveTypeName()) {
      case INT32 ->
          (values, leaf) -> values.decimal(BigInteger.valueOf(values.reader.int32(leaf)), scale);
      case INT64 ->
          (values, leaf) -> values.decimal(BigInteger.valueOf(values.reader.int64(leaf)), scale);
      default -> (values, leaf) -> values.decimal(values.unscaled(leaf), scale);
    };
  }

  /** Returns the unscaled value of a big-endian decimal; 0 if it has no bytes. */
  private BigInteger unscaled(int leaf) {
    byte[] bytes = copy(leaf);
    return bytes.length == 0 ? BigInteger.ZERO : new BigInteger(bytes);
  }

  private void decimal(BigInteger unscaled, int scale) throws IOException {
    json.writeNumber(new BigDecimal(unscaled, scale).toPlainString());
  }

  private void float32(int leaf) throws IOException {
    float value = reader.float32(leaf);
    if (Float.isFinite(value)) {
      json.writeNumber(value);
    } else {
      json.writeNull();
    }
  }

  private void number(double value) throws IOException {
    if (Double.isFinite(value)) {
      json.writeNumber(value);
    } else {
      json.writeNull();
    }
  }

  private void time(long value, TimeLogicalTypeAnnotation time) throws IOException {
    json.writeString(JsonTimes.time(value, time));
  }

  /**
   * Writes an INT96 timestamp: nanoseconds of the day, then the Julian day, as Impala stores them.
   */
  private void int96(int leaf) throws IOException {
    ByteBuffer bytes = value(leaf).order(ByteOrder.LITTLE_ENDIAN);
    json.writeString(JsonTimes.julian(bytes.getLong(), bytes.getInt()));
  }

  private void uuid(int leaf) throws IOException {
    ByteBuffer bytes = value(leaf);
    json.writeString(new UUID(bytes.getLong(), bytes.getLong()).toString());
  }

  private void interval(int leaf) throws IOException {
    ByteBuffer bytes = value(leaf).order(ByteOrder.LITTLE_ENDIAN);
    json.writeStartObject();
    for (String part : new String[] {"months", "days", "millis"}) {
      json.writeNumberField(part, Integer.toUnsignedLong(bytes.getInt()));
    }
    json.writeEndObject();
  }

  private void base64(int leaf) throws IOException {
    json.writeBinary(reader.bytes(), reader.valueOffset(leaf), reader.valueLength(leaf));
  }

  private void string(int leaf) throws IOException {
    int offset = reader.valueOffset(leaf);
    int length = reader.valueLength(leaf);
    if (Utf8.isWellFormed(reader.bytes(), offset, length)) {
      json.writeUTF8String(reader.bytes(), offset, length);
    } else {
      json.writeString(decoded(leaf));
    }
  }

  /** Writes a string as a field name, that is, as the key of a map. */
  void writeName(int leaf) throws IOException {
    int offset = reader.valueOffset(leaf);
    int length = reader.valueLength(leaf);
    boolean sound = Utf8.isWellFormed(reader.bytes(), offset, length);
    json.writeFieldName(sound ? new String(reader.bytes(), offset, length, UTF_8) : decoded(leaf));
  }

  private String decoded(int leaf) {
    replaced++;
    return new String(reader.bytes(), reader.valueOffset(leaf), reader.valueLength(leaf), UTF_8);
  }

  /** Writes JSON text on one line, because the text may contain line breaks between tokens. */
  private void json(int leaf) throws IOException {
    int offset = reader.valueOffset(leaf);
    int length = reader.valueLength(leaf);
    if (Utf8.isWellFormed(reader.bytes(), offset, length)
        && scanner.isStandard(reader.bytes(), offset, length)) {
      String text = new String(reader.bytes(), offset, length, UTF_8);
      json.writeRawValue(text.replace('\n', ' ').replace('\r', ' '));
    } else {
      string(leaf);
    }
  }

  private ByteBuffer value(int leaf) {
    return ByteBuffer.wrap(reader.bytes(), reader.valueOffset(leaf), reader.valueLength(leaf));
  }

  private byte[] copy(int leaf) {
    int offset = reader.valueOffset(leaf);
    return Arrays.copyOfRange(reader.bytes(), offset, offset + reader.valueLength(leaf));
  }

  /** Formats dates and times as in ISO 8601. */
  static final class JsonTimes {
    private static final long EPOCH_AS_JULIAN_DAY = 2_440_588;

    private JsonTimes() {}

    /** Formats a day, given as days since 1970-01-01. */
    static String date(int day) {
      return LocalDate.ofEpochDay(day).toString();
    }

    /** Formats a time of day. If it is outside a day, it is formatted as a plain number. */
    static String time(long value, TimeLogicalTypeAnnotation time) {
      TimeUnit unit = unit(time.getUnit());
      boolean within = value >= 0 && value < unit.convert(1, TimeUnit.DAYS);
      if (!within) {
        return Long.toString(value);
      }
      String text = ISO_LOCAL_TIME.format(LocalTime.ofNanoOfDay(unit.toNanos(value)));
      return time.isAdjustedToUTC() ? text + "Z" : text;
    }

    /** Formats a timestamp, given relative to 1970-01-01. */
    static String timestamp(long value, TimestampLogicalTypeAnnotation timestamp) {
      TimeUnit unit = unit(timestamp.getUnit());
      long second = unit.convert(1, TimeUnit.SECONDS);
      long nanos = unit.toNanos(Math.floorMod(value, second));
      LocalDateTime moment =
          LocalDateTime.ofEpochSecond(Math.floorDiv(value, second), (int) nanos, ZoneOffset.UTC);
      String text = ISO_LOCAL_DATE_TIME.format(moment);
      return timestamp.isAdjustedToUTC() ? text + "Z" : text;
    }

    /** Formats a timestamp, given as a Julian day and nanoseconds of that day. */
    static String julian(long nanosOfDay, int day) {
      return ISO_LOCAL_DATE_TIME.format(
          LocalDate.ofEpochDay(day - EPOCH_AS_JULIAN_DAY)
              .atStartOfDay()
              .plus(nanosOfDay, ChronoUnit.NANOS));
    }

    private static TimeUnit unit(org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit unit) {
      return switch (unit) {
        case MILLIS -> TimeUnit.MILLISECONDS;
        case MICROS -> TimeUnit.MICROSECONDS;
        case NANOS -> TimeUnit.NANOSECONDS;
      };
    }
  }
}
