package dev.sluice.app.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.app.Failure;
import dev.sluice.app.health.Health;
import dev.sluice.app.output.DiskGuard;
import dev.sluice.app.output.StopRequest;
import dev.sluice.settings.Role;
import dev.sluice.settings.TestingConfig;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PipelineTest {
  @TempDir private Path directory;
  private final List<String> log = new CopyOnWriteArrayList<>();
  private final Health health = new Health("run");
  private final StopRequest stop = new StopRequest();

  private Pipeline pipeline() {
    return new Pipeline(
        health, DiskGuard.of(TestingConfig.loadYaml(directory, ""), Set.of(Role.STREAMS)), stop);
  }

  /**
   * Fails at its third check, where it is to fail; ready from its second. Stops when all roles that
   * share its latch are stopping.
   */
  private final class TestingRole implements Pipeline.RunningRole {
    private final String name;
    private final boolean fails;
    private final CountDownLatch stopping;
    private int checks;

    TestingRole(String name, boolean fails, CountDownLatch stopping) {
      this.name = name;
      this.fails = fails;
      this.stopping = stopping;
    }

    @Override
    public void check() {
      checks++;
      if (fails && checks == 3) {
        throw new Failure(name + " failed");
      }
    }

    @Override
    public boolean isReady() {
      return checks > 1;
    }

    @Override
    public void close() {
      log.add(name);
      stopping.countDown();
      try {
        stopping.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      if (fails) {
        throw new IllegalStateException("cannot stop " + name);
      }
    }
  }

  @Test
  void shouldEndTheInterruptWithWhichItWasAskedToStop() throws Exception {
    Pipeline pipeline = pipeline();
    pipeline.add(new TestingRole("sink", false, new CountDownLatch(1)));

    Thread.currentThread().interrupt();
    pipeline.close();

    assertThat(Thread.interrupted()).isFalse();
    assertThat(log).containsExactly("sink");
  }

  @Test
  void shouldStopRolesBesideEachOther() throws Exception {
    CountDownLatch stopping = new CountDownLatch(2);

    try (Pipeline pipeline = pipeline()) {
      TestingRole sink = pipeline.add(new TestingRole("sink", false, stopping));
      pipeline.add(new TestingRole("streams", false, stopping));
      pipeline.runUntil(() -> sink.checks == 2);
    }

    assertThat(log).containsExactlyInAnyOrder("streams", "sink");
    assertThat(health.phase()).isEqualTo(Health.Phase.READY);
  }

  @Test
  void shouldEndWithTheFirstFailureAndStillStopTheOthers() {
    assertThatThrownBy(
            () -> {
              try (Pipeline pipeline = pipeline()) {
                CountDownLatch stopping = new CountDownLatch(2);
                pipeline.add(new TestingRole("sink", false, stopping));
                TestingRole ingest = pipeline.add(new TestingRole("ingest", true, stopping));
                pipeline.runUntil(() -> ingest.checks == 3);
              }
            })
        .isInstanceOf(Failure.class)
        .hasMessage("ingest failed")
        .hasSuppressedException(new IllegalStateException("cannot stop ingest"));
    assertThat(log).containsExactlyInAnyOrder("ingest", "sink");
  }

  @Test
  void shouldEndWhenAskedToStop() {
    stop.make(new Thread());

    assertThatThrownBy(() -> pipeline().runUntil(() -> true))
        .isInstanceOf(InterruptedException.class);
  }
}
