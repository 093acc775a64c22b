package dev.sluice.storage.output;

import static org.assertj.core.api.Assertions.assertThat;

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
        .write(root, "fineweb-edu", publication);

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
              "compression" : "zstd"
            }
            """);
  }

  @Test
  void shouldKeepTheDateOfTheFirstWriting() throws IOException {
    on("2026-02-06").write(root, "set", publication);
    on("2027-01-01").withTotals(new Manifests.Totals(3, 1)).write(root, "set", publication);

    assertThat(records()).containsExactly("set-v1.0-20260206.json");
    VersionRecord there = Json.read(root.resolve("set-v1.0-20260206.json"), VersionRecord.class);
    assertThat(there.createdAt()).isEqualTo("2026-02-06");
    assertThat(there.totalRecords()).isEqualTo(3);
  }

  @Test
  void shouldDistinguishVersionsAndNames() throws IOException {
    on("2026-02-06").write(root, "set", publication);
    on("2026-02-07").write(root, "other-set", publication);

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
}
