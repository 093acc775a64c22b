package dev.sluice.app;

import dev.sluice.settings.ConfigRequest;
import dev.sluice.settings.SluiceConfig;
import dev.sluice.topics.progress.Reset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A command line of this program that a user can paste into a POSIX shell. The names of directories
 * may contain any characters. Immutable; {@link #toString} returns the line.
 */
public final class ShellCommand {
  /** The system property in which the launcher records how it was called. */
  public static final String PROGRAM = "sluice.program";

  private static final Pattern PLAIN = Pattern.compile("[0-9A-Za-z_./:=@%+,-]+");

  private final List<String> words;

  private ShellCommand(List<String> words) {
    this.words = List.copyOf(words);
  }

  /** Returns a command without arguments, which calls the program as this process was called. */
  public static ShellCommand of(String command) {
    String program = System.getProperty(PROGRAM, "sluice");
    return new ShellCommand(List.of(program.contains("/") ? program : "./" + program, command));
  }

  /** Returns this command plus a path as a parameter. */
  public ShellCommand with(Path path) {
    return and(path(path));
  }

  /** Returns this command plus an option whose value is a path. */
  public ShellCommand with(String option, Path path) {
    return and(option, path(path));
  }

  /** Returns this command plus an option and its value. */
  public ShellCommand with(String option, String value) {
    return and(option, value);
  }

  /** Returns this command plus an option that has no value. */
  public ShellCommand with(String option) {
    return and(option);
  }

  /**
   * Returns this command plus the configuration file and the assignments of a request, as options.
   */
  public ShellCommand with(ConfigRequest request) {
    ShellCommand command = request.file().map(file -> with("-c", file)).orElse(this);
    for (String assignment : request.assignments()) {
      command = command.with("--set", assignment);
    }
    return command;
  }

  /**
   * Returns this command plus the options that locate an output and its broker. These options are
   * not stored in the output.
   */
  public ShellCommand on(SluiceConfig config) {
    ShellCommand command = with("--output", config.output().path().orElseThrow());
    if (!config.kafka().isEmbedded()) {
      return command.with("--kafka", config.kafka().bootstrapServers());
    }
    Path usual = config.output().path().get().resolve("_sluice").resolve("work");
    return config
        .workDir()
        .filter(work -> !work.equals(usual))
        .map(work -> command.with("--work-dir", work))
        .orElse(command);
  }

  /**
   * Returns this command plus the options that continue a reset. These include {@code --units},
   * because it is unknown whether the reset had this option, and no unit has been started since.
   *
   * @param asked a dump, {@code unit ...} or {@code directory ...}
   */
  public ShellCommand continuing(String asked) {
    List<String> option = Reset.option(asked);
    return with(option.get(0), option.get(1)).with("--units");
  }

  private ShellCommand and(String... more) {
    List<String> all = new ArrayList<>(words);
    all.addAll(List.of(more));
    return new ShellCommand(all);
  }

  /** Returns a path as an argument, because a relative path may begin like an option. */
  private static String path(Path path) {
    String text = path.toString();
    return text.startsWith("-") ? "./" + text : text;
  }

  /** Returns the command line. */
  @Override
  public String toString() {
    return words.stream().map(ShellCommand::quoted).collect(Collectors.joining(" "));
  }

  private static String quoted(String word) {
    return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
