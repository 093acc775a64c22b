package dev.sluice.cli.option;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The options of the main job, for commands that read the input. */
public final class ReadingOptions extends MainJobOptions {
  @Option(
      names = "--input",
      paramLabel = "PATH",
      arity = "1..*",
      description =
          "Directories, files or globs of Parquet or JSON. Repeatable. Commands other than run and"
              + " ingest take one path each time.")
  private List<String> inputs = new ArrayList<>();

  @Override
  List<String> inputs() {
    return inputs;
  }
}
