package dev.sluice.storage.json;

import dev.sluice.storage.page.IoRetry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * How fast objects of a file of JSON are found, and their texts taken out, on one thread: prints
 * megabytes a second of each of a few rounds. The file is read once before. Not inside: the start
 * of the virtual machine. To be run with {@code JsonThroughput FILE [ROUNDS]}.
 */
final class JsonThroughput {
  private JsonThroughput() {}

  public static void main(String[] args) throws IOException {
    Path file = Path.of(args[0]);
    int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 5;
    for (int round = 0; round < rounds; round++) {
      System.out.printf("objects %s, texts too %s%n", run(file, false), run(file, true));
    }
  }

  private static String run(Path file, boolean texts) throws IOException {
    JsonText text = new JsonText("text", List.of("id"));
    long began = System.nanoTime();
    long bytes = 0;
    long problems = 0;
    try (JsonObjects objects = JsonObjects.open(file, 16 << 20, IoRetry.NEVER)) {
      while (objects.next()) {
        bytes += objects.length();
        if (texts) {
          text.read(objects.buffer(), objects.offset(), objects.length());
          problems += text.textProblem().isEmpty() ? 0 : 1;
        }
      }
    }
    double seconds = (System.nanoTime() - began) / 1e9;
    return "%.0f MB/s (%d MB of %d, %d problems)"
        .formatted(
            bytes / 1e6 / seconds, bytes / 1_000_000, Files.size(file) / 1_000_000, problems);
  }
}
