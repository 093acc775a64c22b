package dev.sluice.operators.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Asks every operator about many texts that are made to go wrong: {@code OperatorFuzz COUNT SEED
 * UNITS [FILE]}. First each of some sixty units repeated to a text of that many UTF-16 units, for
 * the time that each operator takes; then COUNT texts made up of the seed. The file holds real
 * texts in UTF-8, a NUL byte after each, pieces of which are changed. Prints what was found; the
 * digest is the same for the same arguments, on any number of threads. Exit code 1 where an
 * operator failed, gave a reason that it does not declare, answered otherwise when asked again, or
 * took longer than 3 ms and 4,000 ns a unit of processor time ({@code phone-numbers}: 30,000 ns).
 */
public final class OperatorFuzz {
  private static final int PORTION = 1_000;

  /** Ten times as slow as any other operator, where a text is all digits. */
  private static final int MOST_UNITS = 1 << 20;

  private OperatorFuzz() {}

  public static void main(String[] args) throws Exception {
    long count = Long.parseLong(args[0]);
    long seed = Long.parseLong(args[1]);
    int units = Math.min(MOST_UNITS, Integer.parseInt(args[2]));
    FuzzTexts texts = new FuzzTexts(seed, args.length > 3 ? real(Path.of(args[3])) : List.of());
    FuzzRun all = new FuzzRun();
    ExecutorService threads =
        Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
    try {
      run(threads, all, count, units, texts);
    } finally {
      threads.shutdownNow();
    }
    System.out.println(all.report() + ", seed " + seed);
    System.exit(all.isSound() ? 0 : 1);
  }

  private static void run(
      ExecutorService threads, FuzzRun all, long count, int units, FuzzTexts texts)
      throws InterruptedException, ExecutionException {
    List<Future<FuzzRun>> portions = new ArrayList<>();
    for (int unit = 0; unit < FuzzTexts.units(); unit++) {
      int one = unit;
      portions.add(threads.submit(() -> large(one, units)));
    }
    for (long first = 0; first < count; first += PORTION) {
      long from = first;
      long to = Math.min(count, first + PORTION);
      portions.add(threads.submit(() -> portion(from, to, texts)));
    }
    for (Future<FuzzRun> portion : portions) {
      all.add(portion.get());
    }
  }

  private static FuzzRun large(int unit, int units) {
    FuzzRun run = new FuzzRun();
    String text = FuzzTexts.repeated(unit, units);
    run.check(-1 - unit, text);
    run.time(-1 - unit, "unit " + unit, text);
    return run;
  }

  private static FuzzRun portion(long from, long to, FuzzTexts texts) {
    FuzzRun run = new FuzzRun();
    for (long number = from; number < to; number++) {
      run.check(number, texts.text(number));
    }
    return run;
  }

  private static List<String> real(Path file) throws IOException {
    return Arrays.asList(Files.readString(file, UTF_8).split("\0"));
  }
}
