package dev.sluice.neardup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.algorithms.neardup.Fingerprint;
import dev.sluice.algorithms.neardup.Fingerprint.Rule;
import dev.sluice.core.work.WorkerPool;
import dev.sluice.neardup.SignatureFooter.Position;
import dev.sluice.operators.neardup.TextSigner;
import dev.sluice.storage.PermanentException;
import dev.sluice.storage.publish.Publication;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MatcherTest {
  private static final double THRESHOLD = 0.95;

  @TempDir private Path directory;
  private int spills;

  private SignatureStore open(String name) throws IOException {
    Publication publication = new Publication(directory.resolve("tmp"));
    return SignatureStore.open(directory.resolve(name), publication);
  }

  private SignatureBatch batch(List<Waiting> documents) throws IOException {
    SignatureBatch batch =
        new SignatureBatch(directory.resolve("spill" + spills++), TextSigner.KEYS);
    for (Waiting each : documents) {
      each.addTo(batch);
    }
    return batch;
  }

  private static Matcher matcher(SignatureStore store, WorkerPool pool) {
    return new Matcher(store, pool, (one, kept) -> one.in(kept, THRESHOLD));
  }

  private static SignatureFooter.Counts decide(
      Matcher matcher, SignatureBatch batch, String unit, Frontier frontier) throws Exception {
    Position position = new Position(unit, frontier, "topic", batch.count());
    return matcher.decide(batch, batch.before(frontier), position, Guard.OFF).counts();
  }

  /** All in one batch. */
  private void decide(SignatureStore store, String unit, List<Waiting> documents) throws Exception {
    try (WorkerPool pool = new WorkerPool("matcher", 3);
        SignatureBatch batch = batch(documents)) {
      decide(matcher(store, pool), batch, unit, Frontier.END);
    }
  }

  private static List<DocumentOrigin> kept(SignatureStore store) throws IOException {
    List<DocumentOrigin> kept = new ArrayList<>();
    for (SignatureFile file : store.files()) {
      file.kept(each -> kept.add(each.origin()));
    }
    return kept;
  }

  private static List<Match> matches(SignatureStore store) throws IOException {
    List<Match> matches = new ArrayList<>();
    for (SignatureFile file : store.files()) {
      file.matches(matches::add);
    }
    return matches;
  }

  private static void compare(SignatureStore store, SlowMatcher slow) throws IOException {
    assertThat(kept(store)).isEqualTo(slow.kept());
    List<Match> matches = matches(store);
    assertThat(matches.stream().map(MatcherTest::pair).toList())
        .isEqualTo(slow.matches().stream().map(MatcherTest::pair).toList());
    for (int i = 0; i < matches.size(); i++) {
      Fingerprint.Containment found = matches.get(i).containment();
      Fingerprint.Containment expected = slow.matches().get(i).containment();
      assertThat(Math.abs(found.share() - expected.share())).isLessThan(1e-5);
      assertThat(Math.abs(found.error() - expected.error())).isLessThan(1e-5);
      assertThat(Math.abs(found.similarity() - expected.similarity())).isLessThan(1e-5);
    }
    SignatureFooter.Counts counts =
        store.files().stream()
            .map(file -> file.footer().counts())
            .reduce(SignatureFooter.Counts.NONE, SignatureFooter.Counts::plus);
    assertThat(counts.kept()).isEqualTo(slow.kept().size());
    assertThat(counts.copies()).isEqualTo(count(slow, Rule.COPY));
    assertThat(counts.contained()).isEqualTo(count(slow, Rule.CONTAINED));
  }

  private static long count(SlowMatcher slow, Rule rule) {
    return slow.matches().stream().filter(each -> each.containment().rule() == rule).count();
  }

  private static String pair(Match match) {
    return "%s %s %s".formatted(match.document(), match.containment().rule(), match.kept());
  }

  /** Batches end anywhere, documents arrive in any order and twice, the store is opened again. */
  @ParameterizedTest
  @CsvSource({"1, 1, 1", "2, 3, 2", "3, 20, 4", "4, 40, 1", "5, 7, 3"})
  void shouldDecideAsASlowVersionDoes(long seed, int batches, int threads) throws Exception {
    TestingDocuments made = new TestingDocuments(seed);
    SlowMatcher slow = new SlowMatcher(THRESHOLD);
    Random random = new Random(seed);
    SignatureStore store = open("store");
    try (WorkerPool pool = new WorkerPool("matcher", threads)) {
      for (String unit : List.of("one", "two", "three")) {
        List<Waiting> documents = made.unit(unit, 700);
        documents.forEach(slow::decide);
        SignatureBatch batch = batch(shuffled(documents, random));
        List<Frontier> frontiers = frontiers(documents, batches, random);
        for (Frontier frontier : frontiers) {
          decide(matcher(store, pool), batch, unit, frontier);
          SignatureBatch rest = batch(List.of());
          batch.addTo(rest, frontier, Frontier.END);
          batch.close();
          batch = rest;
          if (random.nextInt(4) == 0) {
            store.close();
            store = open("store");
            assertThat(store.last().orElseThrow().position().frontier()).isEqualTo(frontier);
          }
        }
        assertThat(batch.count()).isZero();
        batch.close();
      }
      compare(store, slow);
      assertThat(matches(store)).hasSizeBetween(200, 1_900);
      assertThat(store.files()).hasSize(3);
      assertThat(count(slow, Rule.COPY)).isGreaterThan(50);
      assertThat(count(slow, Rule.CONTAINED)).isGreaterThan(50);
      assertThat(count(slow, Rule.NONE)).isGreaterThan(5);
    }
    store.close();
    try (SignatureStore again = open("store")) {
      compare(again, slow);
    }
  }

  private static List<Waiting> shuffled(List<Waiting> documents, Random random) {
    List<Waiting> shuffled = new ArrayList<>(documents);
    documents.stream().filter(each -> random.nextInt(5) == 0).forEach(shuffled::add);
    Collections.shuffle(shuffled, random);
    return shuffled;
  }

  private static List<Frontier> frontiers(List<Waiting> documents, int batches, Random random) {
    List<Frontier> frontiers = new ArrayList<>();
    Stream<Integer> places = random.ints(batches - 1, 0, documents.size()).sorted().boxed();
    places
        .map(place -> documents.get(place).origin())
        .forEach(each -> frontiers.add(new Frontier(each.file(), each.row(), false)));
    frontiers.add(Frontier.END);
    return frontiers;
  }

  @Test
  void shouldWriteTheSameBytesWithAnyThreadsAndOrderOfArrival() throws Exception {
    List<Waiting> documents = new TestingDocuments(9).unit("one", 1_500);
    byte[] expected = {};
    for (int threads : new int[] {1, 2, 7}) {
      try (SignatureStore store = open("threads" + threads);
          WorkerPool pool = new WorkerPool("matcher", threads);
          SignatureBatch batch = batch(shuffled(documents, new Random(threads)))) {
        Position position = new Position("one", Frontier.END, "", 7);
        matcher(store, pool).decide(batch, batch.before(Frontier.END), position, Guard.OFF);
        byte[] bytes = Files.readAllBytes(store.files().get(0).path());
        expected = expected.length == 0 ? bytes : expected;
        assertThat(bytes).isEqualTo(expected);
      }
    }
  }

  @Test
  void shouldForgetUnits() throws Exception {
    TestingDocuments made = new TestingDocuments(21);
    SlowMatcher slow = new SlowMatcher(THRESHOLD);
    SignatureStore store = open("store");
    for (String unit : List.of("one", "two", "three", "four")) {
      List<Waiting> documents = made.unit(unit, 400);
      documents.forEach(slow::decide);
      decide(store, unit, documents);
      if (unit.equals("three")) {
        store.forget("reset", List.of("two"), "topic", 5);
        slow.forget("two");
        assertThat(store.hasReset("reset")).isTrue();
        assertThat(store.knows("two")).isTrue();
        compare(store, slow);
        store.close();
        store = open("store");
      }
    }
    compare(store, slow);
    store.close();
  }

  /** A matcher that was suspended wakes up when another one has decided its batch. */
  @Test
  void shouldNotDecideWhatAnotherMatcherHasDecided() throws Exception {
    List<Waiting> documents = new TestingDocuments(5).unit("one", 100);
    try (SignatureStore one = open("store");
        SignatureStore other = open("store")) {
      decide(one, "one", documents);
      decide(other, "one", documents); // the same bytes
      try (SignatureStore third = open("store")) {
        assertThat(third.files()).hasSize(1);
      }
    }
    try (SignatureStore one = open("second");
        SignatureStore other = open("second")) {
      decide(one, "one", documents);
      List<Waiting> fewer = documents.subList(0, 50);
      assertThatThrownBy(() -> decide(other, "one", fewer))
          .isInstanceOf(FileAlreadyExistsException.class);
    }
    assertThat(directory.resolve("tmp")).isEmptyDirectory();
  }

  private void decideInBatches(SignatureStore store, List<Waiting> documents, int batches)
      throws Exception {
    try (WorkerPool pool = new WorkerPool("matcher", 2)) {
      for (int number = 0; number < batches; number++) {
        int to = documents.size() * (number + 1) / batches;
        List<Waiting> next = documents.subList(documents.size() * number / batches, to);
        DocumentOrigin last = next.get(next.size() - 1).origin();
        try (SignatureBatch batch = batch(next)) {
          Frontier frontier = new Frontier(last.file(), last.row() + 1, false);
          decide(matcher(store, pool), batch, "one", frontier);
        }
      }
    }
  }

  private List<Path> files(String name) throws IOException {
    try (Stream<Path> files = Files.walk(directory.resolve(name))) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }

  /** A matcher was killed when it had published a merged file, and not deleted what it covers. */
  @Test
  void shouldDeleteWhatAMergeHasLeft() throws Exception {
    List<Waiting> documents = new TestingDocuments(41).unit("one", 400);
    SlowMatcher slow = new SlowMatcher(THRESHOLD);
    documents.forEach(slow::decide);
    Map<Path, byte[]> left = new HashMap<>();
    try (SignatureStore store = open("store")) {
      decideInBatches(store, documents.subList(0, 350), 7);
      for (Path file : files("store")) {
        left.put(file, Files.readAllBytes(file));
      }
      decideInBatches(store, documents.subList(350, 400), 1);
      assertThat(store.files()).hasSize(1);
    }
    assertThat(left).hasSize(7);
    for (Map.Entry<Path, byte[]> file : left.entrySet()) {
      Files.write(file.getKey(), file.getValue());
    }
    try (SignatureStore store = open("store")) {
      compare(store, slow);
      assertThat(files("store")).hasSize(1);
    }
  }

  @Test
  void shouldNotContinueWithoutAFile() throws Exception {
    try (SignatureStore store = open("store")) {
      decideInBatches(store, new TestingDocuments(41).unit("one", 300), 3);
    }
    List<Path> files = files("store");
    byte[] first = Files.readAllBytes(files.get(0));
    Files.delete(files.get(0));
    assertThatThrownBy(() -> open("store"))
        .isInstanceOf(PermanentException.class)
        .hasMessageContaining("exists, but the file before it does not");
    Files.write(files.get(0), first);
    open("store").close();
  }

  /**
   * All documents have the same keys, and none contains another: the costs are linear. Were the
   * equal keys of a batch walked for each of them, the larger case would take minutes.
   */
  @ParameterizedTest
  @ValueSource(ints = {15_000, 300_000})
  void shouldCompareEachDocumentWithTheOwnerOfAKeyAlone(int count) throws Exception {
    AtomicLong comparisons = new AtomicLong();
    int together = count / 3;
    List<Long> keys = IntStream.range(0, 14).mapToObj(band -> band * 17L << 40).toList();
    try (SignatureStore store = open("store");
        WorkerPool pool = new WorkerPool("matcher", 2)) {
      Matcher matcher =
          new Matcher(
              store,
              pool,
              (one, kept) -> {
                comparisons.incrementAndGet();
                return one.in(kept, THRESHOLD);
              });
      for (int from = 0; from < count; from += together) {
        try (SignatureBatch batch = batch(List.of())) {
          for (int row = from; row < from + together; row++) {
            DocumentOrigin origin = new DocumentOrigin("file", row, "id", "dump", "");
            new Waiting(origin, keys, Fingerprint.ofShort(row)).addTo(batch);
          }
          boolean last = from + together == count;
          Frontier frontier = last ? Frontier.END : new Frontier("file", from + together, false);
          Position position = new Position("unit", frontier, "", count);
          matcher.decide(batch, batch.inOrderOfArrival(), position, Guard.OFF);
        }
      }
      assertThat(comparisons.get()).isEqualTo(count - 1);
      assertThat(store.keys()).isEqualTo(14);
      assertThat(store.stored()).isEqualTo(count);
    }
  }

  /**
   * Each version differs from the one before by little, and from the first one by more and more.
   */
  @Test
  void shouldNotLoseAPageThatDrifts() throws Exception {
    TestingDocuments made = new TestingDocuments(31);
    List<String> words = new ArrayList<>(List.of(made.words(600).split(" ")));
    List<Waiting> versions = new ArrayList<>();
    for (int version = 0; version < 24; version++) {
      DocumentOrigin origin = new DocumentOrigin("f", version, "v" + version, "d", "");
      versions.add(made.sign(origin, String.join(" ", words)));
      Collections.rotate(words, -12);
      List<String> fresh = List.of(made.words(12).split(" "));
      IntStream.range(0, 12).forEach(i -> words.set(588 + i, fresh.get(i)));
    }
    try (SignatureStore store = open("store")) {
      decide(store, "one", versions);
      List<Match> removed = matches(store).stream().filter(Match::isRemoval).toList();
      assertThat(kept(store)).hasSizeBetween(8, 16);
      assertThat(removed).hasSize(24 - kept(store).size());
      for (Match match : removed) {
        assertThat(kept(store)).contains(match.kept());
        Fingerprint document = versions.get((int) match.document().row()).fingerprint();
        Fingerprint kept = versions.get((int) match.kept().row()).fingerprint();
        assertThat(document.in(kept, THRESHOLD).rule()).isNotEqualTo(Rule.NONE);
      }
    }
  }

  /** Those of one batch take several times the memory that there is for them. */
  @Test
  void shouldCompareWithOwnersThatAreTooLargeForMemory() throws Exception {
    Random random = new Random(5);
    List<Waiting> books = new ArrayList<>();
    for (int i = 0; i < 4_000; i++) {
      long[] parities = random.longs(Fingerprint.MAX_BITS / Long.SIZE).toArray();
      Fingerprint print = Fingerprint.of(i, 2 * Fingerprint.MAX_BITS, false, parities);
      books.add(new Waiting(new DocumentOrigin("f", i, "i", "d", ""), List.of(i * 1L), print));
    }
    assertThat(4_000L * books.get(0).fingerprint().size()).isGreaterThan(3 * Owners.MOST_BYTES);
    try (SignatureStore store = open("store");
        WorkerPool pool = new WorkerPool("matcher", 2);
        SignatureBatch batch = batch(books)) {
      Matcher matcher = matcher(store, pool);
      int[] all = batch.inOrderOfArrival();
      matcher.decide(batch, all, new Position("one", Frontier.END, "", 1), Guard.OFF);
      matcher.decide(batch, all, new Position("two", Frontier.END, "", 2), Guard.OFF);
      List<Long> removed = new ArrayList<>();
      store.matches(match -> removed.add(match.kept().row()));
      assertThat(removed).isEqualTo(LongStream.range(0, 4_000).boxed().toList());
    }
  }
}
