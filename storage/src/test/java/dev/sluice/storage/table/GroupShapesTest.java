package dev.sluice.storage.table;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.parquet.io.ParquetDecodingException;
import org.junit.jupiter.api.Test;

class GroupShapesTest {
  private final TableSchema schema =
      new TableSchema(
          TestingFile.schema(
              """
              message m {
                optional int32 alone;
                optional group g {
                  repeated group r { optional int32 x; repeated int32 y; }
                  optional int32 z;
                }
              }
              """));
  private final GroupShapes shapes = new GroupShapes(schema);

  @Test
  void shouldTakeColumnsThatDifferWithinTheirSharedGroups() {
    assertThatCode(
            () -> check(new int[][] {{0, 2}, {1, 2}}, new int[][] {{0, 2}, {1, 3}, {2, 3}}, 2))
        .doesNotThrowAnyException();
    assertThatCode(() -> check(new int[][] {{0, 0}}, new int[][] {{0, 0}}, 0))
        .doesNotThrowAnyException();
  }

  @Test
  void shouldRefuseAGroupThatIsThereInOneColumnOnly() {
    assertRefused(new int[][] {{0, 1}}, new int[][] {{0, 2}}, 1, "g.r.x and g.r.y");
    assertRefused(new int[][] {{0, 2}}, new int[][] {{0, 2}}, 0, "g.r.y and g.z");
  }

  @Test
  void shouldRefuseAGroupThatComesMoreOftenInOneColumn() {
    assertRefused(new int[][] {{0, 2}, {1, 2}}, new int[][] {{0, 2}}, 1, "g.r.x and g.r.y");
    assertRefused(new int[][] {{0, 2}}, new int[][] {{0, 3}, {2, 3}, {1, 2}}, 1, "g.r.x and g.r.y");
  }

  private void assertRefused(int[][] x, int[][] y, int z, String columns) {
    assertThatThrownBy(() -> check(x, y, z))
        .isInstanceOf(ParquetDecodingException.class)
        .hasMessage("columns " + columns + " disagree about the groups that they share");
  }

  /** A row of triples of these repetition and definition levels. */
  private void check(int[][] x, int[][] y, int z) {
    RecordBuffer record = new RecordBuffer();
    record.clear();
    record.level(0);
    addTriples(record, x);
    addTriples(record, y);
    record.level(z);
    if (z == 2) {
      record.int32(7);
    }
    shapes.check(record);
  }

  private static void addTriples(RecordBuffer record, int[][] levels) {
    long begin = record.beginTriples();
    for (int[] level : levels) {
      record.level(level[0]);
      record.level(level[1]);
      if (level[1] == 3) {
        record.int32(7);
      }
    }
    record.endTriples(begin);
  }
}
