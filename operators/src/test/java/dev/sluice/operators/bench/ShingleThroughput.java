package dev.sluice.operators.bench;

import dev.sluice.algorithms.neardup.Bands;
import dev.sluice.algorithms.neardup.MinHasher;
import dev.sluice.algorithms.neardup.MinHashers;
import dev.sluice.algorithms.neardup.ShingleSink;
import dev.sluice.algorithms.neardup.SimHash;
import dev.sluice.operators.shingle.JoinedHash;
import dev.sluice.operators.shingle.ShingleUnit;
import dev.sluice.operators.shingle.Shingler;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * How fast texts become shingles, signatures and band keys on one core: {@code ShingleThroughput
 * FILE [SECONDS]}. The file holds texts in UTF-8, a NUL byte after each. Measured is everything
 * from the bytes of a text to what the line says; reading the file is not. Each figure is the CPU
 * time of the thread in the best of passes over all texts for that many seconds.
 */
public final class ShingleThroughput {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private static long sum; // so that nothing is left out

  private final List<byte[]> texts;
  private final double seconds;

  private ShingleThroughput(List<byte[]> texts, double seconds) {
    this.texts = texts;
    this.seconds = seconds;
  }

  public static void main(String[] args) throws IOException {
    double seconds = args.length > 1 ? Double.parseDouble(args[1]) : 2;
    ShingleThroughput all =
        new ShingleThroughput(OperatorThroughput.texts(Path.of(args[0])), seconds);
    Shingler words = Shingler.of(ShingleUnit.WORDS, 5);
    all.shingles("words, 5", words);
    all.signatures("words, 5; 14 x 8", words, MinHashers.fast(112), new Bands(14, 8));
    all.signatures("words, 5; 25 x 10", words, MinHashers.fast(250), new Bands(25, 10));
    all.fingerprints("words, 3; SimHash", Shingler.of(ShingleUnit.WORDS, 3));
    Shingler joined = Shingler.joined(5, JoinedHash.xxHash64());
    all.shingles("words, 5, xxHash64", joined);
    all.signatures(
        "words, 5, datatrove; 14 x 8", joined, MinHashers.datatrove(112), new Bands(14, 8));
    Shingler characters = Shingler.of(ShingleUnit.CHARACTERS, 24);
    all.shingles("characters, 24", characters);
    all.signatures("characters, 24; 20 x 13", characters, MinHashers.fast(260), new Bands(20, 13));
    all.shingles("words of annex 29, 5", Shingler.of(ShingleUnit.UNICODE_WORDS, 5));
  }

  private void shingles(String name, Shingler shingler) {
    ShingleSink sink = (hashes, count) -> sum += hashes[0] + hashes[count - 1];
    report(name, text -> sum += shingler.shingle(text, 0, text.length, sink));
  }

  private void signatures(String name, Shingler shingler, MinHasher hasher, Bands bands) {
    long[] signature = new long[hasher.rows()];
    long[] keys = new long[bands.bands()];
    report(
        name,
        text -> {
          hasher.clear();
          shingler.shingle(text, 0, text.length, hasher);
          hasher.signature(signature);
          bands.keys(signature, keys);
          sum += keys[0];
        });
  }

  private void fingerprints(String name, Shingler shingler) {
    SimHash simHash = new SimHash();
    report(
        name,
        text -> {
          simHash.clear();
          shingler.shingle(text, 0, text.length, simHash);
          sum += simHash.fingerprint().orElse(0);
        });
  }

  private void report(String name, Consumer<byte[]> pass) {
    long bytes = texts.stream().mapToLong(text -> text.length).sum();
    long end = System.nanoTime() + (long) (seconds * 1e9);
    long best = Long.MAX_VALUE;
    do {
      long began = THREADS.getCurrentThreadCpuTime();
      texts.forEach(pass);
      best = Math.min(best, THREADS.getCurrentThreadCpuTime() - began);
    } while (System.nanoTime() < end);
    System.out.printf(
        "%-28s %8.1f MB/s %8.2f ns/B%n", name, bytes * 1e3 / best, (double) best / bytes);
  }
}
