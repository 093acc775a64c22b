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
          SmallOutput.LOW + ": is missing, but exists in the other output",
          SmallOutput.HIGH + ": has the same size as in the other output, but different bytes",
          SmallOutput.HIGH.replaceFirst("[0-9]+.parquet", "77.parquet")
              + ": does not exist in the other output");

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
            null,
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
        TestingOutput.options(root, Optional.empty(), Optional.of(record), Set.of(Check.PATHS));
    ValidationReport report = Validator.validate(options, JobProgress.NONE);
    return report.violations().stream()
        .filter(finding -> finding.check() == Check.LIKE)
        .map(Finding::line)
        .toList();
  }

  /** Lists a shard less, one more, and one with other bytes. */
  private void differ() throws IOException {
    output.files.remove(SmallOutput.LOW);
    FilePart high = output.files.get(SmallOutput.HIGH);
    list(high.path().replaceFirst("[0-9]+.parquet", "77.parquet"), high.bytes(), high.sha256());
    list(high.path(), high.bytes(), "0".repeat(64));
  }

  private void list(String path, long bytes, String sha256) throws IOException {
    output.files.put(path, new FilePart(path, 1, bytes, sha256));
    output.writeManifests();
  }

  @Test
  void shouldCompareWithTheManifestsBesideARecord(@TempDir Path other)
      throws IOException, InterruptedException {
    Path record = like(other, null);
    assertThat(compare(record)).isEmpty();
    differ();
    assertThat(compare(record)).containsExactlyElementsOf(DIFFERENCES);

    FilePart longer = output.files.get(SmallOutput.HIGH_SECOND);
    list(longer.path(), longer.bytes() + 1, longer.sha256());
    assertThat(compare(record))
        .anyMatch(line -> line.matches(".*: has .* bytes, but .* in the other.*"));
  }

  /** Shards are compared as they are listed, so that those on disk must be as listed. */
  @Test
  void shouldCheckThatFilesAreAsListed(@TempDir Path other)
      throws IOException, InterruptedException {
    Path record = like(other, null);
    Path high = root.resolve(SmallOutput.HIGH);
    byte[] bytes = Files.readAllBytes(high);
    bytes[bytes.length / 2]++;
    Files.write(high, bytes);
    ValidateOptions options =
        TestingOutput.options(root, Optional.empty(), Optional.of(record), Set.of(Check.PATHS));
    assertThat(Validator.validate(options, JobProgress.NONE).violations())
        .extracting(Finding::line)
        .anyMatch(line -> line.startsWith(SmallOutput.HIGH + ": its SHA-256 is "));
  }

  @Test
  void shouldCompareWithARecordThatListsItsShards(@TempDir Path other)
      throws IOException, InterruptedException {
    Path record = record(other, output.files.values(), List.copyOf(output.files.values()));
    assertThat(compare(record)).isEmpty();
    differ();
    assertThat(compare(record)).containsExactlyElementsOf(DIFFERENCES);
  }

  @Test
  void shouldSayThatARecordAloneDoesNotTellWhichShardsDiffer(@TempDir Path other)
      throws IOException, InterruptedException {
    Path record = record(other, output.files.values(), null);
    assertThat(compare(record)).isEmpty();
    ValidateOptions options =
        TestingOutput.options(root, Optional.empty(), Optional.of(record), Set.of(Check.PATHS));
    assertThat(Validator.validate(options, JobProgress.NONE).warnings())
        .extracting(Finding::line)
        .singleElement()
        .asString()
        .contains("does not list its 4 shards", "unknown which shards differ");

    differ();
    assertThat(compare(record))
        .hasSize(2)
        .anyMatch(line -> line.matches("record.json: has .* bytes, but this output .*"))
        .contains(
            "record.json: the digest of the shards differs: the outputs do not have the same"
                + " bytes");
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
