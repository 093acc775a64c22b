package dev.sluice.jobs.text;

import static dev.sluice.jobs.text.TestingRefusals.assertRefusal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.sluice.core.work.LockedFile;
import dev.sluice.jobs.text.PartTerms.PartTask;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PartDirectoryTest {
  @TempDir private Path output;

  /** A part is the text that the work has found, with whether it was finished before. */
  private String once(PartDirectory.Preparation<String> preparation)
      throws IOException, InterruptedException {
    PartTask task = TestingParts.task(2, 3);
    PartTerms terms = PartTerms.of("process", task, Map.of());
    return PartDirectory.once(
        output, terms, task.part(), result -> result.asText() + " before", preparation);
  }

  private static String finding(PartDirectory part, String found) throws IOException {
    JsonNode result = TextNode.valueOf(found);
    part.end(List.of(), result, Set.of());
    return found;
  }

  /** Machines may have other threads, or see the input elsewhere. */
  @Test
  void shouldTakePartsThatAreTypedInAnotherWay() throws Exception {
    for (int number = 1; number <= 2; number++) {
      PartTask part = new PartTask(new JobPart(number, 3), TestingParts.VERSION, "line " + number);
      PartTerms terms = PartTerms.of("process", part, Map.of());
      String found =
          PartDirectory.once(
              output, terms, part.part(), JsonNode::asText, () -> held -> finding(held, "it"));
      assertThat(found).isEqualTo("it");
    }
    assertThatThrownBy(() -> JoinedParts.open(output, "process", TestingParts.VERSION))
        .hasMessage("--join: part 3/3 is missing: run line 1 --part 3/3");
  }

  @Test
  void shouldNotPrepareAPartThatIsFinished() throws Exception {
    assertThat(once(() -> part -> finding(part, "first"))).isEqualTo("first");
    assertThat(
            once(
                () -> {
                  throw new AssertionError("prepared again");
                }))
        .isEqualTo("first before");
  }

  @Test
  void shouldNotRepeatWhatAnotherProcessCompletedWhileThisOnePrepared() throws Exception {
    assertThat(
            once(
                () -> {
                  once(() -> part -> finding(part, "other"));
                  return part -> finding(part, "own");
                }))
        .isEqualTo("other before");
  }

  /** As it is when both have been started at the same time. */
  @Test
  void shouldReadAFinishedPartThatAnotherProcessHolds() throws Exception {
    String own =
        once(
            () ->
                part -> {
                  assertRefusal(
                      () -> once(() -> held -> finding(held, "other")),
                      "in use by another process");
                  finding(part, "own");
                  return once(() -> held -> finding(held, "other"));
                });
    assertThat(own).isEqualTo("own before");
  }

  /** A join looks whether a part runs. */
  @Test
  void shouldStartWhileAJoinLooks() throws Exception {
    assertThatThrownBy(
            () ->
                once(
                    () ->
                        part -> {
                          throw new IOException("killed");
                        }))
        .hasMessage("killed");
    Path looked = output.resolve("_sluice/parts/2-of-3").resolve(PartDirectory.RUNNING);
    FutureTask<String> starting =
        new FutureTask<>(() -> once(() -> part -> finding(part, "found")));
    try (LockedFile looking = LockedFile.tryLock(looked).orElseThrow()) {
      assertThat(looking.channel().isOpen()).isTrue();
      new Thread(starting).start();
      assertThatThrownBy(() -> starting.get(200, TimeUnit.MILLISECONDS))
          .isInstanceOf(TimeoutException.class);
    }
    assertThat(starting.get(2, TimeUnit.MINUTES)).isEqualTo("found");
  }

  @Test
  void shouldNotBeJoinedBeforeItHasEnded() throws Exception {
    PartTerms terms = PartTerms.of("process", task(), arguments());
    FutureTask<Integer> joining =
        new FutureTask<>(
            () -> {
              try (JoinedParts parts = JoinedParts.open(output, "process", TestingParts.VERSION)) {
                return parts.parts().size();
              }
            });
    PartDirectory.once(
        output,
        terms,
        task().part(),
        JsonNode::asText,
        () ->
            part -> {
              finding(part, "found");
              new Thread(joining).start();
              assertThatThrownBy(() -> joining.get(200, TimeUnit.MILLISECONDS))
                  .isInstanceOf(TimeoutException.class);
              return "found";
            });
    assertThat(joining.get(2, TimeUnit.MINUTES)).isEqualTo(1);
  }

  private static PartTask task() {
    return TestingParts.task(1, 1);
  }

  private static Map<String, Object> arguments() {
    return Map.of("input", MarkedFile.listing(List.of()));
  }

  @Test
  void shouldLeaveNothingWhereThePreparationRefuses() {
    assertThatThrownBy(
            () ->
                once(
                    () -> {
                      throw new JobRefusedException("no");
                    }))
        .hasMessage("no");
    assertThat(output).isEmptyDirectory();
  }
}
