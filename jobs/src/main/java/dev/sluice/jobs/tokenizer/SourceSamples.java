package dev.sluice.jobs.tokenizer;

import dev.sluice.jobs.documents.DocumentCursor;
import dev.sluice.storage.text.TextFile;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.zip.CRC32C;

/**
 * Counts the texts of each source and keeps a sample of them. The sample has the texts with the
 * smallest hashes of file and row. The source of a row is the data set that the row names, or else
 * the directory of its file. Beyond {@value #SOURCES} sources, the sources whose names come last
 * are counted as one. Therefore the result does not depend on the order of the texts. Memory:
 * {@value #SOURCES} sources and one more with {@value #KEPT} texts of at most {@value #MOST_BYTES}
 * bytes.
 */
final class SourceSamples {
  private static final int SOURCES = 32;
  private static final int KEPT = 128;
  private static final int MOST_BYTES = 4 << 10;
  private static final String OTHERS = "(all other sources)";

  private final SortedMap<String, Source> sources = new TreeMap<>();
  private final Source others = new Source();

  /** A source. */
  static final class Source {
    private final PriorityQueue<Sample> samples = new PriorityQueue<>();
    private long texts;
    private long bytes;

    /** Returns the number of texts. */
    long texts() {
      return texts;
    }

    /** Returns the total size of the texts. */
    long bytes() {
      return bytes;
    }

    /**
     * Returns the sample. It does not depend on the order of the texts. Samples are valid UTF-8;
     * long texts are truncated.
     */
    List<byte[]> samples() {
      return samples.stream()
          .sorted()
          .map(sample -> sample.text().getBytes(StandardCharsets.UTF_8))
          .toList();
    }

    /** Returns whether a text with this hash may belong to the sample. */
    private boolean wants(long hash) {
      return samples.size() < KEPT || hash <= samples.element().hash();
    }

    private void keep(Sample sample) {
      samples.add(sample);
      if (samples.size() > KEPT) {
        samples.remove();
      }
    }

    private void add(Source other) {
      texts += other.texts;
      bytes += other.bytes;
      other.samples.forEach(this::keep);
    }
  }

  /** A sampled text; the one with the largest hash comes first, because it is removed first. */
  private record Sample(long hash, String text) implements Comparable<Sample> {
    @Override
    public int compareTo(Sample other) {
      int byHash = Long.compare(other.hash, hash);
      return byHash != 0 ? byHash : other.text.compareTo(text);
    }
  }

  /**
   * Returns a consumer of the texts of a file. Any thread can use it.
   *
   * @param dataset returns the data set that a row names, if any
   */
  Consumer<DocumentCursor> adder(
      TextFile file, Function<DocumentCursor, Optional<String>> dataset) {
    String name = file.name();
    String directory = name.contains("/") ? name.substring(0, name.lastIndexOf('/')) : ".";
    CRC32C crc = new CRC32C();
    crc.update(name.getBytes(StandardCharsets.UTF_8));
    long seed = crc.getValue() << 32;
    return text -> add(dataset.apply(text).orElse(directory), mix(seed ^ text.row()), text);
  }

  private synchronized void add(String name, long hash, DocumentCursor text) {
    Source source = of(name);
    source.texts++;
    source.bytes += text.textBytes();
    if (source.wants(hash)) {
      source.keep(new Sample(hash, cut(text)));
    }
  }

  private Source of(String name) {
    if (name.equals(OTHERS)) {
      return others;
    }
    if (!sources.containsKey(name) && sources.size() == SOURCES) {
      if (name.compareTo(sources.lastKey()) > 0) {
        return others;
      }
      others.add(sources.remove(sources.lastKey()));
    }
    return sources.computeIfAbsent(name, key -> new Source());
  }

  /** Applies the finaliser of SplitMix64. */
  private static long mix(long value) {
    long z = (value ^ value >>> 30) * 0xBF58476D1CE4E5B9L;
    z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
    return z ^ z >>> 31;
  }

  private static String cut(DocumentCursor text) {
    byte[] bytes = text.textArray();
    int from = text.textOffset();
    int to = from + text.textBytes();
    if (to - from > MOST_BYTES) {
      to = from + MOST_BYTES;
      while ((bytes[to] & 0xC0) == 0x80) {
        to--;
      }
    }
    return new String(Arrays.copyOfRange(bytes, from, to), StandardCharsets.UTF_8);
  }

  /** Returns the sources by name. */
  SortedMap<String, Source> all() {
    SortedMap<String, Source> all = new TreeMap<>(sources);
    if (others.texts > 0) {
      all.put(OTHERS, others);
    }
    return all;
  }

  /** Adds the counts and samples of other texts. */
  void add(SourceSamples more) {
    more.all().forEach((name, source) -> of(name).add(source));
  }
}
