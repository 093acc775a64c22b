package dev.sluice.it.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.work.FileTree;
import dev.sluice.it.Output;
import dev.sluice.it.ProgramProcess;
import dev.sluice.it.Sources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;

/** Incidents on disk. */
final class Directories {
  private static final String WORK = "--work-dir=kept";
  private static final int MOST_CUTS = 20;

  private Directories() {}

  /** A run that was killed in the middle, with its state beside the output. */
  private static void killedRun(Scene scene) {
    ProgramProcess program = scene.start(Role.RUN, WORK);
    scene.awaitCuts(program, 2 + scene.random().nextInt(MOST_CUTS));
    program.kill();
  }

  private static Outcome finished(Scene scene) {
    scene.start(Role.RUN, WORK).await().with(0);
    return scene.same();
  }

  static Outcome outputDeleted(Scene scene) throws IOException {
    killedRun(scene);
    FileTree.deleteAll(scene.output().root());
    scene.refused(scene.start(Role.RUN, WORK), "belong to another output");
    assertThat(scene.everything()).as("what was made of an output").isEmpty();
    return Outcome.REFUSED;
  }

  static Outcome shardDeleted(Scene scene) throws IOException {
    killedRun(scene);
    List<Path> shards = Output.walk(scene.output().root().resolve("en"));
    Path shard = shards.get(scene.random().nextInt(shards.size()));
    byte[] bytes = Files.readAllBytes(shard);
    Files.delete(shard);
    if (isOfACut(scene, shard)) {
      scene.refused(scene.start(Role.RUN, WORK), shard.getFileName().toString());
      assertThat(shard).doesNotExist();
      Files.write(shard, bytes);
    }
    return finished(scene);
  }

  private static boolean isOfACut(Scene scene, Path shard) throws IOException {
    String name = scene.output().root().relativize(shard).toString();
    for (Path cut : Output.walk(scene.output().root().resolve("_sluice/cuts"))) {
      if (Files.readString(cut).contains('"' + name + '"')) {
        return true;
      }
    }
    return false;
  }

  /** Without its cut records nothing says how far an output is; the topics are trimmed. */
  static Outcome cutsDeleted(Scene scene) throws IOException {
    killedRun(scene);
    FileTree.deleteAll(scene.output().root().resolve("_sluice/cuts"));
    SortedMap<String, Long> before = scene.everything();
    ProgramProcess.Ended again = scene.start(Role.RUN, WORK).await();
    assertThat(again.err()).doesNotContain("\tat ");
    if (again.exitCode() == 0) {
      return scene.same();
    }
    assertThat(again.exitCode()).as("stderr:%n%s", again.err()).isIn(1, 2);
    assertThat(again.err()).contains("Restore _sluice/cuts in the output");
    scene.onlyContinued(before);
    return Outcome.REFUSED;
  }

  /** What near-deduplication knows is gone, and so are the records that it was made of. */
  static Outcome signaturesDeleted(Scene scene) throws IOException {
    killedRun(scene);
    Path signatures = scene.output().root().resolve("_sluice/signatures");
    Path aside = Files.move(signatures, scene.directory().resolve("signatures"));
    ProgramProcess.Ended again = scene.start(Role.RUN, WORK).await();
    assertThat(again.err()).doesNotContain("\tat ");
    if (again.exitCode() == 0) {
      return scene.same();
    }
    assertThat(again.exitCode()).as("stderr:%n%s", again.err()).isEqualTo(1);
    assertThat(again.err()).contains("Restore ").contains("_sluice/signatures");
    FileTree.deleteAll(signatures);
    Files.move(aside, signatures);
    scene.start(Role.RUN, WORK).await().with(0);
    scene.same();
    return Outcome.REFUSED;
  }

  static Outcome ownerDeleted(Scene scene) throws IOException {
    killedRun(scene);
    Path owner = scene.output().root().resolve("_sluice/owner.json");
    Path aside = Files.move(owner, scene.directory().resolve("owner.json"));
    SortedMap<String, Long> before = scene.everything();
    scene.refused(scene.start(Role.RUN, WORK), "has files that Sluice did not write");
    scene.untouched(before);
    Files.move(aside, owner);
    return finished(scene);
  }

  static Outcome manifestsDeleted(Scene scene) throws IOException {
    scene.start(Role.RUN, WORK).await().with(0);
    FileTree.deleteAll(scene.output().root().resolve("_sluice/dumps"));
    return finished(scene);
  }

  static Outcome workDeleted(Scene scene) throws IOException {
    killedRun(scene);
    FileTree.deleteAll(scene.directory().resolve("kept"));
    SortedMap<String, Long> before = scene.everything();
    scene.refused(scene.start(Role.RUN, WORK), "the output was started on cluster");
    scene.untouched(before);
    return Outcome.REFUSED;
  }

  static Outcome stateDeleted(Scene scene) throws IOException {
    killedRun(scene);
    FileTree.deleteAll(state(scene, "kept"));
    return finished(scene);
  }

  /** A state that was stopped cleanly would be believed without being restored: it is refused. */
  static Outcome stateOfAnother(Scene scene) throws IOException {
    List<String> arguments = new ArrayList<>(scene.stage().arguments(Role.RUN));
    arguments.set(arguments.indexOf("--output") + 1, "another-output");
    arguments.add("--work-dir=other");
    scene.start(arguments).await().with(0);
    killedRun(scene);
    FileTree.deleteAll(state(scene, "kept"));
    Sources.copy(state(scene, "other"), state(scene, "kept"));
    scene.refused(scene.start(Role.RUN, WORK), "the state belongs to", "delete this directory");
    FileTree.deleteAll(state(scene, "kept"));
    return finished(scene);
  }

  private static Path state(Scene scene, String work) {
    return scene.directory().resolve(work).resolve("streams");
  }

  static Outcome outputOfAnother(Scene scene) {
    killedRun(scene);
    SortedMap<String, Long> before = scene.everything();
    scene.refused(scene.start(Role.RUN, "--work-dir=other"), "the output was started on cluster");
    scene.untouched(before);
    return finished(scene);
  }
}
