package dev.sluice.it.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.Program;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Incidents with disks that are full. */
final class Disks {
  private static final long ROOM = 2L << 30;
  private static final int KIBIBYTE = 1 << 10;

  private Disks() {}

  static Outcome ofOutput(Scene scene) throws IOException, InterruptedException {
    return full(scene, "output", "--work-dir=kept");
  }

  static Outcome ofWork(Scene scene) throws IOException, InterruptedException {
    return full(scene, "kept", "--work-dir=kept");
  }

  static Outcome ofState(Scene scene) throws IOException, InterruptedException {
    return full(scene, "state", "--work-dir=kept", "--set=streams.state-dir=state");
  }

  private static Outcome full(Scene scene, String directory, String... options)
      throws IOException, InterruptedException {
    Path disk = Files.createDirectory(scene.directory().resolve(directory));
    if (!call("mount", "-t", "tmpfs", "-o", "size=" + ROOM, "sluice-campaign", disk.toString())) {
      return Outcome.SKIPPED;
    }
    try {
      Program program = scene.start(Role.RUN, options);
      scene.awaitCuts(program, 1 + scene.random().nextInt(10));
      resize(disk, used(disk) + (long) scene.random().nextInt(256) * KIBIBYTE);
      Program.Ended ended = program.await();
      resize(disk, ROOM);
      assertThat(ended.err()).doesNotContain("\tat ");
      // The last of it may have found room.
      assertThat(ended.exitCode()).as("exit code; stderr:%n%s", ended.err()).isIn(0, 1);
      if (ended.exitCode() == 1) {
        assertThat(ended.lastLine()).contains(directory, "full");
      }
      scene.start(Role.RUN, options).await().with(0);
      return scene.same();
    } finally {
      scene.close();
      call("umount", disk.toString());
    }
  }

  private static long used(Path disk) throws IOException {
    FileStore store = Files.getFileStore(disk);
    return store.getTotalSpace() - store.getUsableSpace();
  }

  private static void resize(Path disk, long size) throws IOException, InterruptedException {
    call("mount", "-o", "remount,size=" + size, disk.toString());
  }

  private static boolean call(String... command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    return process.waitFor(1, TimeUnit.MINUTES) && process.exitValue() == 0;
  }
}
