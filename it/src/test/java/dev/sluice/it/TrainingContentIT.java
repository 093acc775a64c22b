package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.jobs.content.Amounts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The statement of training content, against adding up the kept documents one by one. */
class TrainingContentIT {
  private static final List<String> DUMPS = List.of("CC-MAIN-2013-20", "CC-MAIN-2014-10");
  private static final int DOCUMENTS = 900;

  private static final String COLUMNS =
      "--set=output.columns=[id, text, score, dump, url, language, token_count]";

  @TempDir Path directory;
  private final Random random = new Random(7);
  private final Map<String, Document> documents = new HashMap<>();
  private Path input;

  /** A document of the source, and what its URL is listed under. */
  private record Document(String dump, String group, String name, String language, long tokens) {}

  @BeforeEach
  void writeSource() throws IOException {
    input = directory.resolve("input");
    for (String dump : DUMPS) {
      List<String> lines = new ArrayList<>();
      for (int i = 0; i < DOCUMENTS / DUMPS.size(); i++) {
        lines.add(line(dump, i));
      }
      Path file = input.resolve("data/" + dump + "/0.jsonl");
      Files.createDirectories(file.getParent());
      Files.write(file, lines);
    }
  }

  private String line(String dump, int number) {
    int site = random.nextInt(40);
    String id = "%s-%d".formatted(dump, number);
    String[] url =
        switch (random.nextInt(8)) {
          case 0 -> new String[] {"null", "other", "(no URL)"};
          case 1 -> new String[] {"\"no URL, but text\"", "other", "(invalid URL)"};
          case 2 ->
              new String[] {"\"http://192.0.2.%d/\"".formatted(site), "other", "(IP address)"};
          case 3 -> named("https://u%d.github.io/%s", "u%d.github.io", site, id);
          case 4 -> named("http://www.S%d.co.uk:80/%s", "s%d.co.uk", site, id);
          case 5 -> named("https://%d.blog.example.com/%s", "example.com", site, id);
          default -> named("//a.b.site%d.org?%s", "site%d.org", site % 9, id);
        };
    String language = List.of("null", "\"en\"", "\"a, \\\"b\\\"\"").get(random.nextInt(3));
    long tokens = random.nextInt(500);
    documents.put(
        id,
        new Document(
            dump,
            url[1],
            url[2],
            language.equals("null")
                ? "(no language)"
                : language.substring(1, language.length() - 1).replace("\\", ""),
            tokens));
    return "{\"id\": \"%s\", \"text\": \"%s\", \"score\": 4.5, \"dump\": \"%s\", \"url\": %s, \"language\": %s, \"token_count\": %d}"
        .formatted(
            id,
            "t\u00E9xt %d ".formatted(number).repeat(1 + random.nextInt(20)),
            dump,
            url[0],
            language,
            tokens);
  }

  private static String[] named(String url, String domain, int site, String path) {
    return new String[] {'"' + url.formatted(site, path) + '"', "domain", domain.formatted(site)};
  }

  private Job job(String name, String... options) {
    List<String> all = new ArrayList<>(List.of(COLUMNS));
    all.addAll(List.of(options));
    return Job.of(input, directory.resolve(name), all.toArray(String[]::new));
  }

  private static Program.Ended report(Job job, String... options) {
    List<String> arguments =
        new ArrayList<>(
            List.of("report", job.output().toString(), "--training-content", "--progress", "none"));
    arguments.addAll(List.of(options));
    return Program.run(arguments);
  }

  private static SortedMap<String, Amounts> statement(Job job, String... options)
      throws IOException {
    List<String> all = new ArrayList<>(List.of("--json"));
    all.addAll(List.of(options));
    String json = report(job, all.toArray(String[]::new)).with(0).out();
    SortedMap<String, Amounts> lines = new TreeMap<>();
    for (JsonNode line : new ObjectMapper().readTree(json).get("lines")) {
      lines.put(
          line.get("group").asText() + "/" + line.get("name").asText(),
          new Amounts(
              line.get("documents").asLong(),
              line.get("text_bytes").asLong(),
              line.get("tokens").asLong()));
    }
    return lines;
  }

  /** Adds up the documents of the shards, with what the source has of them. */
  private SortedMap<String, Amounts> expected(Job job) {
    SortedMap<String, Amounts> sums = new TreeMap<>();
    for (Path shard : job.result().listed()) {
      for (Output.Row row : Output.read(shard)) {
        Document document = documents.get(row.id());
        Amounts one =
            new Amounts(1, row.text().getBytes(StandardCharsets.UTF_8).length, document.tokens());
        for (String key :
            List.of(
                "dump/" + document.dump(),
                "language/" + document.language(),
                document.group() + "/" + document.name())) {
          sums.merge(key, one, TrainingContentIT::sum);
        }
      }
    }
    return sums;
  }

