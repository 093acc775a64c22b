package dev.sluice.cli.option;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The options of the main job, for commands that do not read the input from start to end. */
public final class RoleOptions extends MainJobOptions {
  @Option(
      names = "--input",
      paramLabel = "PATH",
      description = "Directory, file or glob of Parquet or JSON. Repeatable.")
  private List<String> inputs = new ArrayList<>();

  @Override
  List<String> inputs() {
    return inputs;
  }
}
