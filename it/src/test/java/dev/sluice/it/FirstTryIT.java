package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A first run that began no unit binds nobody: the next one is as on a new output. */
class FirstTryIT {
  /** So that it waits for room, its topics and its owner written, and begins nothing. */
  private static final String NO_ROOM = "--set=io.min-free-disk=1TiB";

  private static final String REPLACED =
      "the first attempt wrote nothing: this configuration replaces its own";

  @TempDir Path directory;
  private Path output;
  private Path owner;

  @BeforeEach
  void nameOutput() {
    output = directory.resolve("output");
    owner = output.resolve("_sluice/owner.json");
  }

  private Job job(String... options) {
    return Job.of(Undisturbed.source(), output, options);
  }

  private void beginNothing(String... options) {
    Job job = job(Stream.concat(Stream.of(NO_ROOM), Stream.of(options)).toArray(String[]::new));
    try (Program program = ProgramThread.start(job.arguments())) {
      program.awaitThat("an owner", () -> Files.exists(owner));
      program.terminate();
      program.await().with(143);
    }
  }

  private boolean ownerHolds(String text) {
    try {
      return Files.exists(owner) && Files.readString(owner).contains(text);
    } catch (IOException e) {
      return false; // gone between the two
    }
  }

  @Test
  void shouldReplaceTheConfigurationOfARunThatBeganNothing() {
    beginNothing("--seed=7", "--set=kafka.partitions=3", "--set=kafka.topic-prefix=first");

    assertThat(job().run(0).err()).containsOnlyOnce(REPLACED);

    assertThat(job().result().files()).isEqualTo(Undisturbed.output().files());
    assertThat(job("--seed=7").run(2).err()).contains("is 7, the output was started with 42");
  }

  @Test
  @Tag("endurance")
  void shouldMakeTopicsAnewThatDifferInNothingThatDecidesContent() {
    beginNothing("--set=input.max-document-size=1MiB");

    job().run(0);

    assertThat(job().result().files()).isEqualTo(Undisturbed.output().files());
  }

  @Test
  void shouldContinueWithTheSameConfigurationAndSayNothing() throws IOException {
    beginNothing("--seed=7");
    String begun = Files.readString(owner).replace("\"tentative\" : true", "\"tentative\" : false");

    assertThat(job("--seed=7").run(0).err()).doesNotContain(REPLACED);

    assertThat(owner).hasContent(begun);
  }

  @Test
  @Tag("endurance")
  void shouldReplaceItAfterKillsAtAnyMoment() {
    try (ProgramProcess first = job(NO_ROOM, "--set=kafka.partitions=3").start()) {
      first.awaitThat("an owner", () -> ownerHolds("\"kafka.partitions\" : \"3\""));
      first.kill();
    }
    try (ProgramProcess second = job(NO_ROOM, "--set=kafka.partitions=4").start()) {
      second.awaitThat("its owner, or none", () -> !ownerHolds("\"kafka.partitions\" : \"3\""));
      second.kill();
    }

    job().run(0);

    assertThat(job().result().files()).isEqualTo(Undisturbed.output().files());
  }

  /** The partitions decide content. */
  @Test
  @Tag("endurance")
  void shouldNotTakeThePartitionsOfTopicsThatNobodyOwns() {
    try (ProgramProcess first = job(NO_ROOM, "--set=kafka.partitions=3").start()) {
      first.awaitThat("topics", () -> hasDirectory("sluice.documents-2"));
      first.kill();
    }

    job().run(0);

    assertThat(job().result().files()).isEqualTo(Undisturbed.output().files());
  }

  private boolean hasDirectory(String name) {
    try (Stream<Path> all = Files.walk(output)) {
      return all.anyMatch(path -> path.endsWith(name));
    } catch (IOException | UncheckedIOException e) {
      return false; // something is gone in the meantime
    }
  }

  @Test
  void shouldKeepTheConfigurationThatAUnitWasBegunWith() throws IOException {
    Job three = job("--set=kafka.partitions=3");
    three.startUntil("a unit was begun", () -> ownerHolds("\"tentative\" : false")).kill();
    Files.writeString(
        owner, Files.readString(owner).replace("\"tentative\" : false", "\"tentative\" : true"));

    assertThat(job("--seed=7", "--set=kafka.partitions=3").run(2).err())
        .as("killed before it could note that a unit was begun")
        .contains("sampling.seed: is 7, the output was started with 42")
        .doesNotContain("sluice: kafka.partitions");
    three.run(0);
    assertThat(ownerHolds("\"tentative\" : false")).isTrue();
  }
}
