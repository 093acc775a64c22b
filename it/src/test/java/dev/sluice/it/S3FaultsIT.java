package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.store.FaultPlan;
import dev.sluice.it.store.FaultyStore;
import dev.sluice.it.store.PassingFaults;
import dev.sluice.it.store.StoreFault;
import dev.sluice.it.store.StoreRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;

/** What happens when a store, or the way to it, does not do what it should. */
class S3FaultsIT {
  private static final String BUCKET = "corpus";
  private static final String INPUT = "s3://corpus/input";
  private static final String SECRET = "a-secret-that-nobody-may-see";

  /** Of a read that begins with the first row: footers are at the ends of files. */
  private static final String ROWS = "bytes=4-";

  private static final String REQUEST = "FORGED0123456789";

  /** So that a stall is over soon. */
  private static final String SILENCE = "-Dsun.net.client.defaultReadTimeout=2000";

  @TempDir private static Path shared;
  private static S3Server server;
  private static S3Client client;
  private static FaultyStore store;

  @TempDir Path directory;

  @BeforeAll
  static void start() throws IOException {
    server = S3Server.startOrSkip(shared.resolve("buckets"), BUCKET);
    store = new FaultyStore(server.address());
    client = server.client();
    server.putAll(BUCKET, "input/", Undisturbed.source());
  }

  private static void put(String key, Path file) {
    client.putObject(request -> request.bucket(BUCKET).key(key), file);
  }

  @AfterAll
  static void stop() throws IOException {
    if (server != null) {
      store.close();
      server.close();
    }
  }

  private Program.Ended start(Map<String, String> more, String... arguments) {
    Map<String, String> environment = new HashMap<>(server.environment());
    environment.put("AWS_ENDPOINT_URL_S3", store.endpoint());
    environment.putAll(more);
    List<String> options = new ArrayList<>(ClassArchive.options());
    options.add(SILENCE);
    return ProgramProcess.start(directory, directory, options, environment, List.of(arguments))
        .await();
  }

  private Program.Ended run(String input, String output, String... more) {
    return run(Map.of(), input, output, more);
  }

  private Program.Ended run(
      Map<String, String> environment, String input, String output, String... more) {
    List<String> arguments = new ArrayList<>(List.of("run", "--input", input));
    arguments.addAll(List.of("--output", directory.resolve(output).toString()));
    arguments.addAll(List.of("--memory", "1GiB", "--set=ingest.workers=3"));
    arguments.addAll(List.of("--set=io.backoff=10ms", "--progress", "none"));
    arguments.addAll(List.of(more));
    return start(environment, arguments.toArray(new String[0]));
  }

  /** Hardly any HEAD is sent to read; those of an output meet faults in S3OutputFaultsIT. */
  @Test
  void shouldWriteTheSameThroughFaultsThatPass() {
    run(Undisturbed.source().toString(), "local").with(0);
    store.plan(new PassingFaults(1, 0.5, StoreFault.PASSING));

    Program.Ended ended = run(INPUT, "out");

    ended.with(0);
    assertThat(store.counts()).containsKeys(StoreRequest.Kind.LIST, StoreRequest.Kind.READ);
    assertThat(store.struck()).hasSizeGreaterThan(8);
    assertThat(new Output(directory.resolve("out")).files())
        .isNotEmpty()
        .isEqualTo(new Output(directory.resolve("local")).files());
  }

  private Program.Ended vocabulary(String input, String output) {
    return start(Map.of(), "vocabulary", "--input", input, "--output", output);
  }

  @Test
  void shouldDoAJobOnFilesThroughFaultsThatPass() {
    String local = "local";
    vocabulary(Undisturbed.source().toString(), local).with(0);
    store.plan(new PassingFaults(2, 0.5, StoreFault.PASSING));

    Program.Ended ended = vocabulary(INPUT, "out");

    ended.with(0);
    assertThat(store.counts()).containsKeys(StoreRequest.Kind.LIST, StoreRequest.Kind.READ);
    assertThat(directory.resolve("out/vocab.txt"))
        .hasSameBinaryContentAs(directory.resolve(local).resolve("vocab.txt"));
  }

