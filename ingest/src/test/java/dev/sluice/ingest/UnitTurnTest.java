package dev.sluice.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.Unit;
import dev.sluice.core.gauge.WaitTimes;
import dev.sluice.ingest.IngestGauge.IngestWait;
import dev.sluice.ingest.UnitTurn.UnitTakenOverException;
import dev.sluice.ingest.source.UnitPlan;
import dev.sluice.topics.progress.ListedFile;
import dev.sluice.topics.progress.ProgressState;
import dev.sluice.topics.progress.TestingProgress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class UnitTurnTest {
  private static final String WRITER = "test"; // of TestingProgress
  private static final UnitPlan FIRST = plan("data/CC-MAIN-2024-10");
  private static final UnitPlan SECOND = plan("data/CC-MAIN-2024-18");
  private static final UnitPlan THIRD = plan("data/CC-MAIN-2023-06");

  private final WaitTimes<IngestWait> waits = new WaitTimes<>(IngestWait.class);

  private static UnitPlan plan(String name) {
    return new UnitPlan(
        new Unit(name, 1), List.of(new ListedFile(name + "/0.parquet", 1, 1, "tail")));
  }

  private static TestingProgress begun(UnitPlan... plans) {
    TestingProgress progress = new TestingProgress();
    for (UnitPlan plan : plans) {
      progress.begun(plan);
    }
    return progress;
  }

  private static List<String> before(TestingProgress progress, UnitPlan plan) {
    return UnitTurn.before(progress.state(), plan.unit().id()).stream()
        .map(files -> files.unit())
        .toList();
  }

  @Test
  void shouldLetUnitsInInTheOrderOfTheirStart() {
    TestingProgress progress = begun(FIRST, SECOND, THIRD);

    assertThat(before(progress, FIRST)).isEmpty();
    assertThat(before(progress, SECOND)).containsExactly(FIRST.unit().id());
    assertThat(before(progress, THIRD)).containsExactly(FIRST.unit().id());
    progress.read(FIRST, false, "CC-MAIN-2024-10");
    assertThat(before(progress, SECOND)).containsExactly(FIRST.unit().id());
    progress.ended(FIRST);
    assertThat(before(progress, SECOND)).isEmpty();
    assertThat(before(progress, THIRD)).containsExactly(SECOND.unit().id());
    progress.ended(SECOND);
    assertThat(before(progress, THIRD)).isEmpty();
  }

  /** A unit that ended although an earlier one has not: of an output of another program. */
  @Test
  void shouldWaitForAllEarlierUnitsNotOnlyForTheLast() {
    TestingProgress progress = begun(FIRST, SECOND, THIRD);
    progress.ended(SECOND);

    assertThat(before(progress, THIRD)).containsExactly(FIRST.unit().id());
  }

  private static List<String> unread(TestingProgress progress, UnitPlan... plans) {
    return UnitTurn.unreadBefore(progress.state(), List.of(plans));
  }

  @Test
  void shouldNameTheUnitsThatNobodyWouldRead() {
    TestingProgress progress = begun(FIRST, SECOND);
    String first = FIRST.unit().id();
    String second = SECOND.unit().id();

    assertThat(unread(progress, FIRST, SECOND, THIRD)).isEmpty();
    assertThat(unread(progress, THIRD)).containsExactly(first, second);
    assertThat(unread(progress, SECOND, THIRD)).containsExactly(first);
    assertThat(unread(progress, FIRST)).as("it began after the one to read").isEmpty();
    assertThat(unread(progress)).isEmpty();
    progress.ended(FIRST);
    assertThat(unread(progress, THIRD)).containsExactly(second);
  }

  @Test
  void shouldNotWaitForAUnitThatWasForgotten() throws Exception {
    Deque<ProgressState> states =
        new ArrayDeque<>(List.of(begun(FIRST, SECOND).state(), begun(SECOND).state()));

    turn(SECOND).await(states::remove, waits);

    assertThat(states).isEmpty();
    assertThat(waits.totals().get(IngestWait.EARLIER_UNIT)).isGreaterThan(Duration.ofMillis(900));
  }

  private static UnitTurn turn(UnitPlan plan) {
    return new UnitTurn(plan.unit(), WRITER);
  }

  @Test
  void shouldWaitOnWhileTheBrokerCannotBeAsked() throws Exception {
    TestingProgress progress = begun(FIRST, SECOND);
    AtomicInteger asked = new AtomicInteger();

    turn(SECOND)
        .await(
            () -> {
              if (asked.incrementAndGet() == 2) {
                progress.ended(FIRST);
                throw new TimeoutException("no answer");
              }
              return progress.state();
            },
            waits);

    assertThat(asked).hasValue(3);
  }

  @Test
  void shouldStopWaitingIfAnotherProcessTakesTheUnit() {
    TestingProgress progress = begun(FIRST, SECOND);

    assertThatThrownBy(() -> new UnitTurn(SECOND.unit(), "other").await(progress::state, waits))
        .isInstanceOf(UnitTakenOverException.class)
        .hasMessageContaining("taken over by test");
  }

  @Test
  void shouldStopWaitingIfInterrupted() {
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> turn(SECOND).await(begun(FIRST, SECOND)::state, waits))
        .isInstanceOf(InterruptedException.class);
  }
}
