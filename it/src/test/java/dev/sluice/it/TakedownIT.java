package dev.sluice.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.sluice.storage.output.OutputLayout;
import dev.sluice.storage.publish.Publication;
import dev.sluice.storage.takedown.TakedownList;
import dev.sluice.storage.takedown.TakedownLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code takedown}, between runs and against a run that knew the entries from the beginning. */
class TakedownIT {
  private static final List<String> DUMPS =
      List.of("data/CC-MAIN-2013-20", "data/CC-MAIN-2014-10", "data/CC-MAIN-2015-14");

  private static final String COLUMNS = "output.columns=[id, text, score, url]";

  @TempDir Path directory;
  private Path input;
  private Path ids;

  @BeforeEach
  void prepare() throws IOException {
    input = Files.createDirectories(directory.resolve("input"));
    ids = directory.resolve("ids.txt");
  }

  private Job job(String name, String... options) {
    List<String> all = new ArrayList<>(List.of("--set", COLUMNS));
    all.addAll(List.of(options));
    return Job.of(input, directory.resolve(name), all.toArray(String[]::new));
  }

  private void add(int from, int to) {
    for (String dump : DUMPS.subList(from, to)) {
      Sources.copy(Undisturbed.source().resolve(dump), input.resolve(dump));
    }
  }

  /** Documents of all dumps, those of the last one before it is read, and an id that nobody has. */
  private List<String> someIds() throws IOException {
    List<String> some = new ArrayList<>(List.of("nobody's"));
    List<Output.Row> rows = Undisturbed.output().rows("");
    for (int i = 0; i < rows.size(); i += 17) {
      some.add(rows.get(i).id());
    }
    Files.write(ids, some);
    return some;
  }

  static List<String> takedown(Path output, String... more) {
    List<String> arguments =
        new ArrayList<>(List.of("takedown", output.toString(), "--progress", "none"));
    arguments.addAll(List.of(more));
    return arguments;
  }

  private Program.Ended takeDown(Job job, String... more) {
    return Program.run(takedown(job.output(), more));
  }

  static void assertSame(Output output, Output expected) throws IOException {
    assertThat(output.files()).isEqualTo(expected.files());
    for (String file : List.of("README.md", "_sluice/shards.txt")) {
      assertThat(output.root().resolve(file))
          .hasSameTextualContentAs(expected.root().resolve(file));
    }
    assertThat(made(output)).isEqualTo(made(expected));
  }

  private static JsonNode made(Output output) throws IOException {
    Path record = MakeAgainIT.record(output.root());
    return new ObjectMapper().readTree(Files.readAllBytes(record)).get("made");
  }

  @ParameterizedTest
  @ValueSource(strings = {"near-dedup.method=", "near-dedup.method=minhash"})
  void shouldEndWithTheBytesOfARunThatKnewTheEntries(String near) throws IOException {
    List<String> named = someIds();
    Job later = job("later", "--set", near);
    add(0, 2);
    later.run(0);
    long before = later.result().rows("").size();

    JsonNode planned =
        new ObjectMapper()
            .readTree(
                takeDown(later, "--ids=" + ids, "--no-same-texts", "--dry-run", "--json")
                    .with(0)
                    .out());
    JsonNode done =
        new ObjectMapper()
            .readTree(
                takeDown(
                        later,
                        "--ids=" + ids,
                        "--no-same-texts",
                        "--at-most=100000",
                        "--note=asked",
                        "--json")
                    .with(0)
                    .out());
    assertThat(done.get("state").asText()).isEqualTo("taken_down");
    assertThat(done.get("unmatched"))
        .as("of the ids of a dump that is not read yet, too")
        .isEqualTo(planned.get("unmatched"))
        .contains(TextNode.valueOf("nobody's"))
        .hasSize(named.size() - done.get("documents").asInt());
    assertThat(done.get("documents").asLong())
        .isPositive()
        .isEqualTo(planned.get("documents").asLong())
        .isEqualTo(before - later.result().rows("").size());
    assertThat(later.result().rows("")).noneMatch(row -> named.contains(row.id()));
    later.result().hasNoLeftovers();
    assertThat(takeDown(later, "--list").with(0).out()).contains("1  ", "asked", " id");

    SortedMap<String, String> files = later.result().files();
    assertThat(takeDown(later, "--ids=" + ids).with(0).out()).contains("nothing new");
    Files.writeString(ids, "nobody else's\n", StandardOpenOption.APPEND);
    assertThat(takeDown(later, "--ids=" + ids, "--dry-run").with(0).out())
        .contains("already listed: " + named.size() + " id", "1 match no document so far:")
        .contains("\n             nobody else's\n");
    Files.write(ids, named);
    assertThat(takeDown(later, "--continue").with(0).out()).contains("is finished");
    assertThat(later.result().files()).isEqualTo(files);

    add(2, 3);
    later.run(0);
    assertThat(later.result().rows("")).noneMatch(row -> named.contains(row.id()));
    Job scratch = job("scratch", "--set", near, "--set", "blocklist.ids=" + ids);
    scratch.run(0);
    assertSame(scratch.result(), later.result());

    Job again = job("again", "--like=" + MakeAgainIT.record(later.output()));
    again.run(0);
    assertSame(again.result(), later.result());
    Program.run("validate", later.output().toString(), "--source=" + input).with(0);
    Program.run("status", later.output().toString()).with(0);
  }

