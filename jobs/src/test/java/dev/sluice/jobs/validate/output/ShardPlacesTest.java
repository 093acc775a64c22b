package dev.sluice.jobs.validate.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.jobs.validate.output.ShardPlaces.Place;
import dev.sluice.jobs.validate.report.TestingOutput;
import dev.sluice.jobs.validate.report.TestingOutput.Document;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShardPlacesTest {
  private static final String LATER = "en/2.8/CC-MAIN-2013-20/0-4.1.parquet";
  private static final String OTHER = "en/2.8/wiki-2024/0.parquet";
  private static final String UNKNOWN = "en/3.0/unknown/7.parquet";
  private static final String LIKE_A_BUCKET = "en/3.0/2.8/0.parquet";

  @TempDir private Path root;

  private final ShardPlaces places = new ShardPlaces();

  private TestingOutput output() {
    TestingOutput output = new TestingOutput(root.resolve("out"));
    for (String shard : new String[] {LATER, OTHER, UNKNOWN, LIKE_A_BUCKET}) {
      output.keep(shard, Document.of(shard, "a text of " + shard, 2.9));
    }
    return output;
  }

  @Test
  void shouldTellWhatManifestsSayWhateverDumpsAreCalled() throws IOException {
    output().write();
    assertThat(places.of(root.resolve("out").resolve(LATER)))
        .contains(new Place("2.8", "CC-MAIN-2013-20"));
    assertThat(places.of(root.resolve("out").resolve(OTHER)))
        .contains(new Place("2.8", "wiki-2024"));
    assertThat(places.of(root.resolve("out").resolve(UNKNOWN)))
        .contains(new Place("3.0", "unknown"));
    assertThat(places.of(root.resolve("out").resolve(LIKE_A_BUCKET)))
        .contains(new Place("3.0", "2.8"));
  }

  @Test
  void shouldTellTheBucketOfShardsThatAreNotLaidOutByDump() throws IOException {
    TestingOutput output = new TestingOutput(root.resolve("out"));
    output.content.put("output.partition-by", "[bucket]");
    output.keep("en/3.0/0.parquet", Document.of("1", "a text", 3.5));
    output.write();
    assertThat(places.of(root.resolve("out/en/3.0/0.parquet"))).contains(new Place("3.0", ""));
  }

  @Test
  void shouldFindTheOutputBehindALink() throws IOException {
    output().write();
    Path link = Files.createSymbolicLink(root.resolve("link"), root.resolve("out/en/2.8"));
    assertThat(places.of(link.resolve("wiki-2024/0.parquet")))
        .contains(new Place("2.8", "wiki-2024"));
  }

  @Test
  void shouldNotGuessWhereNoManifestSaysAnything() throws IOException {
    output().write();
    Path shard = root.resolve("out").resolve(OTHER);
    for (String copy :
        new String[] {
          "out/en/2.8/wiki-2024/1.parquet",
          "out/en/2.8/0.parquet",
          "copy/en/2.8/wiki-2024/0.parquet",
          "out/0.parquet"
        }) {
      Path file = root.resolve(copy);
      Files.createDirectories(file.getParent());
      Files.copy(shard, file);
      assertThat(places.of(file)).as(copy).isEmpty();
    }
    assertThat(places.of(Path.of("/0.parquet"))).isEmpty();
  }

  @Test
  void shouldTellTheOthersIfAManifestIsBroken() throws IOException {
    output().write();
    Files.writeString(root.resolve("out/_sluice/dumps/wiki-2024.json"), "{");
    assertThat(places.of(root.resolve("out").resolve(OTHER))).isEmpty();
    assertThat(places.of(root.resolve("out").resolve(UNKNOWN))).isPresent();
  }
}
