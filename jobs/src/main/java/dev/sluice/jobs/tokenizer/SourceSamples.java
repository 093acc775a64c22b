package dev.sluice.jobs.tokenizer;

import dev.sluice.jobs.text.TextBatch;
import dev.sluice.storage.text.TextFile;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.zip.CRC32C;

/**
 * Counts the texts of each source and keeps a sample of them: those with the smallest hash of file
 * and row, so the sample does not depend on the order. The source of a row is the data set that it
 * names, or the directory of its file. Memory: {@value #SOURCES} sources with {@value #KEPT} texts
 * of at most {@value #MOST_BYTES} bytes.
 */
final class SourceSamples {
  private static final int SOURCES = 32;
  private static final int KEPT = 128;
  private static final int MOST_BYTES = 4 << 10;
  private static final String OTHERS = "(all other sources)";

  private final Map<String, Source> sources = new TreeMap<>();

  /** A source. */
  static final class Source {
    private final PriorityQueue<Sample> samples =
        new PriorityQueue<>(Comparator.comparing(Sample::hash).reversed());
    private long texts;
    private long bytes;

    /** Number of its texts. */
    long texts() {
      return texts;
    }

    /** Total size of its texts. */
    long bytes() {
      return bytes;
    }

    /** The sample: valid UTF-8, with long texts truncated. */
    List<byte[]> samples() {
      List<byte[]> kept = new ArrayList<>();
      samples.forEach(sample -> kept.add(sample.text().getBytes(StandardCharsets.UTF_8)));
      return kept;
    }
  }

  private record Sample(long hash, String text) {}

  void add(TextFile file, TextBatch batch) {
    String directory =
        file.name().contains("/") ? file.name().substring(0, file.name().lastIndexOf('/')) : ".";
    CRC32C crc = new CRC32C();
    crc.update(file.name().getBytes(StandardCharsets.UTF_8));
    for (int text = 0; text < batch.size(); text++) {
      Source source = of(batch.source(text).orElse(directory));
      source.texts++;
      source.bytes += batch.length(text);
      long hash = mix(crc.getValue() << 32 ^ batch.row(text));
      if (source.samples.size() < KEPT || hash < source.samples.element().hash()) {
        source.samples.add(new Sample(hash, cut(batch, text)));
        if (source.samples.size() > KEPT) {
          source.samples.remove();
        }
      }
    }
  }

  private Source of(String name) {
    boolean room = sources.containsKey(name) || sources.size() < SOURCES;
    return sources.computeIfAbsent(room ? name : OTHERS, key -> new Source());
  }

  /** The finaliser of SplitMix64. */
  private static long mix(long value) {
    long z = (value ^ value >>> 30) * 0xBF58476D1CE4E5B9L;
    z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
    return z ^ z >>> 31;
  }

  private static String cut(TextBatch batch, int text) {
    byte[] bytes = batch.bytes();
    int from = batch.offset(text);
    int to = from + batch.length(text);
    if (to - from > MOST_BYTES) {
      to = from + MOST_BYTES;
      while ((bytes[to] & 0xC0) == 0x80) {
        to--;
      }
    }
    return new String(Arrays.copyOfRange(bytes, from, to), StandardCharsets.UTF_8);
  }

  /** The sources by name. */
  Map<String, Source> all() {
    return sources;
  }
}
