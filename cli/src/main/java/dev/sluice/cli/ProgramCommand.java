package dev.sluice.cli;

import dev.sluice.app.progress.PhaseProgress;
import dev.sluice.cli.option.TextJobOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/**
 * A command of the program. It has the fields and methods that every command needs. Picocli sets
 * the fields.
 */
abstract class ProgramCommand implements Callable<Integer> {
  /** The program, with the options of all commands. */
  @ParentCommand Sluice sluice;

  /** This command in picocli's model. */
  @Spec CommandSpec spec;

  /** The work of a job on files. */
  @FunctionalInterface
  interface FileWork<T> {
    T run(PhaseProgress progress) throws IOException, InterruptedException;
  }

  /** Creates the exception for a command line that cannot be executed, with exit code 2. */
  final ParameterException usage(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  /** Prints a line on stderr. */
  final void say(String line) {
    sluice.err().println("sluice: " + line);
    sluice.err().flush();
  }

  /**
   * Runs a job on files with its progress on stderr, until it ends or a signal stops it.
   *
   * @param written paths whose disks the job may fill
   * @throws Exception as {@link TextJobOptions#run} does
   */
  final <T> T run(FileWork<T> job, Path... written) throws Exception {
    PhaseProgress progress = PhaseProgress.onStderr(sluice.options().progress());
    try {
      return TextJobOptions.run(spec.name(), () -> job.run(progress), written);
    } finally {
      progress.end();
    }
  }
}
