package dev.sluice.matcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.algorithms.neardup.Fingerprint;
import dev.sluice.algorithms.neardup.Signature;
import dev.sluice.core.work.WorkerPool;
import dev.sluice.embedded.EmbeddedBroker;
import dev.sluice.neardup.Matcher;
import dev.sluice.neardup.RemovedRows;
import dev.sluice.neardup.RemovedRows.Verdict;
import dev.sluice.neardup.SignatureDirectory;
import dev.sluice.neardup.SignatureName;
import dev.sluice.storage.page.IoRetry;
import dev.sluice.storage.publish.Publication;
import dev.sluice.topics.AdminCalls;
import dev.sluice.topics.KafkaConnection;
import dev.sluice.topics.PartitionLogs;
import dev.sluice.topics.TopicNames;
import dev.sluice.topics.TopicPlan;
import dev.sluice.topics.TopicProvisioner;
import dev.sluice.topics.progress.ProgressLog;
import dev.sluice.topics.progress.UnitProgress;
import dev.sluice.topics.record.SignatureBlock;
import dev.sluice.topics.record.Watermark;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.MemberToRemove;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Matchers on a real broker. Each test has a topic of its own and mostly waits: side by side. */
@Timeout(300)
@Execution(ExecutionMode.CONCURRENT)
class MatcherIT {
  private static final int PARTITIONS = 3;
  private static final int BLOCK = 10;
  private static final int ROWS = 400;
  private static final long BATCH_BYTES = 200_000;
  private static final byte[] NO_KEY = {};

  private static final List<String> UNITS =
      List.of("data/CC-MAIN-2024-10#1", "data/CC-MAIN-2024-11#1", "data/CC-MAIN-2024-12#1");

  /** Members hear of a rebalance by the answer to a heartbeat. */
  private static final Map<String, String> SOON_REBALANCED = Map.of("heartbeat.interval.ms", "200");

  /** The first pause is longer than any test. */
  private static final IoRetry MUCH_LATER = new IoRetry(1, Duration.ofDays(1));

  /** Until the test has mended what is broken. */
  private static final IoRetry WITHOUT_END = new IoRetry(Integer.MAX_VALUE, Duration.ofMillis(100));

  @TempDir private static Path dataDir;
  private static EmbeddedBroker broker;

  @TempDir private Path directory;

  @BeforeAll
  static void start() {
    broker = EmbeddedBroker.start(EmbeddedBroker.Settings.in(dataDir), fault -> {});
  }

  @AfterAll
  static void stop() {
    broker.close();
  }

  /** The topic of one test, and what was sent to it. */
  private final class Topic {
    private final KafkaConnection connection;
    private final TopicNames names;
    private final TopicPartition partition;
    private final String topicId;
    private final Random random = new Random(3);
    private final Set<Integer> texts = new HashSet<>();
    private final Map<String, List<Boolean>> removed = new HashMap<>();
    private List<byte[]> log = new ArrayList<>();
    private int sent;
    private Matcher.Comparison comparison = (one, kept) -> one.in(kept, 1);

    Topic(String prefix) throws Exception {
      names = new TopicNames(prefix, List.of("2.8"));
      partition = new TopicPartition(names.signatures(), 0);
      connection = new KafkaConnection(broker.bootstrapServers(), SOON_REBALANCED);
      try (Admin admin = connection.admin()) {
        topicId =
            new TopicProvisioner(admin)
                .provision(new TopicPlan(names, PARTITIONS, true, (short) 1, 2 << 20))
                .get(names.signatures());
      }
      ProgressLog progress = new ProgressLog(connection, names.progress());
      try (Producer<byte[], byte[]> producer = connection.producer(Map.of())) {
        for (String unit : UNITS) {
          producer.send(progress.record(UnitProgress.none(unit, "test")));
        }
      }
      UNITS.forEach(this::add);
    }

    private void add(String unit) {
      for (int row = 0; row < ROWS; row += BLOCK) {
        log.add(block(unit, row));
        for (int each = 0; each < PARTITIONS; each++) {
          log.add(new Watermark(unit, each, "a", row + BLOCK, false).encode());
        }
      }
      for (int each = 0; each < PARTITIONS; each++) {
        log.add(Watermark.end(unit, each).encode());
      }
    }

