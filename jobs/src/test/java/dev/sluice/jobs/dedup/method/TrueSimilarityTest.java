package dev.sluice.jobs.dedup.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.algorithms.neardup.Bands;
import dev.sluice.algorithms.neardup.Components;
import dev.sluice.algorithms.neardup.Survivor;
import dev.sluice.jobs.dedup.NearDuplicateJob;
import dev.sluice.jobs.dedup.NearDuplicateRequest;
import dev.sluice.jobs.dedup.stage.ClusterRule;
import dev.sluice.jobs.dedup.stage.DedupStage;
import dev.sluice.jobs.documents.DocumentColumns;
import dev.sluice.jobs.documents.TestingDocuments;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.operators.minhash.HashFamily;
import dev.sluice.operators.shingle.ShingleUnit;
import dev.sluice.storage.table.TableFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrueSimilarityTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final long HEAP = 512L << 20;
  private static final double LEAST = 0.75;
  private static final int DOCUMENTS = 800;
  private static final int ROWS = 100; // of a file
  private static final Bands MANY = new Bands(64, 4); // finds nearly all from 0.6 on

  @TempDir private Path directory;
  private final Map<String, Integer> numbers = new HashMap<>();
  private final List<int[]> shingles = new ArrayList<>(); // of each document, in ascending order

  /**
   * Texts of a template and words of their own, so that very many are about as similar as LEAST.
   */
  @BeforeEach
  void writeTemplates() throws IOException {
    SplittableRandom random = new SplittableRandom(5);
    List<String> template = words(random, 120);
    TestingDocuments documents = new TestingDocuments();
    for (int i = 0; i < DOCUMENTS; i++) {
      if (i > 0 && i % ROWS == 0) {
        documents.write(directory.resolve("in/%d.parquet".formatted(i / ROWS - 1)), 50);
        documents = new TestingDocuments();
      }
      List<String> words = new ArrayList<>(template.subList(random.nextInt(30), 120));
      words.addAll(words(random, random.nextInt(i % 3 == 0 ? 4 : 60)));
      String text = i == 7 ? "" : String.join(" ", i % 50 == 0 ? List.of("two", "words") : words);
      documents.add(text);
      shingles.add(shingles(List.of(text.split(" "))));
    }
    documents.write(directory.resolve("in/7.parquet"), 50);
  }

  private static List<String> words(SplittableRandom random, int count) {
    List<String> words = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      words.add("w" + (char) ('a' + random.nextInt(26)) + (char) ('a' + random.nextInt(26)));
    }
    return words;
  }

  private int[] shingles(List<String> words) {
    List<String> shingles = new ArrayList<>();
    for (int i = 0; i + 3 <= words.size(); i++) {
      shingles.add(String.join(" ", words.subList(i, i + 3)));
    }
    if (shingles.isEmpty()) {
      shingles.add(String.join(" ", words));
    }
    return shingles.stream()
        .mapToInt(shingle -> numbers.computeIfAbsent(shingle, unknown -> numbers.size()))
        .distinct()
        .sorted()
        .toArray();
  }

  private double similarity(int one, int other) {
    int[] first = shingles.get(one);
    int[] second = shingles.get(other);
    int both = 0;
    for (int i = 0, j = 0; i < first.length && j < second.length; ) {
      int order = Integer.compare(first[i], second[j]);
      both += order == 0 ? 1 : 0;
      i += order <= 0 ? 1 : 0;
      j += order >= 0 ? 1 : 0;
    }
    return both / (double) (first.length + second.length - both);
  }

  private NearDuplicateRequest request(String output, Bands bands, int threads, long heap) {
    return new NearDuplicateRequest(
        List.of(directory.resolve("in").toString()),
        directory.resolve(output),
        Optional.empty(),
        new DocumentColumns("text", "id", 1 << 20),
        new MinHashMethod(
            ShingleUnit.WORDS, 3, bands, HashFamily.FAST, OptionalDouble.of(LEAST), true),
        ClusterRule.CONNECTED,
        Survivor.FIRST,
        "score",
        TableFormat.LEVEL,
        threads,
        heap);
  }

  private List<JsonNode> clusters(String output) throws IOException {
    List<JsonNode> rows = new ArrayList<>();
    for (String row :
        TestingDocuments.rows(directory.resolve(output).resolve("_sluice/clusters.parquet"))) {
      rows.add(MAPPER.readTree(row));
    }
    return rows;
  }

  @Test
  void shouldConnectThosePairsThatAreTrulySimilarAndReportHow() throws Exception {
    NearDuplicateJob.run(request("out", MANY, 2, HEAP), JobProgress.NONE);
    Components truth = new Components(DOCUMENTS);
    for (int i = 0; i < DOCUMENTS; i++) {
      for (int j = 0; j < i; j++) {
        if (i != 7 && j != 7 && similarity(i, j) >= LEAST) {
          truth.union(i, j);
        }
      }
    }
    long[] found = new long[DOCUMENTS];
    Arrays.setAll(found, i -> i);
    for (JsonNode row : clusters("out")) {
      int file = row.path("file").asText().charAt(0) - '0';
      int document = ROWS * file + row.path("row").asInt();
      found[document] = row.path("cluster").asLong();
      assertThat(row.path("similarity").asDouble())
          .isCloseTo(similarity(document, (int) found[document]), within(1e-9));
    }
    long together = 0;
    for (int i = 0; i < DOCUMENTS; i++) {
      assertThat(truth.root((int) found[i])).isEqualTo(truth.root(i));
      together += found[i] == truth.root(i) ? 1 : 0;
    }
    assertThat(together).isGreaterThan(DOCUMENTS * 97 / 100);
    assertThat(found[50]).isZero();
  }

  @Test
  void shouldGiveTheSameBytesWhateverThreadsMemoryStopsAndDamage() throws Exception {
    Bands bands = new Bands(14, 8);
    NearDuplicateJob.run(request("out", bands, 2, HEAP), JobProgress.NONE);
    Map<String, Integer> expected = content("out");
    NearDuplicateJob.run(request("small", bands, 1, 128L << 20), JobProgress.NONE, 1 << 14);
    assertThat(content("small")).isEqualTo(expected);
    assertThat(stops(request("stopped", bands, 2, HEAP))).isGreaterThan(8);
    assertThat(content("stopped")).isEqualTo(expected);
    for (String file : List.of("sets", "sets-index", "compared")) {
      damage(request("damaged-" + file, bands, 1, HEAP), file);
      assertThat(content("damaged-" + file)).isEqualTo(expected);
    }
  }

  private static int stops(NearDuplicateRequest request) throws Exception {
    for (int stops = 0; ; stops++) {
      int[] left = {stops};
      try {
        NearDuplicateJob.run(
            request,
            position -> {
              if (left[0]-- == 0) {
                throw new UncheckedIOException(new IOException("stopped"));
              }
            },
            1 << 14);
        return stops;
      } catch (IOException | UncheckedIOException e) {
        continue;
      }
    }
  }

  /** Changes a byte of a temporary file once it is whole. */
  private static void damage(NearDuplicateRequest request, String name) throws Exception {
    Path file = request.output().resolve("_sluice/dedup/spill").resolve(name);
    boolean[] done = {false};
    NearDuplicateJob.run(
        request,
        position -> {
          DedupStage next = name.equals("compared") ? DedupStage.JOINING : DedupStage.COMPARING;
          if (position.phase().equals(next.at(0, 0).phase()) && position.total() == 0 && !done[0]) {
            done[0] = true;
            flip(file);
          }
        });
    assertThat(done[0]).isTrue();
  }

  private static void flip(Path file) {
    try {
      byte[] bytes = Files.readAllBytes(file);
      bytes[bytes.length / 2] ^= 1;
      Files.write(file, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Map<String, Integer> content(String output) throws IOException {
    Map<String, Integer> content = new TreeMap<>();
    Path root = directory.resolve(output);
    try (Stream<Path> paths = Files.walk(root)) {
      for (Path path : paths.filter(Files::isRegularFile).toList()) {
        content.put(root.relativize(path).toString(), Arrays.hashCode(Files.readAllBytes(path)));
      }
    }
    return content;
  }
}
