package dev.sluice.storage.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.UUID;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.io.api.Binary;

/** A type that a field has in Parquet, and how JSON says the same. */
public enum FieldType {
  /** Values are strings, some with half of a surrogate pair. */
  STRING("binary %s (STRING)"),
  /** Strings whose type does not say so. */
  BYTES("binary %s"),
  /** Values are of type {@link BigInteger}, as are those of all integers. */
  INT32("int32 %s"),
  INT64("int64 %s"),
  UINT32("int32 %s (INTEGER(32,false))"),
  UINT64("int64 %s (INTEGER(64,false))"),
  /** Values are of type {@link BigDecimal}. */
  DECIMAL("int64 %s (DECIMAL(18,3))"),
  LONG_DECIMAL("binary %s (DECIMAL(30,2))"),
  /** Values are of type {@link Float}. */
  FLOAT("float %s"),
  /** Values are of type {@link Double}. */
  DOUBLE("double %s"),
  BOOLEAN("boolean %s"),
  UUID("fixed_len_byte_array(16) %s (UUID)"),
  /** No row has a value. */
  NOTHING("int32 %s (UNKNOWN)");

  /** Those that an id may have without being written in another way in JSON. */
  public static final List<FieldType> IDS =
      List.of(
          STRING,
          STRING,
          STRING,
          BYTES,
          INT32,
          INT64,
          UINT32,
          UINT64,
          DECIMAL,
          LONG_DECIMAL,
          BOOLEAN,
          UUID,
          NOTHING);

  /** Those that a score may have, or may be expected to have. */
  public static final List<FieldType> SCORES =
      List.of(
          DOUBLE,
          DOUBLE,
          DOUBLE,
          FLOAT,
          INT32,
          INT64,
          UINT64,
          DECIMAL,
          LONG_DECIMAL,
          STRING,
          STRING,
          BOOLEAN,
          NOTHING);

  /** A string with half of a surrogate pair. */
  static final String HALF = "half \ud83d";

  private static final List<Double> ODD =
      List.of(
          1e-7,
          -0.0,
          0.0,
          1e300,
          Double.MIN_VALUE,
          5.000000001,
          2.8 - 5e-10,
          3.5,
          Double.NaN,
          Double.POSITIVE_INFINITY,
          Double.NEGATIVE_INFINITY);

  private static final List<String> ODD_NUMBERS =
      List.of(
          " 3.7",
          "3,7",
          "high",
          "",
          "1e-7",
          "-0.0",
          "1e400",
          "+3.5",
          ".5",
          "4.",
          "NaN",
          "Infinity",
          "0x1p2",
          "3.7d",
          "\uff13",
          "3.7\u0000",
          "true",
          "null",
          "4e0");

  private final String parquet;

  FieldType(String parquet) {
    this.parquet = parquet;
  }

  /** The field in Parquet's notation. */
  String inParquet(String name) {
    return parquet.formatted(name);
  }

  /** A value that identifies a document, one of a few so that they repeat; a string may be "". */
  Object id(Random random) {
    int number = random.nextInt(400);
    return switch (this) {
      case STRING, BYTES ->
          switch (random.nextInt(8)) {
            case 0 -> String.valueOf(number);
            case 1 -> "gr\u00f6\u00dfe \ud83d\ude00 \u6f22" + number;
            case 2 -> "\"\\\t\u2028 " + number;
            case 3 -> List.of("", HALF, " " + number, " " + number).get(number % 4);
            default -> "<urn:uuid:%s>".formatted(new UUID(0x4000L, Long.MIN_VALUE + number));
          };
      case INT32 -> BigInteger.valueOf(number - 9);
      case INT64 -> BigInteger.valueOf(random.nextBoolean() ? number : Long.MIN_VALUE + number);
      case UINT32 -> BigInteger.valueOf(random.nextBoolean() ? number : (1L << 32) - 1 - number);
      case UINT64 ->
          random.nextBoolean()
              ? BigInteger.valueOf(number)
              : BigInteger.ONE.shiftLeft(64).subtract(BigInteger.valueOf(1 + number));
      case UUID -> new UUID(0x4000L, Long.MIN_VALUE + number);
      case DECIMAL -> BigDecimal.valueOf(number * 500L, 3);
      case LONG_DECIMAL -> new BigDecimal(BigInteger.TEN.pow(27).multiply(big(number)), 2);
      case BOOLEAN -> random.nextBoolean();
      default -> throw new IllegalArgumentException("no ids of type " + this);
    };
  }

