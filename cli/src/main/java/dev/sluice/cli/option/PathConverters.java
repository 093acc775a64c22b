package dev.sluice.cli.option;

import dev.sluice.core.values.InputPath;
import dev.sluice.core.values.LocalPath;
import dev.sluice.core.values.OutputPath;
import java.nio.file.Path;
import java.util.function.Function;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Converts option values that are paths. It rejects URLs that Sluice can neither read nor write.
 */
public final class PathConverters {
  private PathConverters() {}

  private static Path converted(Function<String, Path> reader, String text) {
    try {
      return reader.apply(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }

  /** Converts paths on this machine. */
  public static final class ToPath implements ITypeConverter<Path> {
    @Override
    public Path convert(String text) {
      return converted(LocalPath::of, text);
    }
  }

  /** Converts paths to read from, which may be URLs. */
  public static final class ToInput implements ITypeConverter<Path> {
    @Override
    public Path convert(String text) {
      return converted(InputPath::of, text);
    }
  }

  /** Converts paths to write to, which may be URLs. */
  public static final class ToOutput implements ITypeConverter<Path> {
    @Override
    public Path convert(String text) {
      return converted(OutputPath::of, text);
    }
  }

  /** Checks output paths and returns their text unchanged. */
  public static final class Output implements ITypeConverter<String> {
    @Override
    public String convert(String text) {
      new ToOutput().convert(text);
      return text;
    }
  }

  /** Checks inputs and keeps their text. They may be URLs or globs. */
  public static final class Checked implements ITypeConverter<String> {
    @Override
    public String convert(String text) {
      new ToInput().convert(text);
      return text;
    }
  }
}
