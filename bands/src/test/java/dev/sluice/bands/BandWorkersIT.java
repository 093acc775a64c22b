package dev.sluice.bands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.algorithms.neardup.SketchCheck;
import dev.sluice.embedded.EmbeddedBroker;
import dev.sluice.storage.bands.BandDirectory;
import dev.sluice.storage.bands.BandFile;
import dev.sluice.storage.bands.BandReader;
import dev.sluice.storage.bands.Frontier;
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
import dev.sluice.topics.record.BandBlock;
import dev.sluice.topics.record.Forget;
import dev.sluice.topics.record.Watermark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
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

/**
 * Band workers on a real broker. Each test has a topic of its own and mostly waits: side by side.
 */
@Timeout(300)
@Execution(ExecutionMode.CONCURRENT)
class BandWorkersIT {
  private static final int BANDS = 5;
  private static final int PARTITIONS = 3;
  private static final long BATCH_BYTES = 20_000;
  private static final byte[] NO_KEY = {};

  /** Members hear of a rebalance by the answer to a heartbeat. */
  private static final Map<String, String> SOON_REBALANCED = Map.of("heartbeat.interval.ms", "200");

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
  private final class Bands {
    private final KafkaConnection connection;
    private final TopicNames names;
    private final String topicId;
    private final List<Crawl> crawls = new ArrayList<>();
    private final List<List<Object>> logs = new ArrayList<>();
    private final int[] sent = new int[BANDS];
    private final Optional<SketchCheck> check;

    Bands(String prefix, int seed) throws Exception {
      this.check = seed % 2 == 0 ? Optional.of(new SketchCheck(112, 0.6)) : Optional.empty();
      this.names = new TopicNames(prefix, List.of("2.8"));
      this.connection = new KafkaConnection(broker.bootstrapServers(), SOON_REBALANCED);
      try (Admin admin = connection.admin()) {
        this.topicId =
            new TopicProvisioner(admin)
                .provision(new TopicPlan(names, PARTITIONS, BANDS, (short) 1, 2 << 20))
                .get(names.bands());
      }
      beginUnits();
      for (int band = 0; band < BANDS; band++) {
        Crawl crawl = new Crawl(new Random(seed * 100L + band), PARTITIONS, check);
        crawls.add(crawl);
        logs.add(crawl.log(false));
      }
    }

    /** As ingest does before it sends anything of a unit: all that crawls may have. */
    private void beginUnits() {
      ProgressLog log = new ProgressLog(connection, names.progress());
      try (Producer<byte[], byte[]> producer = connection.producer(Map.of())) {
        for (int number = 10; number <= 15; number++) {
          String unit = "data/CC-MAIN-2024-%d#1".formatted(number);
          producer.send(log.record(UnitProgress.none(unit, "test")));
        }
      }
    }

    BandSettings settings(String instance, int threads, IoRetry retry) {
      return new BandSettings(
          names,
          PARTITIONS,
          BANDS,
          check,
          broker.clusterId(),
          topicId,
          directory.resolve("bands"),
          new Publication(directory.resolve("tmp-" + instance)),
          instance,
          threads,
          1 << 20,
          BATCH_BYTES,
          retry);
    }

    BandWorkers start(String instance, int threads) throws IOException {
      return start(instance, threads, new IoRetry(2, Duration.ofMillis(10)));
    }

    BandWorkers start(String instance, int threads, IoRetry retry) throws IOException {
      return BandWorkers.start(
          connection,
          new ProgressLog(connection, names.progress()),
          settings(instance, threads, retry));
    }

