package dev.sluice.storage.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.storage.page.SourceFormatException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.schema.MessageType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Files that say the same by other types: other names inside lists and maps, or none of a value.
 */
class CollectionNamesTest {
  private static final String LIST =
      "message m { optional group t (LIST) { repeated group list { optional %s element%s; } } }";

  @TempDir private Path directory;
  private int outs;

  @Test
  void shouldReadListsWhoseElementsHaveOtherNames() throws Exception {
    TableFile a =
        file("a", LIST.formatted("binary", " (STRING)"), CollectionNamesTest::addTwoElements);
    TableFile b =
        file(
            "b",
            "message m { optional group t (LIST) { repeated group bag { optional binary item"
                + " (STRING); } } }",
            CollectionNamesTest::addTwoElements);

    TableSchema schema = both(a, b);

    assertThat(schema).isEqualTo(a.schema()).isEqualTo(both(b, a));
    assertThat(rows(schema, b)).isEqualTo(rows(schema, a)).isEqualTo(TestingTables.rows(a.file()));
    assertThat(a.schema().misfits(TableSchema.FileSchema.of(b))).isEmpty();
    assertThat(b.schema().misfits(TableSchema.FileSchema.of(a))).isEmpty();
    assertThat(rows(b.schema(), a)).isEqualTo(TestingTables.rows(b.file()));
    assertThat(both(b, b)).isEqualTo(b.schema());
  }

  @Test
  void shouldReadMapsWhoseEntriesHaveOtherNames() throws Exception {
    TableFile a =
        file(
            "a",
            "message m { optional group t (MAP) { repeated group key_value { required int32 key;"
                + " optional int32 value; } } }",
            row -> row.addGroup("t").addGroup(0).append("key", 1).append("value", 2));
    TableFile b =
        file(
            "b",
            "message m { optional group t (MAP) { repeated group map (MAP_KEY_VALUE) { required"
                + " int32 k; optional int32 v; } } }",
            row -> row.addGroup("t").addGroup(0).append("k", 1).append("v", 2));

    TableSchema schema = both(b, a);

    assertThat(schema).isEqualTo(a.schema());
    assertThat(rows(schema, b)).isEqualTo(TestingTables.rows(a.file()));
  }

  @Test
  void shouldNotTakeTheFieldOfAnElementForTheElement() {
    TableSchema structs =
        new TableSchema(
            TestingFile.schema(
                "message m { optional group t (LIST) { repeated group array { optional binary"
                    + " element; } } }"));
    TableSchema strings = new TableSchema(TestingFile.schema(LIST.formatted("binary", "")));

    assertThat(strings.misfits(new TableSchema.FileSchema(Path.of("a"), structs)))
        .containsExactly(
            "column t is optional group t (LIST) { repeated group array { optional binary element;"
                + " } } in this file, but optional group t (LIST) { repeated group list { optional"
                + " binary element; } } in this output");
  }

  @Test
  void shouldReadListsOfNothingAsListsOfAnything() throws Exception {
    TableFile empty =
        file("empty", LIST.formatted("int32", " (UNKNOWN)"), row -> row.addGroup("t"));
    TableFile nulls =
        file(
            "nulls",
            LIST.formatted("boolean", " (UNKNOWN)"),
            row -> row.addGroup("t").addGroup(0).getType());
    for (String type : List.of("binary element (STRING)", "group element { required int32 x; }")) {
      TableFile typed =
          file(
              "typed",
              "message m { optional group t (LIST) { repeated group list { optional "
                  + type
                  + (type.contains("{") ? " } } }" : "; } } }"),
              row -> row.addGroup("t"));

      TableSchema schema = both(empty, typed);

      assertThat(schema).isEqualTo(typed.schema()).isEqualTo(both(typed, nulls));
      assertThat(schema.misfits(TableSchema.FileSchema.of(empty))).isEmpty();
      assertThat(rows(schema, empty)).isEqualTo(TestingTables.rows(empty.file()));
      assertThat(rows(schema, nulls)).isEqualTo(TestingTables.rows(nulls.file()));
    }
  }

  @Test
  void shouldReadAFieldOfNothingAsAList() throws Exception {
    TableFile nothing =
        file(
            "nothing",
            "message m { required group s { optional int32 x (UNKNOWN); required int32 y; } }",
            row -> row.addGroup("s").append("y", 1));
    TableFile typed =
        file(
            "typed",
            "message m { required group s { required group x (LIST) { repeated group list {"
                + " required int32 element; } } required int32 y; } }",
            row -> {
              Group inner = row.addGroup("s");
              inner.addGroup("x").addGroup(0).append("element", 7);
              inner.append("y", 1);
            });

    TableSchema schema = both(nothing, typed);

    assertThat(rows(schema, nothing)).containsExactly("s\n  y: 1\n");
    assertThat(rows(schema, typed)).isEqualTo(TestingTables.rows(typed.file()));
  }

  @Test
  void shouldRefuseAValueWhereTheTypeSaysThatThereIsNone() throws Exception {
    TableFile file =
        file(
            "odd",
            LIST.formatted("int32", " (UNKNOWN)"),
            row -> row.addGroup("t").addGroup(0).append("element", 5));

    assertThatThrownBy(() -> TestingTables.records(file.file(), file.schema()))
        .isInstanceOf(SourceFormatException.class)
        .hasMessageContaining(
            "column t.list.element has a value, although its type allows only nulls");
  }

  private static void addTwoElements(Group row) {
    Group list = row.addGroup("t");
    list.addGroup(0).add(0, "a");
    list.addGroup(0).add(0, "b");
  }

  private static TableSchema both(TableFile one, TableFile other) throws Exception {
    return TableSchema.same(
        List.of(TableSchema.FileSchema.of(one), TableSchema.FileSchema.of(other)));
  }

  private TableFile file(String name, String schema, Consumer<Group> values) throws Exception {
    MessageType message = TestingFile.schema(schema);
    Group row = TestingFile.row(message);
    values.accept(row);
    return TableFile.open(TestingFile.PLAIN.write(directory.resolve(name), message, List.of(row)));
  }

  /** The rows of a file, as they are when they have become rows of a schema. */
  private List<String> rows(TableSchema schema, TableFile file) throws Exception {
    Path out = directory.resolve("out " + outs++);
    List<byte[]> records = TestingTables.records(file.file(), schema);
    return TestingTables.rows(TestingTables.write(TableFormat.of(schema), out, records, 10));
  }
}
