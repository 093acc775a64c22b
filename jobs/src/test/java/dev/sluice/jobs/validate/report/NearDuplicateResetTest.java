package dev.sluice.jobs.validate.report;

import static dev.sluice.jobs.validate.report.TestingHistory.ended;
import static dev.sluice.jobs.validate.report.TestingHistory.forgotten;
import static dev.sluice.jobs.validate.report.TestingHistory.sizes;
import static dev.sluice.jobs.validate.report.TestingNearDuplicates.DOCUMENTS;
import static dev.sluice.jobs.validate.report.TestingNearDuplicates.NEW;
import static dev.sluice.jobs.validate.report.TestingNearDuplicates.NEW_FILES;
import static dev.sluice.jobs.validate.report.TestingNearDuplicates.OLD;
import static dev.sluice.jobs.validate.report.TestingNearDuplicates.OLD_FILES;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.BegunUnit;
import dev.sluice.core.ForgottenUnit;
import dev.sluice.core.ForgottenUnit.SourcePart;
import dev.sluice.core.work.WorkerPool;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.validate.Validator;
import dev.sluice.jobs.validate.output.PlainCuration;
import dev.sluice.neardup.EvidenceFiles;
import dev.sluice.neardup.Frontier;
import dev.sluice.neardup.Guard;
import dev.sluice.neardup.GuardDecisions;
import dev.sluice.neardup.Matcher;
import dev.sluice.neardup.SignatureBatch;
import dev.sluice.neardup.SignatureFooter.Position;
import dev.sluice.neardup.SignatureStore;
import dev.sluice.storage.output.DumpManifest.UnitPart;
import dev.sluice.storage.output.ForgottenDump;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares outputs with their source after units were forgotten to which others had lost. */
class NearDuplicateResetTest {
  /** As many as fill a table of {@link TestingNearDuplicates#options}. */
  private static final long FORGOTTEN = 5_000;

  /** What a forgotten unit had read, and is no longer there. */
  private static final List<SourcePart> GONE = List.of(new SourcePart("gone.parquet", 1));

  @TempDir private static Path source;
  @TempDir private Path root;
  private TestingNearDuplicates near;

  @BeforeAll
  static void write() throws IOException {
    TestingNearDuplicates.write(source);
  }

  @BeforeEach
  void build() {
    near = new TestingNearDuplicates(source, root);
  }

  private PlainCuration begin(Path to, String scope, String dedup) {
    near = new TestingNearDuplicates(source, to, scope, dedup);
    return near.curation();
  }

  /** What was kept by decision is kept in the replay, after the evidence went with a reset, too. */
  @Test
  void shouldKnowWhatWasKeptInUnitsThatAreForgotten() throws IOException, InterruptedException {
    PlainCuration curation = near.curation();
    curation.keep(OLD);
    curation.unit(OLD + "#1", OLD_FILES);
    near.output.forget();
    curation.keep();
    curation.unit(NEW + "#1", NEW_FILES);
    curation.forget(OLD + "#1");
    near.output.write();
    new TestingHistory(near.output)
        .ends(ended(OLD + "#1", OLD_FILES), ended(NEW + "#1", NEW_FILES))
        .forgets(forgotten(OLD, sizes(source, OLD_FILES)));
    Files.delete(EvidenceFiles.of(root).ofUnit(OLD + "#1").orElseThrow());
    try (SignatureStore store =
        SignatureStore.open(root.resolve("_sluice/signatures"), near.output.publication())) {
      end(store, OLD + "#1", "directory:" + OLD);
      store.forget("r", List.of(OLD + "#1"), "", 0);
    }
    assertThat(near.validate().violations()).isEmpty();
  }

  /** Publishes the last file of a unit, without documents. */
  private void end(SignatureStore store, String unit, String... kept)
      throws IOException, InterruptedException {
    try (WorkerPool pool = new WorkerPool("test", 1);
        SignatureBatch batch = new SignatureBatch(root.resolve("_sluice/batch"), 1)) {
      new Matcher(store, pool, (one, other) -> one.in(other, 0.95))
          .decide(
              batch,
              new int[0],
              new Position(unit, Frontier.END, "", 0),
              new Guard(1, GuardDecisions.keeping(List.of(kept))));
    }
  }

  /** Once read again, the dump that was forgotten does not lose to one that had lost to it. */
  @Test
  void shouldCountNoKeysOfWhatWasForgotten() throws IOException, InterruptedException {
    for (String dedup : List.of("bucket", "none")) {
      PlainCuration curation = begin(root.resolve(dedup), "output", dedup);
      curation.unit(OLD + "#1", OLD_FILES);
      long lostToItself = near.output.counters.total("near_duplicates_removed");
      near.output.forget();
      curation.unit(NEW + "#1", NEW_FILES);
      curation.forget(OLD + "#1");
      long lostToOld = near.output.counters.total("near_duplicates_removed");
      curation.unit(OLD + "#2", OLD_FILES);
      long lostAgain = near.output.counters.total("near_duplicates_removed") - lostToOld;
      assertThat(lostAgain).as("%s: not all of %d", dedup, 2 * DOCUMENTS).isLessThan(700);
      assertThat(lostAgain).as(dedup).isEqualTo(lostToItself);
      near.output.write();
      new TestingHistory(near.output)
          .ends(ended(OLD + "#1", OLD_FILES), ended(NEW + "#1", NEW_FILES))
          .forgets(forgotten(OLD, sizes(source, OLD_FILES)))
          .ends(ended(OLD + "#2", OLD_FILES));
      assertThat(near.validate().violations()).as(dedup).isEmpty();
    }
  }

