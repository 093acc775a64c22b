package dev.sluice.jobs.split;

import static dev.sluice.jobs.text.TestingRefusals.assertRefusal;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.github.luben.zstd.Zstd;
import dev.sluice.jobs.split.SplitJob.SplitResult;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.TestingParts;
import dev.sluice.storage.json.FileText;
import dev.sluice.storage.page.IoRetry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lines; what is common to all formats. */
class SplitJobTest {
  private static final long TARGET = SplitRequest.LEAST_TARGET;

  @TempDir private Path directory;
  private Path input;
  private Path output;

  @BeforeEach
  void makeDirectories() throws IOException {
    input = Files.createDirectories(directory.resolve("in/sub"));
    output = directory.resolve("out");
  }

  private SplitRequest request(int cores, int threads) {
    return new SplitRequest(List.of(input.getParent().toString()), output, TARGET, cores, threads);
  }

  private SplitResult run(int cores) throws Exception {
    return SplitJob.run(request(cores, 2), JobProgress.NONE).result();
  }

  /** Lines of many lengths, some of them empty, without a line feed at the end. */
  private static byte[] lines(int count, int seed) {
    Random random = new Random(seed);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      String words = Integer.toString(random.nextInt(), 36).repeat(random.nextInt(40));
      text.append(i % 97 == 5 ? "" : "{\"n\":" + i + ",\"text\":\"" + words + "\"}");
      text.append(i % 7 == 0 ? "\r\n" : "\n");
    }
    return text.append("{\"the\":\"last\"}").toString().getBytes(UTF_8);
  }

  private static byte[] gzip(byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int half = bytes.length / 2;
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes, 0, half);
    }
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes, half, bytes.length - half);
    }
    return out.toByteArray();
  }

  /** The unpacked bytes of the parts of a file, joined. */
  private byte[] joined(SplitResult result, String source) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (SplitResult.Part part : result.parts()) {
      if (part.source().equals(source)) {
        Path file = output.resolve(part.part());
        assertThat(Files.size(file)).isEqualTo(part.bytes());
        try (FileText text = FileText.open(file, IoRetry.NEVER)) {
          text.stream().transferTo(all);
        }
      }
    }
    return all.toByteArray();
  }

  @Test
  void shouldCutLinesAtTheirEndsAndKeepEveryByte() throws Exception {
    byte[] bytes = lines(5_000, 1);
    Files.write(input.resolve("a.jsonl"), bytes);
    SplitResult result = run(1);

    int parts = result.parts().size();
    assertThat(parts).isGreaterThanOrEqualTo((int) (bytes.length / TARGET) + 1);
    assertThat(result.rows()).isEqualTo(5_001);
    assertThat(joined(result, "sub/a.jsonl")).isEqualTo(bytes);
    long row = 0;
    for (SplitResult.Part part : result.parts()) {
      byte[] of = Files.readAllBytes(output.resolve(part.part()));
      assertThat(of.length).isLessThanOrEqualTo((int) TARGET);
      assertThat(part.firstRow()).isEqualTo(row);
      row += part.rows();
      assertThat(row == 5_001 || of[of.length - 1] == '\n').isTrue();
    }
    assertThat(result.parts().get(0).part())
        .isEqualTo("sub/a-00000-of-%05d.jsonl".formatted(parts));
    assertThat(TestingParts.content(output)).hasSize(parts + 1).containsKey("_sluice/split.json");
  }

  @Test
  void shouldPackLinesAgainAsTheyWere() throws Exception {
    byte[] bytes = lines(30_000, 2);
    Files.write(input.resolve("a.jsonl.gz"), gzip(bytes));
    Files.write(input.resolve("b.json.zst"), Zstd.compress(bytes, 1));
    Files.delete(Files.write(input.resolve("b.jsonl"), new byte[0]));
    Files.move(input.resolve("b.json.zst"), input.resolve("b.jsonl.zst"));
    for (int cores : new int[] {1, 40}) {
      SplitResult result = run(cores);
      assertThat(result.quarantined()).isEmpty();
      assertThat(result.parts()).hasSizeGreaterThanOrEqualTo(2 * cores);
      assertThat(result.parts())
          .allSatisfy(part -> assertThat(part.bytes()).isLessThanOrEqualTo(TARGET));
      assertThat(result.rows()).isEqualTo(2 * 30_001);
      assertThat(joined(result, "sub/a.jsonl.gz")).isEqualTo(bytes);
      assertThat(joined(result, "sub/b.jsonl.zst")).isEqualTo(bytes);
      output = directory.resolve("other");
    }
  }

  @Test
  void shouldMakeTwiceAsManyPartsAsCoresWhereThereAreRows() throws Exception {
    byte[] giant = ("\"" + "x".repeat(100_000) + "\"\n1\n2\n3\n").getBytes(UTF_8);
    Files.write(input.resolve("a.jsonl"), giant);
    Files.write(input.resolve("b.jsonl.gz"), gzip("1\n2\n3\n4\n5\n6".getBytes(UTF_8)));
    Files.write(input.resolve("c.jsonl"), new byte[0]);
    Files.write(input.resolve("d.jsonl.gz"), gzip(new byte[0]));
    assertThat(run(4).parts()).hasSize(8);
    output = directory.resolve("other");
    SplitResult all = run(100);
    assertThat(all.parts()).hasSize(4 + 6 + 1 + 1);
    assertThat(all.parts().stream().filter(part -> part.rows() == 1)).hasSize(10);
    assertThat(joined(all, "sub/a.jsonl")).isEqualTo(giant);
  }

  @Test
  void shouldCutArraysIntoArraysAndObjectsBetweenThem() throws Exception {
    List<String> objects = new ArrayList<>();
    for (int i = 0; i < 3_000; i++) {
      objects.add("{\n  \"n\": %d,\n  \"text\": \"%s\"}".formatted(i, "x] , {".repeat(i % 30)));
    }
    String array = "[" + String.join(" , ", objects) + "]";
    Files.writeString(input.resolve("a.json"), array);
    Files.write(input.resolve("b.json.gz"), gzip(array.getBytes(UTF_8)));
    Files.writeString(input.resolve("c.json"), String.join(" ", objects));
    Files.writeString(input.resolve("d.json"), "[" + objects.get(7) + "\n,7]");
    SplitResult result = run(20);

    assertThat(result.quarantined()).hasSize(1);
    assertThat(result.quarantined().get(0)).startsWith("sub/d.json: line 4");
    assertThat(result.parts().size()).isGreaterThanOrEqualTo(40);
    assertThat(result.rows()).isEqualTo(9_000);
    ObjectMapper mapper = new ObjectMapper();
    JsonNode whole = mapper.readTree(array);
    for (String source : List.of("sub/a.json", "sub/b.json.gz")) {
      List<JsonNode> rows = new ArrayList<>();
      for (SplitResult.Part part : result.parts()) {
        if (part.source().equals(source)) {
          try (FileText text = FileText.open(output.resolve(part.part()), IoRetry.NEVER)) {
            assertThat(part.bytes()).isLessThanOrEqualTo(TARGET);
            JsonNode of = mapper.readTree(text.stream());
            assertThat(of.isArray()).isTrue();
            of.forEach(rows::add);
          }
        }
      }
      assertThat(rows).hasSize(3_000).containsExactlyElementsOf(whole);
    }
    assertThat(new String(joined(result, "sub/c.json"), UTF_8))
        .isEqualTo(String.join("\n", objects) + "\n");
  }

  @Test
  void shouldLeaveSmallFilesAsTheyAre() throws Exception {
    for (int i = 0; i < 5; i++) {
      Files.write(input.resolve(i + ".jsonl.gz"), gzip(lines(10, i)));
    }
    SplitResult result = run(2);
    assertThat(result.parts()).hasSize(5);
    for (SplitResult.Part part : result.parts()) {
      assertThat(part.part()).isEqualTo(part.source());
      assertThat(part.rows()).isEqualTo(11);
      assertThat(output.resolve(part.part()))
          .hasSameBinaryContentAs(directory.resolve("in").resolve(part.source()));
    }
  }

  @Test
  void shouldCutALineThatIsLargerThanAPartOffByItself() throws Exception {
    String large = "x".repeat(3 * (int) TARGET);
    Files.writeString(input.resolve("a.jsonl"), "1\n" + large + "\n2\n");
    SplitResult result = run(1);
    assertThat(result.parts().stream().map(SplitResult.Part::bytes))
        .containsExactly(2L, 3 * TARGET + 1, 2L);
  }

  @Test
  void shouldUnpackWhatItsNameDoesNotSay() throws Exception {
    byte[] lines = lines(3_000, 6);
    Files.write(input.resolve("a.jsonl"), gzip(lines));
    SplitResult result = run(4);
    assertThat(result.parts()).hasSizeGreaterThan(1);
    assertThat(joined(result, "sub/a.jsonl")).isEqualTo(lines);
  }

  @Test
  void shouldTakeNoByteOrderMarkAlong() throws Exception {
    byte[] lines = lines(3_000, 6);
    Files.writeString(input.resolve("a.jsonl"), "\uFEFF" + new String(lines, UTF_8));
    SplitResult result = run(4);
    assertThat(result.parts()).hasSizeGreaterThan(1);
    assertThat(new String(joined(result, "sub/a.jsonl"), UTF_8)).doesNotContain("\uFEFF");
  }

  @Test
  void shouldQuarantineABrokenFileAndLeaveNothingOfIt() throws Exception {
    byte[] packed = gzip(lines(40_000, 3));
    byte[] cut = Arrays.copyOf(packed, packed.length - 100);
    Files.write(input.resolve("a.jsonl.gz"), cut);
    Files.writeString(input.resolve("b.parquet"), "no Parquet");
    Files.writeString(input.resolve("c.jsonl"), "1\n2\n");
    for (int cores : new int[] {1, 20}) {
      SplitResult result = run(cores);
      assertThat(result.quarantined()).hasSize(2);
      assertThat(result.quarantined().get(0))
          .startsWith("sub/a.jsonl.gz: cannot be decompressed beyond the first");
      assertThat(result.quarantined().get(1)).startsWith("sub/b.parquet: not a Parquet file");
      assertThat(result.rows()).isEqualTo(2);
      assertThat(TestingParts.content(output)).hasSize(result.parts().size() + 1);
      output = directory.resolve("other");
    }
  }

  @Test
  void shouldMakeTheSamePartsWithAnyThreadsAndWhereverItWasStopped() throws Exception {
    Files.write(input.resolve("a.jsonl"), lines(3_000, 4));
    Files.write(input.resolve("b.jsonl.gz"), gzip(lines(30_000, 5)));
    int[] calls = {0};
    SplitJob.run(request(3, 1), position -> calls[0]++);
    int all = calls[0];
    SortedMap<String, String> wanted = TestingParts.content(output);
    for (int stop = 0; stop < 12; stop++) {
      output = directory.resolve("stopped" + stop);
      calls[0] = all * stop / 12;
      JobProgress stopping = TestingParts.stopping(position -> calls[0]-- <= 0);
      assertThatThrownBy(() -> SplitJob.run(request(3, 1), stopping))
          .hasMessageContaining("stopped");
      assertThat(SplitJob.run(request(3, 1 + stop % 3), JobProgress.NONE).finishedBefore())
          .isFalse();
      assertThat(TestingParts.content(output)).isEqualTo(wanted);
    }
  }

  @Test
  void shouldRecogniseFinishedWorkAndRefuseAnotherRequest() throws Exception {
    Files.write(input.resolve("a.jsonl"), lines(100, 6));
    SplitResult first = run(1);
    Files.createDirectories(output.resolve("_sluice/split"));
    Files.writeString(output.resolve("_sluice/split/0.json"), "left by a kill");
    SplitJob.Outcome again = SplitJob.run(request(1, 1), JobProgress.NONE);
    assertThat(again.finishedBefore()).isTrue();
    assertThat(output.resolve("_sluice/split")).doesNotExist();
    assertThat(again.result().parts()).isEqualTo(first.parts());
    assertRefusal(() -> run(2), "it was started with cores 1, but this run has 2");
    Files.delete(output.resolve(first.parts().get(0).part()));
    assertRefusal(() -> run(1), "is missing, or its size is no longer");
  }

  @Test
  void shouldRefuseWhatWouldBeConfused() throws Exception {
    Files.write(input.resolve("a.jsonl"), lines(10, 7));
    Files.write(input.resolve("a-00000-of-00002.jsonl"), lines(10, 8));
    List<String> inputs = new ArrayList<>(List.of(input.toString()));
    Path twin = Files.createDirectories(directory.resolve("twin"));
    Files.write(twin.resolve("a.jsonl"), lines(10, 9));
    inputs.add(twin.toString());
    SplitRequest request = new SplitRequest(inputs, input.resolve("out"), TARGET, 1, 1);
    assertRefusal(
        () -> SplitJob.run(request, JobProgress.NONE),
        "inside the input",
        "could be mistaken for a part of a.jsonl",
        "two files have the same path a.jsonl");
    Files.createDirectories(output);
    Files.writeString(output.resolve("foreign"), "");
    Files.delete(input.resolve("a-00000-of-00002.jsonl"));
    assertThatThrownBy(() -> run(1)).hasMessageContaining("is not empty (it holds foreign)");
  }
}
