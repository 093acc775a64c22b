package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
    for (String dump : output.dumps()) {
      Path manifest = output.root().resolve("_sluice/dumps/" + dump + ".json");
      long kept = new ObjectMapper().readTree(manifest.toFile()).at("/counters/kept").asLong();
      assertThat(page)
          .containsPattern(
              "<bdi>" + dump + "</bdi></th>.*<td class=\"n\">%,d</td>".formatted(kept));
    }
  }

  @Test
  void shouldShowHostileColumnsAsTexts() throws IOException {
    Path lines = directory.resolve("rows.jsonl");
    Path output = directory.resolve("out <b>");
    Files.writeString(
        lines,
        """
        {"id":"1","text":"one","score":3.2,"url":"https://www.a.org/x","language":"<script>x"}
        {"id":"2","text":"two","score":3.2,"url":"https://<i>.org","language":"\\u202eabc"}
        """);
    String input = directory.resolve("in").toString();
    Program.run("shuffle", "--input", lines.toString(), "--output", input, "--format", "parquet")
        .with(0);
    Program.run(
            "run",
            "--input",
            input,
            "--output",
            output.toString(),
            "--set",
            "input.pattern=**/*.parquet",
            "--set",
            "output.columns=all",
            "--set",
            "buckets=[{name: all, min: 0, max: inf, rate: 1}]")
        .with(0);
    Program.run("report", output.toString()).with(0);
    assertThat(Files.readString(output.resolve("_sluice/report.html")))
        .contains("Languages and domains", "<bdi>&lt;script&gt;x</bdi>", "<bdi>&lt;i&gt;.org</bdi>")
        .contains("<bdi>a.org</bdi>", "<bdi>\u202eabc</bdi>", "/out &lt;b&gt;/en/**/*.parquet")
        .contains("sluice run --like '" + output.toString().replace("<b>", "&lt;b&gt;"))
        .doesNotContain("<script", "<i>", "<b>");
  }

  @Test
  void shouldSayInOneLineWhatIsWrong() throws IOException {
    assertThat(Program.run("report", directory.resolve("none").toString()).with(2).err())
        .contains("none is no directory");
    assertThat(Program.run("report", directory.toString()).with(2).err())
        .contains("nothing of it is sealed yet");
    Path file = Files.writeString(directory.resolve("file"), "");
    assertThat(report(Undisturbed.output(), file.resolve("report.html")).with(1).err())
        .contains("report: " + file);
  }

  private static Program.Ended report(Output output, Path page) {
    return Program.run("report", output.root().toString(), "--html", page.toString());
  }
}
