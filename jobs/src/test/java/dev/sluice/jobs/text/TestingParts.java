package dev.sluice.jobs.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.jobs.documents.TestingDocuments;
import dev.sluice.jobs.text.PartTerms.PartTask;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Inputs for parts, and parts in any order. */
public final class TestingParts {
  /** Of the program. */
  public static final String VERSION = "test";

  /** That a part was typed as. */
  public static final String COMMAND = "sluice job --input in";

  private static final String WORDS =
      "The of 12 and TO in a is that FOR it as was with be by on not";

  private TestingParts() {}

  /** A part, with its outcome. */
  @FunctionalInterface
  public interface Work<T> {
    T run(PartTask task) throws Exception;
  }

  /** Stops a job at the first position of these. */
  public static JobProgress stopping(Predicate<JobPosition> at) {
    return position -> {
      if (at.test(position)) {
        throw new IllegalStateException("stopped");
      }
    };
  }

  /** Damages a file as the word says; returns what it held. */
  public static byte[] damage(Path file, String how) throws IOException {
    byte[] whole = Files.readAllBytes(file);
    switch (how) {
      case "emptied" -> Files.write(file, new byte[0]);
      case "cut" -> Files.write(file, Arrays.copyOf(whole, whole.length - 1));
      case "doubled" -> Files.write(file, whole, StandardOpenOption.APPEND);
      case "deleted" -> Files.delete(file);
      default -> {
        byte[] changed = whole.clone();
        changed[whole.length / 2]++;
        Files.write(file, changed);
      }
    }
    return whole;
  }

  /** Files of both kinds and of many sizes; some rows have no text, some files cannot be read. */
  public static Path write(Path input, int files) throws IOException {
    Random random = new Random(7);
    String[] words = WORDS.split(" ");
    for (int file = 0; file < files; file++) {
      int rows = file % 5 == 0 ? 200 : 1 + random.nextInt(30);
      if (file % 3 == 0) {
        lines(input.resolve("d%d/%03d.jsonl".formatted(file % 2, file)), rows, words, random);
      } else {
        TestingDocuments documents = new TestingDocuments();
        for (int row = 0; row < rows; row++) {
          Optional<byte[]> text =
              row % 11 == 3 ? Optional.empty() : Optional.of(text(words, random).getBytes(UTF_8));
          documents.add(
              Optional.of("%d-%d".formatted(file, row)), text, random.nextDouble(), 2000 + row);
        }
        documents.write(input.resolve("d%d/%03d.parquet".formatted(file % 2, file)), 50);
      }
    }
    Files.writeString(input.resolve("d0/broken.parquet"), "no Parquet");
    return input;
  }

  private static void lines(Path file, int rows, String[] words, Random random) throws IOException {
    List<String> lines = new ArrayList<>();
    for (int row = 0; row < rows; row++) {
      lines.add(
          row % 17 == 5
              ? "{\"text\": 5}"
              : "{\"text\": \"%s\", \"score\": %s}"
                  .formatted(text(words, random), random.nextDouble()));
    }
    Files.createDirectories(file.getParent());
    Files.write(file, lines);
  }

  private static String text(String[] words, Random random) {
    StringBuilder text = new StringBuilder();
    for (int word = random.nextInt(1, 40); word > 0; word--) {
      text.append(words[random.nextInt(words.length)]).append(' ');
    }
    return text.toString();
  }

  /** One of these parts, of the version of this test. */
  public static PartTask task(int number, int of) {
    return new PartTask(new JobPart(number, of), VERSION, COMMAND);
  }

  /** Runs all parts in a random order, a quarter of them twice. */
  public static void inAnyOrder(int parts, Work<?> work) throws Exception {
    List<Integer> order = new ArrayList<>();
    for (int part = 1; part <= parts; part++) {
      order.addAll(Collections.nCopies(part % 4 == 0 ? 2 : 1, part));
    }
    Collections.shuffle(order, new Random(parts));
    for (int part : order) {
      work.run(task(part, parts));
    }
  }

  /** All files and what they hold. */
  public static SortedMap<String, String> content(Path root) throws IOException {
    SortedMap<String, String> content = new TreeMap<>();
    try (Stream<Path> paths = Files.walk(root)) {
      for (Path path : paths.filter(Files::isRegularFile).toList()) {
        byte[] bytes = Files.readAllBytes(path);
        content.put(root.relativize(path).toString(), bytes.length + " " + Arrays.hashCode(bytes));
      }
    }
    return content;
  }
}
