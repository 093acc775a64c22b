package dev.sluice.core.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OrderedWorkTest {
  private static final int THREADS = 3;

  private final WorkerPool pool = new WorkerPool("test", THREADS);
  private final List<Integer> consumed = new ArrayList<>();

  @AfterEach
  void close() {
    pool.close();
  }

  @Test
  void shouldConsumeResultsAndActionsInTheOrderOfSubmission() throws Exception {
    OrderedWork work = new OrderedWork(pool, 7);
    Random random = new Random(1);
    List<Integer> expected = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      int number = i;
      expected.add(number);
      if (random.nextInt(4) == 0) {
        work.then(random.nextInt(3), () -> consumed.add(number));
      } else {
        int millis = random.nextInt(3);
        work.submit(
            random.nextInt(10),
            () -> {
              Thread.sleep(millis);
              return number;
            },
            consumed::add);
      }
    }
    work.finish();

    assertThat(consumed).isEqualTo(expected);
  }

  @Test
  void shouldHoldNoMoreThanItsCapacityButAlwaysOne() throws Exception {
    int capacity = 10;
    OrderedWork work = new OrderedWork(pool, capacity);
    AtomicInteger held = new AtomicInteger();
    Random random = new Random(2);
    for (int i = 0; i < 300; i++) {
      int weight = 1 + random.nextInt(14);
      work.submit(weight, () -> weight, done -> held.addAndGet(-done));
      assertThat(held.addAndGet(weight)).isLessThanOrEqualTo(Math.max(capacity, weight));
    }
    work.finish();

    assertThat(held).hasValue(0);
  }

  @Test
  void shouldThrowTheFirstFailureInOrderAndConsumeNothingAfterIt() throws Exception {
    OrderedWork work = new OrderedWork(pool, 10);
    work.submit(1, () -> 1, consumed::add);
    work.submit(
        1,
        () -> {
          throw new IOException("second");
        },
        result -> consumed.add(2));
    work.submit(1, () -> 3, consumed::add);

    assertThatThrownBy(work::finish).isInstanceOf(IOException.class).hasMessage("second");
    assertThat(consumed).containsExactly(1);
  }
}
