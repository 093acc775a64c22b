package dev.sluice.storage.page;

import com.fasterxml.jackson.core.io.NumberOutput;
import dev.sluice.core.ScoreText;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.io.ParquetDecodingException;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.Float16LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.UUIDLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.UnknownLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;

/**
 * Finds the columns of a file by their paths. It checks which types a field may have, and reads the
 * values.
 */
public final class ColumnTypes {
  private static final byte[] NO_ID = {};
  private static final int LISTED_COLUMNS = 30;

  private final Path file;

  public ColumnTypes(Path file) {
    this.file = file;
  }

  /**
   * Returns the index of the column with this path, or empty if no column has it. Names may contain
   * dots, so complete paths are compared.
   *
   * @throws SourceFormatException if several columns have the path, or the column has more than one
   *     value per row
   */
  public OptionalInt find(List<ColumnDescriptor> columns, String path)
      throws SourceFormatException {
    int[] found =
        IntStream.range(0, columns.size())
            .filter(leaf -> String.join(".", columns.get(leaf).getPath()).equals(path))
            .toArray();
    if (found.length > 1) {
      throw new SourceFormatException(file, "has two columns named %s".formatted(path));
    }
    if (found.length == 1 && columns.get(found[0]).getMaxRepetitionLevel() > 0) {
      throw new SourceFormatException(
          file, "column %s is repeated, but must have one value per row".formatted(path));
    }
    return found.length == 0 ? OptionalInt.empty() : OptionalInt.of(found[0]);
  }

  /**
   * Returns the index of a required column.
   *
   * @throws SourceFormatException if the column does not exist; lists the columns that exist
   */
  public int require(List<ColumnDescriptor> columns, String path) throws SourceFormatException {
    return find(columns, path)
        .orElseThrow(() -> SourceFormatException.lacking(file, "no column", path, listed(columns)));
  }

  private static String listed(List<ColumnDescriptor> columns) {
    int more = columns.size() - LISTED_COLUMNS;
    String listed =
        columns.stream()
            .limit(LISTED_COLUMNS)
            .map(SourceFooter::describe)
            .collect(Collectors.joining(", "));
    return more <= 0 ? listed : listed + " and %d more".formatted(more);
  }

  /** Requires a type that can hold text. */
  public void requireBytes(ColumnDescriptor column, String field) throws SourceFormatException {
    PrimitiveType type = column.getPrimitiveType();
    if (!isBytes(type) && !isNothing(type)) {
      throw wrong(column, field, "a string or binary column");
    }
  }

  /** Requires a type that can hold ids. */
  public void requireId(ColumnDescriptor column) throws SourceFormatException {
    PrimitiveType type = column.getPrimitiveType();
    boolean isId =
        isBytes(type)
            || isInteger(type)
            || isFraction(type)
            || isNothing(type)
            || type.getPrimitiveTypeName() == PrimitiveTypeName.BOOLEAN;
    if (!isId) {
      throw wrong(column, "id", "a string, binary or number column");
    }
  }

  private SourceFormatException wrong(ColumnDescriptor column, String field, String allowed) {
    return new SourceFormatException(
        file,
        "column %s cannot be the %s: it is %s, but must be %s"
            .formatted(
                String.join(".", column.getPath()), field, SourceFooter.describe(column), allowed));
  }

  /**
   * Returns whether a column is annotated as all-null. Writers that saw no value do not know its
   * type, but Parquet requires one.
   */
  public static boolean isNothing(Type type) {
    return type.isPrimitive()
        && type.getLogicalTypeAnnotation() instanceof UnknownLogicalTypeAnnotation;
  }

  private static boolean isBytes(PrimitiveType type) {
    return switch (type.getPrimitiveTypeName()) {
      case BINARY, FIXED_LEN_BYTE_ARRAY -> !isDecimal(type) && !isFloat16(type);
      default -> false;
    };
  }

  private static boolean isInteger(PrimitiveType type) {
    LogicalTypeAnnotation logical = type.getLogicalTypeAnnotation();
    return switch (type.getPrimitiveTypeName()) {
      case INT32, INT64 -> logical == null || logical instanceof IntLogicalTypeAnnotation;
      default -> false;
    };
  }

  private static boolean isDecimal(PrimitiveType type) {
    return type.getLogicalTypeAnnotation() instanceof DecimalLogicalTypeAnnotation;
  }

  private static boolean isFraction(PrimitiveType type) {
    return switch (type.getPrimitiveTypeName()) {
      case FLOAT, DOUBLE -> true;
      default -> isDecimal(type) || isFloat16(type);
    };
  }

  private static boolean isFloat16(PrimitiveType type) {
    return type.getLogicalTypeAnnotation() instanceof Float16LogicalTypeAnnotation;
  }

  private static boolean isUnsigned(PrimitiveType type) {
    return type.getLogicalTypeAnnotation() instanceof IntLogicalTypeAnnotation integer
        && !integer.isSigned();
  }

