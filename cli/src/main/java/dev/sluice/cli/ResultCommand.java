package dev.sluice.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.storage.output.Json;
import java.util.function.Supplier;
import picocli.CommandLine.Option;

/** A command that prints a result on stdout, as text or as JSON. */
abstract class ResultCommand extends ProgramCommand {
  @Option(names = "--json", description = "Print the result as JSON.")
  private boolean json;

  /** Returns whether the result is to be printed as JSON. */
  final boolean isJson() {
    return json;
  }

  /**
   * Prints the result.
   *
   * @param result printed with {@code --json}: a tree of JSON, or a record
   * @param text printed without {@code --json}
   */
  final void print(Object result, Supplier<String> text) {
    sluice.print(json ? new String(Json.write(result), UTF_8) : text.get());
  }
}
