package dev.sluice.jobs.validate.report;

import static dev.sluice.jobs.validate.report.TestingHistory.ended;
import static dev.sluice.jobs.validate.report.TestingHistory.forgotten;
import static dev.sluice.jobs.validate.report.TestingHistory.sizes;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sluice.core.Counters;
import dev.sluice.core.ForgottenUnit;
import dev.sluice.core.ForgottenUnit.SourcePart;
import dev.sluice.core.values.PinnedPath;
import dev.sluice.jobs.generate.Generator;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.jobs.validate.Validator;
import dev.sluice.jobs.validate.output.KeyTable;
import dev.sluice.jobs.validate.output.ManifestSet;
import dev.sluice.jobs.validate.output.PlainCuration;
import dev.sluice.jobs.validate.output.SealedOutput;
import dev.sluice.jobs.validate.output.SealedOutput.SealedShard;
import dev.sluice.jobs.validate.output.ShardListing;
import dev.sluice.jobs.validate.report.Findings.CheckResult;
import dev.sluice.jobs.validate.report.Findings.Finding;
import dev.sluice.jobs.validate.report.TestingOutput.Document;
import dev.sluice.jobs.validate.source.SourceComparison;
import dev.sluice.jobs.validate.source.SourceHistory;
import dev.sluice.jobs.validate.source.SourceReader;
import dev.sluice.neardup.EvidenceFiles;
import dev.sluice.settings.load.ContentConfiguration;
import dev.sluice.storage.output.DumpManifest.UnitPart;
import dev.sluice.storage.output.EndedUnit;
import dev.sluice.storage.output.ForgottenDump;
import dev.sluice.storage.takedown.NamedRows;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares outputs with the source that they were made from, sound ones and changed ones. */
class SourceValidationTest {
  private static final String OLD = "data/CC-MAIN-2013-20";
  private static final String NEW = "data/CC-MAIN-2014-10";
  private static final List<String> OLD_FILES =
      List.of(OLD + "/000_00000.parquet", OLD + "/000_00001.parquet");
  private static final List<String> NEW_FILES =
      List.of(NEW + "/000_00000.parquet", NEW + "/000_00001.parquet");

  private static final int ROWS = 1_600;

  @TempDir private static Path source;
  @TempDir private Path root;
  private TestingOutput output;

  @BeforeAll
  static void generate() throws IOException {
    Generator.generate(new Generator.Options(source, ROWS, 2, 5), file -> {});
  }

  @BeforeEach
  void build() {
    output = new TestingOutput(root);
  }

  @Test
  void shouldPassWhatTheRulesGive() throws IOException, InterruptedException {
    for (String scope : List.of("bucket", "global", "none")) {
      output = new TestingOutput(root.resolve(scope));
      output.content.put("dedup.scope", scope);
      curate();
      output.write();
      ValidationReport report = validate();
      assertThat(report.violations()).as(scope).isEmpty();
      assertThat(report.results()).hasSize(10).allMatch(CheckResult::passed);
      long removed = output.counters.total("duplicates_removed");
      assertThat(removed > 0)
          .as("%s: %d duplicates", scope, removed)
          .isNotEqualTo(scope.equals("none"));
    }
  }

  /** The second dump was faster at the ids that both have, though the first one ended first. */
  @Test
  void shouldPassAnyCopyWhereUnitsWereReadAtTheSameTime() throws IOException, InterruptedException {
    for (String scope : List.of("bucket", "global")) {
      curateTheOtherWayRound(scope);
      assertThat(validate().violations()).as("in turn").isNotEmpty();

      output.writeNotInTurn();

      ValidationReport report = validate();
      assertThat(report.violations()).as(scope).isEmpty();
      assertThat(report.warnings())
          .extracting(Finding::line)
          .singleElement()
          .asString()
          .startsWith("_sluice/dumps: units were read at the same time");
    }
  }

  private void curateTheOtherWayRound(String scope) throws IOException, InterruptedException {
    output = new TestingOutput(root.resolve(scope));
    output.content.put("dedup.scope", scope);
    PlainCuration curation = new PlainCuration(source, output);
    curation.unit(NEW + "#1", NEW_FILES);
    curation.unit(OLD + "#1", OLD_FILES);
    output.write();
    new TestingHistory(output).ends(ended(OLD + "#1", OLD_FILES), ended(NEW + "#1", NEW_FILES));
  }

