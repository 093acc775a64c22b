package dev.sluice.sink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.storage.page.IoRetry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Requests are handled on another thread, together, and before the thread ends. */
@Timeout(180)
class SealingThreadTest {
  private static final String DUMP = TestingRecords.DUMP;
  private static final String UNIT = "data/" + DUMP + "#1";
  private static final Duration SOON = Duration.ofMillis(10);
  private static final Duration NEVER = Duration.ofHours(1);

  @TempDir Path root;
  private final BlockingQueue<Throwable> failures = new LinkedBlockingQueue<>();
  private TestingSink sink;

  @BeforeEach
  void setUp() {
    sink = TestingSink.in(root);
  }

  private void end(List<TopicPartition> partitions) throws IOException {
    for (TopicPartition partition : partitions) {
      TestingRecords records = new TestingRecords(partition);
      records.inUnit(UNIT).document(DUMP, "text").marker(UNIT);
      TestingSink.feed(sink.open(partition), records.all());
    }
  }

  private SealingThread start(Sealer sealer, Duration lookAgain) {
    return new SealingThread(sink.settings().workers().retry(), sealer, lookAgain, failures::add);
  }

  private Sealer sealer() {
    return new Sealer(sink.settings(), new CutLogs(sink.settings()), List::of);
  }

  private Path manifest() {
    return root.resolve("_sluice/dumps/" + DUMP + ".json");
  }

  @Test
  void shouldHandleAllRequestsBeforeItCloses() throws IOException {
    end(TestingSink.curatedPartitions());
    try (SealingThread sealing = start(sealer(), NEVER)) {
      sealing.seal(UNIT);
    }
    assertThat(manifest()).exists();
    assertThat(failures).isEmpty();
  }

  /** On a network file system another host's last cut may be seen late. */
  @Test
  void shouldLookAgainUntilTheLastPartitionHasEnded() throws IOException, InterruptedException {
    List<TopicPartition> all = TestingSink.curatedPartitions();
    end(all.subList(0, 3));
    try (SealingThread sealing = start(sealer(), SOON)) {
      sealing.seal(UNIT);
      end(all.subList(3, 4));
      while (!Files.exists(manifest())) {
        Thread.sleep(SOON.toMillis());
      }
    }
    assertThat(failures).isEmpty();
  }

  /** Sealing over a long history takes a while, and a worker must poll. */
  @Test
  void shouldNotBlockRequests() throws IOException, InterruptedException {
    end(TestingSink.curatedPartitions());
    Sealer sealer = sealer();
    CountDownLatch held = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    Thread holder =
        new Thread(
            () -> {
              synchronized (sealer) {
                held.countDown();
                awaitQuietly(release);
              }
            });
    holder.start();
    held.await();
    try (SealingThread sealing = start(sealer, NEVER)) {
      sealing.seal(UNIT);
      sealing.sealAll();
      assertThat(manifest()).doesNotExist();
      release.countDown();
    }
    holder.join();
    assertThat(manifest()).exists();
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void shouldEndAPauseBetweenAttemptsWhenItCloses() throws IOException {
    sink = TestingSink.in(root).withRetry(new IoRetry(Integer.MAX_VALUE, Duration.ofDays(1)));
    end(TestingSink.curatedPartitions());
    Files.createDirectories(manifest()); // nothing can be written in its place
    try (SealingThread sealing = start(sealer(), NEVER)) {
      sealing.seal(UNIT);
    }
    assertThat(manifest()).isEmptyDirectory();
    assertThat(failures).isEmpty();
  }

  @Test
  void shouldReportAFailure() throws IOException, InterruptedException {
    end(TestingSink.curatedPartitions());
    Path record = root.resolve("_sluice/cuts/test.curated.4.0/0/1.json");
    Files.writeString(record, Files.readString(record).replace("\"rows\" : 1,", "\"rows\" : 2,"));
    try (SealingThread sealing = start(sealer(), NEVER)) {
      sealing.sealAll();
      assertThat(failures.poll(30, TimeUnit.SECONDS))
          .hasMessageContaining("the counters do not add up");
    }
    assertThat(manifest()).doesNotExist();
  }
}
