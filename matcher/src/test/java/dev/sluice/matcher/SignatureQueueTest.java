package dev.sluice.matcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.ForgottenUnit;
import dev.sluice.core.work.WorkerPool;
import dev.sluice.neardup.GuardDecisions;
import dev.sluice.neardup.GuardStop;
import dev.sluice.neardup.Match;
import dev.sluice.neardup.SignatureDirectory;
import dev.sluice.neardup.SignatureFile;
import dev.sluice.neardup.SignatureFooter.Counts;
import dev.sluice.neardup.SignatureName;
import dev.sluice.operators.neardup.TextSigner;
import dev.sluice.storage.page.IoRetry;
import dev.sluice.storage.publish.Publication;
import dev.sluice.topics.FilesMismatchException;
import dev.sluice.topics.TopicNames;
import dev.sluice.topics.record.Forget;
import dev.sluice.topics.record.MalformedRecordException;
import dev.sluice.topics.record.SignatureBlock;
import dev.sluice.topics.record.Watermark;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever order records come in, and whatever happens meanwhile, the decisions are the same. */
class SignatureQueueTest {
  private static final int PARTITIONS = 3;
  private static final int ROWS = 400;
  private static final long PLENTY = 64 << 20;

  /** For some 80 documents. */
  private static final long LITTLE = 5 * 100_000;

  /** The groups of a unit that the guard stops. */
  private static final List<String> STOPPING =
      List.of("directory:flood", "dump:dump", "bucket:3.0");

  @TempDir private Path directory;
  private final WorkerPool pool = new WorkerPool("matcher", 2);
  private final TextSigner signer = new TextSigner();
  private List<byte[]> log;
  private Optional<GuardStop> stopped = Optional.empty();

  @BeforeEach
  void makeLog() {
    log = log(new Random(7));
  }

  @AfterEach
  void stop() {
    pool.close();
  }

  private MatcherSettings settings(String name, double guard, long batchBytes, String topicId) {
    Path root = directory.resolve(name);
    return new MatcherSettings(
        new TopicNames("p", List.of("3.0")),
        PARTITIONS,
        TextSigner.KEYS,
        (one, kept) -> one.in(kept, 0.95),
        guard,
        true,
        topicId,
        root,
        directory.resolve(name + "-evidence"),
        root,
        publication(),
        "instance",
        2,
        1 << 20,
        batchBytes,
        new IoRetry(0, Duration.ZERO));
  }

  private Publication publication() {
    return new Publication(directory.resolve("tmp"));
  }

  private SignatureQueue open(String name, long batchBytes) throws Exception {
    return open(name, 1, batchBytes);
  }

  private SignatureQueue open(String name, double guard, long batchBytes) throws Exception {
    Files.createDirectories(directory.resolve("tmp"));
    return SignatureQueue.open(settings(name, guard, batchBytes, "topic"), pool);
  }

  /** Two units, a reset of the first one, which is read again, and a third unit. */
  private List<byte[]> log(Random random) {
    List<String> texts = new ArrayList<>();
    List<byte[]> all = new ArrayList<>();
    List<byte[]> first = unit("one", "one#1", texts, random, all);
    unit("two", "two#1", texts, random, all);
    interleave(reset("r1", "one#1"), random, all);
    assertThat(first).isNotEmpty();
    unit("one", "one#2", texts, random, all);
    unit("three", "three#1", texts, random, all);
    return all;
  }

  /** The record of a reset, in each partition. */
  private static List<List<byte[]>> reset(String id, String unit) {
    ForgottenUnit forgotten = ForgottenUnit.begun(unit, List.of(), List.of(), List.of(), 0, 0);
    return IntStream.range(0, PARTITIONS)
        .mapToObj(
            partition ->
                List.of(new Forget(unit.split("#")[0], id, partition, List.of(forgotten)).encode()))
        .toList();
  }

  private List<byte[]> unit(
      String name, String unit, List<String> texts, Random random, List<byte[]> into) {
    interleave(partitions(name, unit, ROWS, 100, () -> text(texts, random)), random, into);
    return into;
  }

