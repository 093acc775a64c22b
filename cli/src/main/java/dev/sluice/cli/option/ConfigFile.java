package dev.sluice.cli.option;

import dev.sluice.app.ShellCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Resolves the value of {@code --config}: a path, or the name of a configuration or recipe that
 * comes with the program, such as {@code fineweb-edu} or {@code recipes/fineweb}. The directory is
 * optional if no configuration has the same name. An existing file takes precedence.
 */
final class ConfigFile implements ITypeConverter<Path> {
  private static final String ENDING = ".yaml";

  @Override
  public Path convert(String text) throws IOException {
    Path path = new PathConverters.ToPath().convert(text);
    String program = System.getProperty(ShellCommand.PROGRAM, "");
    return Files.exists(path) || program.isEmpty()
        ? path
        : find(text, path, Path.of(program).toRealPath().resolveSibling("config"));
  }

  /** The file with this name below a directory; the given path if the text is not a valid name. */
  static Path find(String text, Path path, Path directory) throws IOException {
    if (!text.matches("[\\w-]+(/[\\w-]+)?") || !Files.isDirectory(directory)) {
      return path;
    }
    SortedMap<String, Path> shipped = shipped(directory);
    if (!shipped.containsKey(text)) {
      throw new TypeConversionException(
          "there is no file %s, and none of that name comes with the program: there is %s"
              .formatted(text, String.join(", ", shipped.keySet())));
    }
    return shipped.get(text);
  }

  private static SortedMap<String, Path> shipped(Path directory) throws IOException {
    SortedMap<String, Path> files = new TreeMap<>();
    try (Stream<Path> found = Files.walk(directory)) {
      for (Path file : found.filter(path -> path.toString().endsWith(ENDING)).toList()) {
        files.put(name(directory.relativize(file)), file);
      }
    }
    for (Path file : List.copyOf(files.values())) {
      files.putIfAbsent(name(file.getFileName()), file);
    }
    return files;
  }

  private static String name(Path file) {
    String name = file.toString();
    return name.substring(0, name.length() - ENDING.length());
  }
}
