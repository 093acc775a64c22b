package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of an output. */
class ReportIT {
  @TempDir Path directory;

  @Test
  void shouldWriteTheSamePageTwice() throws IOException {
    Output output = Undisturbed.output();
    Path first = directory.resolve("first.html");
    Path second = directory.resolve("made/second.html");
    report(output, first).with(0);
    report(output, second).with(0);
    assertThat(first).hasSameBinaryContentAs(second);
    assertThat(Files.size(first)).isLessThan(300_000);
    String page = Files.readString(first);
    assertThat(page)
        .contains("<caption>Processes</caption>", "<td><bdi>started</bdi></td>")
        .contains("<summary><bdi>duplicates removed</bdi>: ");
    for (String dump : output.dumps()) {
      Path manifest = output.root().resolve("_sluice/dumps/" + dump + ".json");
      long kept = new ObjectMapper().readTree(manifest.toFile()).at("/counters/kept").asLong();
      assertThat(page)
          .containsPattern(
              "<bdi>" + dump + "</bdi></th>.*<td class=\"n\">%,d</td>".formatted(kept));
    }
  }

  /** Only all dumps together have texts and files. A bucket without rows has no sampling rate. */
  @Test
  void shouldTellOfFilesWhereShardsAreNotLaidOutByDump() throws IOException {
    String dump = "CC-MAIN-2024-10";
    Path input = directory.resolve("input");
    Sources.write(
        input.resolve("one.parquet"),
        List.of(List.of(new Sources.Row("a", "Some text that is long enough.", 4.2, dump))));
    Job job = Job.of(input, directory.resolve("output"), "--set=output.partition-by=[bucket]");
    job.run(0);
    Path page = directory.resolve("page.html");
    Program.run("report", job.output().toString(), "--html", page.toString()).with(0);

    assertThat(Files.readString(page))
        .containsPattern(
            "<bdi>All dumps</bdi></th>.*<td class=\"n\">30 B</td><td class=\"n\">[0-9.]+ [KM]?i?B<")
        .containsPattern(
            "<bdi>%s</bdi></th>.*<td class=\"n\"></td><td class=\"n\"></td>".formatted(dump))
        .contains("not measured");
    assertThat(Program.run("status", job.output().toString()).with(0).out())
        .containsPattern("(?m)^%s .* - +-$".formatted(dump))
        .containsPattern("(?m)^all .* 1 +[0-9.]+ [KM]?i?B$");
  }

  @Test
  void shouldCompareTwoOutputs() throws IOException {
    Job seeded = Job.of(Undisturbed.source(), directory.resolve("seeded"), "--seed=7");
    seeded.run(0);
    Output before = Undisturbed.output();
    Set<String> lost = ids(before);
    lost.removeAll(ids(seeded.result()));
    assertThat(lost).isNotEmpty();
    Path page = directory.resolve("page.html");
    Program.run(
            "report",
            before.root().toString(),
            seeded.output().toString(),
            "--html",
            page.toString())
        .with(0);
    assertThat(Files.readString(page))
        .contains("<dt>Ids only in A</dt><dd>%,d</dd>".formatted(lost.size()))
        .containsPattern("<bdi>sampling.seed</bdi></th><td><bdi>\\d+</bdi></td><td><bdi>7<");
    assertThat(Files.size(page)).isLessThan(300_000);
    Program.run("report", before.root().toString(), seeded.output().toString()).with(0);
    assertThat(seeded.output().resolve("_sluice/comparison.html")).hasSameBinaryContentAs(page);
  }

  private static Set<String> ids(Output output) {
    return output.rows("").stream().map(Output.Row::id).collect(Collectors.toSet());
  }

