package dev.sluice.dist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/** Writes a file of SHA-256 sums that {@code sha256sum -c} can read. */
public final class Checksums {
  private Checksums() {}

  /**
   * Writes the sums of the named files, or of all files below the directory.
   *
   * @param args the directory, the file to write, and names relative to the directory
   */
  public static void main(String[] args) throws IOException {
    Path directory = Path.of(args[0]);
    Path target = Path.of(args[1]);
    List<String> names = List.of(args).subList(2, args.length);
    StringBuilder lines = new StringBuilder();
    for (String name : names.isEmpty() ? below(directory, target) : names) {
      lines.append(sha256(directory.resolve(name))).append("  ").append(name).append('\n');
    }
    Files.writeString(target, lines);
  }

  private static List<String> below(Path directory, Path target) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files
          .filter(file -> Files.isRegularFile(file) && !file.equals(target))
          .map(file -> directory.relativize(file).toString())
          .sorted()
          .toList();
    }
  }

  private static String sha256(Path file) throws IOException {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(Files.readAllBytes(file)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform must support SHA-256", e);
    }
  }
}