  static Stream<Arguments> faultsThatStay() {
    return Stream.of(
        Arguments.of(StoreFault.ACCESS_DENIED, "s3:ListBucket"),
        Arguments.of(StoreFault.SKEWED, "The clock of this machine differs"),
        Arguments.of(StoreFault.EXPIRED, "The credentials have expired"),
        Arguments.of(StoreFault.EXPIRED_BAD_REQUEST, "The credentials have expired"),
        Arguments.of(StoreFault.MOVED, "set AWS_REGION"),
        Arguments.of(StoreFault.REDIRECTED, "set AWS_REGION"),
        Arguments.of(StoreFault.INTERNAL_ERROR, "try again later"),
        Arguments.of(StoreFault.SLOW_DOWN, "try again later"),
        Arguments.of(StoreFault.BAD_GATEWAY, "try again later"),
        Arguments.of(StoreFault.CONFLICT, "try again later"),
        Arguments.of(StoreFault.ERROR_IN_OK, "try again later"));
  }

  /** Lists, because answers to HEAD do not say what is wrong. */
  @ParameterizedTest
  @MethodSource("faultsThatStay")
  void shouldSayWhatTheStoreAnswersAndTheWayOut(StoreFault fault, String wayOut) {
    store.plan(FaultPlan.always(fault, StoreRequest.Kind.LIST));

    Program.Ended ended = run(Map.of("AWS_MAX_ATTEMPTS", "2"), INPUT, "out");

    ended.with(1);
    assertThat(store.struck()).hasSizeBetween(1, 2);
    assertThat(ended.lastLine()).startsWith("sluice: s3://corpus/input").contains(REQUEST, wayOut);
    assertThat(directory.resolve("out")).doesNotExist();
  }

  static Stream<Arguments> faultsOfTheWay() {
    return Stream.of(
        Arguments.of(StoreFault.CUT, "ParseError"),
        Arguments.of(StoreFault.CLOSED, "Unexpected end of file"),
        Arguments.of(StoreFault.RESET, "Connection reset"),
        Arguments.of(StoreFault.STALLED, "Read timed out"),
        Arguments.of(StoreFault.GARBAGE, "Invalid Http response"),
        Arguments.of(StoreFault.PAGE, "ParseError"));
  }

  @ParameterizedTest
  @MethodSource("faultsOfTheWay")
  void shouldSayThatNoStoreAnswers(StoreFault fault, String reason) {
    store.plan(FaultPlan.always(fault, StoreRequest.Kind.LIST));

    Program.Ended ended = run(Map.of("AWS_MAX_ATTEMPTS", "2"), INPUT, "out");

    ended.with(1);
    assertThat(ended.lastLine())
        .startsWith("sluice: s3://corpus/input")
        .contains(store.endpoint(), "AWS_ENDPOINT_URL_S3", reason);
  }

  @Test
  void shouldTellOfWaits() {
    AtomicInteger lists = new AtomicInteger();
    store.plan(
        request ->
            request.kind() == StoreRequest.Kind.LIST && lists.incrementAndGet() <= 4
                ? Optional.of(StoreFault.SLOW_DOWN)
                : Optional.empty());

    Program.Ended ended = run(INPUT, "out", "--set=score.field=none-such");

    assertThat(store.struck()).hasSize(4);
    assertThat(ended.err()).contains("retrying", "SlowDown", REQUEST, "waitMillis=");
  }

  /** What happens to a key when its rows are asked for, after its footer. */
  private void afterTheFooter(String key, Runnable change) {
    AtomicBoolean done = new AtomicBoolean();
    store.plan(
        request -> {
          boolean isRows = request.target().endsWith(key) && request.name().contains(ROWS);
          if (isRows && done.compareAndSet(false, true)) {
            change.run();
          }
          return Optional.empty();
        });
  }

