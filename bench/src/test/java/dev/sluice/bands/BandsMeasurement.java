package dev.sluice.bands;

import dev.sluice.algorithms.neardup.KeySort;
import dev.sluice.algorithms.neardup.SketchCheck;
import dev.sluice.algorithms.neardup.SortedKeysReader;
import dev.sluice.algorithms.neardup.SortedKeysWriter;
import dev.sluice.core.SplitMix64;
import dev.sluice.storage.bands.BandDirectory;
import dev.sluice.storage.bands.BandFile;
import dev.sluice.storage.page.IoRetry;
import dev.sluice.storage.publish.Publication;
import dev.sluice.topics.TopicNames;
import dev.sluice.topics.record.BandBlock;
import dev.sluice.topics.record.Watermark;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * What band workers cost without Kafka: made-up documents, some of them copies of earlier ones, one
 * dump a unit, scope output. Prints JSON. {@code bench/bands} runs it.
 */
public final class BandsMeasurement {
  private static final long MASK = (1L << 48) - 1;
  private static final int BLOCK = 500;
  private static final int TRANSACTION = 100_000;
  private static final int[] EVERY = {1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 10_000};

  private final BandSettings settings;
  private final long documents;
  private final int units;
  private final int percent;
  private long batches;
  private long removed;

  private BandsMeasurement(
      Path directory,
      long documents,
      int units,
      int bands,
      int percent,
      long batchBytes,
      int rows) {
    this.documents = documents;
    this.units = units;
    this.percent = percent;
    this.settings =
        new BandSettings(
            new TopicNames("bench", List.of()),
            1,
            bands,
            rows > 0 ? Optional.of(new SketchCheck(rows, 0.7)) : Optional.empty(),
            "cluster",
            "topic",
            directory.resolve("bands"),
            new Publication(directory.resolve("tmp")),
            "bench",
            1,
            1 << 20,
            batchBytes,
            new IoRetry(0, Duration.ZERO));
  }

  /**
   * Arguments: empty directory, documents, units, bands, percent of copies, bytes of a batch, rows
   * of the signatures by which documents with a common key are compared; 0: they are not.
   */
  public static void main(String[] args) throws Exception {
    BandsMeasurement measurement =
        new BandsMeasurement(
            Path.of(args[0]),
            Long.parseLong(args[1]),
            Integer.parseInt(args[2]),
            Integer.parseInt(args[3]),
            Integer.parseInt(args[4]),
            Long.parseLong(args[5]),
            Integer.parseInt(args[6]));
    for (int warm = 0; warm < 3; warm++) {
      pieces(1 << 18);
    }
    double[] pieces = pieces(1 << 22);
    for (int warm = 0; warm < 2; warm++) {
      passing(1 << 18);
    }
    List<String> passing = passing(1 << 22);
    long began = processor();
    long begun = System.nanoTime();
    measurement.run();
    double cpu = (processor() - began) / 1e9;
    double wall = (System.nanoTime() - begun) / 1e9;
    double open = measurement.open();
    double last = measurement.oneMore();
    System.out.printf(
        "{\"sort_ns\": %.1f, \"write_ns\": %.1f, \"read_ns\": %.1f, \"skip_ns\": %.2f,"
            + " \"cpu_s\": %.1f, \"wall_s\": %.1f, \"us_a_document\": %.2f, \"batches\": %d,"
            + " \"removed\": %d, \"bytes_a_document\": %.1f, \"files\": %d, \"restart_s\": %.3f,"
            + " \"one_more_batch_s\": %.3f, \"pass_ns\": {%s}}%n",
        pieces[0],
        pieces[1],
        pieces[2],
        pieces[3],
        cpu,
        wall,
        1e6 * cpu / measurement.documents,
        measurement.batches,
        measurement.removed,
        (double) measurement.bytes() / measurement.documents,
        measurement.files().size(),
        open,
        last,
        String.join(", ", passing));
  }

  /** Nanoseconds of the processor a key: sort, write, read, skip. */
  private static double[] pieces(int count) throws IOException {
    long[] keys = new Random(count).longs(count, 0, MASK + 1).toArray();
    long[] places = new long[count];
    double[] times = new double[4];
    long begun = processor();
    KeySort.sort(keys, places, count);
    times[0] = (double) (processor() - begun) / count;
    long[] distinct = Arrays.stream(keys).distinct().toArray();
    ByteArrayOutputStream out = new ByteArrayOutputStream(count * 4);
    begun = processor();
    SortedKeysWriter writer = new SortedKeysWriter(out, distinct.length);
    for (long key : distinct) {
      writer.add(key);
    }
    writer.finish();
    times[1] = (double) (processor() - begun) / count;
    byte[] bytes = out.toByteArray();
    begun = processor();
    SortedKeysReader reader =
        new SortedKeysReader(new ByteArrayInputStream(bytes), distinct.length);
    while (reader.key() != SortedKeysReader.END) {
      reader.next();
    }
    times[2] = (double) (processor() - begun) / count;
    begun = processor();
    reader = new SortedKeysReader(new ByteArrayInputStream(bytes), distinct.length);
    for (int i = 0; i < distinct.length; i += 10_000) {
      reader.seek(distinct[i]);
    }
    reader.skipAll();
    times[3] = (double) (processor() - begun) / count;
    return times;
  }

