package dev.sluice.cli;

import dev.sluice.app.page.JobPage;
import dev.sluice.cli.option.PageOption;
import dev.sluice.cli.option.WorkDirOption;
import java.nio.file.Path;
import picocli.CommandLine.Mixin;

/** A job on files. It may have a live page, and its output may be in an object store. */
abstract class FileJobCommand extends ResultCommand {
  @Mixin private PageOption live = new PageOption();

  /** The work directory of the job if its output is in an object store. */
  @Mixin WorkDirOption workDir = new WorkDirOption();

  /**
   * Runs a job as {@link #run} does, with a live page if requested.
   *
   * @param written paths whose disks the job may fill
   */
  final <T> T runShown(JobPage.Work<T> job, Path... written) throws Exception {
    return run(progress -> live.show(spec.name(), progress, job, written), written);
  }

  /** Prints that an earlier invocation has done all of the work. */
  final void sayFinished(Path output) {
    say("finished already: " + output);
  }
}
