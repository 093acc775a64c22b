package dev.sluice.jobs.shuffle;

import static dev.sluice.jobs.text.TestingRefusals.assertFailure;
import static dev.sluice.jobs.text.TestingRefusals.assertRefusal;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.algorithms.shuffle.ShuffleKeys;
import dev.sluice.jobs.generate.Generator;
import dev.sluice.jobs.shuffle.ShuffleRequest.FileSplit;
import dev.sluice.jobs.shuffle.ShuffleRequest.ShuffleInput;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.storage.json.JsonObjects;
import dev.sluice.storage.page.IoRetry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShuffleJobTest {
  /** Partitions of 1 MiB. */
  private static final ShuffleMemory LITTLE = new ShuffleMemory(14L << 20, 1 << 20);

  private static final ShuffleMemory MORE = new ShuffleMemory(40L << 20, 256L << 20);
  private static final ShuffleMemory MUCH = new ShuffleMemory(200L << 20, 256L << 20);

  @TempDir private Path directory;

  @Test
  void shouldBringRowsIntoTheOrderOfTheirKeysWhateverMemoryAndThreads() throws Exception {
    byte[] text = randomLines(new SplittableRandom(5), 3 << 20);
    Files.write(directory.resolve("in.txt"), text);
    byte[] expected = expected(lines(text), 7);
    int run = 0;
    for (ShuffleMemory memory : List.of(LITTLE, MORE, MUCH)) {
      for (int threads = 1; threads <= 2; threads++) {
        Path output = directory.resolve("out" + run++);
        ShuffleJob.run(request(output, memory, threads, "in.txt"), JobProgress.NONE);
        assertThat(concatenated(output)).isEqualTo(expected);
      }
    }
  }

  @Test
  void shouldTakeArraysAndObjectsOverSeveralLinesAsLines() throws Exception {
    List<String> objects = new ArrayList<>();
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < 20_000; i++) {
      objects.add(
          "{ \"id\": %d, \"text\": \"%s]}\" }".formatted(i, "x".repeat(random.nextInt(90))));
    }
    String lines = String.join("\n", objects) + "\n";
    Files.writeString(directory.resolve("lines.jsonl"), lines);
    Files.writeString(directory.resolve("array.json"), "[\n" + String.join(",\n", objects) + "]");
    String over = lines.replace("{ ", "{\n").replace(" }", "\n}");
    Files.writeString(directory.resolve("over.jsonl"), over);
    byte[] expected = expected(objects, 7);
    for (String name : List.of("lines.jsonl", "array.json", "over.jsonl")) {
      Path output = directory.resolve("out-" + name);
      ShuffleJob.run(request(output, LITTLE, 2, name), JobProgress.NONE);
      assertThat(concatenated(output)).describedAs(name).isEqualTo(expected);
    }
  }

  @Test
  void shouldContinueWithinAnArray() throws Exception {
    StringBuilder text = new StringBuilder("[");
    for (int i = 0; i < 5_000; i++) {
      text.append(i == 0 ? "" : ", ").append("{\"id\": ").append(i).append("}");
    }
    Path file = Files.writeString(directory.resolve("a.json"), text.append("]"));
    List<String> expected = objects(file, 0, 1 << 20);
    long position = 0;
    List<String> read = new ArrayList<>();
    while (read.size() < expected.size()) {
      try (PieceSource source = source(file, position, 1000)) {
        read.addAll(lines(source.next().orElseThrow()));
        position = source.position();
      }
    }
    assertThat(read).isEqualTo(expected).hasSize(5_000);
    assertThat(objects(file, position, 1000)).isEmpty();
  }

  private static PieceSource source(Path file, long position, int blockBytes) throws IOException {
    return new BlockPieces(
        JsonObjects.open(file, 1 << 20, IoRetry.NEVER),
        position,
        blockBytes,
        new ArrayDeque<>(),
        () -> {});
  }

  private static List<String> objects(Path file, long position, int blockBytes) throws IOException {
    try (PieceSource source = source(file, position, blockBytes)) {
      Optional<PieceSource.RowPiece> piece = source.next();
      return piece.isPresent() ? lines(piece.get()) : List.of();
    }
  }

  private static List<String> lines(PieceSource.RowPiece piece) throws IOException {
    List<String> lines = new ArrayList<>();
    piece
        .scatter()
        .to((row, bytes, offset, length) -> lines.add(new String(bytes, offset, length, UTF_8)), 0);
    return lines;
  }

  /** Lines of every length, of any bytes but the line feed. */
  private static byte[] randomLines(SplittableRandom random, int size) {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    while (text.size() < size) {
      int length = random.nextInt(1 << random.nextInt(1, random.nextInt(100) == 0 ? 18 : 9)) - 1;
      for (int i = 0; i < length; i++) {
        int value = random.nextInt(256);
        text.write(value == '\n' ? '\r' : value);
      }
      text.write('\n');
    }
    return text.toByteArray();
  }

  private static List<String> lines(byte[] text) {
    List<String> lines = new ArrayList<>(List.of(new String(text, ISO_8859_1).split("\n", -1)));
    if (lines.get(lines.size() - 1).isEmpty()) {
      lines.remove(lines.size() - 1);
    }
    return lines;
  }

  /** The slow, obvious way. */
  private static byte[] expected(List<String> lines, long seed) {
    ShuffleKeys keys = ShuffleKeys.of(seed);
    StringBuilder text = new StringBuilder();
    LongStream.range(0, lines.size())
        .boxed()
        .sorted(keys::compare)
        .forEach(row -> text.append(lines.get(row.intValue())).append('\n'));
    return text.toString().getBytes(ISO_8859_1);
  }

  private ShuffleRequest request(Path output, ShuffleMemory memory, int threads, String... inputs) {
    return new ShuffleRequest(
        Stream.of(inputs).map(input -> ShuffleInput.parse(directory + "/" + input)).toList(),
        output,
        OptionalLong.of(7),
        FileSplit.ONE,
        Optional.empty(),
        false,
        Optional.empty(),
        threads,
        memory);
  }

  private static ShuffleRequest with(ShuffleRequest request, FileSplit split) {
    return new ShuffleRequest(
        request.inputs(),
        request.output(),
        request.seed(),
        split,
        request.format(),
        request.union(),
        request.temporary(),
        request.threads(),
        request.memory());
  }

  private static byte[] concatenated(Path output) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (Path file : files(output)) {
      all.write(Files.readAllBytes(file));
    }
    return all.toByteArray();
  }

  private static List<Path> files(Path output) throws IOException {
    try (Stream<Path> files = Files.list(output)) {
      return files.sorted().toList();
    }
  }

  private static final class KilledException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /** Stops at every tenth step, by an exception that nothing foresees, and goes on. */
  @Test
  void shouldContinueWhereverItWasStopped() throws Exception {
    byte[] text = randomLines(new SplittableRandom(6), 2 << 20);
    Files.write(directory.resolve("a.txt"), text);
    try (OutputStream packed =
        new GZIPOutputStream(Files.newOutputStream(directory.resolve("b.txt.gz")))) {
      packed.write(text);
    }
    Path whole = directory.resolve("whole");
    FileSplit three = new FileSplit(OptionalInt.of(3), OptionalLong.empty());
    String[] inputs = {"a.txt:epochs=1.5", "b.txt.gz"};
    ShuffleJob.run(with(request(whole, LITTLE, 2, inputs), three), JobProgress.NONE);
    Path output = directory.resolve("stopped");
    int stops = 0;
    while (!runFor(20 + 5 * stops, with(request(output, LITTLE, 2, inputs), three))) {
      assertThat(++stops).isLessThan(100);
    }
    assertThat(stops).isGreaterThan(3);
    assertThat(files(output)).extracting(Path::getFileName).hasSize(3);
    assertThat(concatenated(output)).isEqualTo(concatenated(whole));
    assertThat(files(directory))
        .extracting(file -> file.getFileName().toString())
        .containsExactlyInAnyOrder(
            "a.txt",
            "b.txt.gz",
            "whole",
            ".whole.shuffle.json",
            "stopped",
            ".stopped.shuffle.json");
  }

  /**
   * One breaks while it is read, one while its rows are scattered, whatever was recorded before.
   */
  @Test
  void shouldQuarantineBrokenFilesWhole() throws Exception {
    SplittableRandom random = new SplittableRandom(6);
    for (String name : List.of("a.jsonl", "b.jsonl", "e.jsonl")) {
      StringBuilder text = new StringBuilder();
      random
          .ints(40_000, 10, 99)
          .forEach(number -> text.append("{\"n\":").append(number).append("}\n"));
      Files.writeString(directory.resolve(name), text);
    }
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write(Files.readAllBytes(directory.resolve("b.jsonl")));
    }
    Files.write(
        directory.resolve("b.jsonl.gz"), Arrays.copyOf(packed.toByteArray(), packed.size() / 2));
    Generator.generate(new Generator.Options(directory.resolve("source"), 500, 1, 1), done -> {});
    byte[] wrong;
    try (Stream<Path> generated = Files.walk(directory.resolve("source"))) {
      wrong =
          Files.readAllBytes(
              generated
                  .filter(file -> file.toString().endsWith(".parquet"))
                  .findFirst()
                  .orElseThrow());
    }
    Arrays.fill(wrong, wrong.length / 3, wrong.length / 3 + 2_000, (byte) 0);
    Files.write(directory.resolve("d.parquet"), wrong);

    Path expected = directory.resolve("expected");
    ShuffleJob.run(
        as(RowFormat.JSONL, request(expected, LITTLE, 2, "a.jsonl", "e.jsonl:epochs=0.5")),
        JobProgress.NONE);
    Path output = directory.resolve("output");
    ShuffleRequest request =
        as(RowFormat.JSONL, request(output, LITTLE, 2, "{a,b,d}.*", "e.jsonl:epochs=0.5"));
    Files.delete(directory.resolve("b.jsonl"));
    for (int stops = 0; !runFor(20 + 5 * stops, request); stops++) {
      assertThat(stops).isLessThan(100);
    }

    assertThat(concatenated(output)).isEqualTo(concatenated(expected));
    ShuffleJob.Outcome again = ShuffleJob.run(request, JobProgress.NONE);
    assertThat(again.finishedBefore()).isTrue();
    assertThat(again.result().quarantined())
        .hasSize(2)
        .anyMatch(line -> line.contains("b.jsonl.gz: cannot be decompressed beyond the first "))
        .anyMatch(line -> line.contains("d.parquet: row group "));
  }

  @Test
  void shouldTakeFilesOfOtherNamesOnlyAsLines() throws Exception {
    Files.writeString(directory.resolve("a.log"), "x\ny\n");
    Files.writeString(directory.resolve("a.jsonl.bz2"), "packed");
    ShuffleRequest other = request(directory.resolve("other"), LITTLE, 1, "a.log");
    assertRefusal(
        () -> ShuffleJob.run(other, JobProgress.NONE),
        "a.log: the file name must end in one of",
        "with --format lines, a file may have any name");
    ShuffleRequest packed = request(directory.resolve("packed"), LITTLE, 1, "a.jsonl.bz2");
    assertThatThrownBy(() -> ShuffleJob.run(as(RowFormat.LINES, packed), JobProgress.NONE))
        .hasMessageContaining("a.jsonl.bz2: its compression is not supported");

    assertThat(ShuffleJob.run(as(RowFormat.LINES, other), JobProgress.NONE).result().rows())
        .isEqualTo(2);
  }

  private static ShuffleRequest as(RowFormat format, ShuffleRequest request) {
    return new ShuffleRequest(
        request.inputs(),
        request.output(),
        request.seed(),
        request.split(),
        Optional.of(format),
        request.union(),
        request.temporary(),
        request.threads(),
        request.memory());
  }

  private static boolean runFor(int steps, ShuffleRequest request) throws Exception {
    int[] left = {steps};
    try {
      ShuffleJob.run(
          request,
          position -> {
            if (--left[0] == 0) {
              throw new KilledException();
            }
          });
      return true;
    } catch (KilledException e) {
      return false;
    }
  }

  @Test
  void shouldTakeOddLines() throws Exception {
    String text = "\n\r\n\0\n\n" + "x".repeat(200_000) + "\nlast";
    Files.writeString(directory.resolve("odd.txt"), text);
    Path output = directory.resolve("out");
    ShuffleJob.run(request(output, LITTLE, 1, "odd.txt"), JobProgress.NONE);
    assertThat(lines(concatenated(output)))
        .containsExactlyInAnyOrder("", "\r", "\0", "", "x".repeat(200_000), "last");
  }

  @Test
  void shouldTakeOneRowAndNone() throws Exception {
    Files.writeString(directory.resolve("one.txt"), "one");
    Files.writeString(directory.resolve("none.txt"), "");
    FileSplit two = new FileSplit(OptionalInt.of(2), OptionalLong.empty());
    Path one = directory.resolve("out1");
    Path none = directory.resolve("out0");
    ShuffleJob.run(with(request(one, LITTLE, 1, "one.txt"), two), JobProgress.NONE);
    ShuffleJob.run(request(none, LITTLE, 1, "none.txt"), JobProgress.NONE);
    assertThat(files(one)).hasSize(2);
    assertThat(concatenated(one)).isEqualTo("one\n".getBytes(UTF_8));
    assertThat(files(none)).hasSize(1);
    assertThat(concatenated(none)).isEmpty();
  }

  @Test
  void shouldCutFilesWithoutChangingTheOrder() throws Exception {
    byte[] text = randomLines(new SplittableRandom(8), 100_000);
    Files.write(directory.resolve("in.txt"), text);
    byte[] expected = expected(lines(text), 7);
    FileSplit each = new FileSplit(OptionalInt.empty(), OptionalLong.of(100));
    Path output = directory.resolve("out");
    ShuffleJob.Outcome outcome =
        ShuffleJob.run(with(request(output, LITTLE, 1, "in.txt"), each), JobProgress.NONE);
    List<Path> files = files(output);
    assertThat(concatenated(output)).isEqualTo(expected);
    assertThat(outcome.result().shards()).hasSameSizeAs(files);
    for (int i = 0; i < files.size() - 1; i++) {
      assertThat(lines(Files.readAllBytes(files.get(i)))).hasSize(100);
    }
    assertThat(files.get(1).getFileName().toString())
        .isEqualTo("train-00001-of-%05d.txt".formatted(files.size()));
  }

  @Test
  void shouldMixInputsByEpochsAndWeights() throws Exception {
    Files.writeString(directory.resolve("a.txt"), "a\n".repeat(1_000));
    Files.writeString(directory.resolve("b.txt"), "b\n".repeat(500));
    assertThat(shuffled("a.txt:epochs=2.25", "b.txt:epochs=0.5"))
        .containsExactly("a".repeat(2_250), "b".repeat(250));
    assertThat(shuffled("a.txt:weight=1", "b.txt:weight=3"))
        .containsExactly("a".repeat(167), "b".repeat(500));
  }

  private List<String> shuffled(String... inputs) throws Exception {
    Path output = directory.resolve("out" + inputs[0].hashCode());
    ShuffleJob.run(request(output, LITTLE, 1, inputs), JobProgress.NONE);
    List<String> lines = lines(concatenated(output));
    return Stream.of("a", "b")
        .map(letter -> letter.repeat((int) lines.stream().filter(letter::equals).count()))
        .toList();
  }

  @Test
  void shouldDivideAPartitionThatDoesNotFit() throws Exception {
    byte[] text = "1\n".repeat(400_000).getBytes(UTF_8);
    Files.write(directory.resolve("in.txt"), text);
    Path output = directory.resolve("out");
    ShuffleMemory least = new ShuffleMemory(13L << 20, 1 << 20);
    ShuffleJob.run(request(output, least, 1, "in.txt"), JobProgress.NONE);
    assertThat(concatenated(output)).isEqualTo(text);
  }

  @Test
  void shouldSayHowMuchMemoryTheLargestRowNeeds() throws Exception {
    Files.writeString(directory.resolve("in.txt"), "short\n" + "x".repeat(3_000_000) + "\n");
    Path output = directory.resolve("out");
    assertFailure(
        () -> ShuffleJob.run(request(output, LITTLE, 1, "in.txt"), JobProgress.NONE),
        "in.txt: line 2 is a row of 3,000,000 bytes",
        "run the command again with --memory");
    ShuffleJob.run(request(output, MUCH, 1, "in.txt"), JobProgress.NONE);
    assertThat(concatenated(output)).hasSize(3_000_007);
  }

  @Test
  void shouldRecogniseFinishedWorkAndAnotherRequest() throws Exception {
    Files.writeString(directory.resolve("in.txt"), "1\n2\n3\n");
    Path output = directory.resolve("out");
    ShuffleRequest request = request(output, LITTLE, 1, "in.txt");
    assertThat(ShuffleJob.run(request, JobProgress.NONE).finishedBefore()).isFalse();
    assertThat(ShuffleJob.run(request, JobProgress.NONE).finishedBefore()).isTrue();
    FileSplit two = new FileSplit(OptionalInt.of(2), OptionalLong.empty());
    assertThatThrownBy(() -> ShuffleJob.run(with(request, two), JobProgress.NONE))
        .hasMessageContaining("holds a different shuffle: it was started without shards, ")
        .hasMessageContaining("but this run has 2");
    Files.delete(directory.resolve(".out.shuffle.json"));
    assertThatThrownBy(() -> ShuffleJob.run(request, JobProgress.NONE))
        .hasMessageContaining("is not empty (it holds train-00000-of-00001.txt)");
    assertThat(Files.exists(directory.resolve(".out.shuffle"))).isFalse();
  }
}