  @Test
  void shouldFindWhatIsNoCopyWhereUnitsWereReadAtTheSameTime()
      throws IOException, InterruptedException {
    curateTheOtherWayRound("bucket");
    String shard = "en/3.0/CC-MAIN-2014-10/0.parquet";
    Document first = output.shards.get(shard).get(0);
    output.shards.get(shard).set(0, Document.of(first.id(), "Of nobody.", first.score()));
    output.count("CC-MAIN-2014-10", "3.0", "duplicates_removed", 1);
    output.write();
    output.writeNotInTurn();

    assertThat(validate().violations())
        .extracting(Finding::line)
        .satisfiesExactlyInAnyOrder(
            line ->
                assertThat(line)
                    .contains(shard + " row 0: its bucket, dump, score, text or carried columns"),
            line ->
                assertThat(line).matches("_sluice/dumps: duplicates_removed is .* in all dumps.*"),
            line ->
                assertThat(line).matches(".*bucket 3.0: duplicates_removed is .* in all dumps.*"),
            line -> assertThat(line).contains("rows"));
  }

  @Test
  void shouldPassWhatTheRulesAndOperatorsGive() throws IOException, InterruptedException {
    output.content.putAll(PlainCuration.OPERATORS);
    curate();
    output.write();
    for (String name : List.of("operator_dropped", "rejected", "kept")) {
      assertThat(output.counters.total(name)).as(name).isGreaterThan(20);
    }
    assertThat(validate().violations()).isEmpty();
  }

  @Test
  void shouldFindWhatOperatorsDoNotGive() throws IOException, InterruptedException {
    output.content.putAll(PlainCuration.OPERATORS);
    curate();
    String shard = "en/3.0/CC-MAIN-2013-20/0.parquet";
    Document first = output.shards.get(shard).get(0);
    String text = new String(first.text(), UTF_8);
    output
        .shards
        .get(shard)
        .set(0, Document.of(first.id(), text.replaceFirst("3", "e"), first.score()));
    output.count("CC-MAIN-2014-10", "3.0", "rejected/oversize_text", 1);
    output.write();
    assertThat(validate().violations())
        .extracting(Finding::line)
        .satisfiesExactlyInAnyOrder(
            line ->
                assertThat(line).matches(".*.json: rejected is .* the sum over its reasons is .*"),
            line ->
                assertThat(line).matches(".*3.0: rejected is .* the sum over its reasons is .*"),
            line ->
                assertThat(line)
                    .matches(".*.json: rejected oversize_text is .* recomputed from the source"),
            line ->
                assertThat(line)
                    .matches(".*3.0: rejected oversize_text is .* recomputed from the source"),
            line ->
                assertThat(line)
                    .contains(shard + " row 0: its bucket, dump, score, text or carried columns"));
  }

  @Test
  void shouldCompareNothingWithOtherOperators() throws IOException, InterruptedException {
    output.content.putAll(PlainCuration.OPERATORS);
    output.content.put("operators.version", "0");
    curate();
    output.write();
    ValidationReport report = validate();
    assertThat(report.violations()).isEmpty();
    assertThat(report.warnings())
        .extracting(Finding::message)
        .containsExactly(
            "nothing was compared, because the operators of this program differ from those of the"
                + " output: operators.version is 0, but this program has version 1");
  }

  @Test
  void shouldFindADocumentThatIsMissing() throws IOException, InterruptedException {
    curate();
    Document lost = output.shards.get("en/3.0/CC-MAIN-2014-10/1.parquet").remove(17);
    output.count("CC-MAIN-2014-10", "3.0", "kept", -1);
    output.count("CC-MAIN-2014-10", "", "filtered_out", 1);
    output.write();
    ValidationReport report = validate();
    assertThat(report.violations()).allMatch(finding -> finding.check() == Check.SOURCE);
    assertThat(report.violations())
        .extracting(Finding::line)
        .filteredOn(line -> line.contains("should be kept in bucket 3.0 of dump CC-MAIN-2014-10"))
        .singleElement()
        .asString()
        .matches(NEW + "/000_0000[01].parquet row \\d+: .*, but is not in the output");
    assertThat(lost.text()).isNotEmpty();
    assertThat(report.violations())
        .extracting(Finding::message)
        .anyMatch(message -> message.startsWith("kept is"))
        .anyMatch(message -> message.startsWith("filtered_out is"));
  }