    /** As the end of the sessions of an instance's workers, who do not leave when they stop. */
    void removeMembers(String instance) {
      String group = names.bandsGroup();
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

    /** Sends so many more records to each band, in one transaction. */
    void send(int records) {
      try (Producer<byte[], byte[]> producer =
          connection.producer(names.prefix() + "-t", Map.of())) {
        producer.initTransactions();
        producer.beginTransaction();
        for (int band = 0; band < BANDS; band++) {
          List<Object> log = logs.get(band);
          int to = Math.min(log.size(), sent[band] + records);
          for (Object record : log.subList(sent[band], to)) {
            producer.send(new ProducerRecord<>(names.bands(), band, NO_KEY, encode(record)));
          }
          sent[band] = to;
        }
        producer.commitTransaction();
      }
    }

    void send(int band, byte[] value) {
      try (Producer<byte[], byte[]> producer =
          connection.producer(names.prefix() + "-t", Map.of())) {
        producer.initTransactions();
        producer.beginTransaction();
        producer.send(new ProducerRecord<>(names.bands(), band, NO_KEY, value));
        producer.commitTransaction();
      }
    }

    boolean isSent() {
      return java.util.stream.IntStream.range(0, BANDS)
          .allMatch(band -> sent[band] == logs.get(band).size());
    }

    boolean isDecided() throws IOException {
      for (int band = 0; band < BANDS; band++) {
        Crawl crawl = crawls.get(band);
        for (String unit : crawl.ended) {
          if (!crawl.forgotten.contains(unit) && !Decided.read(directory, band, unit).isEnded()) {
            return false;
          }
        }
      }
      return true;
    }

    void check() throws IOException {
      for (int band = 0; band < BANDS; band++) {
        Crawl crawl = crawls.get(band);
        for (String unit : crawl.ended) {
          if (!crawl.forgotten.contains(unit)) {
            Set<String> removed = new HashSet<>();
            crawl
                .removed
                .get(unit)
                .forEach(
                    (file, rows) ->
                        rows.forEach(
                            (row, isRemoved) -> {
                              if (isRemoved) {
                                removed.add(file + ":" + row);
                              }
                            }));
            assertThat(Decided.read(directory, band, unit).removed)
                .as("band " + band + " " + unit)
                .isEqualTo(removed);
          }
        }
      }
    }

    long begin(int band) {
      TopicPartition partition = new TopicPartition(names.bands(), band);
      try (Admin admin = connection.admin()) {
        return AdminCalls.await(
                admin
                    .listOffsets(Map.of(partition, OffsetSpec.earliest()))
                    .partitionResult(partition))
            .offset();
      }
    }
  }

  /** What files of one band say of one unit. */
  private record Decided(Set<String> removed, Frontier frontier) {
    boolean isEnded() {
      return frontier.ended();
    }

    static Decided read(Path directory, int band, String unit) throws IOException {
      while (true) {
        Set<String> removed = new HashSet<>();
        Frontier frontier = Frontier.BEGIN;
        List<BandFile> files =
            new BandDirectory(directory.resolve("bands"))
                .list().stream()
                    .filter(file -> file.band() == band)
                    .filter(file -> file.unitHash().equals(BandFile.hash(unit)))
                    .toList();
        try {
          for (BandFile file : BandDirectory.chain(files)) {
            try (BandReader reader = BandReader.open(file.path())) {
              reader.removed((path, row) -> removed.add(path + ":" + row));
              frontier = reader.header().frontier();
            }
          }
          return new Decided(removed, frontier);
        } catch (NoSuchFileException e) {
          continue; // merged in the meantime
        }
      }
    }
  }

  private static byte[] encode(Object record) {
    if (record instanceof BandBlock block) {
      return block.encode();
    }
    return record instanceof Watermark watermark ? watermark.encode() : ((Forget) record).encode();
  }

  private static void await(String what, Callable<Boolean> condition) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
    while (!condition.call()) {
      assertThat(System.nanoTime()).as("time until %s", what).isLessThan(deadline);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
    }
  }

  @Test
  void shouldDecideWithOneWorker() throws Exception {
    Bands bands = new Bands("one", 1);
    try (BandWorkers workers = bands.start("a", 1)) {
      while (!bands.isSent()) {
        bands.send(100);
      }
      await("everything is decided", bands::isDecided);
      assertThat(workers.failure()).isEmpty();
      await("it has all bands", () -> workers.gauge().bands() == BANDS);
      assertThat(workers.gauge().counts().batches()).isGreaterThanOrEqualTo(BANDS);
      await("records are deleted", () -> bands.begin(0) > 0);
      await(
          "offsets are committed",
          () -> {
            try (Admin admin = bands.connection.admin()) {
              return PartitionLogs.committed(admin, bands.names.bandsGroup()).size() == BANDS;
            }
          });
      await("nothing is left to read", () -> workers.gauge().lag() == 0);
      assertThat(workers.gauge().waits()).hasSize(1);
    }
    bands.check();
  }

