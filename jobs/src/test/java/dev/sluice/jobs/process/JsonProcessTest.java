package dev.sluice.jobs.process;

import static dev.sluice.jobs.text.TestingParts.content;
import static dev.sluice.jobs.text.TestingRefusals.assertRefusal;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.github.luben.zstd.ZstdInputStream;
import com.github.luben.zstd.ZstdOutputStream;
import dev.sluice.jobs.documents.DocumentColumns;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.operators.BoundOperator;
import dev.sluice.operators.OperatorChain;
import dev.sluice.operators.ParameterValue;
import dev.sluice.storage.table.TableFormat;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of JSON. */
class JsonProcessTest {
  @TempDir private Path directory;

  private Path input;
  private Path output;

  @BeforeEach
  void name() throws IOException {
    input = Files.createDirectories(directory.resolve("in"));
    output = directory.resolve("out");
  }

  private ProcessRequest request(int threads, BoundOperator... operators) {
    return new ProcessRequest(
        List.of(input.toString()),
        output,
        "",
        new OperatorChain(List.of(operators)),
        List.of(),
        new DocumentColumns("meta.text", "id", 1 << 20),
        0,
        TableFormat.LEVEL,
        threads,
        1L << 30);
  }

  private void write(String name, String text) throws IOException {
    try (OutputStream file = Files.newOutputStream(input.resolve(name));
        OutputStream out =
            name.endsWith(".gz")
                ? new GZIPOutputStream(file)
                : name.endsWith(".zst") ? new ZstdOutputStream(file) : file) {
      out.write(text.getBytes(UTF_8));
    }
  }

