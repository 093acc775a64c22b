package dev.sluice.storage.output;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.ForgottenUnit;
import dev.sluice.core.InputLosses;
import dev.sluice.core.testing.RecordCopy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JsonTest {
  @TempDir Path directory;

  private record Sample(
      long zebra, String apple, Map<String, Long> someCounts, List<Double> list) {}

  @Test
  void shouldWriteFieldsAsDeclaredAndMapsSorted() {
    Map<String, Long> counts = new LinkedHashMap<>();
    counts.put("b", 2L);
    counts.put("a", 1L);

    byte[] bytes = Json.write(new Sample(7, "\u00e9\"\n", counts, List.of(0.5, 1e-9)));

    assertThat(new String(bytes, UTF_8))
        .isEqualTo(
            """
            {
              "zebra" : 7,
              "apple" : "\u00e9\\"\\n",
              "some_counts" : {
                "a" : 1,
                "b" : 2
              },
              "list" : [ 0.5, 1.0E-9 ]
            }
            """);
  }

  @Test
  void shouldWriteEqualMapsAlike() {
    Map<String, Long> forward = new LinkedHashMap<>();
    Map<String, Long> backward = new LinkedHashMap<>();
    for (long i = 0; i < 100; i++) {
      forward.put("k" + i, i);
      backward.put("k" + (99 - i), 99 - i);
    }

    assertThat(Json.write(forward)).isEqualTo(Json.write(backward));
  }

  @Test
  void shouldWriteACutRecordAsPinned() {
    TreeMap<String, Long> sequences = new TreeMap<>(Map.of("CC-MAIN-2024-10", 1L));
    TreeMap<String, String> quarantined = new TreeMap<>(Map.of("b.parquet", "broken"));
    CutRecord record =
        RecordCopy.with(
            CutRecord.none("sluice.curated.3.0", 1, "cluster", "topic-id"),
            "number",
            1,
            "nextOffset",
            42,
            "ordinal",
            40,
            "sequences",
            sequences,
            "files",
            List.of(
                new CutFile(
                    "en/3.0/CC-MAIN-2024-10/1.parquet", "3.0", "CC-MAIN-2024-10", 2, 3, 4, "ab")),
            "ended",
            List.of(
                new EndedUnit(
                    "d#1",
                    InputList.of(List.of("a.parquet")).apart(),
                    quarantined,
                    new TreeMap<>(),
                    new TreeMap<>(),
                    new TreeMap<>(),
                    new TreeMap<>())),
            "forgotten",
            List.of(
                new ForgottenDump(
                    "CC-MAIN-2024-10",
                    "r1",
                    List.of(
                        ForgottenUnit.begun(
                            "d#1",
                            List.of("CC-MAIN-2024-10"),
                            List.of(new ForgottenUnit.SourcePart("a.parquet", 9)),
                            List.of(),
                            1,
                            0)),
                    List.of())),
            "rows",
            new TreeMap<>(Map.of("d#1", new TreeMap<>(Map.of("CC-MAIN-2024-10", 2L)))),
            "foreign",
            1);

    assertThat(new String(Json.write(record), UTF_8))
        .isEqualTo(
            """
            {
              "format" : 1,
              "topic" : "sluice.curated.3.0",
              "partition" : 1,
              "number" : 1,
              "cluster_id" : "cluster",
              "topic_id" : "topic-id",
              "next_offset" : 42,
              "ordinal" : 40,
              "sequences" : {
                "CC-MAIN-2024-10" : 1
              },
              "files" : [ {
                "path" : "en/3.0/CC-MAIN-2024-10/1.parquet",
                "bucket" : "3.0",
                "dump" : "CC-MAIN-2024-10",
                "rows" : 2,
                "bytes" : 3,
                "text_bytes" : 4,
                "sha256" : "ab"
              } ],
              "ended" : [ {
                "unit" : "d#1",
                "inputs" : {
                  "files" : 1,
                  "sha256" : "%s"
                },
                "quarantined" : {
                  "b.parquet" : "broken"
                },
                "ingested" : { },
                "curated" : { }
              } ],
              "forgotten" : [ {
                "dump" : "CC-MAIN-2024-10",
                "reset" : "r1",
                "units" : [ {
                  "unit" : "d#1",
                  "files" : [ {
                    "path" : "a.parquet",
                    "bytes" : 9
                  } ],
                  "quarantined" : [ ],
                  "file" : 1,
                  "row" : 0,
                  "dumps" : [ "CC-MAIN-2024-10" ],
                  "digest" : ""
                } ],
                "begun" : [ ]
              } ],
              "rows" : {
                "d#1" : {
                  "CC-MAIN-2024-10" : 2
                }
              },
              "foreign" : 1
            }
            """
                .formatted(InputList.of(List.of("a.parquet")).sha256()));
  }

  @Test
  void shouldGiveBackWhatItWrote() throws IOException {
    Path file = directory.resolve("sample.json");
    Sample sample = new Sample(Long.MAX_VALUE, "", Map.of("a", 1L), List.of(Math.PI));
    Files.write(file, Json.write(sample));

    assertThat(Json.read(file, Sample.class)).isEqualTo(sample);
  }

  @Test
  void shouldNameTheFileThatIsNotWhatItShouldBe() throws IOException {
    Path file = directory.resolve("sample.json");
    Files.writeString(file, "{\"zebra\": \"stripes\"}");

    assertThatThrownBy(() -> Json.read(file, Sample.class))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(file + " is not readable");
  }

  private static EndedUnit unit() {
    return new EndedUnit(
        "d#1",
        InputList.of(List.of("a.parquet")).apart(),
        new TreeMap<>(),
        new TreeMap<>(),
        new TreeMap<>(),
        new TreeMap<>(),
        new TreeMap<>());
  }

  @Test
  void shouldWriteAndReadWhatTheFilesOfAUnitLostWhereTheyLostAny() throws IOException {
    EndedUnit whole = unit();
    EndedUnit lossy =
        RecordCopy.with(
            whole,
            "losses",
            InputLosses.NONE.plus("a.parquet", 9, Map.of("empty_text", 2L)).files());

    byte[] written = Json.write(lossy);

    assertThat(new String(written, UTF_8))
        .contains("\"a.parquet\" : {\n      \"empty_text\" : 2,\n      \"rows\" : 9\n    }");
    assertThat(Json.read(written, Path.of("cut.json"), EndedUnit.class)).isEqualTo(lossy);
    assertThat(new String(Json.write(whole), UTF_8)).doesNotContain("losses");
  }

  @Test
  void shouldWriteAndReadTheCommitsOfAUnitWhereThereAreAny() throws IOException {
    EndedUnit plain = unit();
    EndedUnit pinned =
        RecordCopy.with(
            plain, "sources", new TreeMap<>(Map.of(".", "hf://datasets/org/name@0f98b1")));

    byte[] written = Json.write(pinned);

    assertThat(new String(written, UTF_8))
        .contains("\"sources\" : {\n    \".\" : \"hf://datasets/org/name@0f98b1\"\n  }");
    assertThat(Json.read(written, Path.of("cut.json"), EndedUnit.class)).isEqualTo(pinned);
    assertThat(new String(Json.write(plain), UTF_8)).doesNotContain("sources");
    assertThat(Json.read(Json.write(plain), Path.of("cut.json"), EndedUnit.class)).isEqualTo(plain);
  }
}
