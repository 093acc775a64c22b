package dev.sluice.storage.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.storage.publish.Publication;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VersionRecordTest {
  @TempDir Path root;
  private Publication publication;

  @BeforeEach
  void setUp() {
    publication = new Publication(root.resolve("tmp"));
  }

  private static VersionRecord on(String day) {
    TreeMap<String, Double> rates = new TreeMap<>(Map.of("4.0", 1.0, "2.8", 0.3));
    return new VersionRecord("1.0", day, "source/set", "default", rates, 0, 0, "zstd");
  }

  private List<String> records() throws IOException {
    try (Stream<Path> files = Files.list(root)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".json"))
          .sorted()
          .toList();
    }
  }

  @Test
  void shouldHoldWhatTheManifestsAddUpTo() {
    VersionRecord record = on("2026-02-06").withTotals(new Manifests.Totals(33, 4_500_000_000L));

    assertThat(record.totalRecords()).isEqualTo(33);
    assertThat(record.totalSizeGb()).isEqualTo(4.5);
    assertThat(record.createdAt()).isEqualTo("2026-02-06");
  }

  @Test
  void shouldWriteTheContractsFields() throws IOException {
    on("2026-02-06")
        .withTotals(new Manifests.Totals(30, 1_500_000_000L))
        .write(root, "fineweb-edu", publication::update);

    assertThat(records()).containsExactly("fineweb-edu-v1.0-20260206.json");
    assertThat(root.resolve("fineweb-edu-v1.0-20260206.json"))
        .hasContent(
            """
            {
              "version" : "1.0",
              "created_at" : "2026-02-06",
              "source_dataset" : "source/set",
              "source_version" : "default",
              "sampling_config" : {
                "2.8" : 0.3,
                "4.0" : 1.0
              },
              "total_records" : 30,
              "total_size_gb" : 1.5,
              "compression" : "zstd",
              "format" : 1,
              "made" : {
                "program" : "",
                "partitions" : 0,
                "content" : { },
                "defaults" : { },
                "compactions" : 0,
                "forgotten" : 0,
                "in_turn" : true,
                "units" : {
                  "count" : 0,
                  "files" : 0,
                  "packs" : [ ],
                  "list" : [ ]
                },
                "shards" : {
                  "count" : 0,
                  "bytes" : 0,
                  "sha256" : ""
                }
              }
            }
            """);
  }

  @Test
  void shouldKeepTheDateOfTheFirstWriting() throws IOException {
    on("2026-02-06").write(root, "set", publication::update);
    on("2027-01-01").withTotals(new Manifests.Totals(3, 1)).write(root, "set", publication::update);

    assertThat(records()).containsExactly("set-v1.0-20260206.json");
    VersionRecord there = Json.read(root.resolve("set-v1.0-20260206.json"), VersionRecord.class);
    assertThat(there.createdAt()).isEqualTo("2026-02-06");
    assertThat(there.totalRecords()).isEqualTo(3);
  }

  @Test
  void shouldDistinguishVersionsAndNames() throws IOException {
    on("2026-02-06").write(root, "set", publication::update);
    on("2026-02-07").write(root, "other-set", publication::update);

    assertThat(VersionRecord.find(root, "set", "1.0"))
        .contains(root.resolve("set-v1.0-20260206.json"));
    assertThat(VersionRecord.find(root, "set", "1")).isEmpty();
    assertThat(VersionRecord.find(root, "set", "1x0")).isEmpty();
  }

  @Test
  void shouldFindTheOldestWhereTwoWereWrittenAroundMidnight() throws IOException {
    for (String day : List.of("20260207", "20260206", "20260208")) {
      Files.writeString(root.resolve("set-v1.0-" + day + ".json"), "{}");
    }

    assertThat(VersionRecord.find(root, "set", "1.0"))
        .contains(root.resolve("set-v1.0-20260206.json"));
  }

  @Test
  void shouldSayHowTheOutputWasMade() throws IOException {
    Making.Input input = new Making.Input("CC-MAIN-2024-10/0.parquet", 7L);
    Making.UnitEntry unit =
        new Making.UnitEntry(
            "CC-MAIN-2024-10#1",
            List.of("CC-MAIN-2024-10"),
            1,
            7L,
            "aa",
            List.of(input),
            new TreeMap<>(),
            List.of());
    Making making =
        new Making(
            "1.2.3",
            2,
            new TreeMap<>(Map.of("sampling.seed", "42")),
            new TreeMap<>(Map.of("dataset.name", "set")),
            0,
            0,
            true,
            null,
            new Making.Units(1, 1, List.of(), List.of(unit)),
            new Making.Shards(2_000, 9, "bb", null));
    on("2026-02-06").with(making).write(root, "set", publication::update);

    Path file = root.resolve("set-v1.0-20260206.json");
    assertThat(file)
        .content()
        .endsWith(
            """
              "compression" : "zstd",
              "format" : 1,
              "made" : {
                "program" : "1.2.3",
                "partitions" : 2,
                "content" : {
                  "sampling.seed" : "42"
                },
                "defaults" : {
                  "dataset.name" : "set"
                },
                "compactions" : 0,
                "forgotten" : 0,
                "in_turn" : true,
                "units" : {
                  "count" : 1,
                  "files" : 1,
                  "packs" : [ ],
                  "list" : [ {
                    "unit" : "CC-MAIN-2024-10#1",
                    "dumps" : [ "CC-MAIN-2024-10" ],
                    "files" : 1,
                    "bytes" : 7,
                    "sha256" : "aa",
                    "inputs" : [ {
                      "path" : "CC-MAIN-2024-10/0.parquet",
                      "bytes" : 7
                    } ]
                  } ]
                },
                "shards" : {
                  "count" : 2000,
                  "bytes" : 9,
                  "sha256" : "bb"
                }
              }
            }
            """);
    assertThat(VersionRecord.read(root, "set", "1.0").orElseThrow().made()).isEqualTo(making);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"program\": \"1\", \"content\": {}, \"defaults\": {}, \"shards\": {\"sha256\": \"a\"}}",
        "{\"program\": \"1\", \"content\": {}, \"defaults\": {}, \"shards\": {\"sha256\": \"a\"},"
            + " \"units\": {\"packs\": [], \"list\": [{\"unit\": \"no unit\", \"sha256\": \"a\"}]}}"
      })
  void shouldRefuseWhatIsNoRecord(String made) throws IOException {
    Path file = Files.writeString(root.resolve("r.json"), "{\"made\": " + made + "}");

    assertThatThrownBy(() -> Json.read(file, VersionRecord.class))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(file.toString());
  }

  @Test
  void shouldSayWhatToNameInstead() throws IOException {
    on("2026-02-06").write(root, "mine", publication::update);
    Path record = root.resolve("mine-v1.0-20260206.json");
    Path other = Files.writeString(root.resolve("README.md"), "---");

    assertThat(VersionRecord.read(record).createdAt()).isEqualTo("2026-02-06");
    assertThatThrownBy(() -> VersionRecord.read(root))
        .hasMessage(
            "it is a directory: specify the version record in this directory, such as " + record);
    assertThatThrownBy(() -> VersionRecord.read(other))
        .hasMessage(
            "it is not a version record (NAME-vVERSION-DATE.json in an output) that this version"
                + " of Sluice can read");
    assertThatThrownBy(() -> VersionRecord.read(root.resolve("none.json")))
        .hasMessage("the file does not exist");
  }
}