  @Test
  void shouldStopWhereAnObjectIsReplacedWhileItIsRead() {
    server.putAll(BUCKET, "replaced/", Undisturbed.source());
    Path other = Sources.generate(directory.resolve("other"), 500, 1, 7);
    Path file = Output.walk(other).get(0);
    String name = "data/CC-MAIN-2013-20/000_00000.parquet";
    afterTheFooter(name, () -> put("replaced/" + name, file));

    Program.Ended ended = run("s3://corpus/replaced", "out");

    ended.with(1);
    assertThat(ended.lastLine()).contains("s3://corpus/replaced/" + name, "has changed while it");
    assertThat(directory.resolve("out/_sluice/dumps/CC-MAIN-2013-20.json")).doesNotExist();
  }

  @Test
  void shouldStopWhereAnObjectGoesWhileItIsRead() {
    server.putAll(BUCKET, "gone/", Undisturbed.source());
    String name = "data/CC-MAIN-2013-20/000_00000.parquet";
    afterTheFooter(name, () -> client.deleteObject(r -> r.bucket(BUCKET).key("gone/" + name)));

    Program.Ended ended = run("s3://corpus/gone", "out");

    ended.with(1);
    assertThat(ended.lastLine()).contains("s3://corpus/gone/" + name, "no longer exists");
  }

  @Test
  void shouldStopWhereCredentialsExpireWhileItRuns() {
    AtomicInteger reads = new AtomicInteger();
    store.plan(
        request ->
            request.name().contains(ROWS) && reads.incrementAndGet() > 2
                ? Optional.of(StoreFault.EXPIRED)
                : Optional.empty());

    Program.Ended ended = run(INPUT, "out");
    store.plan(FaultPlan.NONE);
    Program.Ended again = run(INPUT, "out");

    ended.with(1);
    assertThat(ended.lastLine())
        .startsWith("sluice: ingest: s3://corpus/input")
        .contains(REQUEST, "The credentials have expired", "run the command again");
    again.with(0);
  }

  @Test
  void shouldSayWhichCredentialsAreWrong() {
    store.plan(FaultPlan.NONE);
    Map<String, String> unknown = Map.of("AWS_ACCESS_KEY_ID", "nobody");
    Map<String, String> none =
        Map.of(
            "AWS_ACCESS_KEY_ID",
            "",
            "AWS_SECRET_ACCESS_KEY",
            "",
            "AWS_SHARED_CREDENTIALS_FILE",
            directory.resolve("none").toString(),
            "AWS_CONFIG_FILE",
            directory.resolve("none").toString());

    assertThat(run(unknown, INPUT, "out").with(1).lastLine()).contains(INPUT, "AWS_ACCESS_KEY_ID");
    assertThat(run(none, INPUT, "out").with(1).lastLine())
        .contains(INPUT, "no credentials were found", "AWS_PROFILE");
  }

  @Test
  void shouldShowNoSecret() throws IOException {
    store.plan(FaultPlan.always(StoreFault.ACCESS_DENIED, StoreRequest.Kind.READ));
    Map<String, String> secrets =
        Map.of("AWS_SECRET_ACCESS_KEY", SECRET, "AWS_SESSION_TOKEN", SECRET);

    Program.Ended denied = run(secrets, INPUT, "denied", "-v");
    store.plan(FaultPlan.NONE);
    Program.Ended token = run(Map.of("AWS_SESSION_TOKEN", SECRET), INPUT, "token", "-v");

    assertThat(denied.exitCode()).isEqualTo(1);
    for (Program.Ended ended : List.of(denied, token)) {
      assertThat(ended.err() + ended.out()).isNotEmpty().doesNotContain(SECRET);
    }
    for (Path file : Output.walk(directory)) {
      String text = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
      assertThat(text.contains(SECRET)).as(file.toString()).isFalse();
    }
  }

