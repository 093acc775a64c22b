package dev.sluice.cli;

import dev.sluice.cli.option.PartOptions;
import dev.sluice.cli.option.PathConverters;
import dev.sluice.cli.option.TextJobOptions;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.StagedOutput.OutputForm;
import dev.sluice.jobs.tokenizer.TokenizeJob;
import dev.sluice.jobs.tokenizer.TokenizeRequest;
import dev.sluice.jobs.tokenizer.TokenizeRequest.EndOfDocument;
import dev.sluice.jobs.tokenizer.TokenizeRequest.TokenFormat;
import dev.sluice.jobs.tokenizer.TokenizeResult;
import dev.sluice.settings.Problems;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.SortedMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tokenize}: encodes documents as token ids. */
@Command(
    name = "tokenize",
    description =
        "Turn documents into token ids, or count tokens. If interrupted, run the command again to"
            + " continue.")
final class TokenizeCommand extends FileJobCommand {

  @Mixin private TextJobOptions texts = new TextJobOptions();
  @Mixin private PartOptions parts = new PartOptions();

  @Option(
      names = "--tokenizer",
      paramLabel = "DIR",
      description = "A tokenizer written by train-tokenizer.")
  private Optional<Path> tokenizer = Optional.empty();

  @Option(
      names = "--vocabulary",
      paramLabel = "DIR",
      description =
          "A vocabulary that `vocabulary` has written, to use instead of --tokenizer; words"
              + " that are not in it become [UNK].")
  private Optional<Path> vocabulary = Optional.empty();

  @Option(
      names = "--output",
      converter = PathConverters.ToOutput.class,
      paramLabel = "DIR",
      description = "Directory for the token ids, with one file per input file.")
  private Optional<Path> output = Optional.empty();

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "parquet, or bin for flat ids with an index. Default: parquet.")
  private TokenFormat format = TokenFormat.PARQUET;

  @Option(
      names = "--append-eod",
      description =
          "Append the special token that ends documents, such as <|endoftext|>, to each document."
              + " Default: append no token.")
  private boolean appendEod;

  @Option(
      names = "--eod",
      paramLabel = "TOKEN",
      description =
          "The special token that --append-eod appends. Default: the end-of-document token of the"
              + " tokenizer, recognized by its name.")
  private Optional<String> eod = Optional.empty();

  @Option(
      names = "--count",
      description =
          "Count tokens by bucket and dump, or by directory if the input is not an output of"
              + " Sluice. Without --output, write no token ids.")
  private boolean count;

  @Override
  public Integer call() throws Exception {
    if (output.isEmpty() && !count) {
      throw usage("specify --output DIR, or --count to count tokens only");
    }
    Problems problems = new Problems();
    parts.check(problems, output);
    problems.check(
        appendEod || eod.isEmpty(),
        "--eod",
        "requires --append-eod, because --eod sets the token to append");
    problems.throwIfAny();
    if (tokenizer.isPresent() == vocabulary.isPresent()) {
      throw usage("specify either --tokenizer DIR or --vocabulary DIR");
    }
    TokenizeResult result =
        runShown(this::run, output.map(workDir::written).stream().toArray(Path[]::new));
    output.ifPresent(target -> parts.sayEnd(target, result.complete()));
    sluice.print(isJson() ? result.json() : result.text());
    PrintWriter err = sluice.err();
    int exitCode = TextJobOptions.listQuarantined(result.quarantined(), err);
    SortedMap<String, Long> rejected = result.rejected();
    long rows = rejected.values().stream().mapToLong(Long::longValue).sum();
    boolean nothingLeft = rows > 0 && result.total().documents() == 0;
    return parts.exitCode(nothingLeft ? TextJobOptions.nothingLeft(rows, rejected, err) : exitCode);
  }

  private TokenizeResult run(JobProgress progress) throws IOException, InterruptedException {
    TokenizeRequest request = request();
    return parts.run(
        workDir,
        () -> TokenizeJob.join(request, parts.version()),
        part -> TokenizeJob.run(request, part, progress),
        () -> tokenize(request, progress));
  }

  private TokenizeResult tokenize(TokenizeRequest request, JobProgress progress)
      throws IOException, InterruptedException {
    if (output.isEmpty()) {
      workDir.requireNone();
      return TokenizeJob.run(request, progress);
    }
    return workDir.run(
        OutputForm.perInput(spec.name(), "_sluice/tokens.json"),
        output.get(),
        request.inputs(),
        progress,
        (directory, all) -> TokenizeJob.run(request.into(directory), all));
  }

  private TokenizeRequest request() {
    texts.problems(sluice.machine()).throwIfAny();
    return new TokenizeRequest(
        texts.inputs(),
        texts.textColumns(),
        vocabulary.or(() -> tokenizer).orElseThrow(),
        vocabulary.isPresent(),
        output,
        format,
        appendEod ? Optional.of(new EndOfDocument(eod)) : Optional.empty(),
        texts.threads());
  }
}