    private byte[] block(String unit, int first) {
      List<SignatureBlock.Row> rows = new ArrayList<>();
      for (int row = first; row < first + BLOCK; row++) {
        int text = random.nextInt(2 * ROWS);
        removed.computeIfAbsent(unit, id -> new ArrayList<>()).add(!texts.add(text));
        rows.add(row(row, text));
      }
      return new SignatureBlock(unit, "a", rows).encode();
    }

    MatcherSettings settings(String instance, IoRetry retry) {
      return new MatcherSettings(
          names,
          PARTITIONS,
          1,
          comparison,
          1,
          true,
          topicId,
          directory.resolve("signatures"),
          directory.resolve("evidence"),
          directory.resolve("signatures"),
          new Publication(directory.resolve("tmp-" + instance)),
          instance,
          1,
          1 << 20,
          BATCH_BYTES,
          retry);
    }

    MatcherRunner start(String instance) throws IOException {
      return start(instance, new IoRetry(2, Duration.ofMillis(10)));
    }

    MatcherRunner start(String instance, IoRetry retry) throws IOException {
      return MatcherRunner.start(
          connection, new ProgressLog(connection, names.progress()), settings(instance, retry));
    }

    /** As the end of the session of a matcher, which does not leave the group when it stops. */
    void removeMember(String instance) {
      String group = names.matcherGroup();
      try (Admin admin = connection.admin()) {
        AdminCalls.await(admin.describeConsumerGroups(List.of(group)).describedGroups().get(group))
            .members()
            .stream()
            .flatMap(member -> member.groupInstanceId().stream())
            .filter(member -> member.startsWith(instance + "-"))
            .map(member -> Set.of(new MemberToRemove(member)))
            .map(RemoveMembersFromConsumerGroupOptions::new)
            .forEach(
                gone -> AdminCalls.await(admin.removeMembersFromConsumerGroup(group, gone).all()));
      }
    }

    /** Whether a matcher has the partition. */
    boolean hasOwner() {
      String group = names.matcherGroup();
      try (Admin admin = connection.admin()) {
        return AdminCalls.await(
                admin.describeConsumerGroups(List.of(group)).describedGroups().get(group))
            .members()
            .stream()
            .anyMatch(member -> member.assignment().topicPartitions().contains(partition));
      }
    }

    Producer<byte[], byte[]> transaction() {
      Producer<byte[], byte[]> producer = connection.producer(names.prefix() + "-t", Map.of());
      producer.initTransactions();
      producer.beginTransaction();
      return producer;
    }

    ProducerRecord<byte[], byte[]> record(byte[] value) {
      return new ProducerRecord<>(names.signatures(), 0, NO_KEY, value);
    }

    /** Sends so many more records in one transaction. */
    void send(int records) {
      try (Producer<byte[], byte[]> producer = transaction()) {
        int to = Math.min(log.size(), sent + records);
        log.subList(sent, to).forEach(value -> producer.send(record(value)));
        sent = to;
        producer.commitTransaction();
      }
    }

    void sendRest() {
      send(log.size());
    }

    boolean isSent() {
      return sent == log.size();
    }

    private Verdict verdict(RemovedRows rows, String unit, long row) {
      return rows.of(unit, "a", row);
    }

    private RemovedRows read() throws IOException {
      RemovedRows rows =
          new RemovedRows(
              new SignatureDirectory(directory.resolve("signatures")), RemovedRows.MOST_BYTES);
      UNITS.forEach(unit -> rows.from(unit, "a"));
      rows.refresh();
      return rows;
    }

    boolean isDecided() throws IOException {
      RemovedRows rows = read();
      return UNITS.stream().noneMatch(unit -> verdict(rows, unit, ROWS) == Verdict.UNDECIDED);
    }

    void awaitDecisions() throws Exception {
      await("everything is decided", this::isDecided);
      RemovedRows rows = read();
      for (String unit : UNITS) {
        List<Boolean> found = new ArrayList<>();
        for (int row = 0; row < ROWS; row++) {
          found.add(verdict(rows, unit, row) == Verdict.REMOVED);
        }
        assertThat(found).as(unit).isEqualTo(removed.get(unit)).contains(true, false);
      }
    }

    long begin() {
      try (Admin admin = connection.admin()) {
        return AdminCalls.await(
                admin
                    .listOffsets(Map.of(partition, OffsetSpec.earliest()))
                    .partitionResult(partition))
            .offset();
      }
    }