  private static Amounts sum(Amounts one, Amounts other) {
    return new Amounts(
        one.documents() + other.documents(),
        one.textBytes() + other.textBytes(),
        one.tokens() + other.tokens());
  }

  private static List<Path> hosts(Job job) {
    return Output.walk(job.output().resolve("_sluice/content"));
  }

  @Test
  void shouldAddUpEachDocumentOnceAndFollowEveryChange() throws IOException {
    Job job = job("output");
    job.run(0);
    SortedMap<String, Amounts> first = statement(job);
    assertThat(first).isEqualTo(expected(job)).hasSizeGreaterThan(90);
    assertThat(hosts(job)).hasSameSizeAs(job.result().listed());

    List<String> ids = documents.keySet().stream().sorted().limit(200).toList();
    Path named = Files.write(directory.resolve("ids.txt"), ids);
    Program.run(
            "takedown",
            job.output().toString(),
            "--ids=" + named,
            "--at-most=200",
            "--no-same-texts",
            "--progress=none")
        .with(0);
    List<Path> left = hosts(job);
    SortedMap<String, Amounts> after = statement(job);
    assertThat(hosts(job)).as("with no counts of what was taken down").containsAll(left);
    assertThat(after).isEqualTo(expected(job));
    assertThat(documents(first) - documents(after)).isBetween(1L, 200L);
    assertThat(hosts(job)).hasSameSizeAs(job.result().listed());

    Program.run("compact", job.output().toString(), "--progress=none").with(0);
    assertThat(statement(job)).isEqualTo(after);
    Program.run("reset", "--output=" + job.output(), "--dump=" + DUMPS.get(0), "--progress=none")
        .with(0);
    assertThat(statement(job)).isEqualTo(expected(job)).containsKey("dump/" + DUMPS.get(1));
    job.run(0);
    assertThat(documents(statement(job))).isEqualTo(documents(after));
    assertThat(hosts(job)).hasSameSizeAs(job.result().listed());
  }

  /** Documents that near-deduplication removes are in no shard. A take-down removes more. */
  @Test
  void shouldAddUpOnlyWhatNearDeduplicationKeeps() throws IOException {
    Job job = job("output", "--set=near-dedup.method=minhash");
    job.run(0);
    assertThat(job.result().counters(DUMPS.get(1)).get("near_duplicates_removed")).isPositive();
    SortedMap<String, Amounts> first = statement(job);
    assertThat(first).isEqualTo(expected(job));
    assertThat(documents(first)).isEqualTo(job.result().rows("").size());

    List<String> kept = job.result().rows("").stream().map(Output.Row::id).limit(50).toList();
    List<String> removed = new ArrayList<>(documents.keySet());
    job.result().rows("").forEach(row -> removed.remove(row.id()));
    List<String> ids = new ArrayList<>(kept);
    ids.addAll(removed);
    Path named = Files.write(directory.resolve("ids.txt"), ids);
    Program.run(TakedownIT.takedown(job.output(), "--ids=" + named)).with(0);

    SortedMap<String, Amounts> after = statement(job);
    assertThat(after).isEqualTo(expected(job));
    assertThat(documents(after)).isEqualTo(documents(first) - kept.size());
  }

  private static long documents(SortedMap<String, Amounts> statement) {
    return statement.tailMap("dump/").headMap("dump0").values().stream()
        .mapToLong(Amounts::documents)
        .sum();
  }

  @Test
  void shouldMakeDamagedAndMissingCountsAgain() throws IOException {
    Job job = job("output");
    job.run(0);
    String statement = report(job, "--json").with(0).out();
    List<Path> hosts = hosts(job);
    List<byte[]> bytes = new ArrayList<>();
    for (Path file : hosts) {
      bytes.add(Files.readAllBytes(file));
    }
    Files.delete(hosts.get(0));
    Files.write(hosts.get(1), new byte[0]);
    for (Path file : hosts.subList(2, hosts.size())) {
      byte[] damaged = Files.readAllBytes(file);
      damaged[random.nextInt(damaged.length)] ^= 8;
      Files.write(file, damaged);
    }
    Path killed = hosts.get(0).resolveSibling("sluice-content.tmp");
    Files.createDirectories(killed.resolve("spill"));
    Files.writeString(killed.resolve("spill/words-1.run"), "of a killed one");

    assertThat(report(job, "--json").with(0).out()).isEqualTo(statement);
    assertThat(hosts(job)).isEqualTo(hosts);
    for (int i = 0; i < hosts.size(); i++) {
      assertThat(hosts.get(i)).hasBinaryContent(bytes.get(i));
    }
  }

