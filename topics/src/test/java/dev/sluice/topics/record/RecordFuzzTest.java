package dev.sluice.topics.record;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.sluice.topics.progress.ProgressFuzz;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Mutated records of every kind, as the topology and the sink read them: a valid record or one
 * typed error, soon, and with little more memory than the record has bytes.
 *
 * <p>System properties: {@code sluice.fuzz.count}, records to try; {@code sluice.fuzz.seed}; {@code
 * sluice.fuzz.report}, to say what came of them.
 */
class RecordFuzzTest {
  private static final long SEED = Long.getLong("sluice.fuzz.seed", 1);
  private static final long COUNT = Long.getLong("sluice.fuzz.count", 20_000);
  private static final long MAX_ALLOCATED_BYTES = 4 << 20;
  private static final long MAX_NANOS = TimeUnit.SECONDS.toNanos(30);
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final WriterSchemas schemas = OtherVersions.schemas();
  private final Map<String, Integer> outcomes = new TreeMap<>();
  private final Map<String, Integer> reasons = new TreeMap<>();
  private final List<String> problems = new ArrayList<>();

  private record Sample(String kind, byte[] bytes) {}

  private static List<Sample> samples() {
    List<Sample> samples = new ArrayList<>();
    TestingDocuments documents = new TestingDocuments(SEED);
    for (int i = 0; i < 200; i++) {
      samples.add(new Sample("document", documents.next().encode()));
    }
    for (int i = 0; i < 40; i++) {
      samples.add(new Sample("document", TestingDocuments.pointed().encode()));
      samples.add(new Sample("selected rows", SelectedRowsTest.encoded()));
      samples.add(new Sample("marker", TestingMarkers.full().encode()));
      samples.add(new Sample("forget record", ForgetTest.full().forPartition(i).encode()));
      samples.add(new Sample("older document", OtherVersions.older("id" + i, "a text")));
      samples.add(
          new Sample("newer document", OtherVersions.newer("unit#1", "id" + i, 4.5, "a text")));
      samples.add(new Sample("newer marker", OtherVersions.newer(TestingMarkers.full())));
      samples.add(new Sample("reject", Reject.encode("why", 1, i, new byte[50])));
    }
    ProgressFuzz.samples().forEach(bytes -> samples.add(new Sample("progress", bytes)));
    return samples;
  }

  @Test
  @Timeout(value = 2, unit = TimeUnit.HOURS)
  void shouldAnswerEveryRecordWithOneOrATypedError() {
    List<Sample> samples = samples();
    // Excludes memory for classes and schemas at their first use.
    samples.forEach(sample -> read(sample.kind(), sample.bytes(), -1));
    reasons.clear();
    for (long number = 0; number < COUNT; number++) {
      Random random = new Random(SEED * 1_000_003 + number);
      Sample sample = samples.get(random.nextInt(samples.size()));
      byte[] bytes = mutated(sample.bytes(), samples, random);
      long memory = THREADS.getCurrentThreadAllocatedBytes();
      long start = System.nanoTime();
      String outcome = read(sample.kind(), bytes, number);
      memory = THREADS.getCurrentThreadAllocatedBytes() - memory;
      if (memory > MAX_ALLOCATED_BYTES || System.nanoTime() - start > MAX_NANOS) {
        problems.add("%d-%d %s: %d bytes of memory".formatted(SEED, number, sample.kind(), memory));
      }
      outcomes.merge("%-15s %s".formatted(sample.kind(), outcome), 1, Integer::sum);
    }
    report();
    assertThat(problems).as("records that were not answered as they should").isEmpty();
    assertThat(outcomes.keySet()).hasSizeGreaterThan(9);
  }

  private String read(String kind, byte[] bytes, long number) {
    try {
      if (kind.equals("progress")) {
        ProgressFuzz.read(bytes);
        return "read or skipped";
      }
      return read(bytes);
    } catch (MalformedRecordException e) {
      String reason = e.getMessage().replaceAll("(?s)\".*\"", "...").replaceAll("-?[0-9]+", "N");
      reasons.merge(reason.length() > 80 ? reason.substring(0, 80) : reason, 1, Integer::sum);
      return "typed error";
    } catch (RuntimeException | Error e) {
      problems.add("%d-%d %s: %s".formatted(SEED, number, kind, e));
      return "CRASH";
    }
  }

