package dev.sluice.storage.bands;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BandDirectoryTest {
  private static final String UNIT = "data/CC-MAIN-2024-10#1";
  private static final int MERGES = 60;
  private static final int OTHERS = 3_000;

  @TempDir private Path root;

  /** Reading a directory takes a while, in which others replace files that are in it. */
  @Test
  void shouldListAFileOrTheOneThatReplacesIt() throws Exception {
    for (int batch = 1; batch <= OTHERS; batch++) {
      create(1, batch, batch);
    }
    create(0, 1, 1);
    ExecutorService threads = Executors.newSingleThreadExecutor();
    Future<Void> merges = threads.submit(this::merge);
    BandDirectory directory = new BandDirectory(root);
    do {
      assertThat(directory.list()).anyMatch(file -> file.band() == 0 && file.first() == 1);
    } while (!merges.isDone());
    merges.get();
    threads.shutdown();
  }

  private Void merge() throws Exception {
    for (int last = 1; last < MERGES; last++) {
      create(0, 1, last + 1);
      Files.delete(BandFile.of(root, 1, UNIT, 0, 1, last).path());
      Thread.sleep(50);
    }
    return null;
  }

  private void create(int band, long first, long last) throws Exception {
    Path path = BandFile.of(root, 1, UNIT, band, first, last).path();
    Files.createDirectories(path.getParent());
    Files.createFile(path);
  }
}