    void deleteRecords(long before) {
      try (Admin admin = connection.admin()) {
        AdminCalls.await(
            admin.deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(before))).all());
      }
    }
  }

  private static SignatureBlock.Row row(long row, int text) {
    Signature signature =
        new Signature(new long[] {(text + 1L) << 20}, Fingerprint.ofShort(text + 1));
    byte[] id = ("id" + row).getBytes(UTF_8);
    return new SignatureBlock.Row(row, id, "dump", "2.8", signature.encode());
  }

  private static void await(String what, Callable<Boolean> condition) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
    while (!condition.call()) {
      assertThat(System.nanoTime()).as("time until %s", what).isLessThan(deadline);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
    }
  }

  private static Throwable failure(MatcherRunner matcher) throws Exception {
    try (matcher) {
      await("it fails", () -> matcher.failure().isPresent());
      return matcher.failure().orElseThrow();
    }
  }

  private void decideAll(Topic topic) throws Exception {
    topic.sendRest();
    try (MatcherRunner matcher = topic.start("a")) {
      topic.awaitDecisions();
      assertThat(matcher.failure()).isEmpty();
    }
  }

  @Test
  void shouldDecideAndDeleteWhatIsDecided() throws Exception {
    Topic topic = new Topic("one");
    try (MatcherRunner matcher = topic.start("a")) {
      while (!topic.isSent()) {
        topic.send(50);
      }
      topic.awaitDecisions();
      await("records are deleted", () -> topic.begin() > 0);
      await(
          "offsets are committed",
          () -> {
            try (Admin admin = topic.connection.admin()) {
              return PartitionLogs.committed(admin, topic.names.matcherGroup()).size() == 1;
            }
          });
      await("nothing is left to read", () -> matcher.gauge().lag() == 0);
      assertThat(matcher.failure()).isEmpty();
      assertThat(matcher.gauge().batches()).isGreaterThanOrEqualTo(UNITS.size());
      assertThat(matcher.gauge().malformed()).isZero();
    }
  }

  /**
   * While a partition of documents is behind, nothing can be decided: signatures of the others pile
   * up, in the topic and not in memory.
   */
  @Test
  void shouldBoundItsMemoryWhileAPartitionIsBehind() throws Exception {
    Topic topic = new Topic("behind");
    List<byte[]> ahead = new ArrayList<>();
    List<byte[]> behind = new ArrayList<>();
    for (byte[] record : topic.log) {
      boolean last = Watermark.matches(record) && Watermark.parse(record).partition() == 2;
      (last ? behind : ahead).add(record);
    }
    topic.log = ahead;
    try (MatcherRunner matcher = topic.start("a")) {
      topic.sendRest();
      await(
          "nothing is left to read",
          () -> matcher.gauge().waitingBytes() > 0 && matcher.gauge().lag() == 0);
      AtomicLong most = new AtomicLong(matcher.gauge().waitingBytes());
      assertThat(new SignatureDirectory(directory.resolve("signatures")).list()).isEmpty();
      topic.log = behind;
      topic.sent = 0;
      topic.sendRest();
      await(
          "everything is decided",
          () -> {
            most.accumulateAndGet(matcher.gauge().waitingBytes(), Math::max);
            return topic.isDecided();
          });
      topic.awaitDecisions();
      assertThat(most.get()).isBetween(1L, BATCH_BYTES);
      assertThat(matcher.failure()).isEmpty();
    }
  }

  /**
   * Processes come and go as if they were killed: members of the group that do not leave it. They
   * come back, or their sessions end before others come.
   */
  @Test
  void shouldDecideTheSameWhileMatchersComeAndGo() throws Exception {
    Topic topic = new Topic("many");
    Random random = new Random(7);
    Map<String, MatcherRunner> running = new HashMap<>();
    Set<String> gone = new HashSet<>();
    while (!topic.isSent()) {
      String instance = List.of("a", "b", "c").get(random.nextInt(3));
      MatcherRunner former = running.remove(instance);
      if (former == null) {
        gone.remove(instance);
        gone.forEach(topic::removeMember);
        gone.clear();
        running.put(instance, topic.start(instance));
        await("one is active", topic::hasOwner);
      } else {
        former.close();
        assertThat(former.failure()).isEmpty();
        gone.add(instance);
      }
      topic.send(60);
    }
    running.values().forEach(MatcherRunner::close);
    List.of("a", "b", "c").forEach(topic::removeMember);
    try (MatcherRunner one = topic.start("a");
        MatcherRunner other = topic.start("b")) {
      topic.awaitDecisions();
      assertThat(one.failure()).isEmpty();
      assertThat(other.failure()).isEmpty();
    }
  }

  @Test
  void shouldSkipForeignRecords() throws Exception {
    Topic topic = new Topic("foreign");
    List<byte[]> foreign = new ArrayList<>();
    foreign.add(new byte[] {1, 2, 3});
    foreign.add(null);
    foreign.add(new Watermark(UNITS.get(0), PARTITIONS, "a", 1, false).encode());
    foreign.add(new SignatureBlock(UNITS.get(0), "", List.of(row(1, 1))).encode());
    for (String unit : List.of("u#1", "no unit", "data/CC-MAIN-2024-10#2")) {
      foreign.add(new SignatureBlock(unit, "a", List.of(row(1, 1))).encode());
      foreign.add(new Watermark(unit, 0, "a", 1, false).encode());
      foreign.add(Watermark.end(unit, 0).encode());
    }
    for (int i = 0; i < foreign.size(); i++) {
      topic.log.add(7 * i, foreign.get(i));
    }
    try (MatcherRunner matcher = topic.start("a")) {
      topic.sendRest();
      topic.awaitDecisions();
      assertThat(matcher.gauge().malformed()).isEqualTo(foreign.size());
      assertThat(matcher.failure()).isEmpty();
    }
  }

  /** Another matcher, which was suspended, has published a file and deleted what it covers. */
  @Test
  void shouldContinueAfterFilesWhoseRecordsAreDeletedBeforeItReadsThem() throws Exception {
    Topic topic = new Topic("overtaken");
    int half = topic.log.size() / 2;
    try (MatcherRunner matcher = topic.start("a")) {
      topic.send(1);
      await("it reads", () -> matcher.gauge().waitingBytes() > 0);
      try (Producer<byte[], byte[]> open = topic.transaction()) {
        long next = publish(topic, open, half);
        topic.deleteRecords(next);
        await("it has found the file", () -> matcher.gauge().stored() > 0);
        open.commitTransaction();
      }
      topic.sent = half;
      topic.sendRest();
      topic.awaitDecisions();
      assertThat(matcher.failure()).isEmpty();
    }
  }

  /** Returns the offset at which to continue. */
  private long publish(Topic topic, Producer<byte[], byte[]> producer, int records)
      throws Exception {
    MatcherSettings settings = topic.settings("suspended", WITHOUT_END);
    settings.publication().clear();
    try (WorkerPool pool = new WorkerPool("suspended", 1);
        SignatureQueue queue = SignatureQueue.open(settings, pool)) {
      queue.accept(0, SignatureBlock.parse(topic.log.get(0)));
      for (byte[] value : topic.log.subList(1, records)) {
        long offset = producer.send(topic.record(value)).get().offset();
        if (SignatureBlock.matches(value)) {
          queue.accept(offset, SignatureBlock.parse(value));
        } else {
          queue.accept(offset, Watermark.parse(value));
        }
      }
      queue.process();
      return queue.nextOffset();
    }
  }

  /** Creates a file of signatures that leads to itself, so it cannot be opened. */
  private Path unreadableFile() throws IOException {
    Path file = SignatureName.of(directory.resolve("signatures"), 1, UNITS.get(0), 1, 1).path();
    Files.createDirectories(file.getParent());
    return Files.createSymbolicLink(file, file);
  }

  @Test
  void shouldOpenFilesOnceItCan() throws Exception {
    Topic topic = new Topic("retried");
    Path file = unreadableFile();
    try (MatcherRunner matcher = topic.start("a", WITHOUT_END)) {
      awaitRetries(matcher);
      Files.delete(file);
      Files.delete(file.getParent());
      topic.sendRest();
      topic.awaitDecisions();
      assertThat(matcher.failure()).isEmpty();
    }
  }

  @Test
  void shouldStopDuringAPauseBetweenAttempts() throws Exception {
    Topic topic = new Topic("paused");
    topic.comparison =
        (one, kept) -> {
          throw new UncheckedIOException(new IOException("503"));
        };
    topic.sendRest();
    stopWhilePausing(topic);
  }

  /** While it opens the files, the matcher takes part in a rebalance. */
  @Test
  void shouldStopDuringAPauseBetweenAttemptsToOpenFiles() throws Exception {
    Topic topic = new Topic("closed");
    unreadableFile();
    stopWhilePausing(topic);
  }

  private static void stopWhilePausing(Topic topic) throws Exception {
    MatcherRunner matcher = topic.start("a", MUCH_LATER);
    try {
      await("it pauses", () -> isPausing(matcher));
    } finally {
      matcher.close();
    }
    assertThat(matcher.failure()).isEmpty();
  }

  private static boolean isPausing(MatcherRunner matcher) {
    return matcher
        .gauge()
        .waits()
        .now()
        .filter(wait -> wait.cause() == MatcherWait.RETRY)
        .isPresent();
  }

  /** Signatures wait in temporary files. */
  @Test
  void shouldReadAgainOnceItCanWriteTemporaryFiles() throws Exception {
    Topic topic = new Topic("temporary");
    try (MatcherRunner matcher = topic.start("a", WITHOUT_END)) {
      Path temporary = directory.resolve("tmp-a");
      Files.delete(temporary);
      Files.write(temporary, new byte[] {1});
      topic.sendRest();
      awaitRetries(matcher);
      Files.delete(temporary);
      Files.createDirectory(temporary);
      topic.awaitDecisions();
      assertThat(matcher.failure()).isEmpty();
    }
  }

  /** A user may clean up while the matcher runs. */
  @Test
  void shouldCreateItsDirectoryOfTemporaryFilesAgain() throws Exception {
    Topic topic = new Topic("cleaned");
    try (MatcherRunner matcher = topic.start("a", IoRetry.NEVER)) {
      Files.delete(directory.resolve("tmp-a"));
      topic.sendRest();
      topic.awaitDecisions();
      assertThat(matcher.failure()).isEmpty();
    }
  }

  /** As the file system of an object store does if it cannot tell what a path is. */
  @Test
  void shouldRetryErrorsThatAreNotChecked() throws Exception {
    Topic topic = new Topic("unchecked");
    AtomicBoolean mended = new AtomicBoolean();
    Matcher.Comparison sound = topic.comparison;
    topic.comparison =
        (one, kept) -> {
          if (!mended.get()) {
            throw new UncheckedIOException(new IOException("503"));
          }
          return sound.of(one, kept);
        };
    try (MatcherRunner matcher = topic.start("a", WITHOUT_END)) {
      topic.sendRest();
      awaitRetries(matcher);
      mended.set(true);
      topic.awaitDecisions();
      assertThat(matcher.failure()).isEmpty();
    }
  }

  private static void awaitRetries(MatcherRunner matcher) throws Exception {
    await(
        "it has tried twice",
        () -> {
          assertThat(matcher.failure()).isEmpty();
          return Optional.ofNullable(matcher.gauge().waits().totals().get(MatcherWait.RETRY))
                  .orElse(Duration.ZERO)
                  .toMillis()
              > 150;
        });
  }

  @Test
  void shouldRefuseATopicThatLostRecords() throws Exception {
    Topic topic = new Topic("lost");
    topic.send(50);
    topic.deleteRecords(20);
    assertThat(failure(topic.start("a")))
        .hasMessageContaining(
            "lost.signatures-0 begins at offset 20, but the files of signatures continue at 0");
  }

  @Test
  void shouldRefuseATopicThatWasCreatedAgain() throws Exception {
    decideAll(new Topic("again"));
    assertThat(failure(new Topic("again2").start("b"))).hasMessageContaining("was re-created (id ");
  }

  @Test
  void shouldNameADamagedFile() throws Exception {
    Topic topic = new Topic("damaged");
    decideAll(topic);
    List<SignatureName> files = new SignatureDirectory(directory.resolve("signatures")).list();
    for (SignatureName file : files) {
      Files.write(file.path(), new byte[] {1});
    }
    assertThat(failure(topic.start("a")))
        .rootCause()
        .hasMessageContaining(files.get(0).path().toString())
        .hasMessageContaining("is damaged");
  }
}
