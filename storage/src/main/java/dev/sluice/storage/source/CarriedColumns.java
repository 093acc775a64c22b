package dev.sluice.storage.source;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.core.ScoreText;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.table.RecordBuffer;
import dev.sluice.storage.table.RecordRows;
import dev.sluice.storage.table.RowBuffers;
import dev.sluice.storage.table.TableFile;
import dev.sluice.storage.table.TableSchema;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;

/**
 * The columns of a file that its rows carry along unchanged, in addition to the columns with a
 * role.
 *
 * @param file the file
 * @param schema the columns of the records; the file may lack some of them
 * @param fromPath the values of columns that the file lacks and its path has, in the form of
 *     records
 */
record CarriedColumns(TableFile file, TableSchema schema, Map<String, byte[]> fromPath) {
  /** The maximum size of a row's carried columns as a record. */
  static final int MAX_BYTES = 512 << 10;

  /**
   * Finds the carried columns of a file.
   *
   * @throws SourceFormatException if the file has different types of these columns, or the path has
   *     values that do not fit
   */
  static CarriedColumns of(TableFile file, TableSchema schema, PathColumns path)
      throws IOException {
    List<String> misfits = schema.misfits(TableSchema.FileSchema.of(file));
    if (!misfits.isEmpty()) {
      throw new SourceFormatException(
          file.file(),
          "%s: convert the file, or omit the column from output.columns of a new output"
              .formatted(String.join("; ", misfits)));
    }
    List<String> ofPath = new ArrayList<>();
    Map<String, byte[]> fromPath =
        fromPath(
            path,
            schema,
            Set.copyOf(file.schema().topLevel())::contains,
            (name, why) -> ofPath.add(why));
    if (!ofPath.isEmpty()) {
      throw new SourceFormatException(file.file(), String.join("; ", ofPath));
    }
    return new CarriedColumns(file, schema, fromPath);
  }

  /**
   * Returns the values, in the form of records, of columns that a file or a row lacks and that are
   * in the file's path.
   *
   * @param isInFile whether the file has a column
   * @param misfits receives the reason why a column cannot hold its value
   */
  static Map<String, byte[]> fromPath(
      PathColumns path,
      TableSchema schema,
      Predicate<String> isInFile,
      BiConsumer<String, String> misfits) {
    Map<String, byte[]> records = new HashMap<>();
    for (Type column : schema.message().getFields()) {
      String name = column.getName();
      Optional<String> text = path.value(name).filter(there -> !isInFile.test(name));
      Optional<byte[]> record = text.flatMap(there -> record(column, there));
      record.ifPresent(bytes -> records.put(name, bytes));
      if (text.isPresent() && record.isEmpty()) {
        misfits.accept(
            name,
            "the path has the directory %s=%s, but column %s is %s in this output: rename the directory, or omit the column from output.columns of a new output"
                .formatted(name, text.get(), name, TableSchema.described(column)));
      }
    }
    return records;
  }

  private static Optional<byte[]> record(Type column, String text) {
    if (!column.isPrimitive() || !column.isRepetition(Repetition.OPTIONAL)) {
      return Optional.empty();
    }
    RecordBuffer record = new RecordBuffer();
    record.level(1);
    try {
      if (!write(column.asPrimitiveType(), text, record)) {
        return Optional.empty();
      }
    } catch (ArithmeticException | NumberFormatException e) {
      return Optional.empty();
    }
    return Optional.of(Arrays.copyOf(record.bytes(), record.length()));
  }

  /** Writes a string as in the path, or the number that the string represents. */
  private static boolean write(PrimitiveType column, String text, RecordBuffer record) {
    LogicalTypeAnnotation meaning = column.getLogicalTypeAnnotation();
    if (column.getPrimitiveTypeName() == PrimitiveTypeName.BINARY) {
      byte[] utf8 = text.getBytes(UTF_8);
      record.variable(utf8, 0, utf8.length);
      return LogicalTypeAnnotation.stringType().equals(meaning);
    }
    double number = ScoreText.parse(text);
    switch (column.getPrimitiveTypeName()) {
      case INT32 -> record.int32(new BigDecimal(text).intValueExact());
      case INT64 -> record.int64(new BigDecimal(text).longValueExact());
      case FLOAT -> {
        number = (float) number;
        record.int32(Float.floatToRawIntBits((float) number));
      }
      case DOUBLE -> record.float64(number);
      default -> {
        return false;
      }
    }
    boolean isPlain =
        meaning == null
            || meaning instanceof IntLogicalTypeAnnotation whole
                && whole.isSigned()
                && whole.getBitWidth() >= Integer.SIZE;
    return isPlain && Double.isFinite(number);
  }

  /** Returns the rejection of a row whose carried columns are too large for a record. */
  static RowRejection tooLarge(long bytes) {
    return RowRejection.of(
        RowRejection.OVERSIZE_COLUMNS,
        "the columns selected by output.columns take %,d bytes, but at most %,d are allowed"
            .formatted(bytes, MAX_BYTES));
  }

  /** Opens a row group. Its rows are read when they are requested. */
  RecordRows open(int rowGroup) {
    return file.rows(rowGroup, schema, new RowBuffers(MAX_BYTES), fromPath);
  }

  /** Returns the maximum memory for reading a row group. */
  long readBytes(int rowGroup) {
    return file.readBytes(rowGroup, schema);
  }
}
