package dev.sluice.it;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.core.work.FileTree;
import dev.sluice.embedded.LogSegments;
import dev.sluice.storage.shard.ShardFormat;
import dev.sluice.storage.shard.ShardRow;
import dev.sluice.storage.shard.ShardWriter;
import dev.sluice.storage.write.ShardCompression;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code takedown --prove}, against a plain search for texts that have a mark. */
class ProveIT {
  private static final String MARK = "marked-text";

  /** A byte that makes a text invalid. */
  private static final String BROKEN = "\u00ff";

  /** Where a rejected text is found, with the number of the partition. */
  private static final Pattern REJECT = Pattern.compile("found in [^ ]*rejects-([01]): offset");

  private static final int MARKED = 50;
  private static final int KEPT = 20;
  private static final int TWICE = 30;
  private static final int REJECTED = 40;

  @TempDir Path directory;
  private Path input;
  private Path output;

  @BeforeEach
  void prepare() throws IOException {
    input = directory.resolve("input");
    output = directory.resolve("out");
    List<Sources.Row> rows = new ArrayList<>();
    for (int i = 0; i < MARKED; i++) {
      String broken = i >= TWICE && i < REJECTED ? BROKEN : " ";
      rows.add(row(id(i), MARK + broken + i, i < REJECTED ? 4.2 : 0.1));
      rows.add(row("other-" + i, "another text " + i, 4.2));
    }
    write("data/CC-MAIN-2013-20/a.parquet", rows);
    rows.clear();
    for (int i = KEPT; i < TWICE; i++) {
      rows.add(row(id(i), MARK + " again " + i, 4.2));
    }
    write("data/CC-MAIN-2014-10/b.parquet", rows);
  }

  private static Sources.Row row(String id, String text, double score) {
    return new Sources.Row(id, text, score, "");
  }

  private void write(String file, List<Sources.Row> rows) throws IOException {
    Path path = input.resolve(file);
    Files.createDirectories(path.getParent());
    List<String> columns = List.of("id", "text", "score");
    ShardFormat format = new ShardFormat(columns, ShardCompression.ZSTD, 1, 64 << 10, 1 << 20);
    ShardWriter writer = new ShardWriter(format, path);
    for (Sources.Row row : rows) {
      byte[] text = row.text().getBytes(ISO_8859_1);
      byte[] id = row.id().getBytes(ISO_8859_1);
      writer.write(new ShardRow(id, text, 0, text.length, row.score(), row.dump()));
    }
    writer.close(new TreeMap<>());
  }

  private static String id(int number) {
    return "marked-" + number;
  }

  /** Kept documents, duplicates, rejected and other dropped ones; then all are taken down. */
  @ParameterizedTest
  @ValueSource(strings = {"source", "record"})
  void shouldFindWhatAPlainSearchFinds(String texts) throws IOException {
    Job job = Job.of(input, output, "--set", "topics.text=" + texts);
    job.run(0);
    assertThat(job.result().rows("")).filteredOn(row -> row.text().contains(MARK)).hasSize(TWICE);
    assertThat(proven()).isEqualTo(searched());

    List<String> ids = IntStream.range(0, MARKED).mapToObj(ProveIT::id).toList();
    Path file = Files.write(directory.resolve("ids"), ids);
    Program.run("takedown", output.toString(), "--ids=" + file, "--progress=none").with(0);

    SortedSet<String> left = searched();
    assertThat(proven()).isEqualTo(left);
    assertThat(left).allMatch(path -> texts.equals("record") && path.endsWith(".log"));
    assertThat(rejects()).isPositive();
    assertThat(Program.run("takedown", output.toString(), "--purge-rejects").with(0).err())
        .contains("deleted all records", "delete the directory " + output, "/broker");
    assertThat(rejects()).isZero();
    assertThat(proven()).as("files of the broker").isEqualTo(searched());

    FileTree.deleteAll(output.resolve("_sluice/work/broker")); // as the command says
    assertThat(searched()).isEmpty();
    Program.run("validate", output.toString()).with(0);
    Program.run("takedown", output.toString(), "--list").with(0);
    assertThat(job.run(2).err()).contains("the output was started on cluster");
  }

  private long rejects() {
    return Program.run("peek", "rejects", "--output=" + output).with(0).out().lines().count();
  }

  /** All files that `--prove` names for any of the documents. */
  private SortedSet<String> proven() throws IOException {
    SortedSet<String> files = new TreeSet<>();
    for (int i = 0; i < MARKED; i++) {
      Program.Ended ended = Program.run("takedown", output.toString(), "--prove", id(i), "--json");
      boolean isFound = false;
      for (JsonNode place : new ObjectMapper().readTree(ended.out()).get("places")) {
        assertThat(place.get("not_looked_at")).isEmpty();
        isFound |= !place.get("found").isEmpty();
        place.get("found").forEach(at -> files.add(at.asText().replaceFirst(": .*", "")));
      }
      ended.with(isFound ? 3 : 0);
    }
    return files;
  }

  /** All files below the output that have a marked text. */
  private SortedSet<String> searched() throws IOException {
    SortedSet<String> files = new TreeSet<>();
    for (Path file : Output.walk(output)) {
      if (file.toString().endsWith(".parquet")) {
        add(file, Output.read(file).stream().map(Output.Row::text), files);
      } else if (file.toString().matches(".*/broker/.*\\.log.*")) {
        LogSegments.read(file, (offset, value) -> add(file, text(value), files));
      } else if (file.endsWith("run.json")) {
        add(file.getParent(), text(Files.readAllBytes(file)), files);
      } else {
        add(file, text(Files.readAllBytes(file)), files);
      }
    }
    return files;
  }

