package dev.sluice.jobs.tokenizer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.jobs.documents.TestingDocuments;
import dev.sluice.jobs.tokenizer.TokenizeJob.TokenBatch;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.table.TableFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DocumentRowsTest {
  private static final int MANY = 150_000;

  @TempDir private Path root;

  private Path write(int documents) throws IOException {
    Path file = root.resolve("a.meta.parquet");
    DocumentRows rows = new DocumentRows(file, root.resolve("x/../in/a.jsonl"));
    for (int begin = 0; begin < documents; begin += 1000) {
      TokenBatch batch = new TokenBatch(1000, 100);
      for (int document = begin; document < begin + 1000; document++) {
        batch.endDocument(row(document));
      }
      rows.write(batch);
    }
    assertThat(file).doesNotExist();
    rows.publish();
    return file;
  }

  /** Every tenth row has no text. */
  private static long row(int document) {
    return document + document / 9L;
  }

  @Test
  void shouldFindTheRowOfAnyDocument() throws IOException {
    Path file = write(MANY);
    String source = root.resolve("in/a.jsonl").toString();
    for (int document : new int[] {0, 1, 65_535, 65_536, 131_072, MANY - 1}) {
      assertThat(DocumentRows.read(file, document))
          .isEqualTo(new DocumentRows.Row(source, row(document)));
    }
    TableFile table = TableFile.open(file);
    assertThat(table.schema().names()).containsExactly("parquet_path", "parquet_row");
    assertThat(table.rows()).isEqualTo(MANY);
    assertThat(Files.size(file)).isLessThan(4L * MANY);
    assertThatThrownBy(() -> DocumentRows.read(file, MANY))
        .isInstanceOf(SourceFormatException.class)
        .hasMessageEndingWith("has no row for document 150000");
  }

  @Test
  void shouldWriteAFileWithoutDocuments() throws IOException {
    assertThat(TableFile.open(write(0)).rows()).isZero();
  }

  @Test
  void shouldRefuseAnotherTable() throws IOException {
    Path table = new TestingDocuments().add("a text").write(root.resolve("b.parquet"), 1);
    assertThatThrownBy(() -> DocumentRows.read(table, 0)).isInstanceOf(SourceFormatException.class);
  }

  @Test
  void shouldLeaveNothingOfWhatIsDiscarded() throws IOException {
    DocumentRows rows = new DocumentRows(root.resolve("a.meta.parquet"), root.resolve("a"));
    rows.write(new TokenBatch(0, 100));
    rows.discard();
    assertThat(root).isEmptyDirectory();
  }
}