  @Test
  void shouldFindADocumentThatShouldNotBeThere() throws IOException, InterruptedException {
    curate();
    String shard = "en/3.0/CC-MAIN-2014-10/1.parquet";
    output.shards.get(shard).add(Document.of("made-up", "From nowhere.", 3.5));
    output.count("CC-MAIN-2014-10", "3.0", "kept", 1);
    output.count("CC-MAIN-2014-10", "", Counters.ROWS, 1);
    output.write();
    assertThat(validate().violations())
        .extracting(Finding::line)
        .contains(shard + " row 100: the source and the rules do not produce this document");
  }

  @Test
  void shouldFindAChangedTextScoreOrDump() throws IOException, InterruptedException {
    curate();
    String shard = "en/3.0/CC-MAIN-2013-20/1.parquet";
    List<Document> documents = output.shards.get(shard);
    Document first = documents.get(4);
    documents.set(
        4,
        new Document(
            first.id(), (new String(first.text(), UTF_8) + ".").getBytes(UTF_8), first.score()));
    Document second = documents.get(5);
    documents.set(5, new Document(second.id(), second.text(), second.score() + 0.015625));
    Document moved = documents.remove(6);
    output.shards.get("en/3.0/CC-MAIN-2014-10/1.parquet").add(moved);
    output.count("CC-MAIN-2013-20", "3.0", "kept", -1);
    output.count("CC-MAIN-2013-20", "", Counters.ROWS, -1);
    output.count("CC-MAIN-2014-10", "3.0", "kept", 1);
    output.count("CC-MAIN-2014-10", "", Counters.ROWS, 1);
    output.write();
    assertThat(validate().violations())
        .extracting(Finding::line)
        .filteredOn(line -> line.contains("differ from those of the copy that the rules keep"))
        .extracting(line -> line.substring(0, line.indexOf(':')))
        .containsExactly(
            shard + " row 4", shard + " row 5", "en/3.0/CC-MAIN-2014-10/1.parquet row 100");
  }

  @Test
  void shouldFindCountersThatTheSourceDoesNotGive() throws IOException, InterruptedException {
    curate();
    output.count("CC-MAIN-2013-20", "", "empty_text", -1);
    output.count("CC-MAIN-2013-20", "", "invalid_score", 1);
    output.count("CC-MAIN-2013-20", "", "short_text", 1);
    output.write();
    assertThat(validate().violations())
        .extracting(Finding::line)
        .hasSize(3)
        .allMatch(line -> line.startsWith("_sluice/dumps/CC-MAIN-2013-20.json: "))
        .anyMatch(line -> line.contains("invalid_score is"))
        .anyMatch(line -> line.contains("empty_text is"))
        .anyMatch(line -> line.contains("short_text is"));
  }

  @Test
  void shouldTakeTheOrderOfArrivalFromTheManifests() throws IOException, InterruptedException {
    PlainCuration curation = new PlainCuration(source, output);
    curation.unit(NEW + "#1", NEW_FILES);
    curation.unit(OLD + "#1", OLD_FILES);
    output.write();
    assertThat(validate().violations()).isEmpty();

    output.units.add(output.units.remove(0));
    output.write();
    assertThat(validate().violations())
        .as("another copy of some duplicates wins in the other order")
        .isNotEmpty();
  }

  @Test
  void shouldTakeTheOrderOfArrivalFromTheCutsWhereThereAreAny()
      throws IOException, InterruptedException {
    PlainCuration curation = new PlainCuration(source, output);
    curation.unit(NEW + "#1", NEW_FILES);
    curation.unit(OLD + "#1", OLD_FILES);
    List<UnitPart> units = List.copyOf(output.units);
    output.units.clear();
    output.units.addAll(List.of(units.get(1), units.get(0)));
    output.write();
    new TestingHistory(output)
        .ends(
            units.stream()
                .map(unit -> ended(unit.unit(), unit.inputs()))
                .toArray(EndedUnit[]::new));
    assertThat(validate().violations()).isEmpty();
  }