  /**
   * While a partition of documents is behind, nothing can be decided: keys of the others pile up,
   * in the topic and not in memory.
   */
  @Test
  void shouldBoundItsMemoryWhileAPartitionIsBehind() throws Exception {
    String unit = "data/CC-MAIN-2024-10#1";
    Random random = new Random(3);
    List<Object> ahead = new ArrayList<>();
    List<Object> behind = new ArrayList<>();
    Set<Long> first = new HashSet<>();
    Set<String> removed = new HashSet<>();
    int step = 100;
    for (int row = 0; row < 8_000; row += step) {
      long[] rows = LongStream.range(row, row + step).toArray();
      long[] keys = random.longs(step, 0, 8_000).toArray();
      for (int i = 0; i < step; i++) {
        if (!first.add(keys[i])) {
          removed.add("a:" + rows[i]);
        }
      }
      List<Object> to = row / step % 5 == 4 ? behind : ahead;
      to.add(new BandBlock(unit, "a", List.of("CC-MAIN-2024-10"), rows, keys));
      Watermark watermark = new Watermark(unit, 0, "a", row + step, false);
      ahead.add(watermark);
      ahead.add(watermark.forPartition(1));
      behind.add(watermark.forPartition(2));
    }
    ahead.add(Watermark.end(unit, 0));
    ahead.add(Watermark.end(unit, 1));
    behind.add(Watermark.end(unit, 2));
    Bands bands = new Bands("behind", 5);
    bands.logs.replaceAll(log -> ahead);
    try (BandWorkers workers = bands.start("a", 1)) {
      bands.send(ahead.size());
      await(
          "nothing is left to read",
          () -> workers.gauge().pendingBytes() > BATCH_BYTES / 4 && workers.gauge().lag() == 0);
      AtomicLong most = new AtomicLong(workers.gauge().pendingBytes());
      assertThat(most.get()).isBetween(1L, BATCH_BYTES);
      bands.logs.replaceAll(log -> behind);
      Arrays.fill(bands.sent, 0);
      bands.send(behind.size());
      for (int band = 0; band < BANDS; band++) {
        int decided = band;
        await(
            "everything is decided",
            () -> {
              most.accumulateAndGet(workers.gauge().pendingBytes(), Math::max);
              return Decided.read(directory, decided, unit).isEnded();
            });
        assertThat(Decided.read(directory, band, unit).removed).isEqualTo(removed);
      }
      assertThat(most.get()).isLessThanOrEqualTo(BATCH_BYTES);
      assertThat(workers.failure()).isEmpty();
      await("nothing is held", () -> workers.gauge().pendingBytes() == 0);
    }
  }

  /**
   * Processes come and go as if they were killed: members of the group that do not leave it. They
   * come back, or their sessions end before others come.
   */
  @Test
  void shouldDecideTheSameWhileWorkersComeAndGo() throws Exception {
    Bands bands = new Bands("many", 2);
    Random random = new Random(7);
    Map<String, Integer> threads = Map.of("a", 1, "b", 2, "c", 1);
    Map<String, BandWorkers> running = new HashMap<>();
    Set<String> gone = new HashSet<>();
    while (!bands.isSent()) {
      String instance = List.of("a", "b", "c").get(random.nextInt(3));
      BandWorkers former = running.remove(instance);
      if (former == null) {
        gone.remove(instance);
        gone.forEach(bands::removeMembers);
        gone.clear();
        running.put(instance, bands.start(instance, threads.get(instance)));
        await("they have all bands", () -> bands(running) == BANDS);
      } else {
        if (random.nextBoolean()) {
          await("it has read what there is", () -> former.gauge().lag() == 0);
        }
        former.close();
        assertThat(former.failure()).isEmpty();
        gone.add(instance);
      }
      bands.send(60);
    }
    running.values().forEach(BandWorkers::close);
    bands.removeMembers("c");
    try (BandWorkers one = bands.start("a", 2);
        BandWorkers other = bands.start("b", 2)) {
      await("everything is decided", bands::isDecided);
      assertThat(one.failure()).isEmpty();
      assertThat(other.failure()).isEmpty();
    }
    bands.check();
  }

