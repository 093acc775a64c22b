package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A disk that fills up in the middle: the command says which, and continues once there is space.
 */
class DiskFullIT {
  private static final int MEBIBYTE = 1 << 20;

  /** Lets the disk become full. */
  private static final String UNGUARDED = "--set=io.min-free-disk=1KiB";

  @TempDir Path directory;
  private Path disk;

  @BeforeEach
  void mount() throws Exception {
    disk = Files.createDirectory(directory.resolve("disk"));
    assumeTrue(
        call("mount", "-t", "tmpfs", "-o", "size=1m", "sluice-it", disk.toString()),
        "skipped: this user cannot mount a small disk");
  }

  /** Whoever still has it open: a log file outlives a command that ran in this process. */
  @AfterEach
  void unmount() throws Exception {
    call("umount", "--lazy", disk.toString());
  }

  @Test
  void shouldContinueOnceTheShardsHaveRoom() throws Exception {
    Path work = directory.resolve("work");
    Job job =
        Job.of(
            Undisturbed.source(),
            disk.resolve("output"),
            "--work-dir",
            work.toString(),
            "--set",
            "io.backoff=10ms",
            UNGUARDED);
    Program.Ended full = job.run(1);
    assertThat(full.lastLine())
        .contains("the disk of " + job.output() + " is full", "run the command again");
    resize("64m");
    job.run(0);
    assertThat(job.result().files()).isEqualTo(Undisturbed.output().files());
    job.result().hasNoLeftovers();
  }

  @Test
  void shouldContinueOnceTheBrokerHasRoom() throws Exception {
    resize("200m");
    String[] small = {
      "--bucket=4.0", "--set=kafka.partitions=1", "--set=ingest.transaction-bytes=1MiB", UNGUARDED
    };
    Job job = Job.of(Undisturbed.source(), disk.resolve("output"), small);
    Path filler = disk.resolve("filler");
    Path owner = job.output().resolve("_sluice/owner.json");
    try (ProgramProcess program =
        job.startUntil(
            "an owner, and no cut", () -> Files.exists(owner) && job.result().cuts() == 0)) {
      fill(filler);
      program.resume();
      Program.Ended full = program.await().with(1);
      assertThat(full.lastLine()).contains(disk.toString(), "run the command again");
    }
    Files.delete(filler);
    job.run(0);
    Job calm = Job.of(Undisturbed.source(), directory.resolve("calm"), small);
    calm.run(0);
    assertThat(job.result().files()).isEqualTo(calm.result().files());
  }

  @Test
  void shouldStopBeforeTheDiskIsFull() throws Exception {
    resize("300m");
    String[] small = {"--bucket=4.0", "--set=kafka.partitions=1", "--set=io.min-free-disk=280MiB"};
    Job job = Job.of(Undisturbed.source(), disk.resolve("output"), small);
    Path filler = Files.write(disk.resolve("filler"), new byte[30 * MEBIBYTE]);
    assertThat(job.run(1).lastLine())
        .contains("is nearly full", "is free, but at least 280 MiB (io.min-free-disk) is required")
        .contains(disk.toString(), "run the command again");
    Files.delete(filler);
    resize("600m");
    job.run(0);
  }

  private static void fill(Path file) throws IOException {
    try (java.io.OutputStream stream = Files.newOutputStream(file)) {
      byte[] some = new byte[MEBIBYTE];
      while (true) {
        stream.write(some);
      }
    } catch (IOException e) {
      assertThat(e).hasMessageContaining("No space left");
    }
  }

  private void resize(String size) throws Exception {
    assertThat(call("mount", "-o", "remount,size=" + size, disk.toString())).isTrue();
  }

  private static boolean call(String... command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    return process.waitFor(2, TimeUnit.MINUTES) && process.exitValue() == 0;
  }
}
