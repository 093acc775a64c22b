package dev.sluice.dist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Adds a library to the list of libraries (CycloneDX) that Maven does not know, because its files
 * are inside one of Sluice's jars.
 */
public final class VendoredLibraries {
  private static final String COMPONENTS = "\n  \"components\" : [\n";

  private VendoredLibraries() {}

  /**
   * Puts the library first.
   *
   * @param args the list, and a file with the library as an element of it
   * @throws IllegalStateException if there is no list, or none with components
   */
  public static void main(String[] args) throws IOException {
    Path list = Path.of(args[0]);
    if (!Files.exists(list)) {
      throw new IllegalStateException(
          list
              + " was not made. With -o, Maven leaves out the list of libraries: build without it");
    }
    String library = Files.readString(Path.of(args[1])).stripTrailing() + ",\n";
    String text = Files.readString(list);
    if (!text.contains(COMPONENTS)) {
      throw new IllegalStateException(list + " has no components");
    }
    if (!text.contains(library)) {
      Files.writeString(list, text.replace(COMPONENTS, COMPONENTS + library));
    }
  }
}
