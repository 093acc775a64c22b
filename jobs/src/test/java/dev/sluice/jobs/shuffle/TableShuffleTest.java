package dev.sluice.jobs.shuffle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.algorithms.shuffle.ShuffleKeys;
import dev.sluice.jobs.documents.TestingDocuments;
import dev.sluice.jobs.generate.Generator;
import dev.sluice.jobs.shuffle.ShuffleRequest.FileSplit;
import dev.sluice.jobs.shuffle.ShuffleRequest.ShuffleInput;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.storage.table.TableFile;
import dev.sluice.storage.table.TableFormat;
import dev.sluice.storage.table.TableSchema;
import dev.sluice.storage.table.TableWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Parquet in, out, or both. */
class TableShuffleTest {
  /** Partitions of 1 MiB. */
  private static final ShuffleMemory LITTLE = new ShuffleMemory(14L << 20, 1 << 20);

  private static final ShuffleMemory MUCH = new ShuffleMemory(200L << 20, 256L << 20);

  @TempDir private Path directory;

  private Path generated(int documents) throws Exception {
    Path source = directory.resolve("source");
    Generator.generate(new Generator.Options(source, documents, 1, 1), done -> {});
    return source;
  }

  private static ShuffleRequest request(
      Path input, Path output, Optional<RowFormat> format, ShuffleMemory memory, int threads) {
    return new ShuffleRequest(
        List.of(ShuffleInput.parse(input.toString())),
        output,
        OptionalLong.of(7),
        new FileSplit(OptionalInt.of(2), OptionalLong.empty()),
        format,
        false,
        Optional.empty(),
        threads,
        memory);
  }

  private static void run(ShuffleRequest request) throws Exception {
    ShuffleJob.run(request, JobProgress.NONE);
  }

  private void toParquet(Path source) throws Exception {
    run(request(source, directory.resolve("out"), Optional.of(RowFormat.PARQUET), LITTLE, 1));
  }

