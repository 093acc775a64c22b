package dev.sluice.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class HaltTest {
  private static final long HANGS_MILLIS = 120_000;

  private final List<String> done = new CopyOnWriteArrayList<>();
  private final CountDownLatch taken = new CountDownLatch(1);

  @Test
  void shouldHaltOnceTheWordsAreSaid() {
    Halt.end(() -> done.add("said"), () -> done.add("halted"), HANGS_MILLIS);

    assertThat(done).containsExactly("said", "halted");
  }

  @Test
  void shouldHaltThoughNobodyTakesTheWords() {
    Halt.end(this::sayToNobody, () -> done.add("halted"), 1);

    assertThat(done).containsExactly("halted");
    taken.countDown();
  }

  @Test
  void shouldHaltThoughItIsInterrupted() {
    Thread.currentThread().interrupt();

    Halt.end(this::sayToNobody, () -> done.add("halted"), HANGS_MILLIS);

    assertThat(done).containsExactly("halted");
    assertThat(Thread.interrupted()).isFalse();
    taken.countDown();
  }

  private void sayToNobody() {
    try {
      taken.await();
      done.add("said");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
