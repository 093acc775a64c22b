package dev.sluice.jobs.documents;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.work.WorkerPool;
import dev.sluice.jobs.documents.DocumentPipeline.DocumentResults;
import dev.sluice.jobs.documents.DocumentPipeline.DocumentWork;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.operators.Document;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.table.TestingFile;
import dev.sluice.storage.text.TextFile;
import dev.sluice.storage.text.TextInputs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.schema.MessageType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DocumentPipelineTest {
  @TempDir private Path directory;

  private final List<String> told = new ArrayList<>();

  /** Notes everything that it is told. */
  private final class Notes implements DocumentResults<List<String>> {
    @Override
    public void begun(DocumentFile file) {
      told.add("begun " + file.file().name());
    }

    @Override
    public void accept(List<String> result) {
      told.addAll(result);
    }

    @Override
    public void ended(TextFile file) {
      told.add("ended " + file.name());
    }

    @Override
    public void broken(TextFile file, SourceFormatException problem) {
      told.add("broken " + file.name() + ": " + problem.reason());
    }
  }

  private static List<String> described(DocumentPiece piece) {
    List<String> rows = new ArrayList<>();
    DocumentCursor cursor = piece.cursor();
    while (cursor.next()) {
      if (cursor.hasDocument()) {
        Document document = cursor.document();
        rows.add(
            "%s=%s year %s good %s"
                .formatted(
                    document.id(),
                    document.text().string(),
                    document.fields().find("metadata.year").map(value -> value.number()),
                    document.fields().find("metadata.good")));
      } else {
        rows.add(cursor.row() + " " + cursor.problem().reason());
      }
    }
    return rows;
  }

  private List<String> run(DocumentColumns columns, int threads, long firstRow) throws Exception {
    told.clear();
    try (WorkerPool workers = new WorkerPool("test", threads)) {
      new DocumentPipeline<>(
              columns,
              workers,
              DocumentWork.of(DocumentPipelineTest::described),
              new Notes(),
              JobProgress.NONE)
          .run(TextInputs.find(List.of(directory.toString())).files(), firstRow);
    }
    return List.copyOf(told);
  }

  @Test
  void shouldGiveEveryRowADocumentOrAProblem() throws Exception {
    new TestingDocuments()
        .add("first")
        .add(Optional.empty(), Optional.of("no id".getBytes(UTF_8)), 1, 1999)
        .add(Optional.of("x"), Optional.empty(), 1, 1999)
        .add(Optional.of("x"), Optional.of(new byte[] {(byte) 0xC0}), 1, 1999)
        .add("x".repeat(21))
        .add("x".repeat(20))
        .add("")
        .write(directory.resolve("a/b.parquet"), 3);
    assertThat(run(new DocumentColumns("text", "id", 20), 1, 0))
        .containsExactly(
            "begun a/b.parquet",
            "d0=first year Optional[OptionalDouble[2020.0]] good Optional.empty",
            "a/b.parquet#1=no id year Optional[OptionalDouble[1999.0]] good Optional.empty",
            "2 null_text",
            "3 invalid_text",
            "4 too_large",
            "d5=xxxxxxxxxxxxxxxxxxxx year Optional[OptionalDouble[2020.0]] good Optional.empty",
            "d6= year Optional[OptionalDouble[2020.0]] good Optional.empty",
            "ended a/b.parquet");
  }

  @Test
  void shouldHandOverTheSameInTheSameOrderWhateverTheThreads() throws Exception {
    for (String name : List.of("a", "b", "c")) {
      TestingDocuments documents = new TestingDocuments();
      for (int row = 0; row < 3_000; row++) {
        documents.add("%s %d %s".formatted(name, row, "text ".repeat(row % 700)));
      }
      documents.write(directory.resolve(name + ".parquet"), 700);
    }
    List<String> one = run(DocumentColumns.usual(), 1, 0);
    assertThat(one).hasSize(9_006);
    assertThat(run(DocumentColumns.usual(), 3, 0)).isEqualTo(one);
    List<String> rest = run(DocumentColumns.usual(), 2, 1_500);
    assertThat(rest.subList(1, rest.size())).isEqualTo(one.subList(1_501, one.size()));
  }

  @Test
  void shouldHandOverWhatIsBeforeABrokenPlace() throws Exception {
    TestingDocuments documents = new TestingDocuments();
    for (int row = 0; row < 40; row++) {
      documents.add("row " + row);
    }
    Path file = documents.write(directory.resolve("a.parquet"), 10);
    byte[] bytes = Files.readAllBytes(file);
    Arrays.fill(bytes, bytes.length / 3, bytes.length / 3 + 40, (byte) 0x55);
    Files.write(file, bytes);
    Files.writeString(directory.resolve("b.parquet"), "no Parquet");
    List<String> found = run(DocumentColumns.usual(), 1, 0);
    assertThat(found.get(0)).isEqualTo("begun a.parquet");
    assertThat(found.get(1)).startsWith("d0=row 0 ");
    assertThat(found.get(found.size() - 2)).startsWith("broken a.parquet: row group 3: row 30");
    assertThat(found.get(found.size() - 1)).startsWith("broken b.parquet: not a Parquet file");
  }

  @Test
  void shouldNotChooseBetweenTwoColumnsOfAName() throws Exception {
    MessageType schema =
        TestingFile.schema(
            "message m { required binary text (STRING); optional binary a.b (STRING);"
                + " optional group a { optional binary b (STRING); } }");
    List<Group> rows = List.of(TestingFile.row(schema).append("text", "a text"));
    TestingFile.PLAIN.write(directory.resolve("a.parquet"), schema, rows);
    Set<String> read = Set.of("a.b");

    assertThat(run(new DocumentColumns("text", "id", 99, Set.of(), read, List.of()), 1, 0))
        .contains(
            "broken a.parquet: has the column a.b twice, but an operator reads this column: rename"
                + " one of the two");
    assertThat(run(new DocumentColumns("text", "id", 99), 1, 0)).contains("ended a.parquet");
  }
}
