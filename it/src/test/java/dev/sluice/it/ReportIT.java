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
