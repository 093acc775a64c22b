package dev.sluice.dist;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Removes the native code of all other platforms from the libraries of an installation. This
 * halves the size of an image. Linux on x86-64 and ARM.
 */
public final class OnePlatform {
  private static final Pattern NATIVE = Pattern.compile(".*\\.(so|dll|dylib|jnilib|a)");

  /** Libraries with native code, and which of it stays on each machine, as Java names it. */
  private static final Map<String, Map<String, String>> KEPT =
      Map.of(
          "amd64",
          Map.of(
              "rocksdbjni-", "librocksdbjni-linux64\\.so",
              "zstd-jni-", "linux/amd64/.*",
              "snappy-java-", ".*/Linux/x86_64/.*",
              "lz4-java-", ".*/linux/amd64/.*"),
          "aarch64",
          Map.of(
              "rocksdbjni-", "librocksdbjni-linux-aarch64\\.so",
              "zstd-jni-", "linux/aarch64/.*",
              "snappy-java-", ".*/Linux/aarch64/.*",
              "lz4-java-", ".*/linux/aarch64/.*"));

  private OnePlatform() {}

  /**
   * Changes the libraries.
   *
   * @param args the installation
   * @throws IllegalStateException if a library, or its native code for this machine, is not there:
   *     it has changed, and this class must too
   */
  public static void main(String[] args) throws IOException {
    String machine = System.getProperty("os.arch");
    Map<String, String> kept = KEPT.get(machine);
    if (kept == null) {
      throw new IllegalStateException("no native code is known for " + machine);
    }
    for (Map.Entry<String, String> library : kept.entrySet()) {
      reduce(jar(Path.of(args[0], "lib"), library.getKey()), Pattern.compile(library.getValue()));
    }
  }

  private static Path jar(Path directory, String name) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      List<Path> found =
          files.filter(file -> file.getFileName().toString().startsWith(name)).toList();
      if (found.size() != 1) {
        throw new IllegalStateException("one " + name + "*.jar is expected, not " + found);
      }
      return found.get(0);
    }
  }

  private static void reduce(Path jar, Pattern kept) throws IOException {
    Path reduced = jar.resolveSibling(jar.getFileName() + ".reduced");
    int stay = 0;
    try (ZipFile from = new ZipFile(jar.toFile());
        OutputStream file = Files.newOutputStream(reduced);
        ZipOutputStream to = new ZipOutputStream(file)) {
      for (Enumeration<? extends ZipEntry> all = from.entries(); all.hasMoreElements(); ) {
        ZipEntry entry = all.nextElement();
        boolean isNative = NATIVE.matcher(entry.getName()).matches();
        boolean stays = kept.matcher(entry.getName()).matches();
        if (isNative && !stays) {
          continue;
        }
        stay += isNative ? 1 : 0;
        ZipEntry copy = new ZipEntry(entry.getName());
        copy.setTime(entry.getTime());
        to.putNextEntry(copy);
        try (InputStream bytes = from.getInputStream(entry)) {
          bytes.transferTo(to);
        }
        to.closeEntry();
      }
    }
    if (stay == 0) {
      throw new IllegalStateException(jar + " has no native code named " + kept);
    }
    Files.move(reduced, jar, StandardCopyOption.REPLACE_EXISTING);
  }
}
