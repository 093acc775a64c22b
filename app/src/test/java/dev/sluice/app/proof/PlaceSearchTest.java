package dev.sluice.app.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.proof.ProofReport.Place;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlaceSearchTest {
  private final PlaceSearch search = new PlaceSearch("shards", "files");

  @TempDir private Path directory;

  /** A sink or a compaction may delete a file between its listing and its reading. */
  @Test
  void shouldNotMissWhatIsGone() throws IOException, InterruptedException {
    Path file = directory.resolve("0.parquet");
    assertThat(search.lookIfThere(file, found -> Files.readAllBytes(file))).isFalse();
    Files.createFile(file);
    assertThat(search.lookIfThere(file, found -> found.accept("row 7"))).isTrue();
    assertThat(search.end()).isEqualTo(place(1));

    search.lookIfThere(
        file,
        found -> {
          throw new IOException("is damaged");
        });
    assertThat(search.end()).isEqualTo(place(1, file + ": is damaged"));
  }

  private Place place(int looked, String... notLookedAt) {
    String found = directory.resolve("0.parquet") + ": row 7";
    return new Place("shards", "files", looked, List.of(found), List.of(notLookedAt));
  }
}
