package dev.sluice.jobs.documents;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.TestingLines;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.text.TextColumns;
import dev.sluice.storage.text.TextFile;
import dev.sluice.storage.text.TextInputs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TextPipelineTest {
  @TempDir private Path root;

  /** Notes everything it is told. */
  private static final class Notes implements TextPipeline.TextResults<List<String>> {
    private final List<String> lines = new ArrayList<>();

    @Override
    public void accept(TextFile file, List<String> texts) {
      texts.forEach(text -> lines.add(file.name() + " " + text));
    }

    @Override
    public void ended(TextFile file, FileTally tally) {
      lines.add(
          "%s ended %d %d %d"
              .formatted(file.name(), tally.texts(), tally.nulls(), tally.rejected()));
    }

    @Override
    public void broken(TextFile file, FileTally tally, SourceFormatException problem) {
      lines.add("%s broken %d %s".formatted(file.name(), tally.texts(), problem.reason()));
    }
  }

  private static List<String> texts(TextBatch batch) {
    List<String> texts = new ArrayList<>();
    for (int text = 0; text < batch.size(); text++) {
      String content = new String(batch.bytes(), batch.offset(text), batch.length(text), UTF_8);
      texts.add(batch.row(text) + " " + content.length());
    }
    return texts;
  }

  private List<String> run(int threads) throws IOException, InterruptedException {
    Notes notes = new Notes();
    new TextPipeline<>(
            TextColumns.of("text"), threads, TextPipelineTest::texts, notes, JobProgress.NONE)
        .run(TextInputs.find(List.of(root.toString())).files());
    return notes.lines;
  }

  @Test
  void shouldReportInTheOrderOfFilesAndRowsWithAnyNumberOfThreads() throws Exception {
    List<String> long1 = List.of("a".repeat(700_000), "b".repeat(700_000), "c".repeat(3_000_000));
    TestingLines.write(root.resolve("a.jsonl"), long1);
    TestingLines.write(root.resolve("b.jsonl"), TestingLines.texts(3000, 1));
    Files.writeString(root.resolve("c.jsonl"), "{\"text\":null}\n{\"text\":5}\n{\"text\":\"x\"}\n");
    Files.writeString(root.resolve("d.jsonl"), "");
    Files.writeString(root.resolve("e.jsonl"), "{\"content\":\"x\"}\n");

    List<String> one = run(1);

    assertThat(one)
        .startsWith(
            "a.jsonl 0 700000", "a.jsonl 1 700000", "a.jsonl 2 3000000", "a.jsonl ended 3 0 0")
        .endsWith(
            "c.jsonl 2 1",
            "c.jsonl ended 1 1 1",
            "d.jsonl ended 0 0 0",
            "e.jsonl broken 0 no line has a field text; there are: content");
    assertThat(run(3)).isEqualTo(one);
  }

  @Test
  void shouldThrowWhatTheWorkThrew() throws Exception {
    TestingLines.write(root.resolve("a.jsonl"), List.of("a"));
    TextPipeline<String> pipeline =
        new TextPipeline<>(
            TextColumns.of("text"),
            2,
            batch -> {
              throw new UncheckedIOException(new IOException("no disk"));
            },
            new TextPipeline.TextResults<>() {
              @Override
              public void accept(TextFile file, String result) {}

              @Override
              public void ended(TextFile file, FileTally tally) {}

              @Override
              public void broken(TextFile file, FileTally tally, SourceFormatException problem) {}
            },
            JobProgress.NONE);

    assertThatThrownBy(() -> pipeline.run(TextInputs.find(List.of(root.toString())).files()))
        .isInstanceOf(IOException.class)
        .hasMessage("no disk");
  }
}
