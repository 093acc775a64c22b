package dev.sluice.storage.table;

import static java.util.Objects.requireNonNull;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.BINARY;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.DOUBLE;

import dev.sluice.storage.page.ColumnTypes;
import dev.sluice.storage.page.SourceFooter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;
import org.apache.parquet.schema.Types.MessageTypeBuilder;

/**
 * The columns of a data set, of any types. Immutable and thread-safe.
 *
 * <p>A row in the form of a <i>record</i> is a byte sequence that depends only on the schema and
 * the row, not on the file that the row was read from: it has the leaf columns in order, each with
 * its levels and values.
 */
public final class TableSchema {
  private static final Pattern PLAIN_NAME = Pattern.compile("[^\\s,;{}()\\[\\]=]+");

  private final MessageType message;
  private final List<RecordColumn> leaves;
  private final Map<List<String>, Integer> numbers = new HashMap<>();

  /** Creates a schema from a Parquet schema. */
  public TableSchema(MessageType message) {
    this.message = requireNonNull(message, "message");
    List<ColumnDescriptor> columns = message.getColumns();
    List<String[]> keys = CollectionNames.canonical(message).getPaths();
    this.leaves =
        IntStream.range(0, columns.size())
            .mapToObj(leaf -> RecordColumn.of(columns.get(leaf), List.of(keys.get(leaf))))
            .toList();
    for (int leaf = 0; leaf < leaves.size(); leaf++) {
      numbers.putIfAbsent(leaves.get(leaf).key(), leaf);
    }
  }

  /**
   * Returns the schema of files with the same columns, that is, with the same names, types, logical
   * types and nesting. The order of columns and fields is that of the first file. A column that is
   * required in one file and optional in a different file is optional. A column or field annotated
   * as all-null, which Arrow writes if it saw no value, gets its type from the other files. The
   * names inside lists and maps may differ; in this case, they become those of the Parquet format.
   *
   * @param files at least one
   * @throws SchemaMismatchException if the files differ; names every such column
   */
  public static TableSchema same(List<FileSchema> files) throws SchemaMismatchException {
    return new SchemaMerge(files, false, false).merge();
  }

  /**
   * Returns the schema of files that may lack columns. A missing column is null in the file's rows.
   * Columns are in the order in which they first occur. Groups are present or absent as a whole:
   * inside groups, and in types, files must agree as in {@link #same}.
   *
   * @param files at least one
   * @throws SchemaMismatchException if the files differ; names every such column
   */
  public static TableSchema union(List<FileSchema> files) throws SchemaMismatchException {
    return new SchemaMerge(files, true, false).merge();
  }

  /**
   * Returns the schema of files that may lack columns, as in {@link #union}, and whose numbers may
   * differ in width. An int is read as a long, and a float as a double, if a different file has the
   * wider type.
   *
   * @param files at least one
   * @throws SchemaMismatchException if the files differ; names every such column
   */
  public static TableSchema widened(List<FileSchema> files) throws SchemaMismatchException {
    return new SchemaMerge(files, true, true).merge();
  }

  /**
   * Returns the schema in Parquet's notation on one line. {@link #parse} reads it. Names must not
   * contain spaces.
   */
  public String canonical() {
    return message.toString().strip().replaceAll("\\s+", " ");
  }

  /**
   * Parses a schema in Parquet's notation.
   *
   * @throws IllegalArgumentException if the string is not a schema in this notation
   */
  public static TableSchema parse(String text) {
    return new TableSchema(MessageTypeParser.parseMessageType(text));
  }

  /**
   * Returns a schema of some of the top-level columns. Their order is kept. Each of them may be
   * null.
   */
  public TableSchema nullable(Predicate<String> names) {
    MessageTypeBuilder builder = Types.buildMessage();
    for (Type column : message.getFields()) {
      if (names.test(column.getName())) {
        builder.addField(SchemaMerge.optional(column));
      }
    }
    return new TableSchema(builder.named(message.getName()));
  }

  /** Returns the leaf columns as {@code path (type)}, in record order. */
  public List<String> described() {
    return message.getColumns().stream().map(SourceFooter::describe).toList();
  }

  /** Returns the reasons why the schema cannot be stored on one line or written to a file. */
  public List<String> unwritable() {
    List<String> problems = new ArrayList<>();
    message.getFields().forEach(column -> addUnwritable(column, column.getName(), problems));
    return problems;
  }

  private static void addUnwritable(Type column, String path, List<String> problems) {
    if (!PLAIN_NAME.matcher(column.getName()).matches()) {
      problems.add(
          "column %s cannot be carried because of its name: spaces and , ; { } ( ) [ ] = are not allowed; omit the column with {all-but: [...]}"
              .formatted(path));
    }
    if (!column.isPrimitive()) {
      if (column.asGroupType().getFieldCount() == 0) {
        problems.add("column %s is a structure without fields: omit the column".formatted(path));
      }
      for (Type field : column.asGroupType().getFields()) {
        addUnwritable(field, path + "." + field.getName(), problems);
      }
    }
  }