  @Test
  void shouldCompareNothingWhereFilesOfAForgottenDumpAreGone()
      throws IOException, InterruptedException {
    new PlainCuration(source, output).unit(NEW + "#1", NEW_FILES);
    output.write();
    List<SourcePart> files = sizes(source, OLD_FILES);
    ForgottenUnit old =
        ForgottenUnit.begun(
            OLD + "#1", List.of("CC-MAIN-2013-20"), files, List.of(), files.size(), 0);
    new TestingHistory(output)
        .ends(ended(OLD + "#1", OLD_FILES), ended(NEW + "#1", NEW_FILES))
        .forgets(new ForgottenDump("CC-MAIN-2013-20", "r1", List.of(old), List.of()));
    assertThat(validate().violations()).as("rows that were lost to the forgotten").isNotEmpty();

    Path copy = root.resolve("source");
    Files.createDirectories(copy.resolve(NEW));
    for (String file : NEW_FILES) {
      Files.copy(source.resolve(file), copy.resolve(file));
    }
    for (int there = 0; there < 2; there++) {
      assertThat(validate(copy).violations()).isEmpty();
      assertThat(validate(copy).warnings())
          .extracting(Finding::line)
          .singleElement()
          .asString()
          .startsWith(OLD_FILES.get(there) + ": has changed (unit " + OLD + "#1")
          .endsWith("so nothing was compared");
      Files.createDirectories(copy.resolve(OLD));
      Files.copy(source.resolve(OLD_FILES.get(there)), copy.resolve(OLD_FILES.get(there)));
    }
  }

  @Test
  void shouldCompareNothingWhereFilesOfAForgottenUnitAreOthers()
      throws IOException, InterruptedException {
    new PlainCuration(source, output).unit(NEW + "#1", NEW_FILES);
    output.write();
    List<SourcePart> files = sizes(source, OLD_FILES);
    List<String> dumps = List.of("CC-MAIN-2013-20");
    ForgottenUnit old = ForgottenUnit.ended(OLD + "#1", dumps, files);
    new TestingHistory(output)
        .ends(ended(OLD + "#1", OLD_FILES), ended(NEW + "#1", NEW_FILES))
        .forgets(new ForgottenDump("CC-MAIN-2013-20", "r1", List.of(old), List.of()));
    assertThat(validate().violations()).as("rows that were lost to the forgotten").isNotEmpty();
    assertThat(validate().warnings()).isEmpty();

    Path copy = root.resolve("source");
    for (String file : Stream.concat(OLD_FILES.stream(), NEW_FILES.stream()).toList()) {
      Files.createDirectories(copy.resolve(file).getParent());
      Files.copy(source.resolve(file), copy.resolve(file));
    }
    Files.writeString(copy.resolve(OLD_FILES.get(1)), "another");
    assertThat(validate(copy).violations()).isEmpty();
    assertThat(validate(copy).warnings())
        .extracting(Finding::line)
        .singleElement()
        .asString()
        .startsWith(OLD + ": the size of a file has changed (unit " + OLD + "#1")
        .endsWith("so nothing was compared");
  }

  @Test
  void shouldNotForgetWhatAnotherUnitHasKept() throws IOException, InterruptedException {
    curate();
    output.write();
    List<SourcePart> files = sizes(source, OLD_FILES);
    ForgottenUnit copy = ForgottenUnit.ended(".#1", List.of("CC-MAIN-2013-20"), files);
    new TestingHistory(output)
        .ends(ended(OLD + "#1", OLD_FILES), ended(".#1", OLD_FILES), ended(NEW + "#1", NEW_FILES))
        .forgets(new ForgottenDump("unit .#1", "r1", List.of(copy), List.of()));

    assertThat(validate().violations()).isEmpty();
  }