  @Test
  @Tag("endurance")
  void shouldStayBelow300KilobytesWhateverThereIs() throws IOException {
    ObjectMapper mapper = new ObjectMapper();
    Output output = Undisturbed.output();
    Path manifests = Files.createDirectories(directory.resolve("wide/_sluice/dumps"));
    String dump = output.dumps().get(0) + ".json";
    ObjectNode manifest =
        (ObjectNode) mapper.readTree(output.root().resolve("_sluice/dumps/" + dump).toFile());
    ObjectNode part = (ObjectNode) manifest.get("buckets").elements().next();
    part.remove("files");
    part.putArray("files");
    ObjectNode buckets = manifest.putObject("buckets");
    ObjectNode content = (ObjectNode) manifest.get("content");
    for (int i = 0; i < 256; i++) {
      String name = "bucket-with-a-very-long-name-of-64-letters-" + i;
      buckets.set(name, part);
      content.put("buckets." + i + ".name", name);
      content.put("buckets." + i + ".min", Double.toString(i));
      content.put("buckets." + i + ".max", Double.toString(i + 1));
      content.put("buckets." + i + ".rate", "0.5");
    }
    content.put("score.max", "256.0");
    ArrayNode aside = ((ObjectNode) manifest.get("units").get(0)).putArray("quarantined");
    for (int i = 0; i < 100; i++) {
      aside.addObject().put("file", "directory/".repeat(100) + i).put("reason", "x".repeat(9_999));
    }
    for (int i = 0; i < 400; i++) {
      String name = "CC-MAIN-%d-%02d".formatted(2010 + i / 50, i % 50 + 1);
      manifest.put("dump", name);
      mapper.writeValue(manifests.resolve(name + ".json").toFile(), manifest);
    }
    String wide = directory.resolve("wide").toString();
    Program.run("report", wide).with(0);
    Program.run("report", wide, wide).with(0);
    for (String page : List.of("report.html", "comparison.html")) {
      assertThat(Files.size(directory.resolve("wide/_sluice").resolve(page)))
          .as(page)
          .isBetween(30_000L, 220_000L);
    }
  }

  @Test
  void shouldWriteThePageOfAValidation() throws IOException {
    Path page = directory.resolve("page.html");
    String output = Undisturbed.output().root().toString();
    Program.run("validate", output, "--html", page.toString()).with(0);
    assertThat(Files.readString(page))
        .contains("<dt>Passed</dt><dd>true</dd>", "<bdi>duplicates</bdi>");
    Path file = Files.writeString(directory.resolve("file"), "");
    String blocked = file.resolve("page.html").toString();
    assertThat(Program.run("validate", output, "--html", blocked).with(1).err())
        .contains("validate --html: " + file);
  }

  @Test
  void shouldSayInOneLineWhatIsWrong() throws IOException {
    assertThat(Program.run("report", directory.resolve("none").toString()).with(2).err())
        .contains("none is not a directory");
    assertThat(Program.run("report", directory.toString()).with(2).err())
        .contains("nothing in it is sealed yet");
    Path file = Files.writeString(directory.resolve("file"), "");
    assertThat(report(Undisturbed.output(), file.resolve("report.html")).with(1).err())
        .contains("report: " + file);
  }

  /** Wherever buckets are listed. */
  @Test
  void shouldListABucketThatNothingIsIn() throws IOException {
    Path lines = directory.resolve("rows.jsonl");
    Files.writeString(lines, "{\"id\": \"1\", \"text\": \"one\", \"score\": 3.2}\n");
    Path output = directory.resolve("out");
    String ran =
        Program.run(
                "run",
                "--input=" + lines,
                "--output=" + output,
                "--set=buckets=[{name: low, min: 0, max: 3, rate: 1}, {name: high, min: 3, rate:"
                    + " 1}]")
            .with(0)
            .out();
    assertThat(ran).containsPattern("\nlow +0 +0 B +0\n");
    assertThat(Program.run("status", output.toString()).with(0).out())
        .containsPattern("\nlow +0 +0 +0 +0 +0 B\n");
    assertThat(Files.readString(output.resolve("README.md")))
        .contains("| low | 0.0 to 3.0 | 1.0 | 0 | 0 | 0 | 0 | 0 | 0 | 0 |");
    Program.run("report", output.toString()).with(0);
    String[] parts =
        Files.readString(output.resolve("_sluice/report.html")).split("<bdi>low</bdi></th>");
    assertThat(parts).as("documents, sampling rates, lengths").hasSize(4);
    assertThat(parts[3]).startsWith("<td class=\"n\"></td>");
  }

  private static Program.Ended report(Output output, Path page) {
    return Program.run("report", output.root().toString(), "--html", page.toString());
  }
}
