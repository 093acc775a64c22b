package dev.sluice.storage.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Real documents, written by another program. */
class FineWebSourceTest {
  @Test
  void shouldReadEveryRealDocument() throws Exception {
    ColumnMapping mapping =
        new ColumnMapping(Optional.of("id"), "text", "score", Optional.of("dump"));
    int[] scores = new int[6];
    long textBytes = 0;
    for (Path file : SharedData.files("fineweb-legal")) {
      List<TestingRows.Row> rows = TestingRows.read(file, mapping);

      assertThat(rows)
          .extracting(TestingRows.Row::number)
          .containsExactlyElementsOf(LongStream.range(0, 100).boxed().toList());
      for (TestingRows.Row row : rows) {
        assertThat(row.id().orElseThrow()).startsWith("<urn:uuid:");
        assertThat(row.dump()).isEqualTo("unknown");
        scores[(int) row.score().orElseThrow()]++;
        textBytes += row.text().orElseThrow().getBytes(StandardCharsets.UTF_8).length;
      }
    }
    // counted by another reader
    assertThat(scores).containsExactly(795, 242, 172, 238, 406, 147);
    assertThat(textBytes).isEqualTo(14097566L);
  }
}
