package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What cannot work is refused with exit code 2: all of it at once, nothing started or written. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class BadInputIT {
  private static final List<Sources.Row> ROWS =
      List.of(new Sources.Row("a", "Some text that is long enough.", 3.2, "CC-MAIN-2024-10"));

  @TempDir static Path everything;
  private static Program broker;
  private static String servers;
  private static String nobody;

  /** Each asks for as long as a broker may take to start, meanwhile. */
  private static List<Program> unanswered;

  private Path input;
  private Path output;

  @BeforeAll
  static void startBroker() {
    Sources.write(everything.resolve("input/CC-MAIN-2024-10/one.parquet"), List.of(ROWS));
    broker = ProgramThread.startBroker(everything.resolve("broker"));
    servers = broker.out().strip();
    nobody = "127.0.0.1:" + FreePort.find();
    String input = everything.resolve("input").toString();
    String output = everything.resolve("unanswered").toString();
    unanswered =
        List.of(
            ProgramThread.start("run", "--input", input, "--output", output, "--kafka", nobody),
            ProgramThread.start("doctor", "--kafka", nobody));
  }

  @AfterAll
  static void stopBroker() {
    unanswered.forEach(Program::close);
    broker.close();
  }

  @BeforeEach
  void chooseOutput() throws IOException {
    input = everything.resolve("input");
    output = Files.createTempDirectory(everything, "test").resolve("out");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --set sampling.sed=1              | sampling.sed (--set): unknown key; did you mean sampling.seed?
          --set buckets.0.max=3.2           | buckets.1 (default): bucket 3.0 [3.0, 3.5) starts below 3.2
          --set buckets.0.rate=1.5          | buckets.0.rate (--set): "1.5" is not allowed; must be a number from 0 to 1
          --set output.compression=lzo      | output.compression (--set): "lzo" is not allowed; must be one of zstd, gzip, snappy, none
          --set streams.properties.processing.guarantee=at_least_once | processing.guarantee
          --memory 100MiB                   | memory: 100 MiB is too small: half of it (50 MiB) is for the heap
          --set kafka.log-budget=10MiB      | kafka.log-budget: 10 MiB is too small: the topics must have room for
          --set input.columns.text=body     | input.columns.text: no file has the column body; CC-MAIN-2024-10/
          --dump CC-MAIN-1999-01            | --dump CC-MAIN-1999-01: no such directory in
          --bucket 9                        | --bucket: bucket "9" does not exist; known buckets are 2.8, 3.0, 3.5, 4.0
          --set input.pattern=*.csv         | input.path: no file in
          --workers 0                       | ingest.workers (--workers): "0" is not allowed
          """)
  void shouldRefuse(String options, String problem) {
    assertThat(refused(options.split(" "))).hasSize(1).first().asString().contains(problem);
  }

  @Test
  void shouldReportEverythingAtOnce() throws IOException {
    Path file = Files.writeString(everything.resolve("bad.yaml"), "sampling: {sed: 1}\n");
    output = Files.createDirectories(output);
    Files.writeString(output.resolve("notes.txt"), "mine");
    input = everything.resolve("missing");
    List<String> problems =
        refusedWith("--config", file.toString(), "--set", "buckets.1.rate=2", "--memory=lots");
    assertThat(problems).hasSize(5);
    assertThat(String.join("\n", problems))
        .contains("sampling.sed (" + file + ":1)", "buckets.1.rate", "memory (--memory)")
        .contains("input.path: " + input + " does not exist")
        .contains("has files that Sluice did not write (notes.txt)");
    assertThat(Output.walk(output)).hasSize(1);
  }

  @Test
  void shouldAskForTheKeysThatAreMissing() {
    assertThat(Program.run("run").with(2).err().lines())
        .containsExactly(
            "sluice: input.path: is not set; pass --input or set this key in the configuration"
                + " file",
            "sluice: output.path: is not set; pass --output or set this key in the configuration"
                + " file");
  }

  @Test
  void shouldRefuseDirectoriesThatLieInEachOther() {
    output = input.resolve("out");
    assertThat(refused())
        .singleElement()
        .asString()
        .contains("is inside the input", "would be read");
    output = everything;
    assertThat(refusedWith()).anyMatch(problem -> problem.contains("is inside the output"));
  }

  @Test
  void shouldRefuseAnOutputThatCannotBeMade() throws IOException {
    Path file = Files.writeString(everything.resolve("a-file"), "");
    output = file.resolve("out");
    assertThat(refusedWith())
        .containsExactly("sluice: output.path: " + file + " is not a directory");
    output = file;
    assertThat(refusedWith())
        .containsExactly("sluice: output.path: " + file + " is not a directory");
  }

  @Test
  void shouldRefuseAnOutputThatIsNotWritable() throws IOException {
    Path closed = Files.createDirectory(everything.resolve("closed"));
    assumeTrue(closed.toFile().setWritable(false));
    assumeTrue(!Files.isWritable(closed), "skipped: this user may write everywhere");
    output = closed.resolve("out");
    assertThat(refused()).containsExactly("sluice: output.path: " + closed + " is not writable");
  }

  @Test
  void shouldRefuseAPortThatIsTaken() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = Integer.toString(taken.getLocalPort());
      assertThat(refused("--set", "kafka.port=" + port))
          .singleElement()
          .asString()
          .startsWith("sluice: kafka.port: ")
          .contains(port);
      Path work = everything.resolve("other-broker");
      String err =
          Program.run("broker", "--port", port, "--work-dir", work.toString()).with(2).err();
      assertThat(err).startsWith("sluice: kafka.port").contains(port);
      assertThat(work).doesNotExist();
    }
  }

  @Test
  @Order(Integer.MAX_VALUE)
  void shouldSayThatABrokerDoesNotAnswer() {
    assertThat(unanswered.get(0).await().with(1).lastLine())
        .contains("no broker answers at " + nobody, "--kafka");
    assertThat(unanswered.get(1).await().with(1).out())
        .contains("ok    memory: ", "FAIL  broker: no broker answers at " + nobody);
  }

  @Test
  void shouldRefuseOtherContentAndOtherBrokers() {
    Program.run(arguments()).with(0);
    List<String> problems =
        refusedWith("--seed", "7", "--set", "output.compression=gzip", "--set=kafka.partitions=3");
    assertThat(problems)
        .containsExactlyInAnyOrder(
            "sluice: sampling.seed: is 7, but the output was started with 42: restore that value,"
                + " or choose a new output",
            "sluice: output.compression: is gzip, but the output was started with zstd: restore"
                + " that value, or choose a new output",
            "sluice: kafka.partitions: is 3, but the output was started with 2: restore that value,"
                + " or choose a new output");
    Path work = everything.resolve("elsewhere");
    assertThat(refusedWith("--work-dir", work.toString()))
        .singleElement()
        .asString()
        .contains("the output was started on cluster");
    assertThat(work).doesNotExist();
  }

  @Test
  void shouldRefuseASecondRunAndASecondProcessOnAWorkDirectory() {
    Path owner = output.resolve("_sluice/owner.json");
    Job job = new Job(input, output, List.of("--progress", "none"));
    try (ProgramProcess first = job.startUntil("an owner", () -> Files.exists(owner))) {
      assertThat(refusedWith())
          .singleElement()
          .asString()
          .endsWith(
              "_sluice/work is in use by another process: wait until that process ends, or stop"
                  + " it");
      first.resume();
      assertThat(first.await().with(0).out()).contains("Sealed: CC-MAIN-2024-10#1");
    }
    Program.Ended second =
        Program.run("broker", "--work-dir", everything.resolve("broker").toString()).with(2);
    assertThat(second.lastLine())
        .contains("broker is in use by another process", "or choose a different --work-dir");
  }

  @Test
  void shouldRefuseTopicsOfAnotherShapeAndOfAnotherOutput() {
    String[] begun = {"--kafka", servers, "--set", "kafka.partitions=2"};
    Program.run(arguments(begun)).with(0);
    output = output.resolveSibling("other");
    List<String> problems = refused("--kafka", servers, "--set", "kafka.partitions=3");
    int last = problems.size() - 1;
    assertThat(problems.subList(0, last))
        .contains("sluice: kafka: topic sluice.rejects has 2 partitions, but kafka.partitions is 3")
        .allMatch(problem -> problem.contains("sluice.") && problem.contains("partitions"));
    assertThat(problems.get(last))
        .startsWith(
            "sluice: kafka.topic-prefix: the topics with this prefix have different settings");
    assertThat(refused(begun))
        .containsExactly(
            "sluice: kafka.topic-prefix: the topics sluice.* on this broker belong to another"
                + " output: choose a different prefix");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ingest", "streams", "sink"})
  void shouldRefuseARoleThatHasABrokerForItselfAlone(String role) {
    List<String> arguments = List.of(role, "--input=" + input, "--output=" + output);
    assertThat(Program.run(arguments).with(2).err().lines())
        .singleElement()
        .asString()
        .startsWith("sluice: kafka.bootstrap-servers: is embedded")
        .contains("`./sluice broker --port 9092`", "--kafka localhost:9092");
    assertThat(output).doesNotExist();
  }

  @Test
  void shouldCheckTheInputOfIngestBeforeTopicsAreMade() {
    List<String> arguments =
        List.of(
            "ingest",
            "--input=" + input,
            "--kafka=" + servers,
            "--set=kafka.topic-prefix=unmade",
            "--work-dir=" + output,
            "--dump=CC-MAIN-1999-01");
    Program.Ended ended = Program.run(arguments).with(2);
    assertThat(ended.lastLine()).contains("--dump CC-MAIN-1999-01: no such directory");
    assertThat(output).doesNotExist();
  }

  /** The problems told about a run whose output is not even created. */
  private List<String> refused(String... options) {
    List<String> problems = refusedWith(options);
    assertThat(output).doesNotExist();
    return problems;
  }

  private List<String> refusedWith(String... options) {
    Program.Ended ended = Program.run(arguments(options)).with(2);
    assertThat(ended.out()).isEmpty();
    assertThat(ended.err().lines()).allMatch(line -> line.startsWith("sluice: "));
    return ended.err().lines().toList();
  }

  private List<String> arguments(String... options) {
    List<String> arguments =
        new ArrayList<>(List.of("run", "--input=" + input, "--output=" + output));
    arguments.addAll(Arrays.asList(options));
    return arguments;
  }
}
