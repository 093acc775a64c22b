package dev.sluice.storage.table;

import static java.util.Objects.requireNonNull;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.BINARY;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.UnknownLogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;

/**
 * The columns of a data set, whatever they hold. Immutable and thread-safe.
 *
 * <p>A row of it as a <i>record</i> is a run of bytes that depends on the schema and the row alone,
 * not on the file it was read from: the leaf columns one after the other, each with its levels and
 * values.
 */
public final class TableSchema {
  /** The column of {@link #lines}. */
  public static final String TEXT = "text";

  private final MessageType message;
  private final List<RecordColumn> leaves;
  private final Map<List<String>, Integer> numbers = new HashMap<>();

  /** Takes a schema as Parquet has it. */
  public TableSchema(MessageType message) {
    this.message = requireNonNull(message, "message");
    this.leaves = message.getColumns().stream().map(RecordColumn::of).toList();
    for (int leaf = 0; leaf < leaves.size(); leaf++) {
      numbers.putIfAbsent(path(leaves.get(leaf)), leaf);
    }
  }

  private static List<String> path(RecordColumn column) {
    return List.of(column.descriptor().getPath());
  }

  /** The schema of lines: one string column, {@value #TEXT}, that is never null. */
  public static TableSchema lines() {
    return new TableSchema(
        Types.buildMessage()
            .required(BINARY)
            .as(LogicalTypeAnnotation.stringType())
            .named(TEXT)
            .named("schema"));
  }

  /**
   * The schema of files that have the same columns: names, types, meanings and nesting. The order
   * of columns, and of fields in a group, is the first file's; a column that is required in one
   * file and optional in another is optional. A column that is annotated as holding nothing but
   * nulls, as Arrow does where it saw no value, has the type that it has in other files.
   *
   * @param files at least one
   * @throws SchemaMismatchException when the files differ; it names every column that does
   */
  public static TableSchema same(List<FileSchema> files) throws SchemaMismatchException {
    return new SchemaMerge(files, false).merge();
  }

  /**
   * The schema of files of which each may lack columns, which are then null in its rows. Columns
   * are in the order in which they are first met. A group is there as a whole or not at all: within
   * groups, and in types, files must agree as in {@link #same}.
   *
   * @param files at least one
   * @throws SchemaMismatchException when files have a column differently; it names every such
   *     column
   */
  public static TableSchema union(List<FileSchema> files) throws SchemaMismatchException {
    return new SchemaMerge(files, true).merge();
  }

  /** The schema as Parquet has it. */
  public MessageType message() {
    return message;
  }

  /** The leaf columns, in the order of records. */
  List<RecordColumn> leaves() {
    return leaves;
  }

  /** Whether a column is annotated as holding nothing but nulls. */
  static boolean isNothing(Type type) {
    return type.isPrimitive()
        && type.getLogicalTypeAnnotation() instanceof UnknownLogicalTypeAnnotation;
  }

  /**
   * The number of the leaf that another schema's column is here, -1 where it is missing, or here
   * holds nothing.
   */
  int indexOf(RecordColumn column) {
    int leaf = numbers.getOrDefault(path(column), -1);
    if (leaf < 0) {
      return -1;
    }
    ColumnDescriptor here = leaves.get(leaf).descriptor();
    boolean nothing = here.getPath().length == 1 && isNothing(here.getPrimitiveType());
    return nothing ? -1 : leaf;
  }

  /** The number of leaf columns. */
  public int columns() {
    return leaves.size();
  }

  /** The paths of the leaf columns, with dots, in the order of records. */
  public List<String> names() {
    return leaves.stream().map(RecordColumn::path).toList();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TableSchema schema && schema.message.equals(message);
  }

  @Override
  public int hashCode() {
    return message.hashCode();
  }

  @Override
  public String toString() {
    return message.toString();
  }
}
