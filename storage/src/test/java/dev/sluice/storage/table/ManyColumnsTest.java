package dev.sluice.storage.table;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.sluice.storage.source.ColumnMapping;
import dev.sluice.storage.source.TestingRows;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a file of many columns costs grows with their number, not with its square. */
class ManyColumnsTest {
  private static final int COLUMNS = 3000;
  private static final long BYTES_OF_A_COLUMN = 64 << 10;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @TempDir private Path directory;

  @Test
  void shouldReadThemByWorkThatIsLinearInTheirNumber() throws Exception {
    Types.MessageTypeBuilder builder = Types.buildMessage();
    for (int i = 1; i < COLUMNS; i++) {
      builder.optional(PrimitiveTypeName.INT32).named("c" + i);
    }
    MessageType schema = builder.required(PrimitiveTypeName.BINARY).named("text").named("m");
    Group row = TestingFile.row(schema);
    row.add("text", "x");
    Path file =
        TestingFile.PLAIN.write(directory.resolve("wide.parquet"), schema, List.of(row, row));
    ColumnMapping mapping =
        new ColumnMapping(Optional.of("id"), "text", Optional.empty(), Optional.of("dump"));
    long before = THREADS.getCurrentThreadAllocatedBytes();

    assertThat(TestingRows.read(file, mapping)).hasSize(2);
    assertThat(TestingTables.records(file, TableFile.open(file).schema())).hasSize(2);

    assertThat(THREADS.getCurrentThreadAllocatedBytes() - before)
        .isLessThan(COLUMNS * BYTES_OF_A_COLUMN);
  }
}