  /** What the second reset forgets had lost documents to what the first one forgot. */
  @Test
  void shouldKnowWhatForgottenUnitsLostToEachOther() throws IOException, InterruptedException {
    PlainCuration curation = new PlainCuration(source, output);
    curation.unit(OLD + "#1", OLD_FILES);
    curation.unit(NEW + "#1", NEW_FILES);
    curation.forget(OLD + "#1");
    output.forget();
    curation.unit(OLD + "#2", OLD_FILES);
    curation.forget(NEW + "#1");
    curation.unit(NEW + "#2", NEW_FILES);
    output.write();
    new TestingHistory(output)
        .ends(ended(OLD + "#1", OLD_FILES), ended(NEW + "#1", NEW_FILES))
        .forgets(forgotten(OLD, sizes(source, OLD_FILES)))
        .ends(ended(OLD + "#2", OLD_FILES))
        .forgets(forgotten(NEW, sizes(source, NEW_FILES)))
        .ends(ended(NEW + "#2", NEW_FILES));
    ValidationReport report = validate();
    assertThat(report.violations()).isEmpty();
    assertThat(report.warnings()).isEmpty();
  }

  /** Their files may be others by now. */
  @Test
  void shouldNotReadForgottenUnitsThatOnlyForgottenOnesLostTo()
      throws IOException, InterruptedException {
    curate();
    List<SourcePart> others = List.of(new SourcePart("gone.parquet", 1));
    List<ForgottenDump> resets = List.of(forgotten(OLD, others), forgotten(NEW, others));
    for (int first = 0; first < 2; first++) {
      TestingOutput curated = output;
      output = new TestingOutput(root.resolve("out" + first));
      output.shards.putAll(curated.shards);
      output.counters = curated.counters;
      output.units.add(
          new UnitPart(OLD + "#2", OLD_FILES, List.of(), new TreeMap<>(), new TreeMap<>()));
      output.units.add(
          new UnitPart(NEW + "#2", NEW_FILES, List.of(), new TreeMap<>(), new TreeMap<>()));
      output.write();
      new TestingHistory(output)
          .ends(ended(OLD + "#1", OLD_FILES), ended(NEW + "#1", NEW_FILES))
          .forgets(resets.get(first))
          .forgets(resets.get(1 - first))
          .ends(ended(OLD + "#2", OLD_FILES), ended(NEW + "#2", NEW_FILES));
      ValidationReport report = validate();
      assertThat(report.violations()).isEmpty();
      assertThat(report.warnings()).isEmpty();
    }
  }