  /**
   * Returns a function that reads the present value of a score. It is a number, or a string that
   * holds a number. For other strings and types, it returns NaN, which is not a valid score.
   */
  public static ToDoubleFunction<ColumnReader> score(PrimitiveType type) {
    if (type.getLogicalTypeAnnotation() instanceof DecimalLogicalTypeAnnotation decimal) {
      Function<ColumnReader, BigDecimal> exact = decimal(type, decimal.getScale());
      return reader -> exact.apply(reader).doubleValue();
    }
    return switch (type.getPrimitiveTypeName()) {
      case FLOAT -> ColumnReader::getFloat;
      case DOUBLE -> ColumnReader::getDouble;
      case INT32, INT64 -> isInteger(type) ? integer(type) : ColumnTypes::noNumber;
      case BINARY -> reader -> ScoreText.parse(reader.getBinary().toStringUsingUTF8());
      case FIXED_LEN_BYTE_ARRAY -> isFloat16(type) ? ColumnTypes::float16 : ColumnTypes::noNumber;
      case BOOLEAN, INT96 -> ColumnTypes::noNumber;
    };
  }

  private static double noNumber(ColumnReader reader) {
    reader.skip();
    return Double.NaN;
  }

  private static ToDoubleFunction<ColumnReader> integer(PrimitiveType type) {
    boolean unsigned = isUnsigned(type);
    if (type.getPrimitiveTypeName() == PrimitiveTypeName.INT64) {
      return unsigned ? ColumnTypes::unsignedLong : ColumnReader::getLong;
    }
    return unsigned
        ? reader -> Integer.toUnsignedLong(int32(type, reader))
        : reader -> int32(type, reader);
  }

  /** Rejects a number outside the range of its column's type; other readers would truncate it. */
  private static int int32(PrimitiveType type, ColumnReader reader) {
    int value = reader.getInteger();
    if (type.getLogicalTypeAnnotation() instanceof IntLogicalTypeAnnotation integer
        && integer.getBitWidth() < Integer.SIZE) {
      int bits = integer.getBitWidth();
      int most = integer.isSigned() ? (1 << bits - 1) - 1 : (1 << bits) - 1;
      int least = integer.isSigned() ? -most - 1 : 0;
      if (value < least || value > most) {
        throw new ParquetDecodingException(
            "%d is out of range for a column of type %s: must be from %d to %d"
                .formatted(value, integer, least, most));
      }
    }
    return value;
  }

  private static Function<ColumnReader, BigDecimal> decimal(PrimitiveType type, int scale) {
    return switch (type.getPrimitiveTypeName()) {
      case INT32 -> reader -> BigDecimal.valueOf(reader.getInteger(), scale);
      case INT64 -> reader -> BigDecimal.valueOf(reader.getLong(), scale);
      default -> reader -> new BigDecimal(new BigInteger(reader.getBinary().getBytes()), scale);
    };
  }

  private static double unsignedLong(ColumnReader reader) {
    long value = reader.getLong();
    return value >= 0 ? value : new BigDecimal(Long.toUnsignedString(value)).doubleValue();
  }

  private static double float16(ColumnReader reader) {
    return float16(reader.getBinary().toByteBuffer().order(ByteOrder.LITTLE_ENDIAN).getShort());
  }

  /** Converts the bits of a half-precision number. */
  public static double float16(short bits) {
    int exponent = bits >> 10 & 0x1F;
    int fraction = bits & 0x3FF;
    double magnitude =
        switch (exponent) {
          case 0 -> Math.scalb((double) fraction, -24);
          case 0x1F -> fraction == 0 ? Double.POSITIVE_INFINITY : Double.NaN;
          default -> Math.scalb((double) (fraction | 0x400), exponent - 25);
        };
    return bits < 0 ? -magnitude : magnitude;
  }

  /**
   * Returns a function that reads the present value of an id column as a new byte array. Booleans
   * and numbers that are not finite cannot be ids.
   */
  public static Function<ColumnReader, byte[]> id(PrimitiveType type) {
    if (type.getLogicalTypeAnnotation() instanceof DecimalLogicalTypeAnnotation decimal) {
      Function<ColumnReader, BigDecimal> exact = decimal(type, decimal.getScale());
      return reader -> ascii(exact.apply(reader).toPlainString());
    }
    boolean unsigned = isUnsigned(type);
    return switch (type.getPrimitiveTypeName()) {
      case INT32 ->
          reader ->
              ascii(
                  unsigned
                      ? Integer.toUnsignedString(int32(type, reader))
                      : Integer.toString(int32(type, reader)));
      case INT64 ->
          reader ->
              ascii(
                  unsigned
                      ? Long.toUnsignedString(reader.getLong())
                      : Long.toString(reader.getLong()));
      case FLOAT ->
          reader -> {
            float value = reader.getFloat();
            return Float.isFinite(value) ? ascii(NumberOutput.toString(value, true)) : NO_ID;
          };
      case DOUBLE -> reader -> id(reader.getDouble());
      case BOOLEAN ->
          reader -> {
            reader.skip();
            return NO_ID;
          };
      default -> isFloat16(type) ? reader -> id(float16(reader)) : bytes(type);
    };
  }

  /** Returns the shortest decimal notation of a number, independent of the Java version. */
  private static byte[] id(double value) {
    return Double.isFinite(value) ? ascii(NumberOutput.toString(value, true)) : NO_ID;
  }

  private static Function<ColumnReader, byte[]> bytes(PrimitiveType type) {
    return type.getLogicalTypeAnnotation() instanceof UUIDLogicalTypeAnnotation
        ? ColumnTypes::uuid
        : reader -> reader.getBinary().getBytes();
  }

  private static byte[] uuid(ColumnReader reader) {
    ByteBuffer bytes = reader.getBinary().toByteBuffer().order(ByteOrder.BIG_ENDIAN);
    return ascii(new UUID(bytes.getLong(), bytes.getLong()).toString());
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