  /** Returns a copy with further optional columns of 64-bit floating-point numbers at the end. */
  public TableSchema withNumbers(List<String> names) {
    if (names.isEmpty()) {
      return this;
    }
    MessageTypeBuilder builder = Types.buildMessage();
    message.getFields().forEach(builder::addField);
    names.forEach(name -> builder.optional(DOUBLE).named(name));
    return new TableSchema(builder.named(message.getName()));
  }

  /** Returns a schema of columns of strings. Each of them may be null. */
  public static TableSchema strings(List<String> names) {
    MessageTypeBuilder builder = Types.buildMessage();
    names.forEach(
        name -> builder.optional(BINARY).as(LogicalTypeAnnotation.stringType()).named(name));
    return new TableSchema(builder.named("schema"));
  }

  /** Returns the names of the top-level columns. */
  public List<String> topLevel() {
    return message.getFields().stream().map(Type::getName).toList();
  }

  /**
   * Returns the reasons why rows of a file cannot be read as rows of this schema, or an empty list
   * if they can. A column of the file does not fit if its type differs and is not a narrower
   * number.
   */
  public List<String> misfits(FileSchema file) {
    List<String> misfits = new ArrayList<>();
    for (Type column : message.getFields()) {
      if (file.schema().message.containsField(column.getName())) {
        Type there = file.schema().message.getType(column.getName());
        if (!holds(column, there, file.file())) {
          misfits.add(
              "column %s is %s in this file, but %s in this output"
                  .formatted(column.getName(), described(there), described(column)));
        }
      }
    }
    return misfits;
  }

  /** Describes a type in words. The description of a group includes its fields. */
  public static String described(Type type) {
    return type.isPrimitive()
        ? SchemaMerge.describe(type)
        : type.toString().strip().replaceAll("\\s+", " ");
  }

  private static boolean holds(Type column, Type there, Path file) {
    try {
      TableSchema both = widened(List.of(alone(column, file), alone(there, file)));
      return ColumnTypes.isNothing(there)
          || CollectionNames.canonical(both.message.getType(0))
              .equals(CollectionNames.canonical(column));
    } catch (SchemaMismatchException e) {
      return false;
    }
  }

  private static FileSchema alone(Type column, Path file) {
    return new FileSchema(
        file, new TableSchema(Types.buildMessage().addField(column).named("column")));
  }

  /**
   * Returns a schema of only these leaf columns, in the same order. Groups that lack such columns
   * are left out.
   *
   * @param paths the dotted paths
   */
  public TableSchema only(Set<String> paths) {
    return new TableSchema(new MessageType(message.getName(), only("", message, paths)));
  }

  private static List<Type> only(String prefix, GroupType group, Set<String> paths) {
    List<Type> kept = new ArrayList<>();
    for (Type field : group.getFields()) {
      String path = prefix + field.getName();
      if (field.isPrimitive()) {
        if (paths.contains(path)) {
          kept.add(field);
        }
        continue;
      }
      List<Type> inner = only(path + ".", field.asGroupType(), paths);
      if (!inner.isEmpty()) {
        kept.add(field.asGroupType().withNewFields(inner));
      }
    }
    return kept;
  }

  /** Returns the schema in Parquet's form. */
  public MessageType message() {
    return message;
  }

  /** Returns the leaf columns, in record order. */
  List<RecordColumn> leaves() {
    return leaves;
  }

  /**
   * Returns the index of the leaf whose levels determine where a column of a different schema has
   * values. This is the same column, or an all-null column in its place or in the place of a group
   * around it. The result is -1 if there is no such leaf, or if a whole top-level column is
   * all-null.
   */
  int indexOf(RecordColumn column) {
    int leaf = numbers.getOrDefault(column.key(), -1);
    for (int depth = column.key().size() - 1; leaf < 0 && depth > 1; depth--) {
      leaf = numbers.getOrDefault(column.key().subList(0, depth), -1);
    }
    boolean nothing =
        leaf >= 0 && ColumnTypes.isNothing(leaves.get(leaf).descriptor().getPrimitiveType());
    return nothing && leaves.get(leaf).key().size() == 1 ? -1 : leaf;
  }

  /** Returns the number of leaf columns. */
  public int columns() {
    return leaves.size();
  }

  /** Returns the dotted paths of the leaf columns, in record order. */
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

  /**
   * The columns of one of several files. Much smaller than a footer.
   *
   * @param file the file
   * @param schema the columns
   */
  public record FileSchema(Path file, TableSchema schema) {
    /** Returns the columns of a file. */
    public static FileSchema of(TableFile file) {
      return new FileSchema(file.file(), file.schema());
    }
  }

  /** Thrown if files of one data set have different columns. */
  public static final class SchemaMismatchException extends IOException {
    private static final long serialVersionUID = 1L;

    private final transient List<String> problems;

    SchemaMismatchException(List<String> problems) {
      super(String.join("; ", problems));
      this.problems = List.copyOf(problems);
    }

    /**
     * Returns one line for the user for each such column. It says which files have the column in
     * which form, and what to do.
     */
    public List<String> problems() {
      return problems;
    }
  }
}
