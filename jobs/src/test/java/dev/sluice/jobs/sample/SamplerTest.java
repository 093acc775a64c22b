package dev.sluice.jobs.sample;

import static dev.sluice.jobs.text.TestingRefusals.assertRefusal;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.core.Digests;
import dev.sluice.jobs.sample.SampleRequest.BucketRequest;
import dev.sluice.jobs.sample.SampleRequest.DatasetRequest;
import dev.sluice.jobs.sample.SampleRequest.IdRule;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.storage.publish.Publication;
import dev.sluice.storage.source.ParquetSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SamplerTest {
  private static final long MEMORY = 1L << 30;
  private static final JobProgress SILENT = position -> {};

  @TempDir private Path directory;

  private static SampleRequest.Options options(int workers) {
    return new SampleRequest.Options(workers, 2, 70, 100, 1);
  }

  private BucketRequest bucket(String name, int count) {
    return new BucketRequest("datasets.a.buckets." + name, name, count, name, Optional.empty());
  }

  private DatasetRequest dataset(String key, BucketRequest... buckets) {
    return new DatasetRequest(
        key, key + "_name", directory.resolve("in").toString(), "text", List.of(buckets));
  }

  private SampleRequest request(String output, DatasetRequest... datasets) {
    return new SampleRequest(List.of(datasets), 42, directory.resolve(output));
  }

  private static SampleReport run(SampleRequest request, int workers) throws Exception {
    return new Sampler(request, options(workers), MEMORY).run(SILENT);
  }

  private Path in(String bucket) {
    return directory.resolve("in").resolve(bucket);
  }

  /** The texts of the chosen rows, by sorting all. */
  private static List<String> expected(
      String bucket, Map<String, Integer> files, boolean byName, int count) {
    record Row(String file, long row, long hash) {}
    List<Row> rows = new ArrayList<>();
    new TreeMap<>(files)
        .forEach(
            (file, size) -> {
              String id = byName ? file.substring(file.lastIndexOf('/') + 1) : file;
              for (long row = 0; row < size; row++) {
                byte[] message = "42_%s#%s#%d".formatted(bucket, id, row).getBytes(UTF_8);
                long hash = ByteBuffer.wrap(Digests.md5().digest(message)).getLong();
                rows.add(new Row(file, row, hash));
              }
            });
    rows.sort(
        Comparator.comparing(Row::hash, Long::compareUnsigned)
            .thenComparing(Row::file)
            .thenComparing(Row::row));
    return rows.stream()
        .limit(count)
        .sorted(Comparator.comparing(Row::file).thenComparing(Row::row))
        .map(row -> TestingSources.text(row.file(), row.row()))
        .toList();
  }

  private static List<String> files(SampleReport report) {
    return report.record().files().stream().map(SampleRecord.OutputFile::name).toList();
  }

  private static List<String> texts(SampleRequest request, SampleReport report) throws Exception {
    return TestingSources.column(request.output(), files(report), "text").stream()
        .map(Optional::orElseThrow)
        .toList();
  }

  @Test
  void shouldTakeTheSmallestHashesOfParquetAndLines() throws Exception {
    TestingSources.parquet(in("4.0"), "0.parquet", 300, 90);
    TestingSources.parquet(in("4.0"), "10.parquet", 7, 90);
    TestingSources.lines(in("4.0"), "2.jsonl", 150, "text");
    TestingSources.lines(in("3.5"), "a.jsonl", 80, "text");
    SampleRequest request = request("out", dataset("a", bucket("4.0", 230), bucket("3.5", 40)));

    SampleReport report = run(request, 2);

    List<String> all = new ArrayList<>();
    all.addAll(
        expected("4.0", Map.of("0.parquet", 300, "10.parquet", 7, "2.jsonl", 150), true, 230));
    all.addAll(expected("3.5", Map.of("a.jsonl", 80), true, 40));
    assertThat(texts(request, report)).isEqualTo(all);
    assertThat(files(report))
        .containsExactly(
            "train-00000-of-00003.parquet",
            "train-00001-of-00003.parquet",
            "train-00002-of-00003.parquet");
    List<Optional<String>> buckets =
        TestingSources.column(request.output(), files(report), "source_bucket");
    assertThat(buckets.subList(0, 230)).containsOnly(Optional.of("4.0"));
    assertThat(buckets.subList(230, 270)).containsOnly(Optional.of("3.5"));
    assertThat(TestingSources.column(request.output(), files(report), "source_dataset"))
        .containsOnly(Optional.of("a_name"));
    assertThat(ParquetSource.columns(request.output().resolve(files(report).get(0))))
        .containsExactly(
            "text (binary STRING)",
            "source_dataset (binary STRING)",
            "source_bucket (binary STRING)");
    assertThat(report.record().warnings()).isEmpty();
    assertThat(report.text()).contains("270 rows in 3 files");
  }

  @Test
  void shouldUsePathsWhereNamesRepeatUnlessToldOtherwise() throws Exception {
    TestingSources.parquet(in("b"), "d1/0.parquet", 60, 100);
    TestingSources.parquet(in("b"), "d2/0.parquet", 60, 100);
    Map<String, Integer> files = Map.of("d1/0.parquet", 60, "d2/0.parquet", 60);
    SampleRequest byPath = request("paths", dataset("a", bucket("b", 50)));
    SampleRequest byName =
        request(
            "names", dataset("a", new BucketRequest("k", "b", 50, "b", Optional.of(IdRule.NAME))));

    assertThat(texts(byPath, run(byPath, 2))).isEqualTo(expected("b", files, false, 50));
    assertThat(texts(byName, run(byName, 2))).isEqualTo(expected("b", files, true, 50));
    assertThat(info(byPath).at("/sources/a/buckets/b/ids").asText()).isEqualTo("path");
    assertThat(info(byName).at("/sources/a/buckets/b/ids").asText()).isEqualTo("name");
  }

  private static JsonNode info(SampleRequest request) throws IOException {
    return new ObjectMapper().readTree(request.output().resolve("sampling_info.json").toFile());
  }

  @Test
  void shouldSayWhatTheSeedsInfoSaysInItsOrder() throws Exception {
    TestingSources.parquet(in("4.0"), "0.parquet", 30, 90);
    SampleRequest request = request("out", dataset("a", bucket("4.0", 20), bucket("z", 0)));

    run(request, 1);

    assertThat(new ObjectMapper().writeValueAsString(info(request)))
        .isEqualTo(
            ("{'total_requested':20,'total_sampled':20,'random_seed':42,'sources':{'a':"
                    + "{'name':'a_name','source':'SOURCE','requested':20,'sampled':20,'buckets':"
                    + "{'4.0':{'requested':20,'sampled':20,'ids':'name'},"
                    + "'z':{'requested':0,'sampled':0,'ids':'name'}}}}}")
                .replace('\'', '"')
                .replace("SOURCE", directory.resolve("in").toString()));
  }

  @Test
  void shouldWriteTheSameBytesWithAnyNumberOfWorkers() throws Exception {
    TestingSources.parquet(in("4.0"), "0.parquet", 900, 200);
    TestingSources.lines(in("4.0"), "1.jsonl", 900, "text");
    List<String> first = List.of();
    for (int workers : new int[] {1, 2, 7}) {
      SampleRequest request = request("out" + workers, dataset("a", bucket("4.0", 1000)));
      List<String> hashes = hashes(request, run(request, workers));
      assertThat(hashes).hasSize(10);
      first = first.isEmpty() ? hashes : first;
      assertThat(hashes).isEqualTo(first);
    }
  }

  private static List<String> hashes(SampleRequest request, SampleReport report)
      throws IOException {
    List<String> hashes = new ArrayList<>();
    for (String file : files(report)) {
      hashes.add(file + " " + Publication.sha256(request.output().resolve(file)));
    }
    return hashes;
  }

  @Test
  void shouldTakeAllWhereThereAreFewerAndSayBothNumbers() throws Exception {
    TestingSources.parquet(in("4.0"), "0.parquet", 25, 10);
    SampleRequest request = request("out", dataset("a", bucket("4.0", 39)));

    SampleReport report = run(request, 2);

    assertThat(report.record().rows()).isEqualTo(25);
    assertThat(report.record().warnings())
        .containsExactly(
            "datasets.a.buckets.4.0: requested 39 rows, but sampled 25: only 25 can be" + " read");
  }

  @Test
  void shouldQuarantineBrokenFiles() throws Exception {
    TestingSources.parquet(in("4.0"), "0.parquet", 90, 30);
    TestingSources.parquet(in("4.0"), "1.parquet", 90, 90);
    Files.write(in("4.0").resolve("2.parquet"), new byte[] {1, 2, 3});
    byte[] bytes = Files.readAllBytes(in("4.0").resolve("1.parquet"));
    bytes[60] ^= 1; // within its only page
    Files.write(in("4.0").resolve("1.parquet"), bytes);
    SampleRequest request = request("out", dataset("a", bucket("4.0", 100)));

    SampleReport report = run(request, 2);

    List<String> whole =
        expected("4.0", Map.of("0.parquet", 90, "1.parquet", 90), true, 100).stream()
            .filter(text -> text.startsWith("0."))
            .toList();
    assertThat(texts(request, report)).isEqualTo(whole);
    assertThat(report.record().quarantined()).hasSize(2);
    assertThat(report.record().quarantined().get(0).path()).endsWith("2.parquet");
    assertThat(report.record().quarantined().get(0).reason()).contains("not a Parquet file");
    assertThat(report.record().quarantined().get(1).path()).endsWith("1.parquet");
    assertThat(report.record().quarantined().get(1).rowsLost()).isEqualTo(100 - whole.size());
    assertThat(report.record().warnings())
        .containsExactly(
            "datasets.a.buckets.4.0: requested 100 rows, but sampled %d: the missing rows were rejected or are in quarantined files"
                .formatted(whole.size()));
  }

  @Test
  void shouldRejectRowsThatAreNoText() throws Exception {
    Path file = in("4.0").resolve("a.jsonl");
    Files.createDirectories(file.getParent());
    Files.writeString(
        file, "{\"text\": \"fine\"}\n{\"text\": null}\n{\"text\": 5}\n{\"text\": \"\\ud800\"}\n");
    SampleRequest request = request("out", dataset("a", bucket("4.0", 10)));

    SampleReport report = run(request, 2);

    assertThat(TestingSources.column(request.output(), files(report), "text"))
        .containsExactly(Optional.of("fine"), Optional.empty());
    assertThat(report.record().rejected()).isEqualTo(2);
    assertThat(report.record().rejections().get(0))
        .endsWith("a.jsonl: line 3: field text is not a string");
    assertThat(report.record().rejections().get(1))
        .endsWith("a.jsonl: line 4: field text has an unpaired surrogate");
    assertThat(report.text()).contains("2 rows in 1 files").contains("1 of them have no text");
  }

  @Test
  void shouldNameEveryBucketThatIsNotThere() throws Exception {
    Files.createDirectories(in("above-2-stars"));
    TestingSources.lines(in("other"), "a.jsonl", 3, "content");
    SampleRequest request =
        request(
            "out",
            dataset("a", bucket("above_2", 5), bucket("above-2-stars", 5), bucket("other", 2)),
            new DatasetRequest("b", "b", "nowhere", "text", List.of(bucket("x", 1))));

    assertRefusal(
        () -> run(request, 2),
        "datasets.a.buckets.above_2: directory above_2 does not exist in "
            + directory.resolve("in"),
        "which has the directories above-2-stars, other. Set path to the bucket's directory",
        "above-2-stars: no file name ends in one of .parquet, .pq, .parq, .jsonl",
        "directory nowhere does not exist: correct the data set's source");
    assertThat(request.output()).doesNotExist();
  }

  @Test
  void shouldNotBeInABucketThatItIsTakenFrom() throws Exception {
    TestingSources.lines(in("b"), "a.jsonl", 3, "text");
    SampleRequest request = request("in/b/sample", dataset("a", bucket("b", 2)));

    assertRefusal(
        () -> run(request, 2),
        "datasets.a.buckets.b: --output %s is inside the input"
            .formatted(directory.resolve("in/b/sample")));
    assertThat(request.output()).doesNotExist();
    run(request("in/sample", dataset("a", bucket("b", 2))), 2);
  }

  @Test
  void shouldNameTheColumnsThereAreWhereTheTextIsInNone() throws Exception {
    TestingSources.lines(in("b"), "a.jsonl", 3, "content");
    SampleRequest request = request("out", dataset("a", bucket("b", 2)));

    assertRefusal(
        () -> run(request, 2),
        "no file has the text column (no object has a field text; the file has:"
            + " content, id). Set text_column in a");
  }

  @Test
  void shouldSayWhenItWasFinishedBefore() throws Exception {
    TestingSources.parquet(in("4.0"), "0.parquet", 90, 30);
    SampleRequest request = request("out", dataset("a", bucket("4.0", 100)));
    SampleReport first = run(request, 2);
    List<String> before = hashes(request, first);

    SampleReport second = run(request, 2);

    assertThat(first.finishedBefore()).isFalse();
    assertThat(second.finishedBefore()).isTrue();
    assertThat(second.text()).contains("90 rows in 1 files").contains("finished by an earlier run");
    assertThat(second.record().warnings()).isEqualTo(first.record().warnings());
    assertThat(hashes(request, second)).isEqualTo(before);
    try (Stream<Path> files = Files.list(request.output())) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder(
              "_sluice", "sampling_info.json", "train-00000-of-00001.parquet");
    }
  }

  private void interrupt(SampleRequest request) {
    JobProgress stop =
        position -> {
          if (position.phase().name().equals("copying rows") && position.done() > 600) {
            Thread.currentThread().interrupt();
          }
        };
    assertThatThrownBy(() -> new Sampler(request, options(2), MEMORY).run(stop))
        .isInstanceOfAny(InterruptedException.class, ClosedByInterruptException.class);
    Thread.interrupted();
  }

  @Test
  void shouldContinueWhereItWasStopped() throws Exception {
    TestingSources.parquet(in("4.0"), "0.parquet", 900, 200);
    TestingSources.lines(in("4.0"), "1.jsonl", 900, "text");
    SampleRequest whole = request("whole", dataset("a", bucket("4.0", 1000)));
    List<String> expected = hashes(whole, run(whole, 2));
    SampleRequest request = request("out", dataset("a", bucket("4.0", 1000)));
    interrupt(request);
    Path first = request.output().resolve("_sluice/sample/00000.parquet");
    assertThat(first).exists();
    Object key = Files.readAttributes(first, "unix:ino").get("ino");

    assertThat(hashes(request, run(request, 2))).isEqualTo(expected);
    Path named = request.output().resolve("train-00000-of-00010.parquet");
    assertThat(Files.readAttributes(named, "unix:ino").get("ino")).isEqualTo(key);
  }

  @Test
  void shouldBeginAnewWhereSourcesHaveChangedMeanwhile() throws Exception {
    TestingSources.parquet(in("4.0"), "0.parquet", 900, 200);
    SampleRequest request = request("out", dataset("a", bucket("4.0", 800)));
    interrupt(request);
    TestingSources.parquet(in("4.0"), "1.parquet", 900, 200);

    assertThat(texts(request, run(request, 2)))
        .isEqualTo(expected("4.0", Map.of("0.parquet", 900, "1.parquet", 900), true, 800));
  }

  @Test
  void shouldRefuseADirectoryThatHoldsSomethingElse() throws Exception {
    TestingSources.parquet(in("4.0"), "0.parquet", 9, 30);
    Files.createDirectories(directory.resolve("out"));
    Files.createFile(directory.resolve("out/mine.txt"));
    SampleRequest request = request("out", dataset("a", bucket("4.0", 3)));

    assertRefusal(
        () -> run(request, 1), "is not empty (it holds mine.txt): choose a new or empty directory");
  }

  @Test
  void shouldRefuseADirectoryThatHoldsAnotherSample() throws Exception {
    TestingSources.parquet(in("4.0"), "0.parquet", 9, 30);
    run(request("out", dataset("a", bucket("4.0", 3))), 1);

    assertRefusal(
        () -> run(request("out", dataset("a", bucket("4.0", 4))), 1),
        "holds a different sample: it was started with",
        "datasets.a.buckets.4.0: 3 rows of",
        "datasets.a.buckets.4.0: 4 rows of");
  }

  @Test
  void shouldSayWhatMemoryAChoiceNeeds() {
    SampleRequest request = request("out", dataset("a", bucket("4.0", 50_000_000)));
    assertRefusal(
        () -> new Sampler(request, options(1), 512 << 20),
        "choosing 50,000,000 rows takes up to 764 MiB, but half of the heap is 256 MiB: set"
            + " memory to 3059MiB or more");
  }
}
