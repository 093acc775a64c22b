package dev.sluice.storage.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.storage.page.ColumnTypes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableSchemaTest {
  @TempDir private Path directory;

  @Test
  void shouldMakeOptionalWhatIsOptionalInOneOfTheFiles() throws Exception {
    TableFile a =
        file("a", "message m { required int64 n; required group g { repeated int32 x; } }", 3);
    TableFile b =
        file("b", "message m { optional group g { repeated int32 x; } optional int64 n; }", 0);
    TableSchema schema =
        TableSchema.same(List.of(TableSchema.FileSchema.of(a), TableSchema.FileSchema.of(b)));

    assertThat(schema.message())
        .isEqualTo(
            TestingFile.schema(
                "message m { optional int64 n; optional group g { repeated int32 x; } }"));
    assertThat(rows(schema, a)).isEqualTo(TestingTables.rows(a.file()));
    assertThat(
            TableSchema.same(List.of(TableSchema.FileSchema.of(b), TableSchema.FileSchema.of(a)))
                .names())
        .containsExactly("g.x", "n");
  }

  @Test
  void shouldPutTheColumnsOfEveryFileInTheOrderOfTheSchema() throws Exception {
    TableFile a = file("a", "message m { required int64 n; required int32 x; }", 2);
    TableFile b = file("b", "message m { required int32 x; required int64 n; }", 2);
    TableSchema schema =
        TableSchema.same(List.of(TableSchema.FileSchema.of(a), TableSchema.FileSchema.of(b)));

    assertThat(rows(schema, b)).isEqualTo(TestingTables.rows(a.file()));
  }

  @Test
  void shouldWidenNumbersAndLeaveOutNothing() throws Exception {
    TableSchema.FileSchema a =
        schema("a", "required int32 n (INTEGER(8,true)); optional float f; ");
    TableSchema.FileSchema b =
        schema("b", "required int64 n; required double f; required binary u (STRING); ");

    TableSchema both = TableSchema.widened(List.of(a, b));

    assertThat(both.canonical())
        .isEqualTo(
            "message m { required int64 n; optional double f; optional binary u (STRING); }");
    assertThat(TableSchema.widened(List.of(b, a)).nullable(List.of("n", "f")::contains).canonical())
        .isEqualTo("message m { optional int64 n; optional double f; }");
    assertThat(TableSchema.parse(both.canonical())).isEqualTo(both);
    TableSchema.FileSchema plain = schema("c", "required int32 n; ");
    for (List<TableSchema.FileSchema> files : List.of(List.of(a, plain), List.of(plain, a))) {
      assertThat(TableSchema.widened(files).nullable("n"::equals).canonical())
          .isEqualTo("message m { optional int32 n; }");
    }
    assertThatThrownBy(() -> TableSchema.widened(List.of(schema("c", "required int64 f; "), a)))
        .isInstanceOf(TableSchema.SchemaMismatchException.class)
        .hasMessageContaining("column f is int64 in c, but float in a");
    assertThatThrownBy(
            () ->
                TableSchema.widened(
                    List.of(schema("c", "required int32 n (INTEGER(32,false)); "), b)))
        .isInstanceOf(TableSchema.SchemaMismatchException.class);
  }

  @Test
  void shouldSayWhichColumnsOfAFileDoNotFit() throws Exception {
    TableSchema output = schema("o", "optional int64 n; optional float f; ").schema();

    assertThat(output.misfits(schema("a", "required int32 n; "))).isEmpty();
    assertThat(output.misfits(schema("a", "required int64 other; required float f; "))).isEmpty();
    assertThat(output.misfits(schema("a", "optional double f; optional binary n; ")))
        .containsExactly(
            "column n is binary in this file, but int64 in this output",
            "column f is double in this file, but float in this output");
    assertThat(output.misfits(schema("a", "repeated int64 n; "))).hasSize(1);
    assertThat(output.misfits(schema("a", "optional group n { required int64 n; } "))).hasSize(1);
  }

  @Test
  void shouldSayWhatCannotBeStored() {
    assertThat(schema("a", "optional int64 n; ").schema().unwritable()).isEmpty();
    MessageType odd =
        Types.buildMessage()
            .addField(Types.optionalGroup().named("empty"))
            .addField(Types.optional(PrimitiveTypeName.INT32).named("a title"))
            .named("m");
    assertThat(new TableSchema(odd).unwritable())
        .satisfiesExactly(
            empty -> assertThat(empty).startsWith("column empty is a structure without fields"),
            name -> assertThat(name).startsWith("column a title cannot be carried"));
  }

  private static TableSchema.FileSchema schema(String file, String columns) {
    return new TableSchema.FileSchema(
        Path.of(file), new TableSchema(TestingFile.schema("message m { " + columns + "}")));
  }

  @Test
  void shouldNameEveryColumnThatDiffersAndHow() throws Exception {
    TableFile a =
        file(
            "a",
            "message m { required int64 n; required binary s (STRING); required int32 x; }",
            0);
    TableFile b = file("b", "message m { required double n; required binary s; }", 0);

    assertThatThrownBy(
            () ->
                TableSchema.same(
                    List.of(TableSchema.FileSchema.of(a), TableSchema.FileSchema.of(b))))
        .isInstanceOfSatisfying(
            TableSchema.SchemaMismatchException.class,
            e ->
                assertThat(e.problems())
                    .containsExactly(
                        "column n is int64 in %s, but double in %s: convert one of these files, or read them separately"
                            .formatted(a.file(), b.file()),
                        "column s is binary STRING in %s, but binary in %s: convert one of these files, or read them separately"
                            .formatted(a.file(), b.file()),
                        "column x (int32) is in %s but missing in %s: pass --union to write nulls where it is missing"
                            .formatted(a.file(), b.file())));
  }

  @Test
  void shouldRefuseGroupsOfOtherFieldsOrNesting() throws Exception {
    TableFile a = file("a", "message m { optional group g { required int32 x; } }", 0);
    TableFile b =
        file("b", "message m { optional group g { required int32 x; required int32 y; } }", 0);
    TableFile c = file("c", "message m { repeated group g { required int32 x; } }", 0);

    assertThatThrownBy(
            () ->
                TableSchema.union(
                    List.of(TableSchema.FileSchema.of(a), TableSchema.FileSchema.of(b))))
        .isInstanceOf(TableSchema.SchemaMismatchException.class)
        .hasMessageContaining("column g.y (int32) is in")
        .hasMessageContaining("a group must have the same fields in all files");
    assertThatThrownBy(
            () ->
                TableSchema.union(
                    List.of(TableSchema.FileSchema.of(a), TableSchema.FileSchema.of(c))))
        .hasMessageContaining("column g is group in")
        .hasMessageContaining("repeated group in");
  }

  @Test
  void shouldMakeMissingColumnsNullInAUnion() throws Exception {
    TableFile a = file("a", "message m { required int64 n; }", 2);
    TableFile b =
        file(
            "b",
            "message m { required int32 x; repeated int64 r; required group g { required int32 y; }"
                + " }",
            2);
    TableSchema schema =
        TableSchema.union(List.of(TableSchema.FileSchema.of(a), TableSchema.FileSchema.of(b)));

    assertThat(schema.message())
        .isEqualTo(
            TestingFile.schema(
                """
                message m {
                  optional int64 n;
                  optional int32 x;
                  repeated int64 r;
                  optional group g { required int32 y; }
                }
                """));
    assertThat(rows(schema, a)).isEqualTo(TestingTables.rows(a.file()));
    assertThat(rows(schema, b)).isEqualTo(TestingTables.rows(b.file()));
  }

  @Test
  void shouldNumberColumnsAnewWhereFilesGiveTwoTheSameFieldId() throws Exception {
    TableFile a = file("a", "message m { required int64 n = 1; optional int32 x = 2; }", 2);
    TableFile b = file("b", "message m { required int64 n = 4; optional int32 y = 2; }", 2);

    assertThat(
            TableSchema.union(List.of(TableSchema.FileSchema.of(a), TableSchema.FileSchema.of(b)))
                .message())
        .isEqualTo(
            TestingFile.schema(
                "message m { required int64 n = 1; optional int32 x = 2; optional int32 y = 3; }"));
    assertThat(TableSchema.union(List.of(TableSchema.FileSchema.of(a))).message())
        .isEqualTo(a.schema().message());
  }

  @Test
  void shouldGiveAColumnOfNothingTheTypeThatItHasElsewhere() throws Exception {
    TableFile a = file("a", "message m { optional int32 x (UNKNOWN); required int64 n; }", 2);
    TableFile b = file("b", "message m { required binary x; required int64 n; }", 0);

    assertThat(
            TableSchema.same(List.of(TableSchema.FileSchema.of(a), TableSchema.FileSchema.of(b))))
        .isEqualTo(
            TableSchema.same(List.of(TableSchema.FileSchema.of(b), TableSchema.FileSchema.of(a))));
    assertThat(
            TableSchema.same(List.of(TableSchema.FileSchema.of(a), TableSchema.FileSchema.of(b)))
                .message())
        .isEqualTo(TestingFile.schema("message m { optional binary x; required int64 n; }"));
    assertThat(
            rows(
                TableSchema.same(
                    List.of(TableSchema.FileSchema.of(b), TableSchema.FileSchema.of(a))),
                a))
        .containsExactly("n: 0\n", "n: 1\n");
  }

  @Test
  void shouldReadOnlySomeColumns() throws Exception {
    TableFile file =
        file("a", "message m { required int64 n; required group g { required int32 y; } }", 3);

    TableSchema one = file.schema().only(Set.of("g.y", "none"));

    assertThat(one.names()).containsExactly("g.y");
    assertThat(rows(one, file)).containsExactly("g\n  y: 0\n", "g\n  y: 1\n", "g\n  y: 2\n");
    assertThat(file.schema().only(Set.of()).columns()).isZero();
    assertThat(file.schema().only(Set.of("n", "g.y"))).isEqualTo(file.schema());
  }

  /** The rows of a file, as they are when they have become rows of a schema. */
  private List<String> rows(TableSchema schema, TableFile file) throws Exception {
    Path out = directory.resolve("out of " + file.file().getFileName());
    List<byte[]> records = TestingTables.records(file.file(), schema);
    return TestingTables.rows(TestingTables.write(TableFormat.of(schema), out, records, 10));
  }

  private TableFile file(String name, String schema, int rows) throws Exception {
    MessageType message = TestingFile.schema(schema);
    List<Group> groups = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      groups.add(row(message, i));
    }
    return TableFile.open(TestingFile.PLAIN.write(directory.resolve(name), message, groups));
  }

  private static Group row(MessageType message, int number) {
    Group row = TestingFile.row(message);
    if (message.containsField("n")) {
      row.add("n", (long) number);
    }
    if (message.containsField("x") && !ColumnTypes.isNothing(message.getType("x"))) {
      row.add("x", number);
    }
    if (message.containsField("r")) {
      row.add("r", 1L);
      row.add("r", 2L);
    }
    if (message.containsField("g")) {
      Group inner = row.addGroup("g");
      String field = inner.getType().getFieldName(0);
      inner.add(field, number);
    }
    return row;
  }
}
