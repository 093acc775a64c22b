package dev.sluice.core.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class WorkerThreadsTest {
  private final WorkerThreads threads = new WorkerThreads("test");

  /** Works until it is stopped, then fails or ends when it is let. */
  private static final class Waiting implements WorkerThreads.Worker {
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final CountDownLatch mayEnd = new CountDownLatch(1);
    private final CountDownLatch toFail = new CountDownLatch(1);
    private volatile String thread = "";

    @Override
    public void stop() {
      stopped.countDown();
      toFail.countDown();
    }

    @Override
    public void run() {
      thread = Thread.currentThread().getName();
      try {
        toFail.await();
        if (stopped.getCount() > 0) {
          throw new IllegalStateException("failed");
        }
        mayEnd.await();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }

  private List<Waiting> start(int count) {
    List<Waiting> workers = Stream.generate(Waiting::new).limit(count).toList();
    workers.forEach(threads::add);
    threads.start();
    return workers;
  }

  @Test
  void shouldStopAllWhenOneFailsAndKeepTheFirstError() throws Exception {
    List<Waiting> workers = start(3);
    assertThat(threads.await(Duration.ZERO)).isFalse();
    assertThat(threads.failure()).isEmpty();
    workers.forEach(worker -> worker.mayEnd.countDown());
    workers.get(1).toFail.countDown();
    threads.await();
    threads.fail(new IllegalStateException("later"));
    assertThat(threads.failure().orElseThrow()).hasMessage("failed");
    assertThat(workers).extracting(worker -> worker.stopped.getCount()).containsOnly(0L);
    assertThat(workers).extracting(worker -> worker.thread).contains("test-0", "test-2");
    assertThat(threads.await(Duration.ZERO)).isTrue();
  }

  @Test
  void shouldStopAllForAnErrorFromElsewhere() throws Exception {
    List<Waiting> workers = start(2);
    workers.forEach(worker -> worker.mayEnd.countDown());
    threads.fail(new IllegalStateException("elsewhere"));
    threads.await();
    assertThat(threads.failure().orElseThrow()).hasMessage("elsewhere");
  }

  @Test
  void shouldWaitForItsThreadsWhenClosedAlsoIfInterrupted() throws Exception {
    Waiting worker = start(1).get(0);
    Thread closing = new Thread(threads::close);
    closing.start();
    worker.stopped.await();
    closing.interrupt();
    closing.join(200);
    assertThat(closing.isAlive()).isTrue();
    worker.mayEnd.countDown();
    closing.join();
    assertThat(threads.await(Duration.ZERO)).isTrue();
    assertThat(threads.failure()).isEmpty();
  }
}
