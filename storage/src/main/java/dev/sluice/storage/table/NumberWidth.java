package dev.sluice.storage.table;

import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;

/** Which numbers can be stored as which others without loss: int as long, float as double. */
final class NumberWidth {
  private NumberWidth() {}

  /** Whether one of two columns can hold all values of both. */
  static boolean areComparable(Type left, Type right) {
    return !left.isRepetition(Repetition.REPEATED)
        && !right.isRepetition(Repetition.REPEATED)
        && (isSigned(left) && isSigned(right) || isFloating(left) && isFloating(right));
  }

  /** The number of bits of a signed integer or of a floating-point number. */
  static int of(Type type) {
    if (type.getLogicalTypeAnnotation() instanceof IntLogicalTypeAnnotation integer) {
      return integer.getBitWidth();
    }
    return switch (type.asPrimitiveType().getPrimitiveTypeName()) {
      case INT64, DOUBLE -> 64;
      default -> 32;
    };
  }

  private static boolean isSigned(Type type) {
    LogicalTypeAnnotation meaning = type.getLogicalTypeAnnotation();
    boolean signed =
        meaning == null
            || meaning instanceof IntLogicalTypeAnnotation integer && integer.isSigned();
    return signed && (is(type, PrimitiveTypeName.INT32) || is(type, PrimitiveTypeName.INT64));
  }

  private static boolean isFloating(Type type) {
    return type.getLogicalTypeAnnotation() == null
        && (is(type, PrimitiveTypeName.FLOAT) || is(type, PrimitiveTypeName.DOUBLE));
  }

  private static boolean is(Type type, PrimitiveTypeName name) {
    return type.isPrimitive() && type.asPrimitiveType().getPrimitiveTypeName() == name;
  }
}
