package dev.sluice.sink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.work.FileTree;
import dev.sluice.storage.output.CutFile;
import dev.sluice.storage.output.CutRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Wherever a sink is killed, its successor ends with the bytes of a sink that nothing happened to.
 */
class PartitionSinkCrashTest {
  private static final TopicPartition PARTITION = TestingSink.partition(0);

  /** Each is a run with its syncs to the disk: few, at places that the seed chooses. */
  private static final int KILLED_CUTS = 4;

  private static final int KILLS = 8;

  @TempDir Path directory;
  private TestingSink undisturbed;

  @BeforeEach
  void setUp() {
    undisturbed = TestingSink.in(directory.resolve("undisturbed"));
  }

  private List<ConsumerRecord<byte[], byte[]>> runUndisturbed(long seed) throws IOException {
    List<ConsumerRecord<byte[], byte[]>> records = TestingRecords.random(PARTITION, seed);
    TestingSink.feed(undisturbed.open(PARTITION), records);
    assertThat(undisturbed.log(PARTITION).read()).hasSizeGreaterThan(5);
    return records;
  }

  private void assertSameAsUndisturbed(TestingSink sink) throws IOException {
    assertThat(sink.contents("en")).isEqualTo(undisturbed.contents("en"));
    assertThat(sink.contents("_sluice/cuts")).isEqualTo(undisturbed.contents("_sluice/cuts"));
    assertThat(sink.contents("_sluice/tmp")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void shouldRepeatACutThatWasKilledAtAnyOfItsSteps(long seed) throws IOException {
    List<ConsumerRecord<byte[], byte[]>> records = runUndisturbed(seed);
    List<CutRecord> cuts = undisturbed.log(PARTITION).read();

    Random random = new Random(seed);
    for (int i = 0; i < KILLED_CUTS; i++) {
      CutRecord killed = cuts.get(random.nextInt(cuts.size()));
      int files = killed.files().size();
      for (int published : new TreeSet<>(List.of(0, random.nextInt(files + 1), files))) {
        TestingSink sink = killedIn(killed, published, cuts);
        TestingSink.feed(sink.open(PARTITION), records);
        assertSameAsUndisturbed(sink);
        FileTree.deleteAll(sink.root());
      }
    }
  }

  /** The output as a kill leaves it: some files of the cut published, no record, half a file. */
  private TestingSink killedIn(CutRecord killed, int published, List<CutRecord> cuts)
      throws IOException {
    TestingSink sink = undisturbed.withRoot(directory.resolve("killed"));
    for (CutRecord cut : cuts.subList(0, (int) killed.number())) {
      boolean complete = cut.number() < killed.number();
      int count = complete ? cut.files().size() : published;
      for (CutFile file : cut.files().subList(0, count)) {
        copy(Path.of(file.path()), sink);
      }
      if (complete) {
        copy(Path.of("_sluice/cuts", cut.topic(), "0", cut.number() + ".json"), sink);
      }
    }
    Path temporary = sink.settings().output().temporary();
    Files.createDirectories(temporary);
    Files.writeString(temporary.resolve(".half.tmp"), "PAR1");
    return sink;
  }

  private void copy(Path relative, TestingSink to) throws IOException {
    Path target = to.root().resolve(relative);
    Files.createDirectories(target.getParent());
    Files.copy(undisturbed.root().resolve(relative), target);
  }

  @ParameterizedTest
  @ValueSource(longs = {4, 5, 6})
  void shouldResumeAfterKillsBetweenAnyTwoRecords(long seed) throws IOException {
    List<ConsumerRecord<byte[], byte[]>> records = runUndisturbed(seed);
    Random random = new Random(seed);
    TestingSink sink = undisturbed.withRoot(directory.resolve("killed"));

    for (int kill = 0; kill < KILLS; kill++) {
      PartitionSink partition = sink.open(PARTITION);
      TestingSink.feed(partition, records.subList(0, random.nextInt(records.size())));
      if (random.nextBoolean()) {
        partition.discard();
      }
    }
    TestingSink.feed(sink.open(PARTITION), records);

    assertSameAsUndisturbed(sink);
  }

  @Test
  void shouldEndTheSameWhereTwoSinksBelieveToHaveThePartition() throws IOException {
    List<ConsumerRecord<byte[], byte[]>> records = runUndisturbed(7);
    Random random = new Random(7);
    TestingSink first = undisturbed.withRoot(directory.resolve("both"));
    TestingSink second = first.withInstance("other");
    PartitionSink stale = first.open(PARTITION);
    PartitionSink successor = second.open(PARTITION);

    int staleAt = 0;
    int successorAt = 0;
    while (staleAt < records.size() || successorAt < records.size()) {
      if (staleAt < records.size() && (successorAt == records.size() || random.nextBoolean())) {
        TestingSink.accept(stale, records.get(staleAt++));
      } else {
        TestingSink.accept(successor, records.get(successorAt++));
      }
    }

    assertSameAsUndisturbed(first);
  }
}
