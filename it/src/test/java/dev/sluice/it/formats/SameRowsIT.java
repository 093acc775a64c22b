package dev.sluice.it.formats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.Differences;
import dev.sluice.it.Job;
import dev.sluice.it.Output;
import dev.sluice.it.PlainCuration;
import dev.sluice.it.Program;
import dev.sluice.storage.testing.FileForm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The same rows give the same answer, whatever the format and the command.
 *
 * <p>System properties: {@code sluice.fuzz.seed}; {@code sluice.fuzz.rounds} and {@code
 * sluice.fuzz.files} of the long test.
 */
class SameRowsIT {
  private static final long SEED = Long.getLong("sluice.fuzz.seed", 1);
  private static final int SHOWN = 12;

  @TempDir Path directory;

  @Test
  void shouldGiveTheSameAnswerInEveryForm() throws IOException {
    assertThat(new Round(SEED, 12, List.of(FileForm.PARQUET, FileForm.GZIP)).differences())
        .isEmpty();
  }

  @Test
  @Tag("endurance")
  @Timeout(value = 1, unit = TimeUnit.HOURS)
  void shouldGiveTheSameAnswerForThousandFilesInEveryForm() throws IOException {
    int rounds = Integer.getInteger("sluice.fuzz.rounds", 10);
    int files = Integer.getInteger("sluice.fuzz.files", 100);
    List<String> differences = new ArrayList<>();
    for (int round = 1; round <= rounds; round++) {
      differences.addAll(new Round(SEED + round, files, List.of(FileForm.values())).differences());
    }
    assertThat(differences).isEmpty();
  }

  /** All commands on one data set in all forms. */
  private final class Round {
    private final String name;
    private final Random random;
    private final DataSet data;
    private final FormResults results;
    private final Path directory;
    private final Map<FileForm, Path> inputs = new EnumMap<>(FileForm.class);
    private final List<FileForm> forms;
    private final List<String> differences = new ArrayList<>();

    /**
     * @param forms to compare; Parquet is the first
     */
    Round(long seed, int files, List<FileForm> forms) throws IOException {
      this.forms = forms;
      random = new Random(seed);
      data = DataSet.of(random, files);
      results = new FormResults(data);
      name = "seed %d, %s".formatted(seed, data.ownEndings() ? "own endings" : "one ending");
      directory = SameRowsIT.this.directory.resolve("round-" + seed);
      for (FileForm form : forms) {
        inputs.put(form, data.write(directory.resolve(form.name()), form));
      }
    }

    List<String> differences() throws IOException {
      run();
      process();
      dedup();
      shuffle();
      return differences;
    }

    private interface Command {
      List<String> lines(FileForm form) throws IOException;
    }

    private void compare(String what, Command command) throws IOException {
      List<String> expected = command.lines(FileForm.PARQUET);
      assertThat(expected).as(what).hasSizeGreaterThan(data.files().size());
      for (FileForm form : forms) {
        if (form != FileForm.PARQUET) {
          compare(what + " of " + form, expected, command.lines(form));
        }
      }
    }

    private void compare(String what, List<String> expected, List<String> lines) {
      int shown = 0;
      for (int i = 0; i < Math.max(expected.size(), lines.size()) && shown < SHOWN; i++) {
        String wanted = i < expected.size() ? expected.get(i) : "(nothing)";
        String found = i < lines.size() ? lines.get(i) : "(nothing)";
        if (!wanted.equals(found)) {
          differences.add("%s, %s:%n  %s%n  %s".formatted(name, what, wanted, found));
          shown++;
        }
      }
    }

    /** Of the rows of all files, or of those that lack nothing in other ways. */
    private void run() throws IOException {
      boolean isPlain = random.nextBoolean();
      List<String> options = new ArrayList<>();
      options.add("--set=input.columns.id=" + data.id());
      options.add("--set=input.columns.text=" + data.text());
      options.add("--set=input.columns.score=" + data.score());
      options.add("--set=ingest.push-down=" + random.nextBoolean());
      options.add("--set=topics.text=" + List.of("auto", "record").get(random.nextInt(2)));
      if (!isPlain) {
        options.add("--set=output.columns=[id, text, score, lang, tokens, quality, adult]");
        options.add("--set=filter=tokens > 3 or lang == 'en' or quality > 3 or adult is null");
      }
      if (!isPlain || data.ownEndings()) { // no id that is made of a name shall decide
        options.add("--set=buckets=[{name: all, min: 0, max: inf, rate: 1}]");
      }
      compare("run" + options, form -> run(form, isPlain, options));
    }