  @Test
  void shouldReadOddNames() {
    Path file = Output.walk(Undisturbed.source()).get(0);
    List<String> names =
        List.of("a b", "Größe 北京 🙂", "100%", "a+b", "a%2Fb", "q?x=1&y", "#1", "a\u0001b", "a\nb");
    for (String name : names) {
      put("odd/" + name + ".parquet", file);
    }
    for (String name : List.of("odd/", "odd/empty/")) {
      client.putObject(r -> r.bucket(BUCKET).key(name), RequestBody.empty());
    }
    store.plan(new PassingFaults(3, 0.2, StoreFault.PASSING));

    Program.Ended ended = vocabulary("s3://corpus/odd", "all");

    ended.with(0);
    for (String name : names) {
      String one = "s3://corpus/odd/" + name + ".parquet";
      vocabulary(one, "of-" + names.indexOf(name)).with(0);
    }
  }

  @Test
  void shouldSayThatACertificateIsNotTrusted() throws IOException {
    try (SecureListener listener = new SecureListener(Certificates.valid())) {
      Program.Ended https =
          run(Map.of("AWS_ENDPOINT_URL_S3", listener.endpoint("https")), INPUT, "out");
      Program.Ended http =
          run(
              Map.of("AWS_ENDPOINT_URL_S3", listener.endpoint("http"), "AWS_MAX_ATTEMPTS", "1"),
              INPUT,
              "out",
              "--set=io.retries=0");

      assertThat(https.with(1).lastLine()).contains(INPUT, "https://", "javax.net.ssl.trustStore");
      assertThat(http.with(1).lastLine()).contains(INPUT, listener.endpoint("http"));
    }
    Program.Ended plain =
        run(
            Map.of("AWS_ENDPOINT_URL_S3", "https://127.0.0.1:" + server.address().getPort()),
            INPUT,
            "out");
    assertThat(plain.with(1).lastLine()).contains(INPUT, "https://", "the right scheme");
  }

  /** A watch goes on for months. While a store is away, it cannot tell what is there. */
  @Test
  void shouldGoOnWatchingWhenTheStoreIsBack() throws IOException {
    store.plan(FaultPlan.NONE);
    String dump = "data/CC-MAIN-2013-20/000_00000.parquet";
    put("watched/README.md", Files.writeString(directory.resolve("README.md"), "more comes"));
    Map<String, String> environment = new HashMap<>(server.environment());
    environment.put("AWS_ENDPOINT_URL_S3", store.endpoint());
    environment.put("AWS_MAX_ATTEMPTS", "1");
    try (Program broker = ProgramThread.startBroker(directory.resolve("broker"));
        ProgramProcess watch =
            ProgramProcess.start(
                directory,
                directory,
                ClassArchive.options(),
                environment,
                List.of(
                    "ingest",
                    "--watch",
                    "--kafka",
                    broker.out().strip(),
                    "--input",
                    "s3://corpus/watched",
                    "--work-dir",
                    directory.resolve("work").toString(),
                    "--set=kafka.partitions=2",
                    "--set=ingest.watch.interval=100ms",
                    "--set=ingest.watch.settle=200ms"))) {
      watch.awaitThat("it watches", () -> watch.err().contains("watching for complete dumps"));
      store.plan(FaultPlan.always(StoreFault.INTERNAL_ERROR, StoreRequest.Kind.HEAD));
      put("watched/" + dump, Undisturbed.source().resolve(dump));
      watch.awaitThat(
          "it cannot tell", () -> watch.err().contains("cannot read the input; retrying"));
      store.plan(FaultPlan.NONE);
      watch.awaitThat("the dump is read", () -> watch.err().contains("unit read"));
      watch.terminate();
      watch.await().with(143);
    }
  }

  @Test
  void shouldEndSoonWhenItIsToldTo() {
    store.plan(FaultPlan.always(StoreFault.STALLED, StoreRequest.Kind.READ));
    Map<String, String> environment = new HashMap<>(server.environment());
    environment.put("AWS_ENDPOINT_URL_S3", store.endpoint());
    try (ProgramProcess program =
        ProgramProcess.start(
            directory,
            directory,
            ClassArchive.options(),
            environment,
            List.of("run", "--input", INPUT, "--output", directory.resolve("out").toString()))) {
      program.awaitThat("a stall", () -> !store.struck().isEmpty());
      program.terminate();
      assertThat(program.hasEndedWithin(Duration.ofMinutes(1))).isTrue();
    }
  }
}
