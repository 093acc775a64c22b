package dev.sluice.cli;

import dev.sluice.cli.option.PathConverters;
import dev.sluice.jobs.content.TrainingContent;
import dev.sluice.jobs.content.TrainingContent.Receiver;
import dev.sluice.jobs.content.TrainingContent.Resources;
import dev.sluice.jobs.content.TrainingContent.Summary;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.TemporaryFile;
import dev.sluice.jobs.validate.report.ValidateOptions;
import dev.sluice.settings.Problems;
import java.io.IOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongUnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options of {@code report} for the statement of training content. */
final class ContentOptions {
  private static final String STATEMENT = "--training-content";

  @Option(
      names = STATEMENT,
      description =
          "Instead of a page, print the documents, bytes of text and tokens by registrable domain,"
              + " language and dump. Needs the columns text and url in the shards.")
  private boolean statement;

  @Option(
      names = "--top",
      paramLabel = "N",
      converter = Top.Converter.class,
      description =
          "With --training-content: list only the N domains with the most text, or N%% of the"
              + " domains, rounded up. Default: all.")
  private Optional<Top> top = Optional.empty();

  @Option(
      names = "--csv",
      paramLabel = "FILE",
      converter = PathConverters.ToPath.class,
      description = "With --training-content: also write the statement to this file.")
  private Optional<Path> csv = Optional.empty();

  @Option(names = "--json", description = "With --training-content: print the statement as JSON.")
  private boolean json;

  @Option(
      names = "--work-dir",
      paramLabel = "DIR",
      converter = PathConverters.ToPath.class,
      description =
          "With --training-content: keep the counts of shards and temporary files in this"
              + " directory. Default: OUT/_sluice/content.")
  private Optional<Path> directory = Optional.empty();

  /**
   * How many domains are listed.
   *
   * @param number the number, or the percentage
   */
  record Top(BigDecimal number, boolean isPercentage) implements LongUnaryOperator {
    private static final BigDecimal ALL = BigDecimal.valueOf(100);
    private static final Pattern FORM = Pattern.compile("(\\d{1,18}|\\d{1,3}(?:\\.\\d{1,9})?%)");

    @Override
    public long applyAsLong(long domains) {
      return isPercentage
          ? number
              .multiply(BigDecimal.valueOf(domains))
              .movePointLeft(2)
              .setScale(0, RoundingMode.CEILING)
              .longValueExact()
          : number.longValueExact();
    }

    /** Reads the option. */
    static final class Converter implements ITypeConverter<Top> {
      @Override
      public Top convert(String text) {
        Matcher form = FORM.matcher(text);
        boolean isPercentage = text.endsWith("%");
        BigDecimal number =
            form.matches() ? new BigDecimal(text.replace("%", "")) : BigDecimal.ZERO;
        if (number.signum() == 0 || isPercentage && number.compareTo(ALL) > 0) {
          throw new TypeConversionException(
              "\"%s\" is neither a number of domains, such as 1000, nor a percentage, such as 10%%"
                  .formatted(text));
        }
        return new Top(number, isPercentage);
      }
    }
  }

  /** Returns whether the statement is requested. */
  boolean isRequested() {
    return statement;
  }

  /** Adds a problem for each option that has no effect without the statement. */
  void check(Problems problems) {
    Map<String, Boolean> used = new LinkedHashMap<>();
    used.put("--top", top.isPresent());
    used.put("--csv", csv.isPresent());
    used.put("--json", json);
    used.put("--work-dir", directory.isPresent());
    used.forEach(
        (name, isUsed) ->
            problems.check(statement || !isUsed, name, "can only be used with " + STATEMENT));
  }

  /**
   * Makes the statement of an output, and prints and writes it.
   *
   * @throws IOException if it cannot be printed or written
   */
  void print(Path output, Sluice sluice, JobProgress progress)
      throws IOException, InterruptedException {
    Receiver printed =
        json ? new ContentForms.Json(sluice.out()) : new ContentForms.Text(output, sluice.out());
    if (csv.isEmpty()) {
      state(output, sluice, printed, progress);
      return;
    }
    TemporaryFile file = new TemporaryFile(csv.get());
    Files.createDirectories(csv.get().toAbsolutePath().getParent());
    try {
      try (Writer out = Files.newBufferedWriter(file.path())) {
        state(output, sluice, new ContentForms.Csv(out, printed), progress);
      }
      file.publish();
    } finally {
      Files.deleteIfExists(file.path());
    }
  }

  private void state(Path output, Sluice sluice, Receiver receiver, JobProgress progress)
      throws IOException, InterruptedException {
    Summary stated =
        TrainingContent.state(
            output,
            new Resources(
                directory, sluice.machine().processors(), ValidateOptions.defaultMemoryBytes()),
            top.isPresent() ? top.get() : LongUnaryOperator.identity(),
            receiver,
            progress);
    if (!stated.unsealed().isEmpty()) {
      String units = String.join(", ", stated.unsealed());
      sluice.err().println("sluice: not counted, because they are not sealed: " + units);
      sluice.err().flush();
    }
    // A writer to stdout keeps its errors to itself.
    if (sluice.out().checkError() || System.out.checkError()) {
      throw new IOException("stdout could not be written: the statement is not complete");
    }
  }
}