  /** What the second reset forgets had lost documents to what the first one forgot. */
  @Test
  void shouldKnowWhatForgottenUnitsLostToEachOther() throws IOException, InterruptedException {
    for (String dedup : List.of("bucket", "none")) {
      PlainCuration curation = begin(root.resolve(dedup), "output", dedup);
      curation.unit(OLD + "#1", OLD_FILES);
      curation.unit(NEW + "#1", NEW_FILES);
      curation.forget(OLD + "#1");
      near.output.forget();
      curation.unit(OLD + "#2", OLD_FILES);
      curation.forget(NEW + "#1");
      curation.unit(NEW + "#2", NEW_FILES);
      near.output.write();
      new TestingHistory(near.output)
          .ends(ended(OLD + "#1", OLD_FILES), ended(NEW + "#1", NEW_FILES))
          .forgets(forgotten(OLD, sizes(source, OLD_FILES)))
          .ends(ended(OLD + "#2", OLD_FILES))
          .forgets(forgotten(NEW, sizes(source, NEW_FILES)))
          .ends(ended(NEW + "#2", NEW_FILES));
      assertThat(near.validate().violations()).as(dedup).isEmpty();
    }
  }

  /** What it lost before the reset stays lost, and the rest loses nothing. No cut shows a trace. */
  @Test
  void shouldCompareAHalfReadUnitUpToWhereItHadComeWhenAnotherWasForgotten()
      throws IOException, InterruptedException {
    for (String dedup : List.of("bucket", "none")) {
      for (BegunUnit position :
          List.of(new BegunUnit(OLD + "#1", 0, 200), new BegunUnit(OLD + "#1", 1, 100))) {
        curateAroundAReset(root.resolve(dedup + position.file()), dedup, position);
        tell(sizes(source, NEW_FILES), position);
        assertThat(near.validate().violations()).as("%s %s", dedup, position).isEmpty();
      }
      curateAroundAReset(root.resolve(dedup), dedup, new BegunUnit(OLD + "#1", 0, 200));
      tell(sizes(source, NEW_FILES), new BegunUnit(OLD + "#1", 2, 0));
      assertThat(Validator.validate(near.options(), JobProgress.NONE).violations())
          .as("%s, farther than it had come", dedup)
          .isNotEmpty();
    }
  }

  /** A unit is read up to some row, another is forgotten, and the rest is read. */
  private void curateAroundAReset(Path to, String dedup, BegunUnit position)
      throws IOException, InterruptedException {
    PlainCuration curation = begin(to, "output", dedup);
    curation.unit(NEW + "#1", NEW_FILES);
    near.output.forget();
    for (int file = 0; file < 2; file++) {
      curation.rows(OLD + "#1", OLD_FILES.get(file), 0, rowsBefore(position, file));
    }
    curation.forget(NEW + "#1");
    for (int file = 0; file < 2; file++) {
      long begin = rowsBefore(position, file);
      curation.rows(OLD + "#1", OLD_FILES.get(file), begin, Long.MAX_VALUE);
    }
    near.output.units.add(
        new UnitPart(OLD + "#1", OLD_FILES, List.of(), new TreeMap<>(), new TreeMap<>()));
    near.output.write();
  }

  private static long rowsBefore(BegunUnit position, int file) {
    if (file == position.file()) {
      return position.row();
    }
    return file < position.file() ? Long.MAX_VALUE : 0;
  }

  private void tell(List<SourcePart> files, BegunUnit position) throws IOException {
    new TestingHistory(near.output)
        .ends(ended(NEW + "#1", NEW_FILES))
        .forgets(saying(forgotten(NEW, files), position))
        .ends(ended(OLD + "#1", OLD_FILES));
  }

  private static ForgottenDump saying(ForgottenDump reset, BegunUnit begun) {
    return new ForgottenDump(reset.dump(), reset.reset(), reset.units(), List.of(begun));
  }

