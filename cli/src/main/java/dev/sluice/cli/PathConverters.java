package dev.sluice.cli;

import dev.sluice.core.values.LocalPath;
import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Read the values of options that are paths, and refuse URLs. */
final class PathConverters {
  private PathConverters() {}

  /** For paths. */
  static final class ToPath implements ITypeConverter<Path> {
    @Override
    public Path convert(String text) {
      try {
        return LocalPath.of(text);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }

  /** For what is a path with more to it, such as a glob. */
  static final class Checked implements ITypeConverter<String> {
    @Override
    public String convert(String text) {
      new ToPath().convert(text);
      return text;
    }
  }
}
