package dev.sluice.storage.source;

import static dev.sluice.core.filter.ColumnKind.FLOATING;
import static dev.sluice.core.filter.ColumnKind.INTEGER;
import static dev.sluice.core.filter.ColumnKind.NOTHING;
import static dev.sluice.core.filter.ColumnKind.STRING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.filter.ColumnKind;
import dev.sluice.core.filter.Filter;
import dev.sluice.storage.table.TableSchema;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PathColumnsTest {
  @Test
  void shouldTakeNamesAndValuesOfDirectories() {
    assertThat(PathColumns.of("dump=CC-MAIN-2024-10/x/int_score=3/a=b.parquet").values())
        .isEqualTo(Map.of("dump", "CC-MAIN-2024-10", "int_score", "3"));
    assertThat(PathColumns.of("a=1/a=2/b==/=c/d=/0.parquet").values())
        .isEqualTo(Map.of("a", "2", "b", "=", "d", ""));
    assertThat(PathColumns.of("a.parquet")).isSameAs(PathColumns.NONE);
  }

  @Test
  void shouldDecodePercentSigns() {
    assertThat(
            PathColumns.of("d%C3%A4y=2024-01-01 00%3A00/p=100%/q=%zz%2/r=%f0%9f%98%80/x").values())
        .isEqualTo(Map.of("däy", "2024-01-01 00:00", "p", "100%", "q", "%zz%2", "r", "😀"));
  }

  private static Map<String, FilterValue> fit(String path, String filter, ColumnKind n) {
    Map<String, ColumnKind> kinds = new HashMap<>(Map.of("n", n));
    return PathColumns.of(path + "/x").fit(Filter.parse(filter), kinds);
  }

  @Test
  void shouldBeNumbersWhereTheyAreComparedWithNumbers() {
    assertThat(fit("year=2024", "year == '2024'", NOTHING).get("year").kind()).isEqualTo(STRING);
    assertThat(fit("year=2024", "year is null", NOTHING).get("year").kind()).isEqualTo(STRING);
    assertThat(fit("year=2024", "year == 2024", NOTHING).get("year").value()).isEqualTo(2024L);
    assertThat(fit("month=07", "month < n", INTEGER).get("month").value()).isEqualTo(7L);
    assertThat(fit("month=07", "month < n", STRING).get("month").kind()).isEqualTo(STRING);
    assertThat(fit("q=0.5", "n < q", INTEGER).get("q").kind()).isEqualTo(FLOATING);
    assertThat(fit("year=abc", "year > 3", NOTHING).get("year").kind()).isEqualTo(STRING);
    assertThat(fit("n=7", "n > 3", INTEGER)).as("the file has it").isEmpty();
  }

  private static Map<String, String> misfits(String path, String columns) {
    Map<String, String> misfits = new TreeMap<>();
    TableSchema schema = TableSchema.parse("message m { " + columns + " }");
    CarriedColumns.fromPath(PathColumns.of(path + "/x"), schema, "there"::equals, misfits::put);
    return misfits;
  }

  @Test
  void shouldBeWhatTheColumnOfOtherFilesIsOrFitNot() {
    String columns =
        "optional int32 a; optional int64 b; optional double c; optional binary d (STRING);"
            + " optional int32 e (DATE); optional boolean f; optional float g; optional int64"
            + " there;";
    assertThat(misfits("a=-7/b=9007199254740993/c=1e3/d=x/g=0.5/there=y", columns)).isEmpty();
    assertThat(misfits("a=3000000000/b=1.5/c=1e999/e=7/f=1/g=1e300/there=y", columns))
        .containsOnlyKeys("a", "b", "c", "e", "f", "g");
    assertThat(misfits("b=abc", columns).get("b"))
        .isEqualTo(
            "the path has the directory b=abc, but column b is int64 in this output: rename the"
                + " directory, or omit the column from output.columns of a new output");
  }

  @Test
  void shouldTakeHivesNullForNoValue() {
    assertThat(PathColumns.of("a=1/a=__HIVE_DEFAULT_PARTITION__/x").value("a")).isEmpty();
  }
}
