package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.storage.testing.TypedDocuments;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Parquet files of one data set that say the same by other types, and rows that are too large. */
class UnlikeFilesIT {
  private static final String DUMP = TypedDocuments.DUMP;
  private static final String KEEP_ALL = "--set=buckets=[{name: all, min: 0, max: inf, rate: 1}]";
  private static final String ALL = "--set=output.columns=all";
  private static final int ROWS = 60;
  private static final int LARGE = 700 << 10;

  @TempDir Path directory;
  private Path input;
  private int written;

  @BeforeEach
  void chooseInput() {
    input = directory.resolve("input");
  }

  /** Writes the next documents, in a file whose name has their number. */
  private void write(TypedDocuments documents) throws IOException {
    Path file = input.resolve("data").resolve(DUMP).resolve(written + ".parquet");
    documents.write(file, written * ROWS, ROWS);
    written++;
  }

  private Job run(int code, String name, String... options) {
    Job job = job(name, options);
    job.run(code);
    Program.run("validate", job.output().toString(), "--source", input.toString()).with(0);
    return job;
  }

  private Job job(String name, String... options) {
    List<String> all = new ArrayList<>(List.of(options));
    all.add(KEEP_ALL);
    return Job.of(input, directory.resolve(name), all.toArray(String[]::new));
  }

  @Test
  void shouldTakeColumnsOfNothingForColumnsWithoutValues() throws IOException {
    write(TypedDocuments.with("optional binary lang (STRING); "));
    write(TypedDocuments.with("optional int32 lang (UNKNOWN); "));
    for (String column : List.of("id", "text", "score", "dump")) {
      write(TypedDocuments.with(column, "int32 %s (UNKNOWN)".formatted(column)));
    }

    Job job = run(0, "output", ALL);
    Job filtered = run(0, "filtered", "--set=filter=lang is null");

    assertThat(job.result().counters(DUMP))
        .containsEntry("rows", 5L * ROWS)
        .containsEntry("missing_id", (long) ROWS)
        .containsEntry("missing_score", (long) ROWS)
        .containsEntry("empty_text", (long) ROWS)
        .containsEntry("kept", 3L * ROWS);
    assertThat(job.result().counters("unknown")).containsEntry("kept", (long) ROWS);
    assertThat(filtered.result().counters(DUMP)).containsEntry("kept", 2L * ROWS);
    Path lowered = directory.resolve("recipe.yaml");
    Files.writeString(lowered, "process:\n  - lowercase:\n");
    Program.run(
            "process",
            "-c",
            lowered.toString(),
            "--input",
            input.toString(),
            "--output",
            directory.resolve("processed").toString())
        .with(0);
  }

  @Test
  void shouldTakeListsForTheSameWhateverTheNamesAndTypesOfWhatIsNotInThem() throws IOException {
    String list = "optional group tags (LIST) { repeated group %s { optional %s; } } ";
    write(TypedDocuments.with(list.formatted("list", "int32 element (UNKNOWN)")));
    write(TypedDocuments.with(list.formatted("list", "binary item (STRING)")));
    write(TypedDocuments.with(list.formatted("bag", "binary array_element (STRING)")));
    write(TypedDocuments.with(list.formatted("list", "binary element (STRING)")));

    Job job = run(0, "output", ALL);

    assertThat(job.result().counters(DUMP)).containsEntry("kept", 4L * ROWS);
    Program.run(
            "shuffle",
            "--union",
            "--seed",
            "1",
            "--input",
            input.toString(),
            "--output",
            directory.resolve("shuffled").toString())
        .with(0);
  }

  @Test
  void shouldReadScoresThatAreStrings() throws IOException {
    write(TypedDocuments.with("score", "binary score (STRING)"));
    write(TypedDocuments.with("score", "boolean score"));

    assertThat(run(0, "output").result().counters(DUMP))
        .containsEntry("kept", (long) ROWS)
        .containsEntry("invalid_score", (long) ROWS);
  }

  @Test
  void shouldFilterByTextsOfAnySize() throws IOException {
    write(TypedDocuments.with("").large(ROWS / 3, "text", LARGE));

    Job job = run(0, "output", "--set=filter=!contains(text, 'no such words')");

    assertThat(job.result().counters(DUMP)).containsEntry("kept", (long) ROWS);
  }

  @Test
  void shouldRejectARowWhoseColumnsAreTooLargeAndNoOther() throws IOException {
    write(TypedDocuments.with("optional binary html (STRING); ").large(7, "html", LARGE));
    write(TypedDocuments.with("optional binary html (STRING); "));

    Job job = job("record", ALL, "--set=topics.text=record");
    assertThat(job.run(0).out()).contains("rejected", "0.parquet");
    assertThat(Program.run("peek", "rejects", "--output", job.output().toString()).with(0).out())
        .contains("rejected: the columns selected by output.columns take", "0.parquet");
    SortedMap<String, Long> counters = job.result().counters(DUMP);
    Job other = run(0, "source", ALL, "--set=topics.text=source", "--set=ingest.push-down=false");

    assertThat(counters)
        .containsEntry("rows", 2L * ROWS)
        .containsEntry("rejected", 1L)
        .containsEntry("kept", 2L * ROWS - 1);
    assertThat(job.result().manifest(DUMP).at("/operators/rejected/oversize_columns").asLong())
        .isEqualTo(1);
    assertThat(other.result().files()).isEqualTo(job.result().files());
  }
}
