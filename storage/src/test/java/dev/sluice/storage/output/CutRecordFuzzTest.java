package dev.sluice.storage.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.storage.testing.MutatedFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Mutated cut records, as sink, {@code status} and {@code reset} read them: one typed error that
 * names the file, or a record that manifests can be computed from.
 *
 * <p>System properties: {@code sluice.fuzz.count}, records to try; {@code sluice.fuzz.seed}.
 */
class CutRecordFuzzTest {
  private static final long SEED = Long.getLong("sluice.fuzz.seed", 1);
  private static final int COUNT = Integer.getInteger("sluice.fuzz.count", 2_000);
  private static final String DUMP = "CC-MAIN-2024-10";
  private static final String UNIT = "data/" + DUMP + "#1";
  private static final String[] VALUES = {
    "null", "-1", "[]", "{}", "\"\"", "9223372036854775807", "1e400", "[null]", "true", "\"..\""
  };

  @TempDir Path directory;
  private final Map<String, Integer> outcomes = new TreeMap<>();

  private static TestingCuts cuts() {
    return new TestingCuts(true)
        .unit(UNIT, DUMP, new TreeMap<>(Map.of("a.parquet", "cut off")))
        .unit("data/CC-MAIN-2024-18#1", "CC-MAIN-2024-18", TestingCuts.noneQuarantined())
        .forget(DUMP, "r1", UNIT);
  }

  @Test
  @Timeout(value = 2, unit = TimeUnit.HOURS)
  void shouldAnswerEveryRecordWithOneOrATypedError() throws IOException {
    List<List<CutRecord>> sound = cuts().logs();
    MutatedFile file = new MutatedFile(directory.resolve("1.json"));
    for (int number = 0; number < COUNT; number++) {
      Random random = new Random(SEED * 1_000_003 + number);
      int log = random.nextInt(sound.size());
      int cut = random.nextInt(sound.get(log).size());
      Path written = file.write(mutated(Json.write(sound.get(log).get(cut)), random));
      outcomes.merge(read(written, sound, log, cut, number), 1, Integer::sum);
    }
    assertThat(outcomes).containsOnlyKeys("record", "typed error");
  }

  private static String read(Path file, List<List<CutRecord>> sound, int log, int cut, int number) {
    try {
      List<List<CutRecord>> logs = new ArrayList<>(sound);
      logs.set(log, new ArrayList<>(sound.get(log)));
      logs.get(log).set(cut, Json.read(file, CutRecord.class));
      use(TestingCuts.manifests(logs));
      return "record";
    } catch (IOException e) {
      assertThat(e).hasMessageContaining(file + " is not readable");
      return "typed error";
    } catch (RuntimeException | StackOverflowError e) {
      return "%d-%d: %s at %s".formatted(SEED, number, e, e.getStackTrace()[0]);
    }
  }

  private static void use(Manifests manifests) {
    manifests.mismatches(manifests.completeUnits());
    manifests.dumps().forEach(manifests::of);
    manifests.shards();
    manifests.forgotten().files();
    manifests.forgotten().complete().forEach(ForgottenDump::dumps);
  }

  private static byte[] mutated(byte[] sound, Random random) {
    return switch (random.nextInt(5)) {
      case 0 -> Arrays.copyOf(sound, random.nextInt(sound.length));
      case 1 -> changed(sound, 1 + random.nextInt(4), random);
      case 2 -> withoutALine(sound, random);
      case 3 -> withAnotherValue(sound, random);
      default -> withAnotherDigit(sound, random);
    };
  }

  private static byte[] changed(byte[] sound, int changes, Random random) {
    byte[] bytes = sound.clone();
    for (int i = 0; i < changes; i++) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(128);
    }
    return bytes;
  }

  private static byte[] withoutALine(byte[] sound, Random random) {
    List<String> lines = new ArrayList<>(text(sound).lines().toList());
    lines.remove(random.nextInt(lines.size()));
    return bytes(String.join("\n", lines));
  }

  /** A scalar of one field is another value, often of another kind. */
  private static byte[] withAnotherValue(byte[] sound, Random random) {
    List<String> lines = new ArrayList<>(text(sound).lines().toList());
    int line = random.nextInt(lines.size());
    String other = VALUES[random.nextInt(VALUES.length)];
    lines.set(line, lines.get(line).replaceFirst(": [^\\[{,]+", ": " + other));
    return bytes(String.join("\n", lines));
  }

  private static byte[] withAnotherDigit(byte[] sound, Random random) {
    byte[] bytes = sound.clone();
    int at = random.nextInt(bytes.length);
    while (!Character.isDigit(bytes[at])) {
      at = (at + 1) % bytes.length;
    }
    bytes[at] = (byte) ('0' + random.nextInt(10));
    return bytes;
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
