package dev.sluice.app.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class MonitorTest {
  /** It may look at an object store that does not answer, and probes of health may wait for it. */
  @Test
  void shouldAnswerWhileItLooks() throws Exception {
    CountDownLatch looking = new CountDownLatch(1);
    CountDownLatch over = new CountDownLatch(1);
    try (Monitor monitor = Monitor.start("run", List.of(), () -> "ready")) {
      monitor.watch(
          () -> {
            looking.countDown();
            try {
              over.await();
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
            return WorkState.NONE;
          },
          List.of());
      looking.await();
      FutureTask<RunDocument> asking = new FutureTask<>(monitor::document);
      Thread thread = new Thread(asking);
      thread.setDaemon(true);
      thread.start();

      assertThat(asking.get(2, TimeUnit.MINUTES).job()).isEqualTo("run");
      assertThat(monitor.sample().phase()).isEqualTo("ready");
    } finally {
      over.countDown();
    }
  }
}
