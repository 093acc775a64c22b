package dev.sluice.it;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A broker that wants TLS and a password, which must be seen nowhere. */
@Timeout(300)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class SecurityIT {
  private static final Certificates CERTIFICATES = Certificates.valid();
  private static final String SECRET = Certificates.PASSWORD;
  private static final String LOGIN =
      "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"%s\""
          + " password=\"%s\";";

  @TempDir private static Path directory;
  private static SecuredBroker broker;

  /** Asks for half a minute, meanwhile. */
  private static Program unanswered;

  @TempDir private Path user;

  @BeforeAll
  static void start() {
    broker = SecuredBroker.start(directory.resolve("broker"), CERTIFICATES);
    String work = directory.resolve("unanswered").toString();
    unanswered = ProgramThread.start("streams", "--work-dir", work, "--kafka", broker.servers());
  }

  @AfterAll
  static void stop() {
    unanswered.close();
    broker.close();
  }

  /** A configuration file in which the password is named, not written. */
  private Path config() throws IOException {
    Path secrets = Files.writeString(user.resolve("kafka.secrets"), "password=" + SECRET + "\n");
    return Files.writeString(
        user.resolve("sluice.yaml"),
        """
        kafka:
          partitions: 2
          properties:
            security.protocol: SASL_SSL
            sasl.mechanism: PLAIN
            sasl.jaas.config: %s
            ssl.truststore.location: %s
            ssl.truststore.type: PKCS12
            ssl.truststore.password: ${file:%s:password}
        """
            .formatted(
                LOGIN.formatted(SecuredBroker.USER, "${file:" + secrets + ":password}"),
                CERTIFICATES.trusted(),
                secrets));
  }

  @Test
  void shouldWorkOverTlsWithAPasswordThatIsSeenNowhere() throws IOException {
    Job job =
        Job.of(
            Undisturbed.source(),
            user.resolve("output"),
            "--config=" + config(),
            "--kafka=" + broker.servers(),
            "-v");
    List<Program.Ended> ended = new ArrayList<>();
    try (Program run = job.start()) {
      ended.add(run.await().with(0));
    }
    ended.add(command(job, "status", "--json"));
    ended.add(command(job, "doctor"));
    ended.add(Program.run("config", "--config=" + user.resolve("sluice.yaml")).with(0));
    ended.add(command(job, "peek", "progress", "--limit=1"));
    assertThat(job.result().files()).isEqualTo(Undisturbed.output().files());
    for (Program.Ended each : ended) {
      assertThat(each.out() + each.err()).isNotEmpty().doesNotContain(SECRET);
    }
    Files.delete(user.resolve("kafka.secrets"));
    assertThat(filesWith(SECRET)).isEmpty();
  }

  private Program start(Job job, String role, String... options) {
    List<String> arguments = new ArrayList<>(job.arguments());
    arguments.set(0, role);
    arguments.add("--work-dir=" + user.resolve(role));
    arguments.addAll(Arrays.asList(options));
    return ProgramThread.start(arguments);
  }

  private Program.Ended command(Job job, String command, String... options) throws IOException {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                command,
                "--config=" + user.resolve("sluice.yaml"),
                "--kafka=" + broker.servers(),
                "--set=" + Job.SMALL_CUTS,
                "--output=" + job.output()));
    arguments.addAll(Arrays.asList(options));
    return Program.run(arguments).with(0);
  }

  /** Files of the user that hold this text: logs, state, manifests, records, shards. */
  private List<Path> filesWith(String text) throws IOException {
    try (Stream<Path> files = Files.walk(user)) {
      return files.filter(Files::isRegularFile).filter(file -> holds(file, text)).toList();
    }
  }

  private static boolean holds(Path file, String text) {
    try {
      return Files.readString(file, ISO_8859_1).contains(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Program.Ended refused(Path trusted, String password, String servers) {
    return Program.run(
        "streams",
        "--work-dir=" + user.resolve("work"),
        "--kafka=" + servers,
        "--set=kafka.properties.security.protocol=SASL_SSL",
        "--set=kafka.properties.sasl.mechanism=PLAIN",
        "--set=kafka.properties.sasl.jaas.config=" + LOGIN.formatted(SecuredBroker.USER, password),
        "--set=kafka.properties.ssl.truststore.location=" + trusted,
        "--set=kafka.properties.ssl.truststore.type=PKCS12",
        "--set=kafka.properties.ssl.truststore.password=" + SECRET);
  }

  private static void assertOneLine(Program.Ended ended, String... texts) {
    assertThat(ended.with(2).err()).doesNotContain(SECRET);
    assertThat(ended.err().lines().filter(line -> line.startsWith("sluice: "))).hasSize(1);
    assertThat(ended.lastLine()).contains(texts);
  }

  /** Nothing else is missing: the shards are there, and only the topics grow. */
  @Test
  void shouldSayThatRecordsMayNotBeDeleted() throws IOException {
    String limited =
        "--set=kafka.properties.sasl.jaas.config=" + LOGIN.formatted(SecuredBroker.LIMITED, SECRET);
    Job job =
        Job.of(
            Undisturbed.source(),
            user.resolve("output"),
            "--config=" + config(),
            "--kafka=" + broker.servers(),
            "--set=kafka.topic-prefix=limited",
            limited);
    String refusal = "the broker does not delete records";
    String topic = "topic=limited.curated.3.0 ";
    String right = "--operation Delete --topic limited.";
    try (Program streams = start(job, "streams");
        Program sink = start(job, "sink");
        Program ingest = start(job, "ingest", "--wait")) {
      ingest.await().with(0);
      streams.awaitThat("a warning", () -> streams.err().contains(refusal));
      sink.awaitThat("a warning", () -> !linesWith(sink, refusal, topic).isEmpty());
      assertThat(streams.err())
          .containsOnlyOnce(refusal)
          .contains(right + "documents")
          .doesNotContain("DeleteRecords");
      assertThat(linesWith(sink, refusal, topic))
          .as(sink.err())
          .hasSize(1)
          .allSatisfy(line -> assertThat(line).contains("WARNING", right + "curated.3.0"));
    }
    assertThat(job.result().files()).isEqualTo(Undisturbed.output().files());
    Program.Ended seen = doctor(job, limited);
    assertThat(seen.with(1).out())
        .contains("deleting records: limited.documents", right + "documents");
  }

  private static List<String> linesWith(Program program, String... texts) {
    return program
        .err()
        .lines()
        .filter(line -> Arrays.stream(texts).allMatch(line::contains))
        .toList();
  }

  private Program.Ended doctor(Job job, String limited) {
    return Program.run(
        "doctor",
        "--config=" + user.resolve("sluice.yaml"),
        "--kafka=" + broker.servers(),
        "--set=kafka.topic-prefix=limited",
        "--set=" + Job.SMALL_CUTS,
        limited,
        "--output=" + job.output());
  }

  @Test
  void shouldSayThatThePasswordIsWrong() {
    assertOneLine(
        refused(CERTIFICATES.trusted(), "wr0ng", broker.servers()),
        "kafka.properties.sasl.jaas.config",
        broker.servers(),
        "does not accept this client",
        "Invalid username or password");
  }

  @Test
  void shouldSayThatTheCertificateIsNotTrusted() {
    assertOneLine(
        refused(Certificates.others().trusted(), SECRET, broker.servers()),
        "kafka.properties.ssl.truststore.location",
        broker.servers(),
        "no trusted certificate");
  }

  @Test
  @Tag("endurance")
  void shouldSayThatTheCertificateHasExpired() {
    Certificates expired = Certificates.expired();
    try (SecuredBroker old = SecuredBroker.start(user.resolve("old"), expired)) {
      assertOneLine(
          refused(expired.trusted(), SECRET, old.servers()),
          "kafka.properties.ssl.truststore.location",
          old.servers(),
          "NotAfter");
    }
  }

  @Test
  void shouldSayThatTheStoreCannotBeOpened() {
    assertOneLine(
        refused(user.resolve("nowhere.p12"), SECRET, broker.servers()),
        "kafka.properties",
        "nowhere.p12");
  }

  @Test
  @Order(Integer.MAX_VALUE)
  void shouldHintAtTlsWhereNobodyAnswersWhoSpeaksPlainly() {
    Program.Ended ended = unanswered.await().with(1);
    assertThat(ended.err()).containsPattern("seconds=1(.|\n)*seconds=2(.|\n)*seconds=4");
    assertThat(ended.lastLine())
        .startsWith("sluice: no broker answers at " + broker.servers())
        .contains("kafka.properties.security.protocol");
  }
}
