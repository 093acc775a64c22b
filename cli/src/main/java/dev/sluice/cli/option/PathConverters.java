package dev.sluice.cli.option;

import dev.sluice.core.values.InputPath;
import dev.sluice.core.values.LocalPath;
import dev.sluice.core.values.OutputPath;
import java.nio.file.Path;
import java.util.function.Function;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converts option values that are paths, and rejects URLs that nobody can read or write. */
public final class PathConverters {
  private PathConverters() {}

  private static Path converted(Function<String, Path> reader, String text) {
    try {
      return reader.apply(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }

  /** Converts local paths. */
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

  /** Checks output paths, and returns their text unchanged. */
  public static final class Output implements ITypeConverter<String> {
    @Override
    public String convert(String text) {
      new ToOutput().convert(text);
      return text;
    }
  }

  /** Checks inputs, which may be URLs or globs, and keeps their text. */
  public static final class Checked implements ITypeConverter<String> {
    @Override
    public String convert(String text) {
      new ToInput().convert(text);
      return text;
    }
  }
}
