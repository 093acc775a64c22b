package dev.sluice.jobs.sample;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.algorithms.sample.RowSelector;
import dev.sluice.algorithms.sample.RowSelector.RowRange;
import dev.sluice.jobs.sample.BatchPlan.Slice;
import dev.sluice.jobs.sample.BucketSource.SampleFile;
import dev.sluice.jobs.sample.SampleRequest.IdRule;
import dev.sluice.storage.table.TableFormat;
import dev.sluice.storage.table.TableRowGroup;
import dev.sluice.storage.table.TableSchema;
import dev.sluice.storage.table.TableWriter;
import dev.sluice.storage.text.TextFile;
import dev.sluice.storage.text.TextFormat;
import dev.sluice.storage.text.TextSurvey;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BucketReaderTest {
  private static final int ROWS = 10;

  @TempDir Path directory;

  /** A batch is read again after an I/O error in any of its files. */
  @Test
  void shouldReadTheSameRowsAgain() throws Exception {
    TestingSources.lines(directory, "a.jsonl", ROWS, "text");
    Path path = directory.resolve("a.jsonl");
    TextFile file = new TextFile(path, "a.jsonl", TextFormat.JSONL, Files.size(path));
    BucketSource bucket =
        new BucketSource(
            null,
            IdRule.NAME,
            "text",
            List.of(new SampleFile(file, "a", new TextSurvey(ROWS, Files.size(path)))),
            List.of());
    RowSelector all = new RowSelector(List.of(new RowRange("a", ROWS)), ROWS, 1, rows -> {});
    List<Slice> first = List.of(new Slice(0, 0, 4));
    List<Slice> second = List.of(new Slice(0, 4, 7));
    try (BucketReader reader = new BucketReader(bucket, all.choose())) {
      assertThat(texts(reader, first)).containsExactlyElementsOf(texts(0, 4));
      assertThat(texts(reader, first)).containsExactlyElementsOf(texts(0, 4));
      assertThat(texts(reader, second)).containsExactlyElementsOf(texts(4, 7));
      assertThat(texts(reader, second)).containsExactlyElementsOf(texts(4, 7));
    }
  }

  private static List<String> texts(int from, int to) {
    return IntStream.range(from, to).mapToObj(row -> TestingSources.text("a.jsonl", row)).toList();
  }

  private List<String> texts(BucketReader reader, List<Slice> slices) throws Exception {
    TableFormat format = TableFormat.of(TableSchema.strings(List.of("text")));
    SampleBatch batch = new SampleBatch(new TableRowGroup(format), List.of());
    reader.read(slices, batch);
    batch.finish();
    assertThat(batch.quarantined()).isEmpty();
    Path file = Files.createTempDirectory(directory, "out").resolve("batch.parquet");
    TableWriter writer = new TableWriter(format, file);
    writer.append(batch.group());
    writer.complete();
    return TestingSources.column(file.getParent(), List.of("batch.parquet"), "text").stream()
        .map(text -> text.orElseThrow())
        .toList();
  }
}