    private List<String> run(FileForm form, boolean isPlain, List<String> options)
        throws IOException {
      Path output = directory.resolve("run-" + form);
      List<String> arguments = new ArrayList<>(List.of("run", "--progress=none"));
      Path input = inputs.get(form);
      arguments.addAll(List.of("--set", Job.SMALL_CUTS, "--output=" + output));
      for (Path each : isPlain ? List.of(input) : List.of(data.any(input), data.alike(input))) {
        arguments.addAll(List.of("--input", each.toString()));
      }
      arguments.addAll(options);
      Program.Ended ended = Program.run(arguments);
      if (isPlain && !data.ownEndings()) {
        checkPlain(form, new Output(output));
      }
      return results.ofRun(ended, output, isPlain);
    }

    private void checkPlain(FileForm form, Output output) {
      PlainCuration.Result expected =
          PlainCuration.of(data.documents(form), PlainCuration.Rules.DEFAULT);
      Differences.between(expected.kept(), output.kept())
          .forEach(each -> differences.add("curated plainly, " + form + ": " + each));
      compare(
          "curated plainly, counters of " + form,
          List.of(expected.counters().toString()),
          List.of(output.countersByDump().toString()));
    }

    private void process() throws IOException {
      Path recipe = directory.resolve("recipe.yaml");
      Files.writeString(
          recipe,
          "process:\n  - lowercase:\n  - whitespace:\n"
              + "  - field-range: {field: %s, min: 2.5}\n".formatted(data.score())
              + "  - field-in: {field: lang, values: [en, de, '7']}\n"
              + (data.ownEndings() ? "" : "  - sample: {rate: 0.7}\n"));
      compare("process", form -> job(form, true, "process", "-c", recipe.toString()));
    }

    private void dedup() throws IOException {
      compare("dedup exact", form -> job(form, false, "dedup", "--method=exact"));
      compare(
          "dedup minhash",
          form ->
              job(
                  form,
                  false,
                  "dedup",
                  "--method=minhash",
                  "--keep=highest-score",
                  "--score-column=" + data.score()));
    }

    private List<String> job(FileForm form, boolean all, String command, String... options)
        throws IOException {
      Path output = directory.resolve("%s-%s-%s".formatted(command, random.nextInt(), form));
      List<String> arguments = new ArrayList<>(List.of(command));
      arguments.addAll(Arrays.asList(options));
      Path input = inputs.get(form);
      for (Path each : all ? List.of(input) : List.of(data.any(input), data.alike(input))) {
        arguments.addAll(List.of("--input", each.toString()));
      }
      arguments.add("--output=" + output);
      arguments.add("--text-column=" + data.text());
      arguments.add("--id-column=" + data.id());
      arguments.add("--progress=none");
      return results.ofJob(Program.run(arguments), output, form, command + ".json");
    }

    private void shuffle() throws IOException {
      List<String> expected = shuffled(FileForm.PARQUET, "parquet", each -> each);
      List<String> finite = expected.stream().map(Round::finite).toList();
      for (FileForm form : forms) {
        boolean isTable = form == FileForm.PARQUET;
        if (!isTable) {
          compare("shuffle of " + form, expected, shuffled(form, "jsonl", each -> each));
        }
        if (data.isFlat()) {
          compare(
              "shuffle of %s to another format".formatted(form),
              finite,
              shuffled(form, isTable ? "jsonl" : "parquet", Round::finite));
        }
      }
    }

    /** Without numbers that are not finite, which JSON lacks. */
    private static String finite(String row) {
      return row.replaceAll("(?<=[{ ])\\w+=(NaN|-?Infinity)(, )?(?=[a-z}])", "")
          .replace(", }", "}");
    }

    private List<String> shuffled(FileForm form, String format, UnaryOperator<String> row)
        throws IOException {
      Path output = directory.resolve("shuffle-%s-%s".formatted(form, format));
      Program.Ended ended =
          Program.run(
              "shuffle",
              "--input=" + data.alike(inputs.get(form)),
              "--output=" + output,
              "--seed=7",
              "--shards=3",
              "--format=" + format,
              "--progress=none");
      return results.ofShuffle(ended, output, row);
    }
  }
}
