package dev.sluice.it.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.Job;
import dev.sluice.it.ProgramProcess;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run that is told to stop where a library does not notice. */
@Tag("endurance")
class StopAtStartIT {
  private static final Aim LOADING = new Aim(Point.STATE_LIBRARY_BEFORE_LOAD, 1);

  @TempDir Path directory;

  /** RocksDB swallows the interrupt of a thread that waits for it to look at the platform. */
  @Test
  void shouldStopWhenTerminatedWhileTheStateLibraryIsLoaded() {
    Path source = directory.resolve("source");
    Input.POINTERS.make(source);
    Job job = Job.of(source, directory.resolve("output"));
    try (Debugger debugger = Debugger.listen();
        ProgramProcess program =
            ProgramProcess.start(directory, directory, debugger.jvmOptions(), job.arguments())) {
      debugger.connect();
      debugger.arm(List.of(LOADING));
      debugger.go();
      assertThat(debugger.awaitHit(() -> false)).contains(LOADING);
      Act.TERMINATE.on(program, debugger);
      assertThat(program.await().with(143).lastLine())
          .isEqualTo("sluice: stopped cleanly; run the command again to continue");
    }
    assertThat(job.result().files()).as("it has not simply gone on").isEmpty();
  }
}