  /** The records of a unit, with a text for each row. */
  private List<List<byte[]>> partitions(
      String name, String unit, int rows, int rowsOfAFile, Supplier<String> texts) {
    List<List<byte[]>> partitions = new ArrayList<>();
    for (int partition = 0; partition < PARTITIONS; partition++) {
      partitions.add(new ArrayList<>());
    }
    for (int from = 0; from < rows; from += 20) {
      String file = name + "/" + from / rowsOfAFile + ".parquet";
      List<List<SignatureBlock.Row>> blocks = new ArrayList<>();
      IntStream.range(0, PARTITIONS).forEach(partition -> blocks.add(new ArrayList<>()));
      for (int row = from; row < from + 20; row++) {
        blocks.get(row * 7 % PARTITIONS).add(row(row, texts.get()));
      }
      for (int partition = 0; partition < PARTITIONS; partition++) {
        List<byte[]> records = partitions.get(partition);
        records.add(new SignatureBlock(unit, file, blocks.get(partition)).encode());
        records.add(new Watermark(unit, partition, file, from + 20L, false).encode());
      }
    }
    for (int partition = 0; partition < PARTITIONS; partition++) {
      partitions.get(partition).add(Watermark.end(unit, partition).encode());
    }
    return partitions;
  }

  private static String text(List<String> texts, Random random) {
    String text = words(random);
    if (!texts.isEmpty() && random.nextInt(3) == 0) {
      String copied = texts.get(random.nextInt(texts.size()));
      text = random.nextBoolean() ? copied : edited(copied, random);
    }
    texts.add(text);
    return text;
  }

  private static String words(Random random) {
    return random
        .ints(80 + random.nextInt(40), 0, 3_000)
        .mapToObj(word -> "w" + word)
        .collect(Collectors.joining(" "));
  }

  private static String edited(String text, Random random) {
    return text + " word" + random.nextInt(9);
  }

  private SignatureBlock.Row row(long row, String text) {
    byte[] bytes = text.getBytes(UTF_8);
    byte[] signature = signer.sign(bytes, 0, bytes.length).encode();
    return new SignatureBlock.Row(row, ("id" + row).getBytes(UTF_8), "dump", "3.0", signature);
  }

  /** Each partition keeps its order, and one may be far ahead of another. */
  private static void interleave(List<List<byte[]>> partitions, Random random, List<byte[]> into) {
    int[] next = new int[partitions.size()];
    int all = partitions.stream().mapToInt(List::size).sum();
    int partition = 0;
    for (int taken = 0; taken < all; ) {
      if (random.nextInt(12) == 0 || next[partition] == partitions.get(partition).size()) {
        partition = random.nextInt(partitions.size());
      }
      if (next[partition] < partitions.get(partition).size()) {
        into.add(partitions.get(partition).get(next[partition]++));
        taken++;
      }
    }
  }

  private static boolean feed(SignatureQueue queue, long offset, byte[] value) throws Exception {
    if (SignatureBlock.matches(value)) {
      queue.accept(offset, SignatureBlock.parse(value));
      return false;
    }
    if (Watermark.matches(value)) {
      queue.accept(offset, Watermark.parse(value));
      return false;
    }
    return queue.accept(offset, Forget.parse(value));
  }

  /** Reads the log from where the files end. */
  private void run(String name, long batchBytes, Random random, int disturbances) throws Exception {
    SignatureQueue queue = open(name, batchBytes);
    long position = queue.nextOffset();
    while (position < log.size()) {
      boolean due = feed(queue, position, log.get((int) position));
      position++;
      boolean last = position == log.size();
      if (due || last || random.nextInt(200) < disturbances) {
        queue.process();
      } else if (queue.isDue(System.nanoTime())) {
        queue.process();
      } else {
        queue.makeRoom();
      }
      if (queue.mustReadAgain() || random.nextInt(200) < disturbances) {
        queue.close();
        queue = open(name, batchBytes);
        position = queue.nextOffset();
      }
    }
    queue.close();
  }

