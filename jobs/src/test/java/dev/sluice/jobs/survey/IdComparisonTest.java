package dev.sluice.jobs.survey;

import static dev.sluice.jobs.text.TestingRefusals.assertRefusal;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.jobs.survey.IdComparison.IdChanges;
import dev.sluice.jobs.survey.IdComparison.IdChanges.Move;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.validate.output.SealedOutput;
import dev.sluice.jobs.validate.report.TestingOutput;
import dev.sluice.jobs.validate.report.TestingOutput.Document;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IdComparisonTest {
  private static final List<String> DUMPS = List.of("CC-MAIN-2013-20", "CC-MAIN-2014-10");
  private static final long MEMORY = 1 << 24;

  @TempDir private Path root;

  /** Buckets of each id. */
  private SortedMap<String, SortedSet<String>> write(Path directory, long seed, int ids)
      throws IOException {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    TestingOutput output = new TestingOutput(directory);
    SortedMap<String, SortedSet<String>> buckets = new TreeMap<>();
    for (int i = 0; i < ids; i++) {
      String id = i % 2 == 0 ? "id-" + i : "<urn:uuid:00000000-0000-4000-8000-%012x>".formatted(i);
      for (String bucket : List.of("2.8", "3.0")) {
        if (random.nextInt(3) == 0) {
          String path = "en/%s/%s/0.parquet".formatted(bucket, DUMPS.get(random.nextInt(2)));
          output.keep(path, Document.of(id, "Text", bucket.equals("2.8") ? 2.9 : 3.3));
          buckets.computeIfAbsent(id, any -> new TreeSet<>()).add(bucket);
        }
      }
    }
    output.write();
    return buckets;
  }

  private static IdChanges compare(Path before, Path after, long memory)
      throws IOException, InterruptedException {
    return IdComparison.compare(
        SealedOutput.open(before), SealedOutput.open(after), memory, JobProgress.NONE);
  }

  @Test
  void shouldFindWhatAComparisonOfSetsFinds() throws Exception {
    Path a = root.resolve("a");
    Path b = root.resolve("b");
    Map<String, SortedSet<String>> was = write(a, 1, 900);
    Map<String, SortedSet<String>> is = write(b, 2, 1000);
    IdChanges changes = compare(a, b, MEMORY);

    Set<String> lost = new TreeSet<>(was.keySet());
    lost.removeAll(is.keySet());
    Set<String> gained = new TreeSet<>(is.keySet());
    gained.removeAll(was.keySet());
    Set<String> both = new TreeSet<>(was.keySet());
    both.retainAll(is.keySet());
    long kept = both.stream().filter(id -> was.get(id).equals(is.get(id))).count();
    assertThat(changes.lost()).isEqualTo(lost.size());
    assertThat(changes.gained()).isEqualTo(gained.size());
    assertThat(changes.kept()).isEqualTo(kept);
    assertThat(changes.moved()).isEqualTo(both.size() - kept);
    long upwards =
        both.stream()
            .filter(id -> was.get(id).equals(Set.of("2.8")) && is.get(id).equals(Set.of("3.0")))
            .count();
    assertThat(changes.moves()).contains(new Move("2.8", "3.0", upwards));
    assertThat(changes.moves())
        .filteredOn(move -> move.from().equals("3.0"))
        .extracting(Move::to)
        .containsExactlyInAnyOrder("2.8", IdChanges.SEVERAL, IdChanges.NONE);
  }

  @Test
  void shouldFindTheSameInSeveralPasses() throws Exception {
    Path a = root.resolve("a");
    Path b = root.resolve("b");
    write(a, 3, 700);
    write(b, 4, 700);
    assertThat(compare(a, b, 4_000)).isEqualTo(compare(a, b, MEMORY));
  }

  @Test
  void shouldFindNothingBetweenEqualOutputs() throws Exception {
    Path a = root.resolve("a");
    write(a, 5, 100);
    IdChanges changes = compare(a, a, MEMORY);
    assertThat(changes.moves()).isEmpty();
    assertThat(changes.kept()).isPositive();
  }

  @Test
  void shouldRefuseShardsWithoutIds() throws Exception {
    write(root, 6, 10);
    TestingOutput output = new TestingOutput(root.resolve("other"));
    output.columns = List.of("text", "score");
    output.content.put("output.columns", "[text, score]");
    output.keep("en/3.0/CC-MAIN-2013-20/0.parquet", Document.of("1", "Text", 3));
    output.write();
    assertRefusal(
        () -> compare(root.resolve("other"), root, MEMORY),
        "[text, score]; without the column id, outputs cannot be");
  }
}
