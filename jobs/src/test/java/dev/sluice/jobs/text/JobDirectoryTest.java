package dev.sluice.jobs.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobDirectoryTest {
  private static final int TIMES = 300;

  @TempDir private Path root;

  /** One deletes the directory all the time, and the other works in it whenever it can. */
  @Test
  void shouldNotDeleteWhatBelongsToTheNextHolder() throws Exception {
    Path directory = root.resolve("work");
    AtomicBoolean over = new AtomicBoolean();
    FutureTask<Integer> deleting =
        new FutureTask<>(
            () -> {
              int deleted = 0;
              while (!over.get()) {
                try {
                  JobDirectory.take(directory).delete();
                  deleted++;
                } catch (JobRefusedException e) {
                  Thread.onSpinWait();
                }
              }
              return deleted;
            });
    new Thread(deleting).start();
    try {
      for (int done = 0; done < TIMES; done += worked(directory) ? 1 : 0) {
        Thread.onSpinWait();
      }
    } finally {
      over.set(true);
    }
    assertThat(deleting.get(2, TimeUnit.MINUTES)).isPositive();
  }

  private static boolean worked(Path directory) throws IOException {
    try (JobDirectory own = JobDirectory.take(directory)) {
      own.write("record.json", "text");
      for (int i = 0; i < 20; i++) {
        assertThat(own.read("record.json", String.class)).contains("text");
      }
      Files.delete(directory.resolve("record.json"));
      return true;
    } catch (JobRefusedException e) {
      return false;
    }
  }
}