  /** All evidence and all resets, in the order of units. */
  private List<String> decisions(String name) throws Exception {
    List<String> lines = new ArrayList<>();
    for (SignatureName file : counting(new SignatureDirectory(directory.resolve(name)).list())) {
      try (SignatureFile opened = SignatureFile.open(file.path())) {
        lines.add(opened.footer().position().unit() + opened.footer().forgotten());
        opened.matches(match -> lines.add(line(match)));
        lines.add("" + opened.footer().counts());
      }
    }
    return lines;
  }

  /** Without those that a matcher which woke up late has published again after their merge. */
  private static List<SignatureName> counting(List<SignatureName> files) {
    return files.stream()
        .filter(
            file ->
                file.isReset()
                    || SignatureDirectory.chain(
                            files.stream()
                                .filter(other -> other.number() == file.number())
                                .toList())
                        .contains(file))
        .toList();
  }

  private static String line(Match match) {
    return match.document() + " " + match.containment().rule() + " " + match.kept();
  }

  private List<String> undisturbed() throws Exception {
    run("calm", PLENTY, new Random(0), 0);
    List<String> lines = decisions("calm");
    assertThat(lines).hasSizeGreaterThan(ROWS).anyMatch(line -> line.startsWith("r1{one#1="));
    return lines;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void shouldDecideTheSameInBatchesThatEndAnywhereAndOverRestarts(long seed) throws Exception {
    Random random = new Random(seed);
    run("restarted", seed % 2 == 0 ? PLENTY : LITTLE, random, 1 + random.nextInt(10));
    assertThat(decisions("restarted")).isEqualTo(undisturbed());
  }

  @Test
  void shouldLeaveInTheTopicWhatHasNoRoom() throws Exception {
    SignatureQueue queue = open("small", LITTLE);
    for (int offset = 0; offset < 40; offset++) {
      if (!Watermark.matches(log.get(offset))) {
        feed(queue, offset, log.get(offset));
        queue.makeRoom();
      }
    }
    assertThat(queue.isFull()).isFalse();
    queue.close();
    run("small", LITTLE, new Random(1), 0);
    assertThat(decisions("small")).isEqualTo(undisturbed());
  }

  /** It was suspended, and still believes that it is active. */
  @Test
  void shouldContinueAfterAnotherMatcherThatWasFaster() throws Exception {
    for (int half : new int[] {5, 60, 150, log.size() - 3}) {
      String name = "two-" + half;
      SignatureQueue suspended = open(name, PLENTY);
      for (int offset = 0; offset < half; offset++) {
        if (feed(suspended, offset, log.get(offset))) {
          suspended.process();
        }
      }
      run(name, PLENTY, new Random(half), 3);
      try {
        suspended.process();
      } catch (FileAlreadyExistsException | NoSuchFileException e) {
        assertThat(e).hasMessageContaining(name);
      }
      suspended.close();
      run(name, PLENTY, new Random(half), 0);
      assertThat(decisions(name)).isEqualTo(undisturbed());
    }
  }

  /** How a unit that the guard stops goes on. */
  private enum Way {
    ACCEPTED,
    FORGOTTEN
  }

  /**
   * Unit one; unit flood, which edits it and stops; a reset of unit one, then unit three, which
   * edits it too; then, perhaps, a reset of the unit that stops; and a last unit.
   *
   * @param rows of the unit that stops: at its end if there are few, in its middle if there are
   *     many
   */
  private void floodedLog(long seed, int rows, Way way) {
    Random random = new Random(seed);
    List<String> texts = new ArrayList<>();
    log = new ArrayList<>();
    unit("one", "one#1", texts, random, log);
    List<String> one = List.copyOf(texts);
    Supplier<String> edits = () -> edited(one.get(random.nextInt(one.size())), random);
    interleave(partitions("flood", "flood#1", rows, 10_000, edits), random, log);
    List<List<byte[]>> later =
        partitions("three", "three#1", ROWS, 100, () -> text(new ArrayList<>(one), random));
    List<List<byte[]>> records = new ArrayList<>();
    for (int partition = 0; partition < PARTITIONS; partition++) {
      records.add(new ArrayList<>(reset("r1", "one#1").get(partition)));
      records.get(partition).addAll(later.get(partition));
      if (way == Way.FORGOTTEN) {
        records.get(partition).addAll(reset("r2", "flood#1").get(partition));
      }
    }
    interleave(records, random, log);
    unit("four", "four#1", texts, random, log);
  }

  private static long little(int rows) {
    return LITTLE + 5L * 50 * rows;
  }

  /**
   * Reads the log with a guard.
   *
   * @param accepted at which record the user accepts the group that stops, at the latest after all;
   *     never if it is beyond that
   */
  private void runGuarded(String name, long batchBytes, int accepted, Random random, int restarts)
      throws Exception {
    long now = System.nanoTime();
    long position = 0;
    boolean isOver = false;
    SignatureQueue queue = open(name, 0.3, batchBytes);
    while (!isOver) {
      boolean due = false;
      if (position < log.size()) {
        due = feed(queue, position, log.get((int) position));
        position++;
      }
      if (position == accepted) {
        GuardDecisions.NONE.with(STOPPING, List.of()).write(directory.resolve(name + "-evidence"));
      }
      now +=
          Duration.ofSeconds(position == log.size() || random.nextInt(200) < restarts ? 99 : 0)
              .toNanos();
      if (due || queue.isDue(now)) {
        queue.process();
      } else {
        queue.makeRoom();
        isOver = position == log.size();
      }
      if (queue.mustReadAgain() || random.nextInt(2_000) < restarts) {
        isOver = false;
        queue.close();
        queue = open(name, 0.3, batchBytes);
        position = queue.nextOffset();
      }
    }
    stopped = queue.stop();
    queue.close();
  }

  @ParameterizedTest
  @CsvSource({"1, 400, 3", "2, 400, 3", "3, 10300, 1"})
  void shouldDecideAsWithoutAGuardWheneverTheUserAccepts(long seed, int rows, int runs)
      throws Exception {
    floodedLog(seed, rows, Way.ACCEPTED);
    run("calm", PLENTY, new Random(0), 0);
    Random random = new Random(seed);
    for (int i = 0; i < runs; i++) {
      String name = "guarded-" + i;
      runGuarded(
          name, i % 2 == 0 ? PLENTY : little(rows), 1 + random.nextInt(log.size()), random, 4 * i);
      assertThat(stopped).isEmpty();
      assertThat(decisions(name)).isEqualTo(decisions("calm"));
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 400, 3", "2, 400, 3", "3, 10300, 1"})
  void shouldDecideTheRestOfAStoppedUnitThatAResetForgets(long seed, int rows, int runs)
      throws Exception {
    floodedLog(seed, rows, Way.FORGOTTEN);
    run("calm", PLENTY, new Random(0), 0);
    Random random = new Random(seed);
    for (int i = 0; i < runs; i++) {
      String name = "guarded-" + i;
      runGuarded(name, i % 2 == 0 ? PLENTY : little(rows), Integer.MAX_VALUE, random, 4 * i);
      assertThat(stopped).isEmpty();
      assertThat(decisions(name)).isEqualTo(decisions("calm"));
      assertThat(directory.resolve(name + "-evidence"))
          .isDirectoryNotContaining("glob:**.stop.json");
    }
  }

  @Test
  void shouldSayWhatAResetWaitsFor() throws Exception {
    floodedLog(6, 400, Way.ACCEPTED);
    try (SignatureQueue queue = open("waits", 0.3, PLENTY)) {
      long later = System.nanoTime() + Duration.ofMinutes(2).toNanos();
      int offset = 0;
      while (!Forget.matches(log.get(offset))) {
        feed(queue, offset, log.get(offset++));
      }
      assertThat(queue.waitingReset(later)).isEmpty();
      Forget first = Forget.parse(log.get(offset));
      feed(queue, offset, log.get(offset++));
      assertThat(queue.waitingReset(System.nanoTime())).isEmpty();
      SignatureQueue.Notice topology = queue.waitingReset(later).orElseThrow();
      assertThat(topology.text())
          .isEqualTo(
              "the reset of one waits for the topology, which has reached the reset in the"
                  + " partitions [%d] of %d of p.documents: the role streams must be running"
                      .formatted(first.partition(), PARTITIONS));
      assertThat(topology.wayOut()).startsWith("start sluice streams");
      while (!feed(queue, offset, log.get(offset++))) {
        assertThat(queue.waitingReset(later).map(SignatureQueue.Notice::subject))
            .hasValue(topology.subject());
      }
      queue.process();
      SignatureQueue.Notice decision = queue.waitingReset(System.nanoTime()).orElseThrow();
      assertThat(decision.text())
          .isEqualTo(
              "the reset of one waits until you decide which documents may be removed from unit"
                  + " flood#1, or reset that unit as well");
      assertThat(decision.wayOut()).startsWith("sluice near-duplicates ");
      assertThat(decision.subject()).isNotEqualTo(topology.subject());
      GuardDecisions.NONE.with(STOPPING, List.of()).write(directory.resolve("waits-evidence"));
      assertThat(queue.isDue(later)).isTrue();
      queue.process();
      assertThat(queue.waitingReset(later)).isEmpty();
    }
  }

  /** Thousands of them may wait after a unit that the guard stops. */
  @Test
  void shouldHoldNothingOfUnitsWithoutDocumentsInMemory() throws Exception {
    try (SignatureQueue queue = open("many", LITTLE)) {
      for (int unit = 0; unit < 2_000; unit++) {
        queue.accept(unit, new Watermark("u" + unit + "#1", 0, "a", 1, false));
      }
      assertThat(queue.waitingBytes()).isZero();
      assertThat(directory.resolve("tmp")).isEmptyDirectory();
      for (int unit = 0; unit < 200; unit++) {
        SignatureBlock.Row row = row(0, "text of unit " + unit);
        queue.accept(2_000 + unit, new SignatureBlock("u" + unit + "#1", "a", List.of(row)));
        queue.makeRoom();
      }
      assertThat(queue.isFull()).isFalse();
      try (Stream<Path> files = Files.list(directory.resolve("tmp"))) {
        assertThat(files).hasSizeLessThanOrEqualTo(1);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 10_300})
  void shouldStopAtTheSamePlaceAndCountDocumentsOnce(int rows) throws Exception {
    floodedLog(6, rows, Way.ACCEPTED);
    runGuarded("once", PLENTY, Integer.MAX_VALUE, new Random(0), 0);
    Optional<GuardStop> once = stopped;
    assertThat(once).isPresent();
    runGuarded("again", little(rows), Integer.MAX_VALUE, new Random(1), 8);
    assertThat(stopped).isEqualTo(once);
    try (SignatureQueue queue = open("again", 0.3, PLENTY)) {
      for (long offset = queue.nextOffset(); offset < log.size(); offset++) {
        feed(queue, offset, log.get((int) offset));
      }
      assertThat(queue.process()).isEqualTo(Counts.NONE);
      assertThat(queue.stop()).isEqualTo(once);
    }
  }

  @Test
  void shouldRefuseFilesOfAnotherTopic() throws Exception {
    run("files", PLENTY, new Random(0), 0);
    assertThatThrownBy(() -> SignatureQueue.open(settings("files", 1, PLENTY, "other"), pool))
        .isInstanceOf(FilesMismatchException.class)
        .hasMessageContaining("p.signatures was re-created (id other")
        .hasMessageContaining("are from topic");
  }

  @Test
  void shouldRefuseRowsThatCannotExist() throws Exception {
    SignatureBlock.Row row = row(1, "one two three four five six seven");
    byte[] cut = Arrays.copyOf(row.signature(), row.signature().length - 1);
    try (SignatureQueue queue = open("refused", PLENTY)) {
      for (SignatureBlock.Row wrong :
          List.of(
              new SignatureBlock.Row(1L << 31, row.id(), "d", "3.0", row.signature()),
              new SignatureBlock.Row(1, row.id(), "d", "3.0", cut))) {
        SignatureBlock block = new SignatureBlock("one#1", "a", List.of(row(0, "a b"), wrong));
        assertThatThrownBy(() -> queue.accept(3, block))
            .isInstanceOf(MalformedRecordException.class);
      }
      assertThat(queue.waitingBytes()).isLessThan(10_000);
    }
  }
}
