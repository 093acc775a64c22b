package dev.sluice.cli.option;

import dev.sluice.app.ExitCode;
import dev.sluice.app.ReleaseNumber;
import dev.sluice.app.ShellCommand;
import dev.sluice.jobs.text.JobPart;
import dev.sluice.jobs.text.PartTerms.PartTask;
import dev.sluice.settings.ConfigException;
import dev.sluice.settings.Problems;
import dev.sluice.storage.page.SourceFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options of a job in parts. They name the part to work on, or ask to join the parts. */
public final class PartOptions {
  private static final String PART = "--part";
  private static final String JOIN = "--join";

  /** Options that a join accepts even without the rest of the command. */
  private static final Set<String> ALONE =
      Set.of(JOIN, "--output", "--json", "--html", "--page", "--threads", "--workers", "--memory");

  @Option(
      names = PART,
      paramLabel = "I/N",
      description =
          "Process only part I of N, from 1/N to N/N. A part consists of consecutive input files"
              + " with about 1/N of the bytes. The parts can run in any order, on any machines that"
              + " can access the output.")
  private Optional<String> part = Optional.empty();

  @Option(
      names = JOIN,
      description =
          "Complete the output of parts: check that all parts exist, and write the report. With"
              + " this option, process and analyze need only --output; dedup, tokenize and"
              + " train-tokenizer need all options of the parts.")
  private boolean join;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  /** Reports problems of these options. */
  public void check(Problems problems, Optional<Path> output) {
    part.ifPresent(text -> problems.tryOut(PART, () -> JobPart.parse(text)));
    problems.check(
        part.isEmpty() || !join, JOIN, "must be used without --part, after all parts are complete");
    if (part.isPresent() || join) {
      problems.check(
          output.isPresent(), "--output", "is missing: specify the directory of all parts");
      problems.check(
          output.map(SourceFile::isLocal).orElse(true),
          "--output",
          "must be a directory that the machines of all parts can access, not an object store");
    }
  }

  /**
   * Returns whether the command only joins parts.
   *
   * @param rest beginning of the rest of the command
   * @param isGiven whether any of the rest is present
   * @throws ConfigException if so, and options are present that have no effect in this case
   */
  public boolean isJoinAlone(Optional<Path> output, String rest, boolean isGiven) {
    if (!join || isGiven) {
      return false;
    }
    Problems problems = new Problems();
    check(problems, output);
    for (OptionSpec option : command.commandLine().getParseResult().matchedOptions()) {
      problems.check(
          option.inherited() || ALONE.contains(option.longestName()),
          option.longestName(),
          "must match the options of the parts: pass --join with the whole command, including "
              + rest);
    }
    problems.throwIfAny();
    return true;
  }

  /** The work on one part. */
  @FunctionalInterface
  public interface PartWork<T> {
    /** Completes the part, or finds that the part is already complete. */
    T run(PartTask task) throws IOException, InterruptedException;
  }

  /**
   * Joins the parts, works on one part, or does the whole job.
   *
   * @param join joins all parts
   * @param one works on one part
   * @param whole does the job without parts
   * @throws ConfigException if a work directory is specified for a part
   */
  public <T> T run(
      WorkDirOption workDir,
      TextJobOptions.Work<T> join,
      PartWork<T> one,
      TextJobOptions.Work<T> whole)
      throws IOException, InterruptedException {
    if (this.join) {
      return join.call();
    }
    if (part.isEmpty()) {
      return whole.call();
    }
    workDir.requireNone();
    return one.run(new PartTask(JobPart.parse(part.get()), version(), withoutPart().toString()));
  }

  /** Returns the version of the program. */
  public String version() {
    return ReleaseNumber.current();
  }

  /** Reports a problem if a page is requested that needs all parts. */
  public void checkPage(Problems problems, HtmlOption page) {
    problems.check(
        part.isEmpty() || page.file().isEmpty(),
        "--html",
        "needs all parts; pass this option with --join");
  }

  /**
   * Returns the exit code of a command. A part with quarantined files is also complete, and a
   * scheduler would only run it again; the join reports these files.
   */
  public int exitCode(int code) {
    return part.isPresent() && code == ExitCode.QUARANTINED ? ExitCode.DONE : code;
  }

  /**
   * Prints to stderr whether the work was already complete. After a part, it also prints how to
   * join the parts.
   */
  public void sayEnd(Path output, boolean finishedBefore) {
    PrintWriter err = command.commandLine().getErr();
    if (finishedBefore) {
      String what = part.map(text -> "part %s of ".formatted(text)).orElse("");
      err.println("sluice: finished already: " + what + output);
    }
    if (part.isPresent()) {
      err.println("sluice: when all parts are complete, join them: " + withoutPart().with(JOIN));
    }
  }

  /** Returns the current command line without the option for the part. */
  private ShellCommand withoutPart() {
    Iterator<String> words =
        command.root().commandLine().getParseResult().originalArgs().iterator();
    ShellCommand line = ShellCommand.of(words.next());
    while (words.hasNext()) {
      String word = words.next();
      if (word.equals(PART)) {
        words.next();
      } else if (!word.startsWith(PART + "=")) {
        line = line.with(word);
      }
    }
    return line;
  }
}
