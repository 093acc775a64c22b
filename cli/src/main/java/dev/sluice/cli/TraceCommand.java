package dev.sluice.cli;

import dev.sluice.app.ExitCode;
import dev.sluice.cli.option.PathConverters;
import dev.sluice.cli.option.TextJobOptions;
import dev.sluice.jobs.tokenizer.TokenTrace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code trace}: finds the documents of token ids. */
@Command(
    name = "trace",
    description =
        "Show the file, row, id, dump and bucket of the document that contains a token. Reads the"
            + " outputs of tokenize --format bin.")
final class TraceCommand extends ResultCommand {

  @Parameters(
      paramLabel = "DIR",
      converter = PathConverters.ToInput.class,
      description = "Output of tokenize, or a directory or .bin file in it.")
  private Path path;

  @Option(
      names = "--token",
      paramLabel = "N",
      description =
          "Number of a token, counted from 0 across all .bin files in DIR, which are sorted by"
              + " the bytes of their paths.")
  private Optional<Long> token = Optional.empty();

  @Option(
      names = "--document",
      paramLabel = "N",
      description = "Number of a document, counted in the same way as --token.")
  private Optional<Long> document = Optional.empty();

  @Override
  public Integer call() throws Exception {
    if (token.isPresent() == document.isPresent()) {
      throw usage("specify either --token N or --document N");
    }
    TokenTrace.Document traced = TextJobOptions.run(spec.name(), this::trace);
    sluice.print(isJson() ? traced.json() : traced.text());
    return ExitCode.DONE;
  }

  private TokenTrace.Document trace() throws IOException {
    TokenTrace trace = TokenTrace.open(path);
    return token.isPresent() ? trace.ofToken(token.get()) : trace.document(document.orElseThrow());
  }
}