  /** What lost to the forgotten in its first part is forgotten itself, after others lost to it. */
  @Test
  void shouldCompareWhereTheHalfReadUnitWasForgottenAfterItsEnd()
      throws IOException, InterruptedException {
    BegunUnit position = new BegunUnit(OLD + "#1", 0, 300);
    for (String dedup : List.of("bucket", "none")) {
      PlainCuration curation = begin(root.resolve(dedup), "output", dedup);
      curation.unit(NEW + "#1", NEW_FILES);
      curation.rows(OLD + "#1", OLD_FILES.get(0), 0, position.row());
      curation.forget(NEW + "#1");
      curation.rows(OLD + "#1", OLD_FILES.get(0), position.row(), Long.MAX_VALUE);
      curation.rows(OLD + "#1", OLD_FILES.get(1), 0, Long.MAX_VALUE);
      near.output.forget();
      curation.unit(NEW + "#2", NEW_FILES);
      curation.forget(OLD + "#1");
      curation.unit(OLD + "#2", OLD_FILES);
      near.output.write();
      new TestingHistory(near.output)
          .ends(ended(NEW + "#1", NEW_FILES))
          .forgets(saying(forgotten(NEW, sizes(source, NEW_FILES)), position))
          .ends(ended(OLD + "#1", OLD_FILES), ended(NEW + "#2", NEW_FILES))
          .forgets(forgotten(OLD, sizes(source, OLD_FILES)))
          .ends(ended(OLD + "#2", OLD_FILES));
      assertThat(near.validate().violations()).as(dedup).isEmpty();
    }
  }

  /** Nothing can be lost to another dump, so files of the forgotten one need not be there. */
  @Test
  void shouldCompareWhereDumpsAreComparedApartWhateverWasHalfRead()
      throws IOException, InterruptedException {
    begin(root.resolve("dump"), "dump", "none").unit(OLD + "#1", OLD_FILES);
    near.output.write();
    tell(GONE, new BegunUnit(OLD + "#1", 0, 200));
    assertThat(near.validate().violations()).isEmpty();
  }

  @Test
  void shouldCompareWhereTheHalfReadUnitWasForgottenToo() throws IOException, InterruptedException {
    ForgottenUnit half =
        ForgottenUnit.begun(OLD + "#1", List.of("CC-MAIN-2013-20"), GONE, List.of(), 0, 7);
    for (boolean hadEnded : new boolean[] {false, true}) {
      begin(root.resolve("ended " + hadEnded), "output", "bucket").unit(OLD + "#2", OLD_FILES);
      near.output.write();
      TestingHistory history =
          new TestingHistory(near.output)
              .ends(ended(NEW + "#1", NEW_FILES))
              .forgets(saying(forgotten(NEW, GONE), new BegunUnit(OLD + "#1", 0, 7)));
      if (hadEnded) {
        history.ends(ended(OLD + "#1", OLD_FILES)).forgets(forgotten(OLD, GONE));
      } else {
        history.forgets(new ForgottenDump("CC-MAIN-2013-20", "r", List.of(half), List.of()));
      }
      history.ends(ended(OLD + "#2", OLD_FILES));
      assertThat(near.validate().violations()).as("ended: " + hadEnded).isEmpty();
    }
  }

  /** What is not in the output cannot be wrong in it. */
  @Test
  void shouldCompareWhileTheHalfReadUnitHasNotEnded() throws IOException, InterruptedException {
    near.curation().unit(OLD + "#1", OLD_FILES);
    near.output.write();
    new TestingHistory(near.output)
        .ends(ended(OLD + "#1", OLD_FILES), ended(NEW + "#1", NEW_FILES))
        .forgets(saying(forgotten(NEW, GONE), new BegunUnit("data/CC-MAIN-2015-14#1", 0, 1)));
    assertThat(near.validate().violations()).isEmpty();
  }

  @Test
  void shouldCompareWhereTheUnitHadEndedBeforeAnotherWasForgotten()
      throws IOException, InterruptedException {
    PlainCuration curation = near.curation();
    curation.unit(NEW + "#1", NEW_FILES);
    near.output.forget();
    curation.unit(OLD + "#1", OLD_FILES);
    near.output.write();
    new TestingHistory(near.output)
        .ends(ended(NEW + "#1", NEW_FILES))
        .keeps(OLD + "#1", 1)
        .ends(ended(OLD + "#1", OLD_FILES))
        .forgets(forgotten(NEW, sizes(source, NEW_FILES)));
    assertThat(near.validate().violations()).isEmpty();
  }

  /** Tables are for all that is read, and most of it may be forgotten. */
  @Test
  void shouldReadInPartsWhatWasForgottenToo() throws IOException, InterruptedException {
    PlainCuration curation = near.curation();
    curation.unit(OLD + "#1", OLD_FILES);
    near.output.forget();
    curation.unit(NEW + "#1", NEW_FILES);
    near.output.write();
    Map<Long, Integer> reads = new TreeMap<>();
    for (long rows : new long[] {FORGOTTEN, 10 * FORGOTTEN}) {
      new TestingHistory(near.output, reads.size())
          .keeps(OLD + "#1", rows)
          .loses(OLD + "#1", rows)
          .ends(ended(OLD + "#1", OLD_FILES), ended(NEW + "#1", NEW_FILES))
          .forgets(forgotten(OLD, sizes(source, OLD_FILES)));
      List<String> files = new ArrayList<>();
      ValidationReport report =
          Validator.validate(near.options(), position -> files.add(position.file()));
      assertThat(report.violations()).isEmpty();
      assertThat(report.warnings()).isEmpty();
      reads.put(rows, Collections.frequency(files, NEW_FILES.get(0)));
    }
    assertThat(reads.get(10 * FORGOTTEN)).isGreaterThan(2 * reads.get(FORGOTTEN));
  }
}