  @Test
  void shouldFailUnlessItHasWhatTheManifestsList() throws IOException {
    Job job = job("output");
    job.run(0);
    Path manifest = job.output().resolve("_sluice/dumps/" + DUMPS.get(0) + ".json");
    Files.writeString(
        manifest,
        Files.readString(manifest).replaceAll("\"text_bytes\" *: *(\\d+)", "\"text_bytes\":1$1"));
    assertThat(report(job).with(1).err())
        .contains("but their manifests list", "check the output with sluice validate");
  }

  @Test
  void shouldNameWhatIsNotSealed() throws IOException {
    Job job = job("output");
    job.run(0);
    Files.delete(job.output().resolve("_sluice/dumps/" + DUMPS.get(1) + ".json"));

    String not = "not counted, because they are not sealed: data/%s#1".formatted(DUMPS.get(1));
    assertThat(report(job).with(0).err()).contains(not);
    Program.Ended json = report(job, "--json").with(0);
    assertThat(json.err()).contains(not);
    assertThat(new ObjectMapper().readTree(json.out()).at("/statement/unsealed/0").asText())
        .isEqualTo("data/" + DUMPS.get(1) + "#1");
  }

  @Test
  void shouldListTheLargestDomainsAndWriteTheRestAsOneLine() throws IOException {
    Job job = job("output", "--set=output.partition-by=[bucket]");
    job.run(0);
    Path csv = directory.resolve("made/statement.csv");
    SortedMap<String, Amounts> all = statement(job);
    assertThat(all).isEqualTo(expected(job));
    long domains = all.keySet().stream().filter(key -> key.startsWith("domain/")).count();

    Path own = Files.createDirectories(directory.resolve("own"));
    Path users = Files.writeString(own.resolve("of the user"), "");
    SortedMap<String, Amounts> top =
        statement(job, "--top=10%", "--csv=" + csv, "--work-dir=" + own);
    List<String> listed = top.keySet().stream().filter(key -> key.startsWith("domain/")).toList();
    assertThat(listed).hasSize(Math.toIntExact((domains + 9) / 10));
    Amounts rest = top.remove("other/(other domains)");
    for (Map.Entry<String, Amounts> line : all.entrySet()) {
      if (line.getKey().startsWith("domain/") && !listed.contains(line.getKey())) {
        rest =
            sum(
                rest,
                new Amounts(
                    -line.getValue().documents(),
                    -line.getValue().textBytes(),
                    -line.getValue().tokens()));
        assertThat(line.getValue().textBytes())
            .isLessThanOrEqualTo(
                listed.stream().mapToLong(key -> all.get(key).textBytes()).min().orElseThrow());
      }
    }
    assertThat(rest).isEqualTo(new Amounts(0, 0, 0));
    all.keySet().removeIf(key -> key.startsWith("domain/") && !listed.contains(key));
    assertThat(top).isEqualTo(all);

    List<String> lines = Files.readAllLines(csv);
    assertThat(lines).hasSize(top.size() + 2).contains("group,name,documents,text_bytes,tokens");
    assertThat(lines).anyMatch(line -> line.startsWith("language,\"a, \"\"b\"\"\","));
    assertThat(report(job, "--top=3").with(0).out()).contains("the largest 3 of them listed");
    assertThat(Output.walk(own)).hasSize(job.result().listed().size() + 1).contains(users);
  }

  @Test
  void shouldRefuseWhatItCannotState() throws IOException {
    Job job = Job.of(input, directory.resolve("output"));
    job.run(0);
    Path made = Files.createDirectories(directory.resolve("made"));
    assertThat(report(job, "--csv=" + made.resolve("statement.csv")).with(2).err())
        .contains("domains need text and a string column url");
    assertThat(made).isEmptyDirectory();
    assertThat(report(job, "--top=100.5%").with(2).err()).contains("neither a number of domains");
    assertThat(report(job, "--top=0").with(2).err()).contains("neither a number of domains");
    assertThat(report(job, "--html=page.html").with(2).err()).contains("makes no page");
    assertThat(Program.run("report", job.output().toString(), "--top=3").with(2).err())
        .contains("--top: can only be used with --training-content");
  }
}