  private static int bands(Map<String, BandWorkers> running) {
    return running.values().stream().mapToInt(workers -> workers.gauge().bands()).sum();
  }

  @Test
  void shouldSkipForeignRecords() throws Exception {
    Bands bands = new Bands("foreign", 3);
    bands.send(1, new byte[] {1, 2, 3});
    bands.send(1, null);
    bands.send(1, new Watermark("u#1", PARTITIONS, "a", 1, false).encode());
    bands.send(1, new BandBlock("u#1", "", List.of(), new long[] {1}, new long[] {1}).encode());
    bands.send(1, new BandBlock("u#1", "a", List.of("d"), new long[] {1}, new long[] {1}).encode());
    for (String unit : List.of("u#1", "no unit", "data/CC-MAIN-2024-10#2")) {
      bands.send(1, new Watermark(unit, 0, "a", 1, false).encode());
    }
    try (BandWorkers workers = bands.start("a", 1)) {
      while (!bands.isSent()) {
        bands.send(1_000);
      }
      await("everything is decided", bands::isDecided);
      assertThat(workers.gauge().malformed()).isEqualTo(8);
    }
    bands.check();
  }

  /** A file that leads to itself cannot be opened. */
  @Test
  void shouldOpenABandOnceItCan() throws Exception {
    Bands bands = new Bands("retried", 1);
    Path file =
        BandFile.of(directory.resolve("bands"), 1, "data/CC-MAIN-2024-10#1", 2, 1, 1).path();
    Files.createDirectories(file.getParent());
    Files.createSymbolicLink(file, file);
    try (BandWorkers workers = bands.start("a", 1, WITHOUT_END)) {
      await(
          "it has tried twice",
          () -> {
            assertThat(workers.failure()).isEmpty();
            return workers.gauge().waits().stream()
                .map(waits -> waits.totals().getOrDefault(BandWait.RETRY, Duration.ZERO))
                .anyMatch(waited -> waited.toMillis() > 150);
          });
      Files.delete(file);
      Files.delete(file.getParent());
      while (!bands.isSent()) {
        bands.send(1_000);
      }
      await("everything is decided", bands::isDecided);
      assertThat(workers.failure()).isEmpty();
    }
    bands.check();
  }

  private static Throwable failure(BandWorkers workers) throws Exception {
    try (workers) {
      await("it fails", () -> workers.failure().isPresent());
      return workers.failure().orElseThrow();
    }
  }

  @Test
  void shouldRefuseATopicThatLostRecords() throws Exception {
    Bands bands = new Bands("lost", 4);
    bands.send(50);
    TopicPartition partition = new TopicPartition(bands.names.bands(), 2);
    try (Admin admin = bands.connection.admin()) {
      AdminCalls.await(
          admin.deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(20))).all());
    }
    assertThat(failure(bands.start("a", 1)))
        .hasMessageContaining(
            "lost.bands-2 begins at offset 20, but the files of the band continue at 0");
  }

  @Test
  void shouldRefuseATopicThatWasCreatedAgain() throws Exception {
    Bands bands = new Bands("again", 1);
    try (BandWorkers workers = bands.start("a", 1)) {
      while (!bands.isSent()) {
        bands.send(1_000);
      }
      await("everything is decided", bands::isDecided);
      assertThat(workers.failure()).isEmpty();
    }
    Bands other = new Bands("again2", 1);
    assertThat(failure(other.start("b", 1))).hasMessageContaining("was re-created (id ");
  }

  @Test
  void shouldNameADamagedFile() throws Exception {
    Bands bands = new Bands("damaged", 1);
    try (BandWorkers workers = bands.start("a", 1)) {
      while (!bands.isSent()) {
        bands.send(1_000);
      }
      await("everything is decided", bands::isDecided);
      assertThat(workers.failure()).isEmpty();
    }
    for (BandFile file : new BandDirectory(directory.resolve("bands")).list()) {
      Files.write(file.path(), new byte[] {1});
    }
    assertThat(failure(bands.start("a", 1)))
        .rootCause()
        .hasMessageContaining(" is damaged: header: ");
  }
}
