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
 * <p>A row in the form of a <i>record</i> is a byte sequence that depends only on schema and row,
 * not on the file it was read from: the leaf columns in order, each with its levels and values.
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
   * The schema of files with the same columns: names, types, logical types and nesting. The order
   * of columns and fields is that of the first file. A column that is required in one file and
   * optional in another is optional. A column or field annotated as all-null, which Arrow writes if
   * it saw no value, takes its type from the other files. The names inside lists and maps do not
   * count: where files differ, they become those of the Parquet format.
   *
   * @param files at least one
   * @throws SchemaMismatchException with every column in which the files differ
   */
  public static TableSchema same(List<FileSchema> files) throws SchemaMismatchException {
    return new SchemaMerge(files, false, false).merge();
  }

  /**
   * The schema of files that may lack columns, which are null in their rows. Columns are in order
   * of first occurrence. Groups are present or absent as a whole: inside groups, and in types,
   * files must agree as in {@link #same}.
   *
   * @param files at least one
   * @throws SchemaMismatchException with every column in which the files differ
   */
  public static TableSchema union(List<FileSchema> files) throws SchemaMismatchException {
    return new SchemaMerge(files, true, false).merge();
  }

  /**
   * The schema of files that may lack columns, as {@link #union}, and whose numbers may differ in
   * width: an int is read as a long, a float as a double, where another file has these.
   *
   * @param files at least one
   * @throws SchemaMismatchException with every column in which the files differ
   */
  public static TableSchema widened(List<FileSchema> files) throws SchemaMismatchException {
    return new SchemaMerge(files, true, true).merge();
  }

  /** Parquet's notation in one line, for {@link #parse}. Names must not have spaces. */
  public String canonical() {
    return message.toString().strip().replaceAll("\\s+", " ");
  }

  /**
   * Parses a schema in Parquet's notation.
   *
   * @throws IllegalArgumentException if it is not that
   */
  public static TableSchema parse(String text) {
    return new TableSchema(MessageTypeParser.parseMessageType(text));
  }

  /** Some of the top-level columns, in this order. Each may be null. */
  public TableSchema nullable(Predicate<String> names) {
    MessageTypeBuilder builder = Types.buildMessage();
    for (Type column : message.getFields()) {
      if (names.test(column.getName())) {
        builder.addField(SchemaMerge.optional(column));
      }
    }
    return new TableSchema(builder.named(message.getName()));
  }

  /** The leaf columns as {@code path (type)}, in record order. */
  public List<String> described() {
    return message.getColumns().stream().map(SourceFooter::describe).toList();
  }

  /** Why the schema cannot be stored in one line, or written to a file. */
  public List<String> unwritable() {
    List<String> problems = new ArrayList<>();
    message.getFields().forEach(column -> addUnwritable(column, column.getName(), problems));
    return problems;
  }

  private static void addUnwritable(Type column, String path, List<String> problems) {
    if (!PLAIN_NAME.matcher(column.getName()).matches()) {
      problems.add(
          "column %s cannot be carried because of its name: spaces and , ; { } ( ) [ ] = are not allowed; omit it with {all-but: [...]}"
              .formatted(path));
    }
    if (!column.isPrimitive()) {
      if (column.asGroupType().getFieldCount() == 0) {
        problems.add("column %s is a structure without fields: omit it".formatted(path));
      }
      for (Type field : column.asGroupType().getFields()) {
        addUnwritable(field, path + "." + field.getName(), problems);
      }
    }
  }

  /** Returns a copy with optional columns of 64-bit floating-point numbers after the others. */
  public TableSchema withNumbers(List<String> names) {
    if (names.isEmpty()) {
      return this;
    }
    MessageTypeBuilder builder = Types.buildMessage();
    message.getFields().forEach(builder::addField);
    names.forEach(name -> builder.optional(DOUBLE).named(name));
    return new TableSchema(builder.named(message.getName()));
  }

  /** Columns of strings, each of which may be null. */
  public static TableSchema strings(List<String> names) {
    MessageTypeBuilder builder = Types.buildMessage();
    names.forEach(
        name -> builder.optional(BINARY).as(LogicalTypeAnnotation.stringType()).named(name));
    return new TableSchema(builder.named("schema"));
  }

  /** The names of the top-level columns. */
  public List<String> topLevel() {
    return message.getFields().stream().map(Type::getName).toList();
  }

  /**
   * Why rows of a file cannot be read as rows of this schema: columns that it does not lack and
   * that have other types, which are no narrower numbers either. Empty if they can.
   */
  public List<String> misfits(FileSchema file) {
    List<String> misfits = new ArrayList<>();
    for (Type column : message.getFields()) {
      if (file.schema().message.containsField(column.getName())) {
        Type there = file.schema().message.getType(column.getName());
        if (!holds(column, there, file.file())) {
          misfits.add(
              "column %s is %s, and %s in this output"
                  .formatted(column.getName(), described(there), described(column)));
        }
      }
    }
    return misfits;
  }

  /** A type in words. Groups differ in what is in them. */
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
   * Returns a schema of these leaf columns only, in the same order, without groups that lack such
   * columns.
   *
   * @param paths dotted
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

  /** The schema in Parquet's form. */
  public MessageType message() {
    return message;
  }

  /** The leaf columns, in record order. */
  List<RecordColumn> leaves() {
    return leaves;
  }

  /**
   * The index of the leaf that says where a column of another schema has values and where it is
   * null: the same column, or an all-null one in its place or in that of a group around it; -1 if
   * there is none, or a whole top-level column is all-null.
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

  /** Number of leaf columns. */
  public int columns() {
    return leaves.size();
  }

  /** Dotted paths of the leaf columns, in record order. */
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
   * The columns of one of several files. Small, unlike a footer.
   *
   * @param file the file
   * @param schema the columns
   */
  public record FileSchema(Path file, TableSchema schema) {
    /** The columns of a file. */
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
     * One line for the user for each such column: which files have it in which form, and what to
     * do.
     */
    public List<String> problems() {
      return problems;
    }
  }
}