  /** A take-down is declared, and killed before it has rewritten a shard. */
  @Test
  void shouldFinishAnInterruptedTakeDownInTheNextRun() throws IOException {
    List<String> named = someIds();
    Job job = job("interrupted");
    add(0, 1);
    job.run(0);
    TakedownList.Builder list = new TakedownList.Builder();
    named.forEach(id -> list.id(id.getBytes(UTF_8)));
    new TakedownLog(new OutputLayout(job.output(), "en", true))
        .append(list.build(), "killed", "url", new Publication(directory.resolve("tmp")));
    assertThat(Program.run("validate", job.output().toString()).with(3).out())
        .contains("takedown --continue");
    assertThat(Program.run("status", job.output().toString()).with(0).out())
        .contains("take-down 1: not finished: run `./sluice takedown --output " + job.output());

    job.run(0);
    assertThat(Program.run("status", job.output().toString()).with(0).out())
        .contains("take-downs: 1 finished")
        .doesNotContain("not finished");

    assertThat(job.result().rows("")).noneMatch(row -> named.contains(row.id()));
    Program.run("validate", job.output().toString(), "--source=" + input).with(0);
  }

  /** The text of a document that is taken down by its id comes again under another id. */
  @Test
  void shouldKeepTheSameTextAwayToo() throws IOException {
    Path dump = Files.createDirectories(input.resolve("data/CC-MAIN-2013-20"));
    Files.writeString(dump.resolve("a.jsonl"), rows("a", "one", "two", "three"));
    Job job = Job.of(input, directory.resolve("out"));
    job.run(0);
    Files.writeString(ids, "a-0\n");
    Path text = Files.writeString(directory.resolve("text"), "two\n");

    takeDown(job, "--ids=" + ids).with(0);
    takeDown(job, "--like-text=" + text).with(0);
    Path next = Files.createDirectories(input.resolve("data/CC-MAIN-2014-10"));
    Files.writeString(next.resolve("b.jsonl"), rows("b", "one", "four", "two"));
    job.run(0);
    assertThat(job.result().rows(""))
        .extracting(Output.Row::id)
        .containsExactlyInAnyOrder("a-2", "b-1");

    Path list = directory.resolve("all.list");
    assertThat(takeDown(job, "--export=" + list).with(0).out()).contains("wrote 4 entries");
    assertThat(takeDown(job, "--export=" + list).with(2).err()).contains("exists already");
    assertThat(takeDown(job, "--entries=" + list).with(0).out()).contains("nothing new");
    Job other = Job.of(input, directory.resolve("other"), "--set", "blocklist.entries=" + list);
    other.run(0);
    assertThat(other.result().files()).isEqualTo(job.result().files());
  }