  private static BigInteger big(long number) {
    return BigInteger.valueOf(number - 9);
  }

  /** A value of any kind, strings from one of a few. */
  Object other(Random random) {
    return switch (this) {
      case STRING -> one(random, List.of("en", "de", "", "\u00e9", "it's \"\\\n", "7"));
      case INT32 -> BigInteger.valueOf(random.nextInt(40) - 3);
      case INT64 -> BigInteger.valueOf((random.nextBoolean() ? 1L << 53 : 0) + random.nextInt(40));
      default -> score(random);
    };
  }

  /** A value that says how good a document is, mostly one from 2 to 5.5. */
  Object score(Random random) {
    double usual = 2 + random.nextInt(36) / 10.0;
    return switch (this) {
      case STRING, BYTES ->
          random.nextInt(3) == 0 ? one(random, ODD_NUMBERS) : String.valueOf(usual);
      case DOUBLE -> random.nextInt(6) == 0 ? one(random, ODD) : (Object) usual;
      case FLOAT -> (float) (random.nextInt(6) == 0 ? one(random, ODD) : usual);
      case INT32, INT64 -> BigInteger.valueOf(random.nextInt(8) - 1);
      case UINT64 ->
          random.nextInt(5) == 0
              ? BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE)
              : BigInteger.valueOf(random.nextInt(7));
      case DECIMAL -> BigDecimal.valueOf(2000 + random.nextInt(3500), 3);
      case LONG_DECIMAL -> BigDecimal.valueOf(200 + random.nextInt(350), 2);
      case BOOLEAN -> random.nextBoolean();
      default -> throw new IllegalArgumentException("no scores of type " + this);
    };
  }

  private static <T> T one(Random random, List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  /** The id that a value is; empty if it is none. */
  Optional<String> asId(Object value) {
    return switch (this) {
      case BOOLEAN, NOTHING -> Optional.empty();
      default -> Optional.of(text(value)).filter(id -> !id.isEmpty());
    };
  }

  /** The score that a value is; NaN if it is none. */
  OptionalDouble asScore(Object value) {
    return OptionalDouble.of(
        switch (this) {
          case BOOLEAN, UUID, NOTHING -> Double.NaN;
          case STRING, BYTES -> number((String) value);
          default -> ((Number) value).doubleValue();
        });
  }

  private static double number(String text) {
    try {
      boolean plain = text.chars().allMatch(c -> c > ' ' && c < 0x7f);
      double number = plain ? new BigDecimal(text).doubleValue() : Double.NaN;
      return number == 0 && text.startsWith("-") ? -0.0 : number;
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }

  /** A value as text, the same for equal values whatever file they come from. */
  String text(Object value) {
    return switch (this) {
      case DECIMAL, LONG_DECIMAL -> ((BigDecimal) value).toPlainString();
      default -> value.toString();
    };
  }

  /** What a number of JSON is in a field of this type, as {@link #text} writes it. */
  String textOfNumber(String json) {
    return switch (this) {
      case FLOAT -> String.valueOf((float) Double.parseDouble(json));
      case DOUBLE -> String.valueOf(Double.parseDouble(json));
      case DECIMAL -> new BigDecimal(json).setScale(3).toPlainString();
      case LONG_DECIMAL -> new BigDecimal(json).setScale(2).toPlainString();
      default -> json;
    };
  }

  /** Adds a value to a row of Parquet. */
  void append(Group row, String name, Object value) {
    switch (this) {
      case STRING, BYTES -> row.append(name, Binary.fromConstantByteArray(bytes((String) value)));
      case INT32, UINT32 -> row.append(name, ((BigInteger) value).intValue());
      case INT64, UINT64 -> row.append(name, ((BigInteger) value).longValue());
      case DECIMAL -> row.append(name, ((BigDecimal) value).unscaledValue().longValueExact());
      case LONG_DECIMAL ->
          row.append(
              name,
              Binary.fromConstantByteArray(((BigDecimal) value).unscaledValue().toByteArray()));
      case FLOAT -> row.append(name, (float) value);
      case DOUBLE -> row.append(name, (double) value);
      case BOOLEAN -> row.append(name, (boolean) value);
      case UUID -> row.append(name, Binary.fromConstantByteArray(bytes((UUID) value)));
      case NOTHING -> throw new IllegalArgumentException("no value is possible");
    }
  }

  private static byte[] bytes(UUID value) {
    return ByteBuffer.allocate(16)
        .putLong(value.getMostSignificantBits())
        .putLong(value.getLeastSignificantBits())
        .array();
  }

  /** UTF-8, in which half of a surrogate pair has the three bytes that it would have. */
  static byte[] bytes(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    text.codePoints()
        .forEach(
            c -> {
              if (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) {
                bytes.write(0xE0 | c >> 12);
                bytes.write(0x80 | c >> 6 & 0x3F);
                bytes.write(0x80 | c & 0x3F);
              } else {
                bytes.writeBytes(Character.toString(c).getBytes(UTF_8));
              }
            });
    return bytes.toByteArray();
  }

  /** Writes a value as JSON. */
  void write(Object value, StringBuilder json, Random random) {
    switch (this) {
      case STRING, BYTES, UUID -> string(value.toString(), json, random);
      case FLOAT -> json.append(number(((Float) value).doubleValue(), random));
      case DOUBLE -> json.append(number((double) value, random));
      default -> json.append(text(value));
    }
  }

  private static String number(double value, Random random) {
    boolean isPlain = Math.abs(value) > 1e-9 && Math.abs(value) < 1e6;
    return isPlain && random.nextInt(4) == 0
        ? new BigDecimal(value).toString()
        : String.valueOf(value);
  }

  static void string(String text, StringBuilder json, Random random) {
    int escaped = random.nextInt(3);
    json.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean must = c < ' ' || c == '"' || c == '\\' || isAlone(text, i);
      if (must || escaped == 1 && c > '~' || escaped == 2 && random.nextInt(9) == 0) {
        json.append(c == '\n' && escaped == 0 ? "\\n" : "\\u%04x".formatted((int) c));
        if (Character.isHighSurrogate(c) && !isAlone(text, i)) {
          json.append("\\u%04X".formatted((int) text.charAt(++i)));
        }
      } else {
        json.append(c);
        if (Character.isHighSurrogate(c)) {
          json.append(text.charAt(++i));
        }
      }
    }
    json.append('"');
  }

  private static boolean isAlone(String text, int at) {
    char c = text.charAt(at);
    return Character.isHighSurrogate(c)
        ? at + 1 == text.length() || !Character.isLowSurrogate(text.charAt(at + 1))
        : Character.isLowSurrogate(c)
            && (at == 0 || !Character.isHighSurrogate(text.charAt(at - 1)));
  }

  /** The value of a row of Parquet as {@link #text} writes it; empty if it is null. */
  Optional<String> text(Group row, String name) {
    if (row.getFieldRepetitionCount(name) == 0) {
      return Optional.empty();
    }
    return Optional.of(
        switch (row.getType().getType(name).asPrimitiveType().getPrimitiveTypeName()) {
          case INT32 -> integer(row.getInteger(name, 0));
          case INT64 -> integer(row.getLong(name, 0));
          case FLOAT -> floating(row.getFloat(name, 0));
          case DOUBLE -> floating(row.getDouble(name, 0));
          case BOOLEAN -> String.valueOf(row.getBoolean(name, 0));
          default -> text(row.getBinary(name, 0));
        });
  }

  private String integer(long value) {
    return switch (this) {
      case UINT32 -> String.valueOf(value & 0xFFFF_FFFFL);
      case UINT64 -> Long.toUnsignedString(value);
      case DECIMAL -> BigDecimal.valueOf(value, 3).toPlainString();
      default -> String.valueOf(value);
    };
  }

  private String floating(double value) {
    return switch (this) {
      case FLOAT -> String.valueOf((float) value);
      case DECIMAL -> BigDecimal.valueOf(value).setScale(3).toPlainString();
      default -> String.valueOf(value);
    };
  }

  private String text(Binary value) {
    return switch (this) {
      case LONG_DECIMAL -> new BigDecimal(new BigInteger(value.getBytes()), 2).toPlainString();
      case UUID -> uuid(value.toByteBuffer());
      case STRING, BYTES -> value.toStringUsingUTF8();
      default -> textOfNumber(value.toStringUsingUTF8());
    };
  }

  private static String uuid(ByteBuffer bytes) {
    return bytes.remaining() == 16
        ? new UUID(bytes.getLong(), bytes.getLong()).toString()
        : UTF_8.decode(bytes).toString();
  }
}
