package dev.sluice.jobs.split;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.jobs.documents.TestingDocuments;
import dev.sluice.jobs.generate.Generator;
import dev.sluice.jobs.split.SplitJob.SplitResult;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.storage.table.RecordBuffer;
import dev.sluice.storage.table.RecordRows;
import dev.sluice.storage.table.RowBuffers;
import dev.sluice.storage.table.TableFile;
import dev.sluice.storage.table.TableFormat;
import dev.sluice.storage.table.TableRowGroup;
import dev.sluice.storage.table.TableWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Parquet. */
class TableSplitTest {
  @TempDir private static Path sources;
  @TempDir private Path directory;

  /** Made once. */
  private static Path generated(int documents) throws Exception {
    Path source = sources.resolve(Integer.toString(documents));
    Generator.generate(new Generator.Options(source, 2 * documents, 1, 1), done -> {});
    try (Stream<Path> files = Files.walk(source)) {
      return files.filter(file -> file.toString().endsWith(".parquet")).findFirst().orElseThrow();
    }
  }

  /** The same rows in row groups of so many. */
  private Path regrouped(Path source, int rowsOfGroup) throws Exception {
    Path in = Files.createDirectories(directory.resolve("in"));
    TableFile file = TableFile.open(source);
    TableWriter writer =
        new TableWriter(TableFormat.of(file.schema(), file), in.resolve("a.parquet"));
    TableRowGroup group = new TableRowGroup(writer.format());
    for (int number = 0; number < file.rowGroups(); number++) {
      try (RecordRows rows =
          file.rows(number, file.schema(), new RowBuffers(RecordBuffer.MAX_BYTES))) {
        while (rows.next()) {
          group.write(rows.buffer(), 0, rows.length());
          if (group.rows() == rowsOfGroup) {
            group.finish();
            writer.append(group);
            group = new TableRowGroup(writer.format());
          }
        }
      }
    }
    group.finish();
    writer.append(group);
    writer.complete();
    return in;
  }

  private SplitResult run(Path in, long target, int cores, String out) throws Exception {
    SplitRequest request =
        new SplitRequest(List.of(in.toString()), directory.resolve(out), target, cores, 2);
    return SplitJob.run(request, JobProgress.NONE).result();
  }

  private void checkParts(SplitResult result, Path in, String out, long target) throws Exception {
    List<String> rows = new ArrayList<>();
    for (SplitResult.Part part : result.parts()) {
      Path file = directory.resolve(out).resolve(part.part());
      assertThat(Files.size(file)).isEqualTo(part.bytes()).isLessThanOrEqualTo(target);
      assertThat(part.firstRow()).isEqualTo(rows.size());
      List<String> of = TestingDocuments.rows(file);
      assertThat(of).hasSize((int) part.rows());
      rows.addAll(of);
    }
    assertThat(rows).isEqualTo(TestingDocuments.rows(in.resolve("a.parquet")));
  }

  @Test
  void shouldTakeRowGroupsTogether() throws Exception {
    Path in = regrouped(generated(2_000), 50);
    long target = Files.size(in.resolve("a.parquet")) / 6;
    SplitResult result = run(in, target, 1, "out");
    assertThat(result.parts().size()).isBetween(7, 14);
    checkParts(result, in, "out", target);
  }

  @Test
  void shouldDivideRowGroupsThatAreTooLarge() throws Exception {
    Path in = regrouped(generated(2_000), 1_500);
    long target = Files.size(in.resolve("a.parquet")) / 5;
    SplitResult result = run(in, target, 1, "out");
    assertThat(result.parts().size()).isBetween(6, 14);
    checkParts(result, in, "out", target);
  }

  @Test
  void shouldDivideTheLargestRowGroupsWhereThereAreTooFewForTheCores() throws Exception {
    Path in = regrouped(generated(2_000), 1_500);
    SplitResult result = run(in, 128 << 20, 4, "out");
    assertThat(result.parts()).hasSize(8);
    checkParts(result, in, "out", 128 << 20);
    assertThat(result.parts().get(7).rows()).isGreaterThan(200);
  }

  @Test
  void shouldMakePartsOfOneRowWhereThereAreMoreCoresThanRows() throws Exception {
    Path in = regrouped(generated(120), 90);
    SplitResult many = run(in, 128 << 20, 300, "many");
    assertThat(many.parts()).hasSize(120);
    assertThat(many.parts()).allSatisfy(part -> assertThat(part.rows()).isEqualTo(1));
    checkParts(many, in, "many", 128 << 20);
  }

  @Test
  void shouldLeaveASmallFileAsItIs() throws Exception {
    Path in = regrouped(generated(100), 50);
    Files.copy(in.resolve("a.parquet"), in.resolve("b.parquet"));
    SplitResult result = run(in, 128 << 20, 1, "out");
    assertThat(directory.resolve("out/b.parquet")).hasSameBinaryContentAs(in.resolve("b.parquet"));
    assertThat(result.rows()).isEqualTo(200);
  }

  @Test
  void shouldQuarantineAFileWhoseRowGroupIsBroken() throws Exception {
    Path in = regrouped(generated(2_000), 1_500);
    byte[] bytes = Files.readAllBytes(in.resolve("a.parquet"));
    for (int i = bytes.length / 2; i < bytes.length / 2 + 20; i++) {
      bytes[i] ^= 0x55;
    }
    Files.write(in.resolve("a.parquet"), bytes);
    SplitResult result = run(in, 128 << 20, 4, "out");
    assertThat(result.parts()).isEmpty();
    assertThat(result.quarantined().get(0)).startsWith("a.parquet: row group 0");
    try (Stream<Path> left = Files.walk(directory.resolve("out"))) {
      assertThat(left.filter(Files::isRegularFile)).hasSize(1);
    }
  }
}
