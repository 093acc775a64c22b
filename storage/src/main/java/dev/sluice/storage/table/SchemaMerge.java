package dev.sluice.storage.table;

import dev.sluice.storage.page.ColumnTypes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;
import org.apache.parquet.schema.Types;
import org.apache.parquet.schema.Types.MessageTypeBuilder;

/** Merges the schemas of several files, or finds everything that prevents a merge. */
final class SchemaMerge {
  private static final int LISTED_FILES = 3;

  private final List<TableSchema.FileSchema> files;
  private final boolean union;
  private final boolean widening;
  private final Map<String, Column> columns = new LinkedHashMap<>();
  private final Set<String> problems = new LinkedHashSet<>();

  /**
   * A top-level column: its type so far, the file that defined it, and the number of files that
   * have it.
   */
  private record Column(Type type, TableSchema.FileSchema first, int files) {}

  /**
   * @param union whether files may lack columns
   * @param widening whether numbers in some files may be narrower than in others
   */
  SchemaMerge(List<TableSchema.FileSchema> files, boolean union, boolean widening) {
    if (files.isEmpty()) {
      throw new IllegalArgumentException("No files, so no schema");
    }
    this.files = List.copyOf(files);
    this.union = union;
    this.widening = widening;
  }

  TableSchema merge() throws TableSchema.SchemaMismatchException {
    for (TableSchema.FileSchema file : files) {
      for (Type field : file.schema().message().getFields()) {
        Column known = columns.get(field.getName());
        Column merged = known == null ? new Column(field, file, 1) : merge(known, field, file);
        columns.put(field.getName(), merged);
      }
    }
    MessageTypeBuilder builder = Types.buildMessage();
    columns.values().forEach(column -> builder.addField(whole(column)));
    if (!problems.isEmpty()) {
      throw new TableSchema.SchemaMismatchException(List.copyOf(problems));
    }
    MessageType first = files.get(0).schema().message();
    return new TableSchema(FieldIds.unique(builder.named(first.getName())));
  }

  private Column merge(Column known, Type field, TableSchema.FileSchema file) {
    if (known.type().equals(field)) {
      return new Column(field, known.first(), known.files() + 1);
    }
    TableSchema.FileSchema first = ColumnTypes.isNothing(known.type()) ? file : known.first();
    Type merged =
        merge(
            known,
            CollectionNames.canonical(known.type()),
            CollectionNames.canonical(field),
            field.getName(),
            file);
    return new Column(merged, first, known.files() + 1);
  }

  /**
   * Returns the type of a column in the merged schema: optional if files may lack the column.
   * Without a union, no file may lack it.
   */
  private Type whole(Column column) {
    Type type = column.type();
    if (column.files() == files.size()) {
      return type;
    }
    if (!union) {
      problems.add(missing(type, column.files()));
    }
    return optional(type);
  }

  private String missing(Type type, int having) {
    List<Path> with = new ArrayList<>();
    List<Path> without = new ArrayList<>();
    for (TableSchema.FileSchema file : files) {
      (file.schema().message().containsField(type.getName()) ? with : without).add(file.file());
    }
    return "column %s (%s) is in %s but missing in %s: pass --union to write nulls where it is missing"
        .formatted(type.getName(), describe(type), listed(with, having), listed(without, 0));
  }

  private static String listed(List<Path> paths, int atLeast) {
    int more = Math.max(paths.size(), atLeast) - LISTED_FILES;
    String names =
        paths.stream().limit(LISTED_FILES).map(Path::toString).collect(Collectors.joining(", "));
    return more <= 0 ? names : names + " and %d more".formatted(more);
  }

