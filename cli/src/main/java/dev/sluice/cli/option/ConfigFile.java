package dev.sluice.cli.option;

import dev.sluice.app.ShellCommand;
import dev.sluice.core.values.Suggestion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Resolves the value of {@code --config}. This is a path, or the name of a configuration or recipe
 * that comes with the program, such as {@code fineweb-edu} or {@code recipes/fineweb}. The
 * directory may be omitted if no configuration has the same name, and always for commands that take
 * a recipe. An existing file takes precedence.
 */
final class ConfigFile implements ITypeConverter<Path> {
  private static final String ENDING = ".yaml";
  private static final String DIRECTORY = "config";
  private static final String RECIPES = "recipes";

  @Override
  public Path convert(String text) throws IOException {
    Path path = new PathConverters.ToPath().convert(text);
    Optional<Path> directory = Files.exists(path) ? Optional.empty() : directory();
    return directory.isPresent() ? find(text, path, directory.get()) : path;
  }

  /**
   * Returns the directory of the shipped files; empty if the program was not started by the
   * launcher.
   */
  private static Optional<Path> directory() throws IOException {
    String program = System.getProperty(ShellCommand.PROGRAM, "");
    return program.isEmpty()
        ? Optional.empty()
        : Optional.of(directory(Path.of(program).toRealPath()));
  }

  /**
   * Returns the directory of configurations for a launcher. In a checkout, it is beside the
   * launcher; in an installation, it is beside the launcher's directory {@code bin}.
   */
  static Path directory(Path launcher) {
    Path beside = launcher.resolveSibling(DIRECTORY);
    return Files.isDirectory(beside) ? beside : launcher.getParent().resolveSibling(DIRECTORY);
  }

  /**
   * Returns the file for a command that takes a recipe. If a name such as {@code fineweb} has led
   * to a configuration, this is the recipe of that name, if it exists. Configurations are never
   * recipes.
   */
  static Path asRecipe(Path file) {
    try {
      Optional<Path> directory = directory();
      return directory.isPresent() ? asRecipe(file, directory.get()) : file;
    } catch (IOException e) {
      return file; // the program has been moved, but the file exists
    }
  }

  /** Returns the file for a command that takes a recipe, given the directory of configurations. */
  static Path asRecipe(Path file, Path directory) {
    Path recipe = directory.resolve(RECIPES).resolve(file.getFileName());
    return directory.equals(file.getParent()) && Files.exists(recipe) ? recipe : file;
  }

  /**
   * Returns the shipped file with this name. If the text is not such a name, it is a path and
   * returned unchanged.
   */
  static Path find(String text, Path path, Path directory) throws IOException {
    if (!text.matches("[\\w-]+(/[\\w-]+)?") || !Files.isDirectory(directory)) {
      return path;
    }
    SortedMap<String, Path> shipped = shipped(directory);
    if (!shipped.containsKey(text)) {
      throw new TypeConversionException(
          "file %s does not exist, and no file shipped with Sluice has this name; %s%s"
              .formatted(
                  text,
                  Suggestion.nearest(text, shipped.keySet())
                      .map("did you mean %s? Shipped files are "::formatted)
                      .orElse("shipped files are "),
                  String.join(", ", shipped.keySet())));
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