  private static List<Path> files(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files
          .filter(Files::isRegularFile)
          .filter(file -> !file.endsWith("synthetic.json"))
          .sorted()
          .toList();
    }
  }

  /** All rows as JSON, in their order. */
  private static List<String> rows(Path directory) throws IOException {
    List<String> rows = new ArrayList<>();
    for (Path path : files(directory)) {
      rows.addAll(TestingDocuments.rows(path));
    }
    return rows;
  }

  private static List<String> inOrder(List<String> rows) {
    return LongStream.range(0, rows.size())
        .boxed()
        .sorted(ShuffleKeys.of(7)::compare)
        .map(row -> rows.get(row.intValue()))
        .toList();
  }

  private static List<String> lines(Path directory) throws IOException {
    List<String> lines = new ArrayList<>();
    for (Path file : files(directory)) {
      lines.addAll(Files.readAllLines(file));
    }
    return lines;
  }

  @Test
  void shouldShuffleAllColumnsIntoTheSameBytesWhateverMemoryAndThreads() throws Exception {
    Path source = generated(1_000);
    List<String> expected = inOrder(rows(source));
    List<byte[]> bytes = new ArrayList<>();
    int number = 0;
    for (ShuffleMemory memory : List.of(LITTLE, MUCH)) {
      for (int threads = 1; threads <= 2; threads++) {
        Path output = directory.resolve("out" + number++);
        run(request(source, output, Optional.empty(), memory, threads));
        bytes.add(Files.readAllBytes(output.resolve("train-00001-of-00002.parquet")));
        assertThat(rows(output)).isEqualTo(expected);
      }
    }
    assertThat(bytes).allSatisfy(one -> assertThat(one).isEqualTo(bytes.get(0)));
  }

  @Test
  void shouldMakeTheSameRowsOfJsonAndOfItTheSameColumns() throws Exception {
    Path source = generated(300);
    Path json = directory.resolve("json");
    Path back = directory.resolve("back");
    run(request(source, json, Optional.of(RowFormat.JSONL), LITTLE, 2));
    run(request(json, back, Optional.of(RowFormat.PARQUET), LITTLE, 2));
    assertThat(lines(json)).isEqualTo(inOrder(rows(source)));
    assertThat(rows(back)).isEqualTo(inOrder(lines(json)));
    assertThat(TableFile.open(files(back).get(0)).schema().names())
        .isEqualTo(TableFile.open(files(source).get(0)).schema().names());
  }

  /** Stopped at every few steps by an exception that nothing foresees. */
  @Test
  void shouldContinueWhereverItWasStopped() throws Exception {
    Path source = generated(4_000);
    Path whole = directory.resolve("whole");
    Path output = directory.resolve("stopped");
    run(request(source, whole, Optional.empty(), LITTLE, 2));
    int stops = 0;
    while (!runFor(10 + 5 * stops, request(source, output, Optional.empty(), LITTLE, 2))) {
      assertThat(++stops).isLessThan(100);
    }
    assertThat(stops).isGreaterThan(1);
    assertThat(files(output)).hasSize(2);
    for (Path file : files(whole)) {
      assertThat(output.resolve(file.getFileName())).hasSameBinaryContentAs(file);
    }
  }

  private static boolean runFor(int steps, ShuffleRequest request) throws Exception {
    int[] left = {steps};
    try {
      ShuffleJob.run(
          request,
          position -> {
            if (--left[0] == 0) {
              throw new UnsupportedOperationException("stop");
            }
          });
      return true;
    } catch (UnsupportedOperationException e) {
      return false;
    }
  }

  @Test
  void shouldRefuseColumnsThatDiffer() throws Exception {
    Path source = Files.createDirectories(directory.resolve("two"));
    empty(source.resolve("a.parquet"), "message m { required int32 x; }");
    empty(source.resolve("b.parquet"), "message m { required int64 x; }");
    assertThatThrownBy(
            () -> run(request(source, directory.resolve("out"), Optional.empty(), LITTLE, 1)))
        .hasMessageContaining("column x is int32 in ")
        .hasMessageContaining("a.parquet, but int64 in ");
    assertThat(directory.resolve("out")).doesNotExist();
  }

  private static void empty(Path file, String schema) throws IOException {
    TableSchema columns = new TableSchema(MessageTypeParser.parseMessageType(schema));
    new TableWriter(TableFormat.of(columns), file).complete();
  }

  @Test
  void shouldUniteColumnsWhereAskedTo() throws Exception {
    Path source = Files.createDirectories(directory.resolve("two"));
    empty(source.resolve("a.parquet"), "message m { required int32 x; }");
    empty(source.resolve("b.parquet"), "message m { required int32 x; required int64 y; }");
    Path output = directory.resolve("out");
    ShuffleRequest apart = request(source, output, Optional.empty(), LITTLE, 1);
    assertThatThrownBy(() -> run(apart))
        .hasMessageContaining("pass --union to write nulls where it is missing");
    run(
        new ShuffleRequest(
            apart.inputs(),
            apart.output(),
            apart.seed(),
            apart.split(),
            apart.format(),
            true,
            apart.temporary(),
            1,
            LITTLE));
    assertThat(TableFile.open(files(output).get(0)).schema().names()).containsExactly("x", "y");
  }

  @Test
  void shouldNameTheLineThatIsNoJson() throws Exception {
    Path source = Files.writeString(directory.resolve("in.jsonl"), "{\"a\": 1}\n\n{\"a\"\n");
    assertThatThrownBy(() -> toParquet(source)).hasMessageContaining("in.jsonl: line 3: ");
    assertThat(files(directory)).containsExactly(source);
  }

  @Test
  void shouldRefuseToMakeColumnsOfLines() throws Exception {
    Path source = Files.writeString(directory.resolve("in.txt"), "a\n");
    for (RowFormat format : List.of(RowFormat.JSONL, RowFormat.PARQUET)) {
      assertThatThrownBy(
              () -> run(request(source, directory.resolve("out"), Optional.of(format), LITTLE, 1)))
          .hasMessageContaining("lines of text have no columns; use --format lines");
    }
    assertThat(files(directory)).containsExactly(source);
  }

  @Test
  void shouldRefuseLinesOfJsonWithoutFields() throws Exception {
    Path source = Files.writeString(directory.resolve("in.jsonl"), "{}\n\n");
    assertThatThrownBy(() -> toParquet(source))
        .hasMessageContaining("in.jsonl has a field that could be a column");
  }

  @Test
  void shouldNameTheFieldsThatNoColumnCanHold() throws Exception {
    Path source = Files.writeString(directory.resolve("in.jsonl"), "{\"a\": 1}\n{\"a\": \"b\"}\n");
    assertThatThrownBy(() -> toParquet(source))
        .hasMessageContaining("field a is")
        .hasMessageContaining("in.jsonl, line 1 but")
        .hasMessageContaining("in.jsonl, line 2");
  }
}
