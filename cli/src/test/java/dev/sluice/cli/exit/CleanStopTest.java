package dev.sluice.cli.exit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("sets System.err")
class CleanStopTest {
  private static final String STOPPED =
      "sluice: stopped cleanly; run the command again to continue";

  private static String said(CleanStop.Work<String> work) throws Exception {
    return err(() -> assertThat(CleanStop.guard(work)).isEqualTo("done"));
  }

  private static String err(ThrowingCallable calls) throws Exception {
    PrintStream before = System.err;
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    System.setErr(new PrintStream(err, true, UTF_8));
    try {
      assertThatCode(calls).doesNotThrowAnyException();
    } finally {
      System.setErr(before);
    }
    return err.toString(UTF_8);
  }

  /** The process ends before it tells its result. */
  @Test
  void shouldSayThatItHasStoppedThoughTheLastStepWasDone() throws Exception {
    assertThat(
            said(
                stop -> {
                  CleanStop.ask(Thread.currentThread());
                  assertThat(Thread.interrupted()).isTrue();
                  return "done";
                }))
        .contains(STOPPED);
  }

  /** The signal has found it at work. */
  @Test
  void shouldSayOnceThatItHasStoppedThoughTheWorkEndedBeforeItWasAsked() throws Exception {
    List<CleanStop> working = new ArrayList<>();
    ExecutorService command = Executors.newSingleThreadExecutor();

    String said =
        err(
            () -> {
              Callable<Boolean> work =
                  () -> CleanStop.guard(stop -> working.addAll(CleanStop.working()));
              assertThat(command.submit(work).get()).isTrue();
              CleanStop.stopAll(working);
            });

    command.shutdown();
    assertThat(said).containsOnlyOnce(STOPPED);
  }

  /** What it closes then must not be interrupted. */
  @Test
  void shouldInterruptOnceAndBeforeTheWorkSeesIt() throws Exception {
    said(
        stop -> {
          for (int asked = 0; asked < 2; asked++) {
            CleanStop.ask(Thread.currentThread());
            assertThatThrownBy(stop::check).isInstanceOf(InterruptedException.class);
            assertThat(Thread.interrupted()).isFalse();
          }
          CleanStop.ask(Thread.currentThread());
          assertThat(Thread.interrupted()).isFalse();
          return "done";
        });
  }

  @Test
  void shouldSayNothingWhereNobodyAsked() throws Exception {
    assertThat(said(stop -> "done")).doesNotContain(STOPPED);
  }
}
