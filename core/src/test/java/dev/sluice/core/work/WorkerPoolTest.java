package dev.sluice.core.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class WorkerPoolTest {
  @Test
  void shouldReturnResultsInTheOrderOfTheWork() throws Exception {
    CountDownLatch second = new CountDownLatch(1);
    try (WorkerPool pool = new WorkerPool("test", 2)) {
      Callable<Integer> slow =
          () -> {
            second.await();
            return 1;
          };
      Callable<Integer> fast =
          () -> {
            second.countDown();
            return 2;
          };
      assertThat(pool.all(List.of(slow, fast))).containsExactly(1, 2);
    }
  }

  @Test
  void shouldThrowWhatTheWorkThrew() {
    assertThatThrownBy(() -> fail(new IOException("io"))).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> fail(new UncheckedIOException(new IOException("io"))))
        .isInstanceOf(IOException.class);
    assertThatThrownBy(() -> fail(new IllegalArgumentException("argument")))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> fail(new CloneNotSupportedException()))
        .isInstanceOf(IllegalStateException.class)
        .hasCauseInstanceOf(CloneNotSupportedException.class);
  }

  private static void fail(Exception failure) throws Exception {
    Callable<Integer> work =
        () -> {
          throw failure;
        };
    try (WorkerPool pool = new WorkerPool("test", 1)) {
      pool.all(List.of(work));
    }
  }

  @Test
  void shouldWaitForInterruptedWorkAndDropTheRest() throws Exception {
    AtomicBoolean ended = new AtomicBoolean();
    AtomicBoolean dropped = new AtomicBoolean(true);
    CountDownLatch begun = new CountDownLatch(1);
    try (WorkerPool pool = new WorkerPool("test", 1)) {
      pool.execute(
          () -> {
            begun.countDown();
            try {
              Thread.sleep(60_000);
            } catch (InterruptedException e) {
              ended.set(true);
            }
          });
      pool.execute(() -> dropped.set(false));
      begun.await();
    }
    assertThat(ended).isTrue();
    assertThat(dropped).isTrue();
  }

  @Test
  void shouldLetBegunWorkEndUninterruptedWhenItIsShutDown() throws Exception {
    AtomicBoolean ended = new AtomicBoolean();
    AtomicBoolean dropped = new AtomicBoolean(true);
    CountDownLatch begun = new CountDownLatch(1);
    WorkerPool pool = new WorkerPool("test", 1);
    pool.submit(
        () -> {
          begun.countDown();
          Thread.sleep(50);
          ended.set(true);
          return ended;
        });
    pool.execute(() -> dropped.set(false));
    begun.await();
    pool.shutdown();

    assertThat(ended).isTrue();
    assertThat(dropped).isTrue();
  }

  @Test
  void shouldWaitAndStayInterruptedWhenItsOwnerIsInterrupted() {
    AtomicBoolean ended = new AtomicBoolean();
    WorkerPool pool = new WorkerPool("test", 1);
    CountDownLatch begun = new CountDownLatch(1);
    pool.execute(
        () -> {
          begun.countDown();
          long until = System.nanoTime() + 50_000_000;
          while (System.nanoTime() < until) {
            Thread.onSpinWait();
          }
          ended.set(true);
        });
    try {
      begun.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    Thread.currentThread().interrupt();
    pool.close();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(ended).isTrue();
  }
}
