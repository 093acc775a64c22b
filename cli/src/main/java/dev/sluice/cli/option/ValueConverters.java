package dev.sluice.cli.option;

import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converts option values that are numbers; a refusal names what is allowed. */
public final class NumberConverters {
  private NumberConverters() {}

  /** Has a program read its numbers so. */
  public static void register(CommandLine program) {
    ITypeConverter<Integer> integers = converter(Integer::valueOf, whole(Integer.MAX_VALUE));
    ITypeConverter<Long> longs = converter(Long::valueOf, whole(Long.MAX_VALUE));
    ITypeConverter<Double> doubles = converter(Double::valueOf, "a number");
    program
        .registerConverter(int.class, integers)
        .registerConverter(Integer.class, integers)
        .registerConverter(long.class, longs)
        .registerConverter(Long.class, longs)
        .registerConverter(double.class, doubles)
        .registerConverter(Double.class, doubles);
  }

  private static String whole(long most) {
    return "a whole number up to %,d".formatted(most);
  }

  private static <T extends Number> ITypeConverter<T> converter(
      Function<String, T> reader, String allowed) {
    return text -> {
      try {
        return reader.apply(text);
      } catch (NumberFormatException e) {
        throw new TypeConversionException("\"%s\" is not %s".formatted(text, allowed));
      }
    };
  }
}