  private String written(String name) throws IOException {
    try (InputStream file = Files.newInputStream(output.resolve(name));
        InputStream in =
            name.endsWith(".gz")
                ? new GZIPInputStream(file)
                : name.endsWith(".zst") ? new ZstdInputStream(file).setContinuous(false) : file) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  private static BoundOperator lowercase() {
    return ProcessJobTest.operator("lowercase", Map.of());
  }

  @Test
  void shouldKeepEverythingButTheTextAsItStands() throws Exception {
    write(
        "a.jsonl",
        """
        {"id": 1,  "meta": {"text" : "ÉA\\u0041\\n", "n": 1.0e0}, "x": [ 1 ,2]}\r
        {"meta": {"text": "one"}}

        {"meta": {"text": null}}
        {"meta": {"text": 3}}
        { "meta" : { "text": "lower \\u0074wo" } }
        {"x": 1}
        {"meta": {"text": "\\ud800 half"}}\
        """);
    JsonNode report = ProcessJob.run(request(1, lowercase()), JobProgress.NONE).report();
    assertThat(written("a.jsonl"))
        .isEqualTo(
            """
            {"id": 1,  "meta": {"text" : "éaa\\n", "n": 1.0e0}, "x": [ 1 ,2]}\r
            {"meta": {"text": "one"}}
            { "meta" : { "text": "lower \\u0074wo" } }
            """);
    assertThat(report.path("rows_read").asInt()).isEqualTo(7);
    assertThat(report.path("rejected").toString())
        .isEqualTo("{\"invalid_text\":2,\"null_text\":2}");
    assertThat(Files.readAllLines(output.resolve("_sluice/rejects.jsonl")).get(0))
        .isEqualTo(
            "{\"file\":\"a.jsonl\",\"row\":2,\"line\":4,\"reason\":\"null_text\",\"message\":\"the"
                + " text is null\"}");
  }

  /** As a Parquet file without a column is; a field may be null in all objects. */
  @Test
  void shouldQuarantineFilesOfWhichNoObjectHasAFieldThatIsNeeded() throws Exception {
    write("a.jsonl", "{\"meta\":{\"text\":\"a b\"},\"n\":3}\n");
    write("b.jsonl", "{\"text\":\"a b\",\"n\":3}\n{\"text\":\"c\",\"n\":3}\n");
    write("c.jsonl.gz", "{\"meta\":{\"text\":\"a b\"},\"m\":3}\n");
    write("d.jsonl", "{\"meta\":{\"text\":null},\"n\":null}\n");
    write("e.jsonl", "");
    write("f.jsonl", "{\"m\":1}\n{\"meta\":{\"text\":\"a b\"},\"n\":3}\n");
    JsonNode report =
        ProcessJob.run(
                request(
                    1,
                    ProcessJobTest.operator(
                        "field-range", Map.of("field", ParameterValue.of("n")))),
                JobProgress.NONE)
            .report();
    assertThat(report.path("quarantined").toString())
        .isEqualTo(
            "[{\"file\":\"b.jsonl\",\"reason\":\"no object has a field meta.text; the file has: n,"
                + " text\"},{\"file\":\"c.jsonl.gz\",\"reason\":\"no object has a field n; the file"
                + " has: m, meta\"}]");
    assertThat(report.path("rows_read").asInt()).isEqualTo(7);
  }

  @Test
  void shouldRefuseToBeginIfNoFileHasTheText() throws Exception {
    write("a.jsonl", "{\"text\":\"a b\",\"n\":3}\n");
    write("b.jsonl", "{\"n\":3}\n");
    assertRefusal(
        () -> ProcessJob.run(request(1, lowercase()), JobProgress.NONE),
        "none of the 2 files can be used; the first problem is: ",
        "a.jsonl: no object has a field meta.text; the file has: n, text");
    assertThat(output).doesNotExist();
  }

  @Test
  void shouldWriteTheShapeAndPackingOfTheInput() throws Exception {
    String lines = "{\"meta\":{\"text\":\"A B\"}}\n{\"meta\":{\"text\":\"C\"}}\n";
    for (String ending : List.of("", ".gz", ".zst")) {
      write("lines.jsonl" + ending, lines);
      write(
          "array.jsonl" + ending,
          "[{\"meta\":{\"text\":\"A B\"}} , {\"meta\":{\"text\":\"C D\"}}]");
      write("none.jsonl" + ending, "[{\"meta\":{\"text\":\"C\"}}]");
      write("objects.jsonl" + ending, "{\"meta\":\n{\"text\":\"A B\"}}{\"meta\":{\"text\":\"C\"}}");
      write("empty.jsonl" + ending, "");
    }
    ProcessJob.run(request(2, lowercase(), ProcessJobTest.words("2")), JobProgress.NONE);
    for (String ending : List.of("", ".gz", ".zst")) {
      assertThat(written("lines.jsonl" + ending)).isEqualTo("{\"meta\":{\"text\":\"a b\"}}\n");
      assertThat(written("array.jsonl" + ending))
          .isEqualTo("[\n{\"meta\":{\"text\":\"a b\"}},\n{\"meta\":{\"text\":\"c d\"}}\n]\n");
      assertThat(written("none.jsonl" + ending)).isEqualTo("[]\n");
      assertThat(written("objects.jsonl" + ending)).isEqualTo("{\"meta\":\n{\"text\":\"a b\"}}\n");
      assertThat(written("empty.jsonl" + ending)).isEmpty();
    }
  }

  @Test
  void shouldWriteTheSameBytesWhateverTheThreadsAndStops() throws Exception {
    StringBuilder array = new StringBuilder("[");
    StringBuilder lines = new StringBuilder();
    for (int row = 0; row < 100; row++) {
      String object =
          "{\"meta\":{\"text\":\"Text %d %s\"}}"
              .formatted(row, ProcessJobTest.WORD.repeat(row * 30));
      array.append(row == 0 ? "" : ",").append(object);
      lines.append(object).append('\n');
    }
    write("a.jsonl", array.append("]").toString());
    write("b.jsonl.zst", lines.toString());
    int stops = ProcessJobTest.stops(request(1, lowercase(), ProcessJobTest.words("5")));
    SortedMap<String, String> undisturbed = content(output);
    boolean killed = true;
    for (int call = 1; killed; call = ProcessJobTest.nextStop(call, stops)) {
      output = directory.resolve("out" + call);
      ProcessRequest request = request(1 + call % 3, lowercase(), ProcessJobTest.words("5"));
      killed = isKilled(request, call);
      isKilled(request, 3);
      ProcessJob.run(request, JobProgress.NONE, 1);
      assertThat(content(output)).isEqualTo(undisturbed);
    }
  }

  private static boolean isKilled(ProcessRequest request, int call) throws Exception {
    try {
      ProcessJob.run(request, ProcessJobTest.killingAt(call), 1);
      return false;
    } catch (ProcessJobTest.Killed e) {
      return true;
    }
  }

  @Test
  void shouldLookAtAllElementsOfAnArray() throws Exception {
    write(
        "a.jsonl",
        "{\"meta\":{\"text\":\"a\",\"path\":{\"t\": [\"txt\" , \"js\\u006fn\"]}}}\n"
            + "{\"meta\":{\"text\":\"b\",\"path\":{\"t\":[\"txt\",\"xbs\"]}}}\n"
            + "{\"meta\":{\"text\":\"c\",\"path\":{\"t\":\"txt\"}}}\n"
            + "{\"meta\":{\"text\":\"d\",\"path\":{\"t\":[]}}}\n"
            + "{\"meta\":{\"text\":\"e\",\"path\":{\"t\":[ 5, null, [\"txt\"] ]}}}\n");
    Map<String, ParameterValue> values =
        Map.of(
            "field",
            ParameterValue.of("meta.path.t"),
            "values",
            ParameterValue.list("txt", "json"));
    ProcessJob.run(request(1, ProcessJobTest.operator("field-in", values)), JobProgress.NONE);
    assertThat(written("a.jsonl").lines().map(line -> line.substring(17, 18)))
        .containsExactly("a", "c", "d");
  }

  @Test
  void shouldFindFieldsByTheirPathsAndRefuseThoseThatNoObjectHas() throws Exception {
    write(
        "a.jsonl",
        "{\"meta\":{\"text\":\"a\",\"n\":{\"score\":3}}}\n"
            + "{\"meta\":{\"text\":\"b\",\"n\":{\"score\":5}}}\n");
    Map<String, ParameterValue> range =
        Map.of("field", ParameterValue.of("meta.n.score"), "max", ParameterValue.of("4"));
    ProcessJob.run(request(1, ProcessJobTest.operator("field-range", range)), JobProgress.NONE);
    assertThat(written("a.jsonl")).hasLineCount(1).contains("\"a\"");
    output = directory.resolve("other");
    Map<String, ParameterValue> none =
        Map.of("field", ParameterValue.of("meta.score"), "max", ParameterValue.of("4"));
    ProcessRequest request = request(1, ProcessJobTest.operator("field-range", none));
    assertRefusal(
        () -> ProcessJob.run(request, JobProgress.NONE),
        "no object has a field meta.score; the file has: meta");
  }
}
