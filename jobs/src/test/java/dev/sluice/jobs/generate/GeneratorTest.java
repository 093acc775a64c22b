package dev.sluice.jobs.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sluice.core.DumpName;
import dev.sluice.jobs.generate.GenerationPlan.PlannedFile;
import dev.sluice.jobs.generate.Generator.GeneratedSet;
import dev.sluice.jobs.generate.SyntheticDocuments.SyntheticDocument;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.jobs.text.TemporaryFile;
import dev.sluice.jobs.text.TestingParts;
import dev.sluice.storage.source.ColumnMapping;
import dev.sluice.storage.source.ParquetSource;
import dev.sluice.storage.source.SourceRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.api.Binary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GeneratorTest {
  @TempDir private Path directory;

  @Test
  void shouldWriteTheSameBytesForTheSameArguments() throws IOException {
    GeneratedSet first = generate("a", 3000, 3, 7);
    generate("b", 3000, 3, 7);
    generate("c", 3000, 3, 8);
    assertThat(tree("b")).containsExactlyEntriesOf(tree("a"));
    assertThat(tree("c")).isNotEqualTo(tree("a"));
    assertThat(first.rows()).isEqualTo(3000);
    assertThat(first.files()).hasSize(6);
    assertThat(first.bytes()).isGreaterThan(1_000_000);
    assertThat(first.wasFinished()).isFalse();
  }

  @Test
  void shouldContinueWhatWasStoppedAndRecogniseWhatIsFinished() throws IOException {
    generate("a", 400, 2, 7);
    Map<String, String> undisturbed = tree("a");
    Path lost = directory.resolve("a/data/CC-MAIN-2014-10/000_00000.parquet");
    Files.move(lost, new TemporaryFile(lost).path());

    List<String> told = new ArrayList<>();
    GeneratedSet again = Generator.generate(options("a", 400, 2, 7), at -> told.add(at.file()));

    assertThat(tree("a")).containsExactlyEntriesOf(undisturbed);
    assertThat(again.files()).filteredOn(file -> !file.found()).hasSize(1);
    assertThat(told).isEqualTo(again.files().stream().map(GeneratedSet.File::path).toList());
    assertThat(again.rows()).isEqualTo(400);
    assertThat(generate("a", 400, 2, 7).wasFinished()).isTrue();
  }

  @Test
  void shouldRefuseADirectoryOfOtherArguments() throws IOException {
    generate("a", 10, 1, 7);
    Map<String, String> before = tree("a");
    assertThatExceptionOfType(JobRefusedException.class)
        .isThrownBy(() -> generate("a", 10, 1, 8))
        .withMessageContainingAll(directory.resolve("a").toString(), "\"seed\":7", "\"seed\":8");
    assertThat(tree("a")).isEqualTo(before);
  }

  @Test
  void shouldRefuseADirectoryThatHoldsAnythingElse() throws IOException {
    Files.createDirectories(directory.resolve("a/data"));
    assertThatExceptionOfType(JobRefusedException.class)
        .isThrownBy(() -> generate("a", 10, 1, 7))
        .withMessageContainingAll("not empty", "it holds data", "empty directory");
    assertThat(tree("a")).isEmpty();
  }

  @Test
  void shouldRefuseAFileForADirectory() throws IOException {
    Files.writeString(directory.resolve("a"), "a file");
    assertThatExceptionOfType(JobRefusedException.class)
        .isThrownBy(() -> generate("a", 10, 1, 7))
        .withMessageContaining("is a file");
    assertThatExceptionOfType(JobRefusedException.class)
        .isThrownBy(() -> generate("a/b", 10, 1, 7))
        .withMessageContaining("is a file");
  }

  @Test
  void shouldLeaveNoPartOfAFileThatCouldNotBeWritten() throws IOException {
    generate("a", 10, 1, 7);
    Path file = directory.resolve("a/data/CC-MAIN-2013-20/000_00001.parquet");
    Files.delete(file);
    Files.createDirectories(new TemporaryFile(file).path().resolve("in the way"));
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> generate("a", 10, 1, 7))
        .withMessageContaining("000_00001.parquet");
    assertThat(file).doesNotExist();
  }

  @Test
  void shouldMarkEveryFileAndHaveTheColumnsOfTheDataSet() throws IOException {
    for (GeneratedSet.File file : generate("a", 100, 2, 7).files()) {
      ParquetMetadata footer = footer(directory.resolve("a").resolve(file.path()));
      assertThat(footer.getFileMetaData().getKeyValueMetaData())
          .containsEntry("sluice.synthetic", "true");
      List<String> columns =
          new ArrayList<>(
              List.of(
                  "text",
                  "id",
                  "dump",
                  "url",
                  "date",
                  "file_path",
                  "language",
                  "language_score",
                  "token_count",
                  "score",
                  "int_score"));
      if (file.path().contains("2013")) {
        columns.remove("date");
      }
      assertThat(footer.getFileMetaData().getSchema().getFields())
          .extracting(field -> field.getName())
          .isEqualTo(columns);
      assertThat(footer.getBlocks().stream().mapToLong(block -> block.getRowCount()).sum())
          .isEqualTo(file.rows());
    }
    assertThat(directory.resolve("a/synthetic.json"))
        .content()
        .isEqualTo(
            "{\"sluice.synthetic\":true,\"format\":1,\"docs\":100,\"dumps\":2,\"seed\":7}\n");
  }

  @Test
  void shouldBeReadAsTheDocumentsItWasMadeOf() throws IOException, InterruptedException {
    ColumnMapping mapping =
        new ColumnMapping(Optional.of("id"), "text", "score", Optional.of("dump"));
    SyntheticDocuments documents = new SyntheticDocuments(7);
    for (PlannedFile planned : GenerationPlan.of(options("a", 3000, 2, 7))) {
      generate("a", 3000, 2, 7);
      ParquetSource source =
          ParquetSource.open(directory.resolve("a").resolve(planned.path()), mapping);
      assertThat(source.rows()).isEqualTo(planned.rows());
      for (int group = 0; group < source.rowGroups(); group++) {
        source.read(
            group,
            row ->
                checkRow(row, documents.at(planned.firstDocument() + row.row(), planned.dump())));
      }
    }
  }

  private static void checkRow(SourceRow row, SyntheticDocument expected) {
    assertThat(row.hasText()).isEqualTo(expected.text().isPresent());
    assertThat(
            Arrays.copyOfRange(
                row.textBytes(), row.textOffset(), row.textOffset() + row.textLength()))
        .isEqualTo(expected.text().map(Binary::getBytes).orElse(new byte[0]));
    assertThat(row.id()).isEqualTo(expected.id().map(Binary::getBytes).orElse(new byte[0]));
    assertThat(row.dump()).isEqualTo(DumpName.crawlOrUnknown(expected.dump().orElse("")));
    assertThat(row.hasScore() ? OptionalDouble.of(row.score()) : OptionalDouble.empty())
        .isEqualTo(expected.score());
  }

  private static ParquetMetadata footer(Path path) throws IOException {
    ParquetReadOptions options =
        ParquetReadOptions.builder(new PlainParquetConfiguration()).build();
    try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(path), options)) {
      return reader.getFooter();
    }
  }

  private GeneratedSet generate(String name, long documents, int dumps, long seed)
      throws IOException {
    return Generator.generate(options(name, documents, dumps, seed), file -> {});
  }

  private Generator.Options options(String name, long documents, int dumps, long seed) {
    return new Generator.Options(directory.resolve(name), documents, dumps, seed);
  }

  private SortedMap<String, String> tree(String name) throws IOException {
    return TestingParts.content(directory.resolve(name));
  }
}
