package dev.sluice.it.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.Output;
import dev.sluice.it.Sources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContentsTest {
  @TempDir Path directory;
  private int outputs;

  /** An output with a shard for each word, which has a row for each of its letters. */
  private Output output(int kept, int bytes, String... shards) throws IOException {
    Path root = directory.resolve("output-" + outputs++);
    Path dumps = Files.createDirectories(root.resolve("_sluice/dumps"));
    for (String shard : shards) {
      Sources.write(root.resolve(path(shard)), List.of(rows(shard)));
    }
    Files.write(root.resolve("_sluice/shards.txt"), Arrays.stream(shards).map(this::path).toList());
    Files.writeString(
        root.resolve("_sluice/owner.json"), "{\"content\":{\"kafka.partitions\":\"1\"}}");
    Files.writeString(
        dumps.resolve("a.json"),
        "{\"compression_ratio\":%d,\"buckets\":{\"4.0\":{\"kept\":%d,\"bytes\":%d,\"files\":[]}}}"
            .formatted(bytes, kept, bytes));
    return new Output(root);
  }

  private String path(String shard) {
    return "en/4.0/a/" + shard + ".parquet";
  }

  private static List<Sources.Row> rows(String letters) {
    return letters
        .chars()
        .mapToObj(Character::toString)
        .map(letter -> new Sources.Row(letter, letter, 4.5, "a"))
        .toList();
  }

  @Test
  void shouldBeTheSameHoweverRowsAreSpreadOverShards() throws IOException {
    assertThat(Contents.of(output(3, 100, "ab", "c")))
        .containsOnlyKeys("en/4.0/a, partition 0", "manifest of a")
        .isEqualTo(Contents.of(output(3, 50, "abc")));
  }

  @Test
  void shouldDifferWhereRowsOrCountersDo() throws IOException {
    var contents = Contents.of(output(3, 100, "ab", "c"));
    assertThat(Contents.of(output(3, 100, "ab"))).as("a row lost").isNotEqualTo(contents);
    assertThat(Contents.of(output(3, 100, "ab", "c", "cc"))).as("doubled").isNotEqualTo(contents);
    assertThat(Contents.of(output(3, 100, "c", "ab"))).as("order").isNotEqualTo(contents);
    assertThat(Contents.of(output(4, 100, "ab", "c"))).as("counter").isNotEqualTo(contents);
  }
}
