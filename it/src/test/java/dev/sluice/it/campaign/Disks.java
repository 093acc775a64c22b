package dev.sluice.it.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.ProgramProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/**
 * Incidents with disks that become full while there is work left: what is written to them stands
 * still while they shrink to what is on them, and hardly more.
 */
final class Disks {
  /** What a broker asks for at its start; nothing of it is taken before it is written. */
  private static final long ROOM = 16L << 30;

  private static final int KIBIBYTE = 1 << 10;
  private static final int MOST_KIBIBYTES_LEFT = 64;
  private static final int MOST_CUTS = 10;
  private static final int STATE_KIBIBYTES = 96;
  private static final String WORK = "--work-dir=kept";
  private static final String STATE = "--set=streams.state-dir=state";

  /** Lets a disk become full; without it the program stops before. */
  private static final String UNGUARDED = "--set=io.min-free-disk=1KiB";

  private Disks() {}

  /** What becomes of processes that write to a disk of their own. */
  @FunctionalInterface
  private interface Trouble {
    Outcome on(Path disk) throws IOException, InterruptedException;
  }

  private static Outcome with(Scene scene, String directory, Trouble trouble)
      throws IOException, InterruptedException {
    Path disk = Files.createDirectories(scene.directory().resolve(directory));
    if (!call("mount", "-t", "tmpfs", "-o", "size=" + ROOM, "sluice-campaign", disk.toString())) {
      return Outcome.SKIPPED;
    }
    try {
      return trouble.on(disk);
    } finally {
      scene.close();
      call("umount", disk.toString());
    }
  }

  static Outcome ofOutput(Scene scene) throws IOException, InterruptedException {
    return filled(
        scene,
        "output",
        (disk, program) -> scene.awaitCuts(program, 1 + scene.random().nextInt(MOST_CUTS)));
  }

  static Outcome ofWork(Scene scene) throws IOException, InterruptedException {
    return filled(scene, "kept", (disk, program) -> awaitBytes(scene, disk, program));
  }

  /** A disk that is full when a run has done enough on it. */
  private static Outcome filled(
      Scene scene, String directory, BiConsumer<Path, ProgramProcess> awaitEnough)
      throws IOException, InterruptedException {
    return with(
        scene,
        directory,
        disk -> {
          ProgramProcess program = startRun(scene);
          awaitEnough.accept(disk, program);
          fill(scene, disk, program);
          return continued(scene, disk, program);
        });
  }

  /** The state is so small that a disk with room for its first files has room for all of it. */
  static Outcome ofState(Scene scene) throws IOException, InterruptedException {
    return with(
        scene,
        "state",
        disk -> {
          resize(disk, (long) (1 + scene.random().nextInt(STATE_KIBIBYTES)) * KIBIBYTE);
          return continued(scene, disk, scene.start(Role.RUN, WORK, STATE, UNGUARDED));
        });
  }

  static Outcome ofBroker(Scene scene) throws IOException, InterruptedException {
    return with(
        scene,
        Role.BROKER.command(),
        disk -> {
          ProgramProcess broker = scene.start(Role.BROKER);
          Map<Role, ProgramProcess> roles = new TreeMap<>(scene.startRoles());
          awaitBytes(scene, disk, broker);
          fill(scene, disk, broker);
          requireFull(broker.await(), disk);
          resize(disk, ROOM);
          scene.start(Role.BROKER);
          return new Upkeep(scene, roles, scene::start).finish();
        });
  }

  private static ProgramProcess startRun(Scene scene) {
    boolean guarded = scene.random().nextBoolean();
    return guarded ? scene.start(Role.RUN, WORK) : scene.start(Role.RUN, WORK, UNGUARDED);
  }

  /** So much of a broker's data that more is to come. */
  private static void awaitBytes(Scene scene, Path disk, ProgramProcess program) {
    long bytes = (256 + scene.random().nextInt(4 * KIBIBYTE)) * (long) KIBIBYTE;
    program.awaitThat(bytes + " bytes on " + disk, () -> used(disk) >= bytes);
  }

  private static void fill(Scene scene, Path disk, ProgramProcess program)
      throws IOException, InterruptedException {
    program.suspend();
    long left = (long) scene.random().nextInt(MOST_KIBIBYTES_LEFT) * KIBIBYTE;
    resize(disk, used(disk) + left);
    program.resume();
  }

  private static Outcome continued(Scene scene, Path disk, ProgramProcess program)
      throws IOException, InterruptedException {
    requireFull(program.await(), disk);
    resize(disk, ROOM);
    String[] options = disk.endsWith("state") ? new String[] {WORK, STATE} : new String[] {WORK};
    scene.start(Role.RUN, options).await().with(0);
    return scene.same();
  }

  private static void requireFull(ProgramProcess.Ended ended, Path disk) {
    ended.with(1);
    assertThat(ended.lastLine())
        .contains(disk.getFileName().toString(), "full")
        .contains("run the command again");
  }

  private static long used(Path disk) {
    try {
      FileStore store = Files.getFileStore(disk);
      return store.getTotalSpace() - store.getUsableSpace();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void resize(Path disk, long size) throws IOException, InterruptedException {
    assertThat(call("mount", "-o", "remount,size=" + size, disk.toString()))
        .as("%s with %d bytes", disk, size)
        .isTrue();
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
