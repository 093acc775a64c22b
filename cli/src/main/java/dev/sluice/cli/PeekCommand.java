package dev.sluice.cli;

import dev.sluice.app.ExitCode;
import dev.sluice.app.peek.Peek;
import dev.sluice.app.run.BrokerAccess;
import dev.sluice.app.run.Stages;
import dev.sluice.cli.exit.CleanStop;
import dev.sluice.cli.option.BrokerOptions;
import dev.sluice.settings.ConfigException;
import dev.sluice.settings.LoadedConfig;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code peek}: prints records of a topic as JSON. */
@Command(name = "peek", description = "Show the newest committed records of a topic as JSON lines.")
final class PeekCommand extends ResultCommand {
  @Mixin private BrokerOptions options = new BrokerOptions();

  @Parameters(
      paramLabel = "TOPIC",
      description =
          "documents, curated.BUCKET, bands, rejects or progress, or the full name of a topic.")
  private String topic;

  @Option(
      names = {"-n", "--limit"},
      paramLabel = "N",
      description = "Number of records. Default: ${DEFAULT-VALUE}.")
  private int limit = 10;

  @Option(
      names = {"-p", "--partition"},
      paramLabel = "N",
      description = "Show only records of this partition.")
  private Optional<Integer> partition = Optional.empty();

  @Option(
      names = {"-o", "--offset"},
      paramLabel = "N",
      description = "Show the first records from this offset on, instead of the newest.")
  private Optional<Long> offset = Optional.empty();

  @Option(
      names = "--from-beginning",
      description = "Show the oldest records instead of the newest.")
  private boolean fromBeginning;

  @Option(names = "--full", description = "Show complete texts and bytes.")
  private boolean full;

  @Override
  public Integer call() throws Exception {
    Peek.Request request = request();
    LoadedConfig loaded = sluice.load(options.on(sluice.options().request()));
    PrintWriter out = sluice.out();
    int shown =
        CleanStop.guard(
            () -> {
              try (BrokerAccess broker = BrokerAccess.open(loaded.config())) {
                return new Peek(
                        broker.connection(),
                        broker.topicPrefix(),
                        Stages.source(loaded.config()),
                        loaded.config().output().format().carried())
                    .show(request, out::println);
              }
            });
    out.flush();
    if (shown == 0) {
      say(
          "%s has no matching records; documents and curated records are deleted after they are written to shards"
              .formatted(topic));
    }
    return ExitCode.DONE;
  }

  private Peek.Request request() {
    Optional<Long> from = offset.or(() -> fromBeginning ? Optional.of(0L) : Optional.empty());
    try {
      return new Peek.Request(
          topic,
          limit,
          partition.map(OptionalInt::of).orElseGet(OptionalInt::empty),
          from.map(OptionalLong::of).orElseGet(OptionalLong::empty),
          full);
    } catch (IllegalArgumentException e) {
      throw new ConfigException("peek", e.getMessage());
    }
  }
}