  private static Stream<String> text(byte[] value) {
    return value == null ? Stream.empty() : Stream.of(new String(value, ISO_8859_1));
  }

  private static void add(Path file, Stream<String> texts, SortedSet<String> files) {
    if (texts.anyMatch(text -> text.contains(MARK))) {
      files.add(file.toString());
    }
  }

  @Test
  void shouldSayWhereTheSourceHasTheDocument() throws IOException {
    Job.of(input, output).run(0);
    String id = id(KEPT);
    assertThat(
            Program.run("takedown", output.toString(), "--prove=" + id, "--source=" + input)
                .with(3)
                .out())
        .contains(
            "data/CC-MAIN-2013-20/a.parquet: row 40", "data/CC-MAIN-2014-10/b.parquet: row 0");
    Path shard = Output.walk(output.resolve("en")).get(0);
    Files.writeString(shard, "PAR1 without a footer");
    assertThat(Program.run("takedown", output.toString(), "--prove=nobody's").with(1).out())
        .contains("not looked at: " + shard);
    assertThat(Program.run("takedown", output.toString(), "--source=" + input).with(2).err())
        .contains("--source needs --prove");
  }

  /** Whatever cannot be looked at may have the text, so the exit code is not 0. */
  @Test
  void shouldNotTakeForNotFoundWhatItCannotRead() throws IOException {
    Job.of(input, output).run(0);
    assertThat(prove("nobody's").with(0).out()).contains("Only documents with this id");
    Path work = output.resolve("_sluice/work");

    Path history = Files.writeString(work.resolve("run.json"), "{");
    assertThat(prove("nobody's").with(1).out()).contains(work + ": run.json is damaged");
    Files.delete(history);
    Path unfinished = Files.writeString(work.resolve(".run.json.tmp"), "{");
    assertThat(prove("nobody's").with(1).out()).contains(work + ": .run.json.tmp is damaged");
    Files.delete(unfinished);

    Path shard = Output.walk(output.resolve("en")).get(0);
    Path strange = Files.writeString(shard.resolveSibling("7.parquet"), "no footer, no header");
    Path temporary = output.resolve("_sluice/tmp/killed/3");
    Files.createDirectories(temporary.getParent());
    Files.writeString(temporary, "no page is written yet");
    assertThat(prove("nobody's").with(1).out())
        .contains("not looked at: " + strange, "not looked at: " + temporary);
    Files.delete(strange);
    Files.write(temporary, new byte[0]);
    prove("nobody's").with(0);

    Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
    Files.move(work.resolve("broker"), elsewhere.resolve("broker"));
    assertThat(prove("nobody's").with(1).out())
        .contains(work + ": does not have the embedded broker", "--work-dir");
    prove("nobody's", "--work-dir=" + elsewhere).with(0);
  }

  /** Its records are read, but work directories of roles elsewhere are not known. */
  @Test
  void shouldReadTheTopicsOfABrokerOfTheUser() {
    Job job = Job.of(input, output, "--set=kafka.partitions=2", "--set=topics.text=record");
    try (Roles roles = Roles.of(directory, job)) {
      roles.start("streams", "a");
      roles.start("sink", "a");
      roles.start("ingest", "a", "--wait").await().with(0);
      String broker = "--kafka=" + roles.servers();
      assertThat(prove("nobody's", broker).with(1).out())
          .contains("not looked at: work directories elsewhere are not known")
          .doesNotContain("FOUND");
      assertThat(prove(id(TWICE), broker).with(3).out()).containsPattern(REJECT);
    }
  }

  /** Each partition in turn has a record that readers refuse. */
  @Test
  void shouldReadOtherPartitionsBesideOneThatCannotBeRead() throws IOException {
    Job job = Job.of(input, output, "--set=kafka.partitions=2", "--set=topics.text=record");
    try (Roles roles = Roles.of(directory, job)) {
      roles.start("streams", "a");
      roles.start("sink", "a");
      roles.start("ingest", "a", "--wait").await().with(0);
      String broker = "--kafka=" + roles.servers();
      Map<String, String> ids = new HashMap<>();
      for (int i = TWICE; ids.size() < 2; i++) {
        Matcher place = REJECT.matcher(prove(id(i), broker).with(3).out());
        assertThat(place.find()).isTrue();
        ids.put(place.group(1), id(i));
      }
      for (String whole : ids.keySet()) {
        String broken = whole.equals("0") ? "1" : "0";
        Path segment = segment("rejects-" + broken);
        byte[] bytes = Files.readAllBytes(segment);
        bytes[bytes.length - 1] ^= 1;
        Files.write(segment, bytes);
        assertThat(prove(ids.get(whole), broker).with(3).out())
            .containsPattern("found in [^ ]*rejects-%s: offset".formatted(whole))
            .containsPattern("not looked at: [^ ]*rejects-%s: ".formatted(broken));
        bytes[bytes.length - 1] ^= 1;
        Files.write(segment, bytes);
      }
    }
  }

  private Path segment(String partition) {
    return Output.walk(directory.resolve("broker")).stream()
        .filter(file -> file.getParent().toString().endsWith(partition))
        .filter(file -> file.toString().endsWith(".log"))
        .findFirst()
        .orElseThrow();
  }

  private Program.Ended prove(String id, String... more) {
    List<String> arguments = new ArrayList<>(List.of("takedown", output.toString()));
    arguments.add("--prove=" + id);
    arguments.addAll(List.of(more));
    return Program.run(arguments);
  }
}