  @Test
  void shouldCountOfABrokenFileWhatCameBeforeTheBreak() throws IOException, InterruptedException {
    Path twoGroups = root.resolve("two groups");
    Generator.generate(new Generator.Options(twoGroups, 2_200, 1, 5), file -> {});
    Path copy = root.resolve("source");
    Path broken = copy.resolve(OLD_FILES.get(0));
    Files.createDirectories(broken.getParent());
    Files.copy(twoGroups.resolve(OLD_FILES.get(0)), broken);
    try (RandomAccessFile file = new RandomAccessFile(broken.toFile(), "rw")) {
      file.seek(Files.size(broken) * 95 / 100);
      file.write(new byte[1000]);
    }
    output = new TestingOutput(root.resolve("out"));
    new PlainCuration(copy, output).brokenUnit(OLD + "#1", OLD_FILES.get(0), 1);
    output.write();
    assertThat(validate(copy).violations()).isEmpty();
    assertThat(output.counters.total(Counters.ROWS)).isEqualTo(1000);

    Files.copy(
        twoGroups.resolve(OLD_FILES.get(0)),
        broken,
        java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    assertThat(validate(copy).warnings().get(0).line())
        .contains(OLD_FILES.get(0), "was quarantined, but can be read now");
  }

  /** Somebody else may have written the manifests, and named what the user can read. */
  @Test
  void shouldReadNoOtherInputThatManifestsName() throws IOException, InterruptedException {
    output = new TestingOutput(root.resolve("out"));
    curate();
    output.units.replaceAll(
        unit ->
            new UnitPart(
                unit.unit(),
                unit.inputs(),
                unit.quarantined(),
                unit.losses(),
                new TreeMap<>(Map.of(PinnedPath.ROOT, source.toString()))));
    output.write();
    assertThat(validate().violations()).as("a copy on this machine").isEmpty();
    try (FileSystem other =
        FileSystems.newFileSystem(root.resolve("other.zip"), Map.of("create", "true"))) {
      assertThat(validate(other.getPath("/")).violations())
          .extracting(Finding::message)
          .hasSize(2)
          .allMatch(
              message -> message.contains("was read from %s, which is not in /".formatted(source)));
    }
  }

  @Test
  void shouldReadNothingBesideItsSource() throws IOException, InterruptedException {
    PlainCuration curation = new PlainCuration(source.resolve(NEW), output);
    List<String> beside = OLD_FILES.stream().map("../../"::concat).toList();
    curation.unit(OLD + "#1", beside);
    output.write();
    assertThat(validate(source.resolve(NEW)).violations())
        .extracting(Finding::file)
        .containsExactlyElementsOf(beside);
    output.units.clear();
    output.units.add(
        new UnitPart(OLD + "#1", List.of("a\0b"), List.of(), new TreeMap<>(), new TreeMap<>()));
    output.writeManifests();
    assertThat(validate().violations())
        .extracting(Finding::message)
        .anyMatch(message -> message.contains("is not a path below " + source));
  }

  @Test
  void shouldSayThatASourceFileIsGoneOrBroken() throws IOException, InterruptedException {
    Path copy = root.resolve("source");
    curate();
    output.write();
    Files.createDirectories(copy.resolve(OLD));
    Files.createDirectories(copy.resolve(NEW));
    for (String file : List.of(OLD_FILES.get(0), OLD_FILES.get(1), NEW_FILES.get(1))) {
      Files.copy(source.resolve(file), copy.resolve(file));
    }
    assertThat(validate(copy).violations())
        .extracting(Finding::line)
        .singleElement()
        .asString()
        .startsWith(NEW_FILES.get(0) + ": is listed in unit " + NEW + "#1, but does not exist in");
    Files.writeString(copy.resolve(NEW_FILES.get(0)), "PAR1 and no more PAR1");
    assertThat(validate(copy).violations())
        .extracting(Finding::line)
        .anyMatch(
            line ->
                line.startsWith(NEW_FILES.get(0) + ": cannot be read, but was not quarantined"));
    assertThatExceptionOfType(JobRefusedException.class)
        .isThrownBy(() -> validate(root.resolve("nowhere")))
        .withMessageContaining("is not a directory");
  }

  @Test
  void shouldFindTheSameInSeveralPasses() throws IOException, InterruptedException {
    curate();
    String shard = "en/3.0/CC-MAIN-2013-20/1.parquet";
    output.shards.get(shard).remove(9);
    output.shards.get(shard).set(3, Document.of("made-up", "From nowhere.", 3.5));
    output.write();
    ManifestSet manifests = ManifestSet.read(root, new Findings(Set.of(Check.FILES)));
    ContentConfiguration content = ContentConfiguration.of(manifests.content());
    Set<List<String>> seen = new HashSet<>();
    for (long documents : new long[] {1000, 500_000}) {
      Findings findings = new Findings(Set.of(Check.SOURCE));
      List<SealedShard> shards =
          new ShardListing(new SealedOutput(root, manifests, content), findings).existing();
      SourceReader reader =
          new SourceReader(
              source,
              content,
              SourceHistory.of(root, manifests, content),
              findings,
              JobProgress.NONE);
      ValidateOptions options = options(source);
      Counters counters =
          new SourceComparison(
                  options,
                  content,
                  shards,
                  documents,
                  new EvidenceFiles(List.of()),
                  reader,
                  true,
                  NamedRows.none(),
                  findings)
              .compare();
      assertThat(counters.ended()).isEqualTo(ROWS);
      seen.add(findings.violations().stream().map(Finding::line).sorted().toList());
    }
    assertThat(new KeyTable(2, 500_000, options(source).memoryBytes()).passes()).isGreaterThan(10);
    assertThat(seen).as("one pass and many passes agree").hasSize(1);
    assertThat(seen.iterator().next()).hasSize(3);
  }

  private void curate() throws IOException, InterruptedException {
    PlainCuration curation = new PlainCuration(source, output);
    curation.unit(OLD + "#1", OLD_FILES);
    curation.unit(NEW + "#1", NEW_FILES);
  }

  private ValidationReport validate() throws IOException, InterruptedException {
    return validate(source);
  }

  private ValidationReport validate(Path from) throws IOException, InterruptedException {
    return Validator.validate(options(from), JobProgress.NONE);
  }

  private ValidateOptions options(Path from) {
    return TestingOutput.options(output.root, Optional.of(from), Optional.empty(), Set.of());
  }
}
