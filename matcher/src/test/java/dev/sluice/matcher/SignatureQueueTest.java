package dev.sluice.matcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.algorithms.neardup.Fingerprint;
import dev.sluice.core.ForgottenUnit;
import dev.sluice.core.work.WorkerPool;
import dev.sluice.neardup.Match;
import dev.sluice.neardup.SignatureDirectory;
import dev.sluice.neardup.SignatureFile;
import dev.sluice.neardup.SignatureName;
import dev.sluice.operators.neardup.TextSigner;
import dev.sluice.storage.page.IoRetry;
import dev.sluice.storage.publish.Publication;
import dev.sluice.topics.FilesMismatchException;
import dev.sluice.topics.TopicNames;
import dev.sluice.topics.record.Forget;
import dev.sluice.topics.record.MalformedRecordException;
import dev.sluice.topics.record.RowSignature;
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
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever order records come in, and whatever happens meanwhile, the decisions are the same. */
class SignatureQueueTest {
  private static final int PARTITIONS = 3;
  private static final int ROWS = 400;
  private static final long PLENTY = 64 << 20;

  /** For some 80 documents. */
  private static final long LITTLE = 5 * 10_000;

  @TempDir private Path directory;
  private final WorkerPool pool = new WorkerPool("matcher", 2);
  private final TextSigner signer = new TextSigner();
  private final long[] keys = new long[TextSigner.KEYS];
  private List<byte[]> log;

  @BeforeEach
  void makeLog() {
    log = log(new Random(7));
  }

  @AfterEach
  void stop() {
    pool.close();
  }

  private MatcherSettings settings(String name, long batchBytes, String topicId) {
    Path root = directory.resolve(name);
    return new MatcherSettings(
        new TopicNames("p", List.of("3.0")),
        PARTITIONS,
        TextSigner.KEYS,
        (one, kept) -> one.in(kept, 0.95),
        1,
        true,
        topicId,
        root,
        directory.resolve(name + "-evidence"),
        root,
        new Publication(directory.resolve("tmp")),
        "instance",
        2,
        1 << 20,
        batchBytes,
        new IoRetry(0, Duration.ZERO));
  }

  private SignatureQueue open(String name, long batchBytes) throws Exception {
    Files.createDirectories(directory.resolve("tmp"));
    return SignatureQueue.open(settings(name, batchBytes, "topic"), pool);
  }

  /** Two units, a reset of the first one, which is read again, and a third unit. */
  private List<byte[]> log(Random random) {
    List<String> texts = new ArrayList<>();
    List<byte[]> all = new ArrayList<>();
    List<byte[]> first = unit("one", "one#1", texts, random, all);
    unit("two", "two#1", texts, random, all);
    List<List<byte[]>> resets =
        IntStream.range(0, PARTITIONS)
            .mapToObj(partition -> List.of(forget(partition).encode()))
            .toList();
    interleave(resets, random, all);
    assertThat(first).isNotEmpty();
    unit("one", "one#2", texts, random, all);
    unit("three", "three#1", texts, random, all);
    return all;
  }

  private static Forget forget(int partition) {
    ForgottenUnit unit = ForgottenUnit.begun("one#1", List.of(), List.of(), List.of(), 0, 0);
    return new Forget("one", "r1", partition, List.of(unit));
  }

  private List<byte[]> unit(
      String name, String unit, List<String> texts, Random random, List<byte[]> into) {
    List<List<byte[]>> partitions = new ArrayList<>();
    for (int partition = 0; partition < PARTITIONS; partition++) {
      partitions.add(new ArrayList<>());
    }
    for (int from = 0; from < ROWS; from += 20) {
      String file = name + "/" + from / 100 + ".parquet";
      List<List<SignatureBlock.Row>> blocks = new ArrayList<>();
      IntStream.range(0, PARTITIONS).forEach(partition -> blocks.add(new ArrayList<>()));
      for (int row = from; row < from + 20; row++) {
        texts.add(text(texts, random));
        blocks.get(row * 7 % PARTITIONS).add(row(row, texts.get(texts.size() - 1)));
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
    interleave(partitions, random, into);
    return into;
  }

  private static String text(List<String> texts, Random random) {
    if (!texts.isEmpty() && random.nextInt(3) == 0) {
      String copied = texts.get(random.nextInt(texts.size()));
      return random.nextBoolean() ? copied : copied + " word" + random.nextInt(9);
    }
    return random
        .ints(80 + random.nextInt(40), 0, 3_000)
        .mapToObj(word -> "w" + word)
        .collect(Collectors.joining(" "));
  }

  private SignatureBlock.Row row(long row, String text) {
    byte[] bytes = text.getBytes(UTF_8);
    int count = signer.sign(bytes, 0, bytes.length, 0, keys);
    Fingerprint fingerprint = signer.fingerprint();
    byte[] signature = RowSignature.encode(keys, count, fingerprint.size(), fingerprint::write);
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
    assertThat(lines).hasSizeGreaterThan(ROWS).anyMatch(line -> line.startsWith("r1[one#1]"));
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

  @Test
  void shouldRefuseFilesOfAnotherTopic() throws Exception {
    run("files", PLENTY, new Random(0), 0);
    assertThatThrownBy(() -> SignatureQueue.open(settings("files", PLENTY, "other"), pool))
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
