package dev.sluice.jobs.validate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.jobs.validate.report.Check;
import dev.sluice.jobs.validate.report.Findings.Finding;
import dev.sluice.jobs.validate.report.TestingOutput;
import dev.sluice.jobs.validate.report.ValidateOptions;
import dev.sluice.jobs.validate.report.ValidationReport;
import dev.sluice.storage.output.DumpDigest;
import dev.sluice.storage.output.DumpManifest.FilePart;
import dev.sluice.storage.output.Json;
import dev.sluice.storage.output.Making;
import dev.sluice.storage.output.VersionRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares an output with the version record of another one. */
class LikeValidationTest {
  private static final List<String> DIFFERENCES =
      List.of(
          SmallOutput.LOW + ": is missing: the other output has it",
          SmallOutput.HIGH + ": has the same size as in the other output, but other bytes",
          SmallOutput.HIGH.replaceFirst("[0-9]+.parquet", "77.parquet")
              + ": is additional: the other output does not have it");

  @TempDir private Path root;
  private TestingOutput output;

  @BeforeEach
  void build() throws IOException {
    output = SmallOutput.at(root);
    output.write();
  }

  /** Another output with the same shards; its record says so, and its manifests. */
  private Path like(Path other, List<FilePart> listed) throws IOException {
    TestingOutput twin = SmallOutput.at(other);
    twin.write();
    return record(other, twin.files.values(), listed);
  }

  private static Path record(Path directory, Collection<FilePart> files, List<FilePart> listed)
      throws IOException {
    SortedMap<String, List<FilePart>> byDump = new TreeMap<>();
    for (FilePart file : files) {
      byDump.computeIfAbsent(file.path().split("/")[2], dump -> new ArrayList<>()).add(file);
    }
    SortedMap<String, String> digests = new TreeMap<>();
    byDump.forEach((dump, parts) -> digests.put(dump, DumpDigest.sha256(parts)));
    Making.Shards shards =
        new Making.Shards(
            files.size(),
            files.stream().mapToLong(FilePart::bytes).sum(),
            DumpDigest.ofAll(digests),
            listed);
    Making making =
        new Making(
            "1",
            1,
            new TreeMap<>(),
            new TreeMap<>(),
            0,
            0,
            true,
            new Making.Units(0, 0, List.of(), List.of()),
            shards);
    VersionRecord record =
        new VersionRecord("1.0", "2026-02-06", null, null, new TreeMap<>(), 0, 0, "zstd")
            .with(making);
    return Files.write(
        Files.createDirectories(directory).resolve("record.json"), Json.write(record));
  }

  private List<String> compare(Path record) throws IOException, InterruptedException {
    ValidateOptions options =
        new ValidateOptions(
            root, Optional.empty(), Optional.of(record), Set.of(Check.PATHS), false, 1 << 20);
    ValidationReport report = Validator.validate(options, JobProgress.NONE);
    assertThat(report.violations()).allMatch(f -> f.check() == Check.LIKE);
    return report.violations().stream().map(Finding::line).toList();
  }

  /** Removes a shard, adds one, and changes a byte and the size of others. */
  private void tamper() throws IOException {
    Files.delete(root.resolve(SmallOutput.LOW));
    Path high = root.resolve(SmallOutput.HIGH);
    Files.copy(high, high.resolveSibling("77.parquet"));
    byte[] bytes = Files.readAllBytes(high);
    bytes[bytes.length / 2]++;
    Files.write(high, bytes);
  }

  @Test
  void shouldCompareWithTheManifestsBesideARecord(@TempDir Path other)
      throws IOException, InterruptedException {
    Path record = like(other, null);
    assertThat(compare(record)).isEmpty();
    tamper();
    assertThat(compare(record)).containsExactlyElementsOf(DIFFERENCES);

    Path longer = root.resolve(output.files.lastKey());
    Files.write(longer, new byte[1], StandardOpenOption.APPEND);
    assertThat(compare(record))
        .anyMatch(line -> line.matches(".*: has .* bytes, but .* in the other.*"));
  }

  @Test
  void shouldCompareWithARecordThatListsItsShards(@TempDir Path other)
      throws IOException, InterruptedException {
    Path record = record(other, output.files.values(), List.copyOf(output.files.values()));
    assertThat(compare(record)).isEmpty();
    tamper();
    assertThat(compare(record)).containsExactlyElementsOf(DIFFERENCES);
  }

  @Test
  void shouldSayThatARecordAloneDoesNotTellWhichShardsDiffer(@TempDir Path other)
      throws IOException, InterruptedException {
    Path record = record(other, output.files.values(), null);
    assertThat(compare(record)).isEmpty();
    ValidateOptions options =
        new ValidateOptions(
            root, Optional.empty(), Optional.of(record), Set.of(Check.PATHS), false, 1 << 20);
    assertThat(Validator.validate(options, JobProgress.NONE).warnings())
        .extracting(Finding::line)
        .singleElement()
        .asString()
        .contains("does not list its 4 shards", "not which shards differ");

    tamper();
    assertThat(compare(record))
        .hasSize(2)
        .anyMatch(line -> line.matches("record.json: has .* bytes, but this output .*"))
        .contains("record.json: the digest of the shards differs: they are not the same bytes");
  }

  /** Manifests that have changed since are not those of the record. */
  @Test
  void shouldNotUseManifestsOfAnotherState(@TempDir Path other)
      throws IOException, InterruptedException {
    Path record = like(other, null);
    Path manifest = other.resolve("_sluice/dumps/CC-MAIN-2013-20.json");
    Files.writeString(manifest, Files.readString(manifest).replaceFirst("0.parquet", "9.parquet"));

    assertThat(compare(record)).isEmpty();
  }

  @Test
  void shouldRefuseARecordThatIsNotThere() {
    assertThatThrownBy(() -> compare(root.resolve("no.json")))
        .isInstanceOf(JobRefusedException.class);
  }

  @Test
  void shouldCompareTheDigestOfTheVersionRecord() throws IOException, InterruptedException {
    Path file = root.resolve("fineweb-edu-v1.0-20260206.json");
    VersionRecord old = Json.read(file, VersionRecord.class);
    Path made = record(root.resolve("_sluice/tmp"), output.files.values(), null);
    Making making = Json.read(made, VersionRecord.class).made();
    Files.write(file, Json.write(old.with(making)));
    assertThat(output.validate().violations()).isEmpty();

    String json = Files.readString(file);
    Files.writeString(file, json.replace(making.shards().sha256(), "0".repeat(64)));
    assertThat(output.validate().violations())
        .extracting(Finding::line)
        .singleElement()
        .asString()
        .contains("made.shards.sha256 is 000");
  }
}
