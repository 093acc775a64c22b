package dev.sluice.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.app.ExitCode;
import dev.sluice.app.Failure;
import dev.sluice.app.ReleaseNumber;
import dev.sluice.app.logging.Logging;
import dev.sluice.settings.Machine;
import dev.sluice.settings.Problems;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;

@Isolated("starts the log of the process")
class SluiceTest {
  @TempDir Path directory;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final CommandLine commandLine =
      new Sluice(Map.of("SLUICE_SINK_THREADS", "5"), new Machine(4L << 30, 2))
          .commandLine()
          .setOut(new PrintWriter(out))
          .setErr(new PrintWriter(err));

  @AfterEach
  void restore() throws IOException {
    Logging.start(Logging.Options.DEFAULT);
  }

  @Test
  void shouldPrintValuesWithTheirOrigin() {
    int exitCode = commandLine.execute("--set", "io.retries=1", "config", "--set", "kafka.port=9");
    assertThat(exitCode).isZero();
    assertThat(out.toString().lines())
        .anyMatch(line -> line.matches("io.retries +1 +--set"))
        .anyMatch(line -> line.matches("kafka.port +9 +--set"))
        .anyMatch(line -> line.matches("sink.threads +5 +SLUICE_SINK_THREADS"))
        .anyMatch(line -> line.matches("memory +auto +default"))
        .anyMatch(line -> line.matches("output.path +- +default"));
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void shouldPrintValuesAsJson() throws IOException {
    int exitCode =
        commandLine.execute("config", "--json", "--set", "kafka.properties.ssl.key.password=x1");
    assertThat(exitCode).isZero();
    JsonNode json = new ObjectMapper().readTree(out.toString());
    assertThat(json.at("/io.retries/value").asText()).isEqualTo("3");
    assertThat(json.at("/io.retries/origin").asText()).isEqualTo("default");
    assertThat(out.toString()).contains("(hidden)").doesNotContain("x1");
  }

  @Test
  void shouldListEveryConfigurationProblem() {
    int exitCode = commandLine.execute("config", "--set", "io.retrys=1", "--set", "memory=64MiB");
    assertThat(exitCode).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString().lines())
        .hasSize(2)
        .allMatch(line -> line.startsWith("sluice: "))
        .anyMatch(line -> line.contains("io.retrys (--set): unknown key; did you mean io.retries?"))
        .anyMatch(line -> line.contains("memory: 64 MiB is too small"));
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void shouldListEveryUsageError() {
    int exitCode = commandLine.execute("config", "--jsn", "--log-level", "loud", "--progress=x");
    assertThat(exitCode).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString().lines())
        .anyMatch(line -> line.contains("--jsn") && line.contains("did you mean --json?"))
        .anyMatch(line -> line.contains("--log-level") && line.contains("loud"))
        .anyMatch(line -> line.contains("--progress"))
        .last()
        .isEqualTo("See sluice config --help");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--seed=x | Invalid value for option '--seed': \"x\" is not allowed; must be a whole number"
            + " up to 9,223,372,036,854,775,807",
        "--dumps=1.5 | Invalid value for option '--dumps': \"1.5\" is not allowed; must be a whole"
            + " number up to 2,147,483,647",
        "--dumps=2147483648 | Invalid value for option '--dumps': \"2147483648\" is not allowed;"
            + " must be a whole number up to 2,147,483,647",
      })
  void shouldNameTheNumbersThatAreAllowed(String option, String message) {
    assertThat(TestingProgram.run("generate", "--output=x", "--docs=1", option).err())
        .startsWith("sluice: " + message + "\n");
  }

  @ParameterizedTest
  @CsvSource({"confg, config", "rnu, run", "dedupe, dedup", "statsu, status", "anlayze, analyze"})
  void shouldSuggestACommand(String given, String meant) {
    assertThat(commandLine.execute(given)).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString())
        .startsWith(
            "sluice: there is no command \"%s\"; did you mean %s?\n".formatted(given, meant));
  }

  @Test
  void shouldExplainACommandByItsName() {
    TestingProgram.Ended help = TestingProgram.run("help", "split");
    assertThat(help.exitCode()).isZero();
    assertThat(help.out()).startsWith("Usage: sluice split").contains("--target-size");
    assertThat(TestingProgram.run("help").out()).contains("Commands:", "analyze");
    TestingProgram.Ended unknown = TestingProgram.run("help", "splt");
    assertThat(unknown.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(unknown.err()).contains("splt");
  }

  @Test
  void shouldCompleteCommandsInTheShell() throws Exception {
    TestingProgram.Ended script = TestingProgram.run("generate-completion");
    assertThat(script.exitCode()).isZero();
    Path file = Files.writeString(directory.resolve("complete"), script.out());
    Process bash =
        new ProcessBuilder(
                "bash",
                "-c",
                "source \"$0\"; COMP_WORDS=(sluice an) COMP_CWORD=1; _complete_sluice;"
                    + " echo \"${COMPREPLY[@]}\"",
                file.toString())
            .start();
    assertThat(new String(bash.getInputStream().readAllBytes(), UTF_8)).isEqualTo("analyze\n");
  }

  @Test
  void shouldShowHelpWithoutACommand() {
    assertThat(commandLine.execute()).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("Usage: sluice", "Commands:");
    assertThat(commandLine.execute("--help")).isZero();
    assertThat(commandLine.execute("config", "--help")).isZero();
    assertThat(commandLine.execute("--version")).isZero();
    assertThat(out.toString())
        .contains("Usage: sluice", "Usage: sluice config")
        .contains("sluice " + ReleaseNumber.current());
  }

  @Test
  void shouldReportAFailureInTheLastLine() {
    int exitCode =
        run(
            () -> {
              throw new Failure("disk full: /data; make space\nand repeat", new IOException("x"));
            });
    assertThat(exitCode).isEqualTo(ExitCode.FAILED);
    assertThat(err).hasToString("sluice: disk full: /data; make space and repeat\n");
  }

  @Test
  void shouldForeseeThatTheBrokerDoesNotAnswer() {
    int exitCode =
        run(
            () -> {
              throw new KafkaException(new TimeoutException("waited 60000 ms"));
            });
    assertThat(exitCode).isEqualTo(ExitCode.FAILED);
    assertThat(err)
        .hasToString(
            "sluice: the broker did not answer in time (waited 60000 ms); nothing is lost: when the"
                + " broker is reachable, run the command again to continue\n");
  }

  @Test
  void shouldKeepTheStackTraceOfTheUnforeseenInTheLogFile() throws IOException {
    Path log = directory.resolve("my.log");
    int exitCode =
        run(
            () -> {
              throw new IllegalStateException("why");
            },
            "--log-file=" + log);
    assertThat(exitCode).isEqualTo(ExitCode.FAILED);
    assertThat(err.toString().lines())
        .singleElement()
        .asString()
        .isEqualTo(
            "sluice: unexpected failure: java.lang.IllegalStateException: why; the stack trace is"
                + " in "
                + log);
    assertThat(log).content().contains("at " + SluiceTest.class.getName());
  }

  @Test
  void shouldNotShowStackTracesOfErrorsEither() {
    int exitCode =
        run(
            () -> {
              throw new NoClassDefFoundError("dev/sluice/Gone");
            });
    assertThat(exitCode).isEqualTo(ExitCode.FAILED);
    assertThat(err)
        .hasToString(
            "sluice: unexpected failure: java.lang.NoClassDefFoundError: dev/sluice/Gone; run the"
                + " command with -v for the stack trace\n");
  }

  @Test
  void shouldMapProblemsThatACommandFinds() {
    int exitCode =
        run(
            () -> {
              Problems problems = new Problems();
              problems.add("--dump", "no such dump");
              problems.add("input.path", "/none", "does not exist");
              problems.throwIfAny();
              return ExitCode.DONE;
            });
    assertThat(exitCode).isEqualTo(ExitCode.USAGE);
    assertThat(err)
        .hasToString("sluice: --dump: no such dump\nsluice: input.path (/none): does not exist\n");
  }

  @Test
  void shouldRefuseALogFileThatCannotBeWritten() {
    int exitCode = commandLine.execute("config", "--log-file", directory.toString());
    assertThat(exitCode).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).startsWith("sluice: --log-file: cannot write to " + directory);
  }

  private int run(Callable<Integer> body, String... options) {
    commandLine.addSubcommand("try", new TryCommand(body)).setErr(new PrintWriter(err));
    String[] arguments = new String[options.length + 1];
    System.arraycopy(options, 0, arguments, 0, options.length);
    arguments[options.length] = "try";
    return Sluice.execute(commandLine, arguments);
  }

  @Command(name = "try")
  private static final class TryCommand implements Callable<Integer> {
    private final Callable<Integer> body;

    TryCommand(Callable<Integer> body) {
      this.body = body;
    }

    @Override
    public Integer call() throws Exception {
      return body.call();
    }
  }
}
