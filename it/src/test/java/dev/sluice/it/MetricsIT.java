package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What processes tell Prometheus; and that whatever names a metric names one that there is. */
class MetricsIT {
  private static final Duration BETWEEN = Duration.ofMillis(100);

  /** A run may say something only for a moment in which nobody asks. */
  private static final int MOST_RUNS = 3;

  private static final String PORT = "http.port=0";
  private static final Pattern ADDRESS = Pattern.compile("http endpoint open.*:([0-9]+)");
  private static final String OPEN_METRICS = "application/openmetrics-text";
  private static final String PLAIN = "text/plain";
  private static final String LIBRARY = "io.prometheus.";

  /** A line with a name, labels and a value. */
  private static final Pattern SAMPLE = Pattern.compile("(?m)^([a-z_]+)(?:\\{.*})? [^ ]+$");

  /** A name in an expression. */
  private static final Pattern NAME = Pattern.compile("\\b(?:sluice|jvm|process)_[a-z_]+[a-z]\\b");

  private static final Pattern DOCUMENTED = Pattern.compile("(?m)^\\| `([a-z_]+)` \\|");

  private static final HttpClient HTTP = HttpClient.newHttpClient();

  @TempDir Path directory;

  @Test
  void shouldTellWhatDashboardAlertsAndPageName() throws IOException {
    Set<String> told = new TreeSet<>();
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < MOST_RUNS && !told.containsAll(documented()); i++) {
      scrape("output-" + i, told, texts);
    }
    assertThat(documented()).isSubsetOf(told);
    assertThat(find(NAME, 0, "docker/observability/alerts.yml")).isNotEmpty().isSubsetOf(told);
    assertThat(ofDashboard()).isNotEmpty().isSubsetOf(told);
    assertThat(told)
        .filteredOn(name -> name.startsWith("sluice_"))
        .allMatch(documented()::contains);
    Promtool.require();
    assertThat(findings(texts.get(texts.size() / 2))).isEmpty();
  }

  /** Asks a run again and again until it ends. */
  private void scrape(String output, Set<String> told, List<String> texts) {
    Job job = Job.of(Undisturbed.source(), directory.resolve(output), "--set", PORT);
    try (ProgramProcess run = start(job, List.of())) {
      String address = address(run);
      do {
        scrape(address, OPEN_METRICS).ifPresent(text -> told.addAll(names(text)));
        scrape(address, PLAIN).ifPresent(texts::add);
      } while (!run.hasEndedWithin(BETWEEN));
      run.await().with(0);
    }
  }

  @Test
  @Tag("endurance")
  void shouldTellInEachRoleWhatThatRoleDoes() {
    Job job = Job.of(Undisturbed.source(), directory.resolve("output"), "--set", PORT);
    try (Roles roles = Roles.of(directory, job);
        ProgramProcess broker = startBroker()) {
      ProgramProcess ingest = roles.startProcess("ingest", "1", "--wait");
      tells(ingest, "sluice_input_planned_bytes [1-9]");
      tells(ingest, "sluice_kafka_producer_records_total\\{stage=\"ingest\"} [1-9]");
      // only now, or it could end before it has told anything
      ProgramProcess sink = roles.startProcess("sink", "1");
      ProgramProcess streams = roles.startProcess("streams", "1");
      tells(streams, "sluice_phase\\{phase=\"ready\"} 1");
      tells(streams, "sluice_streams_threads [1-9]");
      tells(streams, "sluice_stage_state\\{stage=\"topology\",state=\"\\w+\"} 1");
      tells(sink, "sluice_kafka_consumer_records_total\\{stage=\"sink\"} [1-9]");
      tells(sink, "sluice_stage_lag_records\\{stage=\"sink\"} [0-9]");
      tells(broker, "sluice_phase\\{phase=\"ready\"} 1");
      tells(broker, "sluice_disk_free_bytes [1-9]");
      ingest.await().with(0);
    }
  }

  private ProgramProcess startBroker() {
    String work = directory.resolve("another").toString();
    return ProgramProcess.start(directory, "broker", "--work-dir", work, "--set", PORT);
  }

  private static void tells(ProgramProcess process, String line) {
    String address = address(process);
    Pattern wanted = Pattern.compile("(?m)^" + line);
    process.awaitThat(
        "it tells " + line,
        () -> scrape(address, PLAIN).filter(text -> wanted.matcher(text).find()).isPresent());
  }

  @Test
  @Tag("endurance")
  void shouldLoadNothingOfItWithoutAPort() throws IOException {
    assertThat(loaded()).isNotEmpty().noneMatch(MetricsIT::isOfMetrics);
    assertThat(loaded("--set", PORT))
        .anyMatch(MetricsIT::isOfMetrics)
        .noneMatch(name -> name.startsWith(LIBRARY));
  }

  private static boolean isOfMetrics(String name) {
    return name.startsWith(LIBRARY)
        || name.startsWith("dev.sluice.app.metrics.")
        || name.startsWith("dev.sluice.app.http.");
  }

  /** The classes that a run loads which nobody asks. */
  private List<String> loaded(String... options) throws IOException {
    Path log = Files.createTempFile(directory, "classes", ".log");
    Job job = Job.of(Undisturbed.source(), Files.createTempDirectory(directory, "output"), options);
    String logging = "-Xlog:class+load:file=" + log + ":none:filecount=0";
    try (ProgramProcess run = start(job, List.of(logging))) {
      run.await().with(0);
    }
    try (Stream<String> lines = Files.lines(log)) {
      return lines.map(line -> line.replaceFirst(" .*", "")).toList();
    }
  }

  private ProgramProcess start(Job job, List<String> jvmOptions) {
    return ProgramProcess.start(directory, directory, jvmOptions, job.arguments());
  }

  private static String address(ProgramProcess process) {
    process.awaitThat("its port is open", () -> ADDRESS.matcher(process.err()).find());
    Matcher port = ADDRESS.matcher(process.err());
    assertThat(port.find()).isTrue();
    return "http://localhost:" + port.group(1) + "/metrics";
  }

  /** What a process tells; empty if it has just ended. */
  private static Optional<String> scrape(String address, String type) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address)).header("Accept", type).build();
    try {
      HttpResponse<String> scrape = HTTP.send(request, BodyHandlers.ofString());
      assertThat(scrape.statusCode()).isEqualTo(200);
      assertThat(scrape.headers().firstValue("Content-Type").orElseThrow()).startsWith(type);
      assertThat(scrape.body().endsWith("# EOF\n")).isEqualTo(type.equals(OPEN_METRICS));
      return Optional.of(scrape.body());
    } catch (IOException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Set<String> names(String text) {
    return SAMPLE.matcher(text).results().map(found -> found.group(1)).collect(Collectors.toSet());
  }

  private String findings(String text) throws IOException {
    Path scrape = directory.resolve("scrape.txt");
    Files.writeString(scrape, text);
    return Promtool.findings(scrape, "check", "metrics");
  }

  private static Set<String> documented() {
    return find(DOCUMENTED, 1, "docs/reference/metrics.md");
  }

  private static Set<String> ofDashboard() {
    Set<String> names = new TreeSet<>();
    JsonNode dashboard = Output.json(Repository.file("docker/observability/dashboard.json"));
    for (JsonNode query : dashboard.findValues("expr")) {
      NAME.matcher(query.asText()).results().map(MatchResult::group).forEach(names::add);
    }
    return names;
  }

  private static Set<String> find(Pattern pattern, int group, String file) {
    try {
      return pattern
          .matcher(Files.readString(Repository.file(file)))
          .results()
          .map(found -> found.group(group))
          .collect(Collectors.toCollection(TreeSet::new));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
