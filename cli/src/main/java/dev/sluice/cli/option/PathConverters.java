package dev.sluice.cli.option;

import dev.sluice.core.values.LocalPath;
import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converts option values that are paths, and rejects URLs. */
public final class PathConverters {
  private PathConverters() {}

  /** For paths. */
  public static final class ToPath implements ITypeConverter<Path> {
    @Override
    public Path convert(String text) {
      try {
        return LocalPath.of(text);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }

  /** For values that contain a path, such as a glob. */
  public static final class Checked implements ITypeConverter<String> {
    @Override
    public String convert(String text) {
      new ToPath().convert(text);
      return text;
    }
  }
}
