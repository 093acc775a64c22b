package dev.sluice.neardup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.algorithms.neardup.Fingerprint;
import dev.sluice.algorithms.neardup.Fingerprint.Rule;
import dev.sluice.core.work.WorkerPool;
import dev.sluice.neardup.SignatureFooter.Counts;
import dev.sluice.neardup.SignatureFooter.Position;
import dev.sluice.storage.publish.Publication;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GuardTest {
  private static final double THRESHOLD = 0.95;
  private static final int FAMILIES = 400;

  @TempDir private Path directory;
  private final long[][] parities = new long[FAMILIES][];
  private int spills;

  /** How documents of a directory are made: shares of those that are like another, and copies. */
  private record Source(String file, int rows, double like, double copies) {}

  /** Documents of 200 sequences; those of one family differ in two of them. */
  private List<Waiting> documents(long seed, Source... sources) {
    Random random = new Random(seed);
    for (int family = 0; family < FAMILIES; family++) {
      parities[family] = random.longs(8).toArray();
    }
    List<Waiting> documents = new ArrayList<>();
    for (Source source : sources) {
      for (int row = 0; row < source.rows; row += 1 + random.nextInt(9)) {
        documents.add(document(source, row, random));
      }
    }
    return documents;
  }

  private Waiting document(Source source, int row, Random random) {
    String dump = "dump-" + random.nextInt(2);
    String bucket = random.nextInt(3) + ".0";
    DocumentOrigin origin =
        new DocumentOrigin(source.file, row, source.file + "#" + row, dump, bucket);
    double kind = random.nextDouble();
    int family = random.nextInt(FAMILIES);
    if (kind < source.copies) {
      Fingerprint copy = Fingerprint.of(family, 200, false, parities[family]);
      return new Waiting(origin, List.of(family * 7L << 30), copy);
    }
    if (kind < source.copies + source.like) {
      long[] bits = parities[family].clone();
      bits[random.nextInt(8)] ^= 1L << random.nextInt(64) | 1;
      return new Waiting(
          origin, List.of(family * 7L << 30), Fingerprint.of(random.nextLong(), 200, false, bits));
    }
    return new Waiting(
        origin,
        List.of(random.nextLong() >>> 16),
        Fingerprint.of(random.nextLong(), 200, false, random.longs(8).toArray()));
  }

  private SignatureStore open(String name) throws IOException {
    Path root = directory.resolve(name).resolve("_sluice/signatures");
    return SignatureStore.open(
        root, root, new Publication(directory.resolve("tmp")), Optional.of(evidence(name)));
  }

  private Path evidence(String name) {
    return directory.resolve(name).resolve(EvidenceFiles.DIRECTORY);
  }

  /** Decides documents in batches that end anywhere, until the unit stops or ends. */
  private Optional<GuardStop> run(
      String name, List<Waiting> documents, Guard guard, int batches, Random random)
      throws Exception {
    SignatureStore store = open(name);
    try (WorkerPool pool = new WorkerPool("matcher", 1 + random.nextInt(3))) {
      for (Frontier frontier : frontiers(documents, batches, random)) {
        if (random.nextInt(3) == 0) {
          store.close();
          store = open(name);
        }
        Frontier reached =
            store.last().map(last -> last.position().frontier()).orElse(Frontier.BEGIN);
        Optional<GuardStop> stop = Optional.empty();
        if (reached.compareTo(frontier) < 0) {
          stop = decide(store, pool, documents, guard, frontier, random);
        }
        if (stop.isPresent()) {
          return stop;
        }
      }
      return Optional.empty();
    } finally {
      store.close();
    }
  }

  private static List<Frontier> frontiers(List<Waiting> documents, int batches, Random random) {
    List<Frontier> frontiers = new ArrayList<>();
    random
        .ints(batches - 1, 0, documents.size())
        .sorted()
        .mapToObj(place -> documents.get(place).origin())
        .forEach(each -> frontiers.add(new Frontier(each.file(), each.row(), false)));
    frontiers.add(Frontier.END);
    return frontiers;
  }

  private Optional<GuardStop> decide(
      SignatureStore store,
      WorkerPool pool,
      List<Waiting> documents,
      Guard guard,
      Frontier frontier,
      Random random)
      throws Exception {
    Frontier reached = store.last().map(last -> last.position().frontier()).orElse(Frontier.BEGIN);
    List<Waiting> waiting = new ArrayList<>();
    for (Waiting each : documents) {
      DocumentOrigin origin = each.origin();
      if (!reached.covers(origin.file(), origin.row())
          && frontier.covers(origin.file(), origin.row())) {
        waiting.add(each);
      }
    }
    Collections.shuffle(waiting, random);
    try (SignatureBatch batch = new SignatureBatch(directory.resolve("spill" + spills++), 1)) {
      for (Waiting each : waiting) {
        each.addTo(batch);
      }
      Position position = new Position("unit", frontier, "topic", 0);
      return new Matcher(store, pool, (one, kept) -> one.in(kept, THRESHOLD))
          .decide(batch, batch.before(frontier), position, guard)
          .stop();
    }
  }

  /** The rule as it is written down: counts everything again for each look. */
  private static Optional<String> slowStop(List<Waiting> documents, double share) {
    SlowMatcher slow = new SlowMatcher(THRESHOLD);
    documents.forEach(slow::decide);
    Map<DocumentOrigin, Rule> rules = new HashMap<>();
    slow.matches().forEach(each -> rules.put(each.document(), each.containment().rule()));
    for (int i = 1; i < documents.size(); i++) {
      DocumentOrigin before = documents.get(i - 1).origin();
      DocumentOrigin next = documents.get(i).origin();
      long multiple = next.row() / 65_536 * 65_536;
      if (!before.file().equals(next.file()) || before.row() < multiple) {
        Map<String, Counts> exceeded = exceeded(documents.subList(0, i), rules, share, 10_000);
        if (!exceeded.isEmpty()) {
          return Optional.of("%s:%d %s".formatted(next.file(), multiple, exceeded));
        }
      }
    }
    Map<String, Counts> exceeded = exceeded(documents, rules, share, 0);
    exceeded.values().removeIf(counts -> counts.contained() <= 100);
    DocumentOrigin last = documents.get(documents.size() - 1).origin();
    return exceeded.isEmpty()
        ? Optional.empty()
        : Optional.of("%s:%d %s".formatted(last.file(), last.row() + 1, exceeded));
  }

  private static Map<String, Counts> exceeded(
      List<Waiting> documents, Map<DocumentOrigin, Rule> rules, double share, int least) {
    Map<String, Counts> all = new TreeMap<>();
    for (Waiting each : documents) {
      DocumentOrigin origin = each.origin();
      Rule rule = rules.getOrDefault(origin, Rule.NONE);
      Counts one = new Counts(1, rule == Rule.COPY ? 1 : 0, rule == Rule.CONTAINED ? 1 : 0);
      String parent = origin.file().contains("/") ? origin.file().replaceFirst("/[^/]*$", "") : ".";
      for (String group :
          List.of("dump:" + origin.dump(), "bucket:" + origin.bucket(), "directory:" + parent)) {
        all.merge(group, one, Counts::plus);
      }
    }
    all.values()
        .removeIf(
            counts ->
                counts.documents() < least || counts.contained() <= share * counts.documents());
    return all;
  }

  private static String text(GuardStop stop) {
    return stop.at() + " " + stop.groups();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void shouldStopAtTheSameRowHoweverBatchesFall(long seed) throws Exception {
    Random random = new Random(seed);
    List<Waiting> documents =
        documents(
            seed,
            new Source("a/1", 70_000, 0.05, 0.3),
            new Source("b/1", 30_000 + random.nextInt(30_000), 0.25 * random.nextInt(4), 0),
            new Source("b/2", 20_000 + random.nextInt(50_000), 0.8, 0.1),
            new Source("c/1", 3_000, 0.5, 0));
    String expected = slowStop(documents, 0.3).orElseThrow();
    byte[] file = {};
    for (int round = 0; round < 20; round++) {
      String name = "round" + round;
      Guard guard = new Guard(0.3, GuardDecisions.NONE);
      GuardStop stop = run(name, documents, guard, 1 + random.nextInt(12), random).orElseThrow();
      assertThat(text(stop)).isEqualTo(expected);
      byte[] written = Files.readAllBytes(evidence(name).resolve(unitName(name) + ".stop.json"));
      file = round == 0 ? written : file;
      assertThat(written).isEqualTo(file);
      assertThat(GuardStop.waiting(directory.resolve(name))).containsExactly(stop);
      assertThat(evidence(name).resolve(unitName(name) + ".parquet")).doesNotExist();
      if (round % 5 == 0) { // another start finds the same
        assertThat(text(run(name, documents, guard, 2, random).orElseThrow())).isEqualTo(expected);
      }
    }
  }

  /** Directories that are forgotten meanwhile, in any depth, change neither place nor groups. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void shouldStopAtTheSameRowHoweverManyDirectoriesThereAre(long seed) throws Exception {
    Random random = new Random(seed);
    List<Source> sources = new ArrayList<>();
    sources.add(new Source("a/1", 3_000, 0.4, 0));
    for (int i = 100; i < 200; i++) {
      String parent = random.nextBoolean() ? "b/" + i / 20 + "/" : "b/";
      sources.add(new Source(parent + i + "/1", 1 + random.nextInt(30), random.nextDouble(), 0));
    }
    sources.add(new Source("b/2", 20_000, 0.1, 0));
    sources.add(new Source("b/a/1", 10, 1, 0));
    sources.add(new Source("b/c", 70_000, random.nextInt(2) * 0.8, 0.1));
    sources.add(new Source("b/d/1", 2_000 * random.nextInt(2), 0.9, 0));
    sources.add(new Source("c", 100, 0, 0));
    sources.sort(Comparator.comparing(Source::file));
    List<Waiting> documents = documents(seed, sources.toArray(Source[]::new));
    Optional<String> expected = slowStop(documents, 0.3);
    for (int round = 0; round < 5; round++) {
      Guard guard = new Guard(0.3, GuardDecisions.NONE);
      Optional<GuardStop> stop =
          run("round" + round, documents, guard, 1 + random.nextInt(30), random);
      assertThat(stop.map(GuardTest::text)).isEqualTo(expected);
    }
  }

  /** What is written with each batch is bounded, whatever a unit is made of. */
  @Test
  void shouldForgetDirectoriesThatCannotStopTheUnit() {
    GuardWatch watch = watch(new Guard(0.3, GuardDecisions.NONE));
    GuardWatch uncounted = watch(Guard.UNCOUNTED);
    int most = 0;
    for (int i = 0; i < 100_000; i++) {
      String file = "d/%02d/%05d/f".formatted(i / 1_000, i);
      int documents = i == 7 ? 300 : 1 + i % 3;
      for (int row = 0; row < documents; row++) {
        DocumentOrigin document = new DocumentOrigin(file, row, "id", "dump", "3.0");
        for (GuardWatch each : List.of(watch, uncounted)) {
          assertThat(each.stopsBefore(document)).isFalse();
          each.add(document, i % 7 == 0 ? Rule.CONTAINED : Rule.NONE);
        }
      }
      if (i % 1_000 == 0) { // another batch
        GuardState state = watch.state();
        most = Math.max(most, state.groups().size());
        watch = new GuardWatch(new Guard(0.3, GuardDecisions.NONE), state);
      }
    }
    assertThat(watch.state().groups())
        .containsOnlyKeys("bucket:3.0", "directory:d/00/00007", "directory:d/99/99999", "dump:dump")
        .containsEntry("directory:d/00/00007", new Counts(300, 0, 300));
    assertThat(most).isEqualTo(4);
    assertThat(watch.stopsAtEnd()).isTrue();
    assertThat(watch.exceeded()).containsOnlyKeys("directory:d/00/00007");
    assertThat(watch.state().groups()).as("of a unit that goes on").hasSize(4);
    assertThat(uncounted.state().groups()).isEmpty();
    assertThat(uncounted.stopsAtEnd()).isFalse();
    GuardWatch accepted =
        new GuardWatch(
            new Guard(0.3, GuardDecisions.NONE.with(watch.exceeded().keySet(), List.of())),
            watch.state());
    assertThat(accepted.stopsAtEnd()).isFalse();
    assertThat(accepted.state().groups()).as("of a unit that has ended").isEmpty();
  }

  private static GuardWatch watch(Guard guard) {
    return new GuardWatch(guard, GuardState.NONE);
  }

  private String unitName(String name) throws IOException {
    try (Stream<Path> units = Files.list(directory.resolve(name).resolve("_sluice/signatures"))) {
      return units.findFirst().orElseThrow().getFileName().toString();
    }
  }

  @Test
  void shouldGoOnWithWhatIsAcceptedAsIfNothingHadStopped() throws Exception {
    List<Waiting> documents =
        documents(7, new Source("a/1", 70_000, 0.1, 0.1), new Source("b/1", 90_000, 0.7, 0));
    run("free", documents, Guard.OFF, 1, new Random(1));
    GuardDecisions decisions = GuardDecisions.read(evidence("stops"));
    Set<String> stops = new HashSet<>();
    while (true) {
      Optional<GuardStop> stop =
          run("stops", documents, new Guard(0.3, decisions), 4, new Random(stops.size()));
      if (stop.isEmpty()) {
        break;
      }
      for (String group : stop.get().groups().keySet()) {
        assertThat(stops.add(group)).isTrue();
        decisions = decisions.with(List.of(group), List.of());
      }
      decisions.write(evidence("stops"));
      assertThat(GuardDecisions.read(evidence("stops"))).isEqualTo(decisions);
    }
    assertThat(stops).contains("directory:b");
    assertThat(evidenceBytes("stops")).isEqualTo(evidenceBytes("free"));
    assertThat(evidence("stops").resolve(unitName("stops") + ".stop.json")).doesNotExist();
  }

  /** A matcher that was suspended may write it late, and any may delete it after it was listed. */
  @Test
  void shouldNotWaitForADecisionAboutAUnitThatHasEndedOrIsForgotten() throws Exception {
    List<Waiting> documents = documents(9, new Source("b/1", 30_000, 0.7, 0));
    Guard guard = new Guard(0.3, GuardDecisions.NONE);
    GuardStop stop = run("out", documents, guard, 1, new Random(1)).orElseThrow();
    Path output = directory.resolve("out");
    Path file = evidence("out").resolve(unitName("out") + ".stop.json");
    byte[] written = Files.readAllBytes(file);
    Files.createSymbolicLink(file.resolveSibling("000009-gone.stop.json"), output.resolve("gone"));
    assertThat(GuardStop.waiting(output)).containsExactly(stop);
    run("out", documents, Guard.OFF, 1, new Random(1));
    assertThat(GuardStop.waiting(output)).isEmpty();
    Files.write(file, written);
    assertThat(GuardStop.waiting(output)).as("ended").isEmpty();

    run("other", documents, guard, 1, new Random(1)).orElseThrow();
    Path late = evidence("other").resolve(unitName("other") + ".stop.json");
    try (SignatureStore store = open("other")) {
      store.forget("reset", List.of(stop.unit()), "", 0);
    }
    assertThat(late).exists();
    assertThat(GuardStop.waiting(directory.resolve("other"))).as("forgotten").isEmpty();
    assertThat(GuardStop.waiting(directory.resolve("none"))).isEmpty();
  }

  @Test
  void shouldRememberWhatWasKeptInUnitsThatAreForgotten() throws Exception {
    List<Waiting> documents = documents(8, new Source("b/1", 3_000, 0.7, 0.1));
    Guard guard = new Guard(0.3, GuardDecisions.keeping(List.of("directory:b")));
    run("kept", documents, guard, 3, new Random(2));
    try (SignatureStore store = open("kept");
        WorkerPool pool = new WorkerPool("matcher", 1);
        SignatureBatch none = new SignatureBatch(directory.resolve("none"), 1)) {
      String unit = store.last().orElseThrow().position().unit();
      new Matcher(store, pool, (one, kept) -> one.in(kept, THRESHOLD))
          .decide(none, new int[0], new Position("later#1", Frontier.END, "", 0), Guard.OFF);
      SignatureDirectory files = SignatureDirectory.ofOutput(directory.resolve("kept"));
      assertThat(files.keptGroups(unit)).contains(List.of("directory:b"));
      assertThat(files.keptGroups("later#1")).contains(List.of());
      store.forget("reset", List.of("later#1", unit, "another#1"), "", 0);
      assertThat(files.forgotten())
          .isEqualTo(
              Map.of(unit, List.of("directory:b"), "later#1", List.of(), "another#1", List.of()));
    }
  }

  private byte[] evidenceBytes(String name) throws IOException {
    return Files.readAllBytes(evidence(name).resolve(unitName(name) + ".parquet"));
  }

  @Test
  void shouldRemoveOnlyCopiesOfGroupsThatAreKept() throws Exception {
    List<Waiting> documents =
        documents(8, new Source("a/1", 40_000, 0.1, 0.1), new Source("b/1", 90_000, 0.7, 0.1));
    Guard guard = new Guard(0.3, GuardDecisions.keeping(List.of("directory:b")));
    assertThat(run("kept", documents, guard, 5, new Random(2))).isEmpty();
    assertThat(run("again", documents, guard, 1, new Random(3))).isEmpty();
    assertThat(evidenceBytes("kept")).isEqualTo(evidenceBytes("again"));
    Map<String, Integer> removed = new TreeMap<>();
    Path file = evidence("kept").resolve(unitName("kept") + ".parquet");
    assertThat(EvidenceFile.keptGroups(file)).containsExactly("directory:b");
    EvidenceFile.read(
        file,
        match ->
            removed.merge(
                match.document().file() + " " + match.containment().rule(), 1, Integer::sum));
    assertThat(removed).containsKeys("a/1 COPY", "a/1 CONTAINED", "b/1 COPY", "b/1 NONE");
    assertThat(removed).doesNotContainKey("b/1 CONTAINED");
  }

  /** A decision holds for units that begin after it. */
  @Test
  void shouldNotChangeWhatAUnitKeepsOnceItHasBegun() throws Exception {
    List<Waiting> documents = documents(9, new Source("a/1", 30_000, 0.5, 0));
    Guard kept = new Guard(1, GuardDecisions.keeping(List.of("directory:a")));
    try (SignatureStore store = open("store");
        WorkerPool pool = new WorkerPool("matcher", 2)) {
      Random random = new Random(1);
      Frontier half = new Frontier("a/1", 15_000, false);
      decide(store, pool, documents, Guard.OFF, half, random);
      decide(store, pool, documents, kept, Frontier.END, random);
    }
    run("free", documents, Guard.OFF, 1, new Random(1));
    assertThat(evidenceBytes("store")).isEqualTo(evidenceBytes("free"));
  }

  /** What a unit keeps takes the place of what was decided for all. */
  @Test
  void shouldKeepWhatTheUnitOfAnotherOutputKept() throws Exception {
    List<Waiting> documents =
        documents(11, new Source("a/1", 15_000, 0.5, 0), new Source("b/1", 15_000, 0.5, 0));
    GuardDecisions onlyA = GuardDecisions.keeping(List.of("directory:a"));
    run("original", documents, new Guard(1, onlyA), 1, new Random(1));
    GuardDecisions decisions =
        GuardDecisions.keeping(List.of("directory:b"))
            .repeating(new TreeMap<>(Map.of("unit", List.of("directory:a"))));
    decisions.write(evidence("again"));
    assertThat(GuardDecisions.read(evidence("again"))).isEqualTo(decisions);
    run("again", documents, new Guard(1, decisions), 2, new Random(2));
    assertThat(evidenceBytes("again")).isEqualTo(evidenceBytes("original"));
  }

  /** A user may have edited the file of decisions by hand. */
  @Test
  void shouldNotWriteEvidenceAgainBecauseOfTheOrderOfGroups() throws Exception {
    GuardDecisions decisions =
        GuardDecisions.NONE.repeating(
            new TreeMap<>(Map.of("unit", List.of("dump:b", "directory:a", "dump:b"))));
    run(
        "order",
        documents(12, new Source("a/1", 100, 0.5, 0)),
        new Guard(1, decisions),
        1,
        new Random(1));
    Path file = evidence("order").resolve(unitName("order") + ".parquet");
    Object written = Files.getAttribute(file, "unix:ino");
    open("order").close();
    assertThat(Files.getAttribute(file, "unix:ino")).isEqualTo(written);
    assertThat(EvidenceFile.keptGroups(file)).containsExactly("directory:a", "dump:b");
  }

  @Test
  void shouldNotStopForCopies() throws Exception {
    List<Waiting> documents = documents(10, new Source("a/1", 200_000, 0, 1));
    Guard guard = new Guard(0, GuardDecisions.NONE);
    assertThat(run("copies", documents, guard, 3, new Random(1))).isEmpty();
  }

  @Test
  void shouldSayWhatAGroupIs() {
    GuardDecisions.requireGroup("directory:a/b:c");
    for (String wrong : List.of("a/b", "dump:", "file:a")) {
      assertThatThrownBy(() -> GuardDecisions.requireGroup(wrong))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("\"" + wrong + "\" is not a group: write dump:NAME");
    }
    assertThat(GuardDecisions.groups(new DocumentOrigin("f", 0, "i", "", "")))
        .containsExactly("directory:.");
    assertThat(GuardDecisions.groups(new DocumentOrigin("a/b/f", 0, "i", "d", "3.0")))
        .containsExactly("dump:d", "bucket:3.0", "directory:a/b");
  }
}
