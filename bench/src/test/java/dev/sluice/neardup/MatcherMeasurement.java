package dev.sluice.neardup;

import dev.sluice.algorithms.neardup.Fingerprint;
import dev.sluice.algorithms.neardup.Signature;
import dev.sluice.core.work.WorkerPool;
import dev.sluice.storage.output.Json;
import dev.sluice.storage.publish.Publication;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * What the matcher costs without Kafka and without signing: made-up documents, some of them copies
 * of earlier ones, one dump a unit. Signatures have 14 keys and 64 bytes of parities, as texts of
 * up to 1,000 words have. Prints JSON. {@code bench/matcher} runs it.
 */
public final class MatcherMeasurement {
  private static final int KEYS = 14;
  private static final int SEQUENCES = 1_000;
  private static final long MASK = (1L << 48) - 1;

  private final Path directory;
  private final int documents;
  private final int units;
  private final int percent;
  private final int batch;
  private final boolean oneKey;
  private final SplittableRandom random = new SplittableRandom(1);
  private long comparisons;

  private MatcherMeasurement(String[] args) {
    directory = Path.of(args[0]);
    documents = Integer.parseInt(args[1]);
    units = Integer.parseInt(args[2]);
    percent = Integer.parseInt(args[3]);
    batch = Integer.parseInt(args[4]);
    oneKey = args[5].equals("one-key");
  }

  /**
   * Arguments: empty directory, documents of each unit, units, percent of copies, documents of a
   * batch, {@code one-key} if all documents shall have the same key, threads.
   */
  public static void main(String[] args) throws Exception {
    MatcherMeasurement measurement = new MatcherMeasurement(args);
    System.out.println(Json.text(measurement.run(Integer.parseInt(args[6]))));
  }

  private Map<String, Object> run(int threads) throws Exception {
    Publication publication = new Publication(directory.resolve("tmp"));
    Map<String, Object> result = new LinkedHashMap<>();
    long adding = 0;
    long begin = cpu();
    long wall = System.nanoTime();
    try (WorkerPool pool = new WorkerPool("matcher", threads);
        SignatureStore store = SignatureStore.open(directory.resolve("store"), publication)) {
      Matcher matcher = new Matcher(store, pool, this::compare);
      for (int unit = 0; unit < units; unit++) {
        for (int from = 0; from < documents; from += batch) {
          long before = cpu();
          int to = Math.min(documents, from + batch);
          try (SignatureBatch waiting = new SignatureBatch(directory.resolve("spill"), KEYS)) {
            for (int row = from; row < to; row++) {
              add(waiting, unit, row);
            }
            adding += cpu() - before;
            Frontier frontier = to == documents ? Frontier.END : new Frontier("file", to, false);
            matcher.decide(
                waiting,
                waiting.inOrderOfArrival(),
                new SignatureFooter.Position("unit-" + unit, frontier, "", to),
                Guard.OFF);
          }
        }
      }
      result.put("kept", store.stored());
    }
    double all = (double) documents * units;
    result.put("cpu_us_a_document", (cpu() - begin - adding) / 1e3 / all);
    result.put("adding_us_a_document", adding / 1e3 / all);
    result.put("wall_us_a_document", (System.nanoTime() - wall) / 1e3 / all);
    result.put("comparisons_a_document", comparisons / all);
    result.put("bytes_a_document", bytes() / all);
    long restart = System.nanoTime();
    SignatureStore.open(directory.resolve("store"), publication).close();
    result.put("restart_s", (System.nanoTime() - restart) / 1e9);
    return result;
  }

  private Fingerprint.Containment compare(Fingerprint document, Fingerprint kept) {
    comparisons++;
    return document.in(kept, 0.95);
  }

  private void add(SignatureBatch waiting, int unit, int row) throws IOException {
    long number = (long) unit * documents + row;
    if (number > 0 && random.nextInt(100) < percent) {
      number = random.nextLong(number);
    }
    SplittableRandom content = new SplittableRandom(number);
    long[] keys = new long[oneKey ? 1 : KEYS];
    long[] parities = new long[Fingerprint.bits(SEQUENCES) / Long.SIZE];
    for (int i = 0; i < parities.length; i++) {
      parities[i] = content.nextLong();
    }
    for (int i = 0; i < keys.length; i++) {
      keys[i] = oneKey ? 7 : content.nextLong() & MASK;
    }
    waiting.add(
        new DocumentOrigin("file", row, "<urn:uuid:%d-%d>".formatted(unit, row), "dump", "3.5"),
        new Signature(keys, Fingerprint.of(number, SEQUENCES, false, parities)));
  }

  private static long cpu() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  private long bytes() throws IOException {
    long bytes = 0;
    try (Stream<Path> files = Files.walk(directory.resolve("store"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        bytes += Files.size(file);
      }
    }
    return bytes;
  }
}
