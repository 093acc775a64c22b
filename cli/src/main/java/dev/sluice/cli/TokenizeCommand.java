package dev.sluice.cli;

import dev.sluice.app.progress.PhaseProgress;
import dev.sluice.cli.option.PageOption;
import dev.sluice.cli.option.TextJobOptions;
import dev.sluice.jobs.tokenizer.TokenFormat;
import dev.sluice.jobs.tokenizer.TokenizeJob;
import dev.sluice.jobs.tokenizer.TokenizeRequest;
import dev.sluice.jobs.tokenizer.TokenizeResult;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code tokenize}: encodes documents as token ids. */
@Command(
    name = "tokenize",
    description =
        "Turn documents into token ids, or count tokens. If interrupted, run the same command to"
            + " continue.")
final class TokenizeCommand implements Callable<Integer> {
  private static final String NAME = "tokenize";

  @ParentCommand private Sluice sluice;
  @Spec private CommandSpec spec;
  @Mixin private PageOption live = new PageOption();
  @Mixin private TextJobOptions texts = new TextJobOptions();

  @Option(
      names = "--tokenizer",
      paramLabel = "DIR",
      description = "A tokenizer written by train-tokenizer.")
  private Optional<Path> tokenizer = Optional.empty();

  @Option(
      names = "--vocabulary",
      paramLabel = "DIR",
      description = "Alternatively, a vocabulary written by vocabulary; other words become [UNK].")
  private Optional<Path> vocabulary = Optional.empty();

  @Option(
      names = "--output",
      paramLabel = "DIR",
      description = "Directory for one file of ids per input file.")
  private Optional<Path> output = Optional.empty();

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "parquet, or bin for flat ids with an index. Default: parquet.")
  private TokenFormat format = TokenFormat.PARQUET;

  @Option(
      names = "--count",
      description = "Count tokens by bucket and dump. Without --output, only count.")
  private boolean count;

  @Option(names = "--json", description = "Print the counts as JSON.")
  private boolean json;

  @Override
  public Integer call() throws Exception {
    if (output.isEmpty() && !count) {
      throw new ParameterException(
          spec.commandLine(), "--output DIR is missing, or --count to count tokens only");
    }
    if (tokenizer.isPresent() == vocabulary.isPresent()) {
      throw new ParameterException(
          spec.commandLine(), "--tokenizer DIR or --vocabulary DIR is missing");
    }
    PhaseProgress progress = PhaseProgress.onStderr(sluice.options().progress(), NAME);
    TokenizeResult result =
        TextJobOptions.run(
            NAME,
            () -> live.show(NAME, progress, shown -> TokenizeJob.run(request(), shown), written()),
            written());
    progress.end();
    PrintWriter out = spec.commandLine().getOut();
    if (!result.files().isEmpty() && result.finishedBefore() == result.files().size()) {
      spec.commandLine().getErr().println("sluice: finished already: " + output.orElseThrow());
    }
    out.print(json ? result.json() : result.text());
    out.flush();
    return TextJobOptions.listQuarantined(result.quarantined(), spec.commandLine().getErr());
  }

  private Path[] written() {
    return output.stream().toArray(Path[]::new);
  }

  private TokenizeRequest request() {
    texts.problems(sluice.machine()).throwAny();
    return new TokenizeRequest(
        texts.inputs(),
        texts.columns(),
        vocabulary.or(() -> tokenizer).orElseThrow(),
        vocabulary.isPresent(),
        output,
        format,
        texts.threads());
  }
}