  /** In the order in which the topology and the sink look; what is read must also be usable. */
  private String read(byte[] bytes) throws MalformedRecordException {
    byte[] value = schemas.current(bytes);
    if (EndOfUnit.matches(value)) {
      EndOfUnit marker = EndOfUnit.parse(value);
      assertThat(EndOfUnit.parse(marker.encode())).isEqualTo(marker);
      return "marker";
    }
    if (Forget.matches(value)) {
      Forget forget = Forget.parse(value);
      assertThat(Forget.parse(forget.encode())).isEqualTo(forget);
      return "forget record";
    }
    if (SelectedRows.matches(value)) {
      SelectedRows rows = SelectedRows.parse(value);
      assertThat(SelectedRows.parse(rows.only(rows.documents().subList(0, 1))).documents())
          .hasSize(1);
      return "selected rows";
    }
    DocumentRecord document = DocumentRecord.parse(value);
    document.hasBlankText();
    document.hasWellFormedText();
    assertThat(document.textOffset() + document.textLength()).isEqualTo(value.length);
    return "document";
  }

  private static byte[] mutated(byte[] sound, List<Sample> samples, Random random) {
    return switch (random.nextInt(7)) {
      case 0 -> Arrays.copyOf(sound, random.nextInt(sound.length));
      case 1 -> Arrays.copyOf(sound, sound.length + 1 + random.nextInt(20));
      case 2 -> changed(sound, 1, random);
      case 3 -> changed(sound, 1 + random.nextInt(8), random);
      case 4 -> absurd(sound, random);
      case 5 -> spliced(sound, samples.get(random.nextInt(samples.size())).bytes(), random);
      default -> noise(sound, random);
    };
  }

  private static byte[] changed(byte[] sound, int changes, Random random) {
    byte[] bytes = sound.clone();
    for (int i = 0; i < changes; i++) {
      // Most of a record may be text: the fields before it are changed as often.
      int end = random.nextBoolean() ? Math.min(bytes.length, 200) : bytes.length;
      bytes[random.nextInt(end)] = (byte) random.nextInt(256);
    }
    return bytes;
  }

  private static byte[] absurd(byte[] sound, Random random) {
    byte[] bytes = sound.clone();
    int length = Math.min(1 + random.nextInt(10), bytes.length);
    int at = random.nextInt(bytes.length - length + 1);
    Arrays.fill(bytes, at, at + length, (byte) (random.nextBoolean() ? 0xFF : 0xFE));
    bytes[at + length - 1] = (byte) random.nextInt(128);
    return bytes;
  }

  /** The beginning of one record and the end of another. */
  private static byte[] spliced(byte[] sound, byte[] other, Random random) {
    int at = random.nextInt(sound.length);
    int from = random.nextInt(other.length);
    byte[] bytes = Arrays.copyOf(sound, at + other.length - from);
    System.arraycopy(other, from, bytes, at, other.length - from);
    return bytes;
  }

  /** Random bytes after a valid header. */
  private static byte[] noise(byte[] sound, Random random) {
    byte[] bytes = new byte[random.nextInt(300)];
    random.nextBytes(bytes);
    int header = Math.min(bytes.length, Math.min(sound.length, Schemas.HEADER_LENGTH));
    System.arraycopy(sound, 0, bytes, 0, random.nextInt(8) == 0 ? 0 : header);
    return bytes;
  }

  private void report() {
    if (!Boolean.getBoolean("sluice.fuzz.report")) {
      return;
    }
    StringBuilder report = new StringBuilder("mutated records: %d\n".formatted(COUNT));
    outcomes.forEach((what, times) -> report.append("%9d  %s\n".formatted(times, what)));
    report.append("reasons:\n");
    reasons.entrySet().stream()
        .sorted((a, b) -> b.getValue() - a.getValue())
        .limit(30)
        .forEach(e -> report.append("%9d  %s\n".formatted(e.getValue(), e.getKey())));
    report.append("heap: %d MiB at most\n".formatted(Runtime.getRuntime().maxMemory() >> 20));
    System.out.write(
        report.toString().getBytes(UTF_8), 0, report.toString().getBytes(UTF_8).length);
    System.out.flush();
  }
}