  private static String rows(String name, String... texts) {
    StringBuilder rows = new StringBuilder();
    for (int i = 0; i < texts.length; i++) {
      rows.append(
          "{\"id\":\"%s-%d\",\"text\":\"%s\",\"score\":4.2}\n".formatted(name, i, texts[i]));
    }
    return rows.toString();
  }

  @Test
  void shouldRefuseWhatNobodyMeans() throws IOException {
    add(0, 1);
    someIds();
    Job job = job("out");
    job.run(0);
    SortedMap<String, String> before = job.result().files();
    Path domains = Files.writeString(directory.resolve("domains"), "example.com\n");

    assertThat(takeDown(job, "--ids=" + ids, "--at-most=1").with(2).err())
        .contains("--at-most", "No document was removed");
    assertThat(takeDown(job, "--ids=" + directory.resolve("none")).with(2).err())
        .contains("no such file");
    assertThat(takeDown(job).with(2).err()).contains("--ids");
    assertThat(job.result().files()).isEqualTo(before);
    assertThat(takeDown(job, "--domains=" + domains).with(0).out()).contains("1 domain");

    Job other = job("out", "--set", "blocklist.ids=" + ids);
    assertThat(other.run(2).err()).contains("blocklist.*", "sluice takedown");
    assertThat(job.result().files()).isEqualTo(before);

    Job plain = Job.of(input, directory.resolve("plain"));
    plain.run(0);
    assertThat(takeDown(plain, "--domains=" + domains).with(2).err())
        .contains("no column url, which URLs");
    Job noId = Job.of(input, directory.resolve("no-id"), "--set", "output.columns=[text]");
    noId.run(0);
    assertThat(takeDown(noId, "--ids=" + ids).with(2).err()).contains("columns id and text");
  }

  @Test
  void shouldRefuseAWrongBlocklistBeforeANewOutputExists() throws IOException {
    add(0, 1);
    Path urls = Files.writeString(directory.resolve("urls"), "http://a.example/\n");
    String missing = "blocklist.ids=" + directory.resolve("none");
    assertThat(job("out", "--set", missing).run(2).err()).contains("no such file");
    String out = "--output=" + directory.resolve("out");
    String column = "blocklist.url-column=link";
    for (String columns : List.of(COLUMNS, "output.columns=all")) {
      Job wrong = job("out", "--set", columns, "--set", column, "--set", "blocklist.urls=" + urls);
      assertThat(wrong.run(2).err()).contains("no column link");
    }
    assertThat(directory.resolve("out")).doesNotExist();

    job("out", "--set", "blocklist.urls=" + urls).run(0);
    for (String option : List.of("--same-texts", "--no-same-texts", "--near-copies")) {
      assertThat(Program.run("takedown", out, "--prove=an id", option).with(2).err())
          .contains("need files of documents");
    }
  }

  @Test
  void shouldGoTogetherWithCompactAndReset() throws IOException {
    add(0, 2);
    someIds();
    Job job = job("out");
    job.run(0);
    takeDown(job, "--ids=" + ids, "--at-most=100000").with(0);
    SortedMap<String, List<String>> kept = job.result().kept();
    Program.run("compact", job.output().toString(), "--progress=none").with(0);
    assertThat(job.result().kept()).isEqualTo(kept);
    Program.run("validate", job.output().toString(), "--source=" + input).with(0);

    String dump = DUMPS.get(0).substring(5);
    Program.run("reset", "--output=" + job.output(), "--dump", dump, "--progress=none").with(0);
    job.run(0);
    assertThat(job.result().kept().keySet()).isEqualTo(kept.keySet());
    kept.keySet().stream()
        .filter(place -> place.endsWith(dump))
        .forEach(place -> assertThat(job.result().kept()).containsEntry(place, kept.get(place)));
    Program.run("validate", job.output().toString(), "--source=" + input).with(0);
    assertThat(Program.run("reset", "--output=" + job.output(), "--all").with(0).err())
        .contains("takedown --output " + job.output() + " --export");
    assertThat(Output.walk(job.output())).isEmpty();
  }
}