  /** Merges two types. A type that holds only nulls fits any type. */
  private Type merge(
      Column known, Type left, Type right, String path, TableSchema.FileSchema file) {
    if (left.equals(right)) {
      return left;
    }
    if (widening && NumberWidth.areComparable(left, right)) {
      Type wider = NumberWidth.of(left) < NumberWidth.of(right) ? right : left;
      return left.isRepetition(Repetition.OPTIONAL) || right.isRepetition(Repetition.OPTIONAL)
          ? optional(wider)
          : wider;
    }
    boolean alikeRepeated =
        left.isRepetition(Repetition.REPEATED) == right.isRepetition(Repetition.REPEATED);
    if (alikeRepeated && (ColumnTypes.isNothing(left) || ColumnTypes.isNothing(right))) {
      return optional(ColumnTypes.isNothing(left) ? right : left);
    }
    boolean alike =
        left.isPrimitive() == right.isPrimitive()
            && alikeRepeated
            && Objects.equals(left.getLogicalTypeAnnotation(), right.getLogicalTypeAnnotation())
            && (!left.isPrimitive() || sameValues(left.asPrimitiveType(), right.asPrimitiveType()));
    if (!alike) {
      problems.add(
          "column %s is %s in %s, but %s in %s: convert one of these files, or read them separately"
              .formatted(path, describe(left), known.first().file(), describe(right), file.file()));
      return left;
    }
    Type merged = right.isRepetition(Repetition.OPTIONAL) ? optional(left) : left;
    return merged.isPrimitive()
        ? merged
        : merged
            .asGroupType()
            .withNewFields(
                fields(known, merged.asGroupType(), right.asGroupType(), path + ".", file));
  }

  private static boolean sameValues(PrimitiveType left, PrimitiveType right) {
    return left.getPrimitiveTypeName() == right.getPrimitiveTypeName()
        && left.getTypeLength() == right.getTypeLength();
  }

  private List<Type> fields(
      Column known, GroupType left, GroupType right, String path, TableSchema.FileSchema file) {
    List<Type> fields = new ArrayList<>();
    for (Type field : left.getFields()) {
      boolean there = right.containsField(field.getName());
      if (!there) {
        missingInGroup(path, field, known.first(), file);
      }
      fields.add(
          there
              ? merge(known, field, right.getType(field.getName()), path + field.getName(), file)
              : field);
    }
    for (Type field : right.getFields()) {
      if (!left.containsField(field.getName())) {
        missingInGroup(path, field, file, known.first());
      }
    }
    return fields;
  }

  private void missingInGroup(
      String path, Type field, TableSchema.FileSchema with, TableSchema.FileSchema without) {
    problems.add(
        "column %s%s (%s) is in %s but missing in %s: a group must have the same fields in all files"
            .formatted(path, field.getName(), describe(field), with.file(), without.file()));
  }

  static Type optional(Type type) {
    if (!type.isRepetition(Repetition.REQUIRED)) {
      return type;
    }
    return CollectionNames.copy(type, Repetition.OPTIONAL, type.getName());
  }

  static String describe(Type type) {
    String meaning =
        Optional.ofNullable(type.getLogicalTypeAnnotation()).map(a -> " " + a).orElse("");
    String repeated = type.isRepetition(Repetition.REPEATED) ? "repeated " : "";
    if (!type.isPrimitive()) {
      return repeated + "group" + meaning;
    }
    PrimitiveType primitive = type.asPrimitiveType();
    String length =
        primitive.getTypeLength() > 0 ? "(%d)".formatted(primitive.getTypeLength()) : "";
    String name = primitive.getPrimitiveTypeName().name().toLowerCase(Locale.ROOT);
    return repeated + name + length + meaning;
  }

  /**
   * Decides which number types can hold the values of others without loss. A long can hold those of
   * an int, and a double those of a float.
   */
  static final class NumberWidth {
    private NumberWidth() {}

    /** Returns whether one of two columns can hold all values of both. */
    static boolean areComparable(Type left, Type right) {
      return !left.isRepetition(Repetition.REPEATED)
          && !right.isRepetition(Repetition.REPEATED)
          && (isSigned(left) && isSigned(right) || isFloating(left) && isFloating(right));
    }

    /** Returns the number of bits of a signed integer or of a floating-point number. */
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
}