  /**
   * Nanoseconds of the processor for each key of a file that is compared with a batch, by the keys
   * of the file for one of the batch. None of the batch is in the file.
   */
  private static List<String> passing(int count) throws IOException {
    long[] keys = new Random(count).longs(count, 0, MASK + 1).toArray();
    KeySort.sort(keys, new long[count], count);
    keys = Arrays.stream(keys).distinct().toArray();
    ByteArrayOutputStream out = new ByteArrayOutputStream(count * 4);
    SortedKeysWriter writer = new SortedKeysWriter(out, keys.length);
    for (long key : keys) {
      writer.add(key);
    }
    writer.finish();
    byte[] bytes = out.toByteArray();
    List<String> passing = new ArrayList<>();
    for (int every : EVERY) {
      long[] batch = new Random(every).longs(count / every, 0, MASK + 1).toArray();
      KeySort.sort(batch, new long[batch.length], batch.length);
      long begun = processor();
      SortedKeysReader reader = new SortedKeysReader(new ByteArrayInputStream(bytes), keys.length);
      for (int i = 0; i < batch.length && reader.key() != SortedKeysReader.END; i++) {
        reader.seek(batch[i]);
      }
      reader.skipAll();
      passing.add("\"%d\": %.2f".formatted(every, (double) (processor() - begun) / keys.length));
    }
    return passing;
  }

  private static long processor() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private void run() throws Exception {
    for (int band = 0; band < settings.bands(); band++) {
      BandPartition partition = BandPartition.open(settings, band);
      for (int unit = 0; unit < units; unit++) {
        unit(partition, band, unit);
      }
    }
  }

  private long from(int unit) {
    return documents * unit / units;
  }

  private static String name(int unit) {
    return "data/CC-MAIN-%d-%02d#1".formatted(2013 + unit / 50, 1 + unit % 50);
  }

  private void unit(BandPartition partition, int band, int unit) throws Exception {
    String name = name(unit);
    long rows = from(unit + 1) - from(unit);
    for (long row = 0; row < rows; ) {
      long end = Math.min(rows, row + TRANSACTION);
      while (row < end) {
        int count = (int) Math.min(BLOCK, end - row);
        partition.accept(row, block(name, band, from(unit), row, count));
        row += count;
      }
      partition.accept(row, new Watermark(name, 0, "a", row, false));
      process(partition);
    }
    partition.accept(rows, Watermark.end(name, 0));
    process(partition);
  }

  private BandBlock block(String name, int band, long base, long row, int count) {
    long[] rows = new long[count];
    long[] keys = new long[count];
    int sketchBytes = settings.sketchBytes();
    byte[] sketches = new byte[count * sketchBytes];
    for (int i = 0; i < count; i++) {
      rows[i] = row + i;
      long origin = origin(base + row + i);
      keys[i] = SplitMix64.mix(31 * origin + band) & MASK;
      for (int at = 0; at < sketchBytes; at++) {
        sketches[i * sketchBytes + at] = (byte) SplitMix64.mix(37 * origin + at);
      }
    }
    List<String> dumps = List.of(name.substring(5, name.length() - 2));
    return new BandBlock(name, "a", dumps, rows, keys, sketches);
  }

  /** The document that this one is a copy of, or itself. */
  private long origin(long document) {
    long at = document;
    while (at > 0 && Long.remainderUnsigned(SplitMix64.mix(at), 100) < percent) {
      at = Long.remainderUnsigned(SplitMix64.mix(~at), at);
    }
    return at;
  }

  private void process(BandPartition partition) throws Exception {
    if (partition.isDue(System.nanoTime(), settings.batchBytes())) {
      BandCounts counts = partition.process();
      batches += counts.batches();
      removed += counts.removed();
    }
  }

  private List<BandFile> files() throws IOException {
    return new BandDirectory(settings.root()).list();
  }

  private long bytes() throws IOException {
    long bytes = 0;
    for (BandFile file : files()) {
      bytes += Files.size(file.path());
    }
    return bytes;
  }

  /** Seconds to continue all bands after a kill, without reading records. */
  private double open() throws Exception {
    long begun = System.nanoTime();
    for (int band = 0; band < settings.bands(); band++) {
      BandPartition.open(settings, band);
    }
    return (System.nanoTime() - begun) / 1e9;
  }

  /** Seconds of one batch of a thousand documents in one band, which reads all that is stored. */
  private double oneMore() throws Exception {
    BandPartition partition = BandPartition.open(settings, 0);
    String name = name(units);
    partition.accept(0, block(name, 0, documents, 0, 1_000));
    partition.accept(1, Watermark.end(name, 0));
    long begun = System.nanoTime();
    partition.process();
    return (System.nanoTime() - begun) / 1e9;
  }
}
