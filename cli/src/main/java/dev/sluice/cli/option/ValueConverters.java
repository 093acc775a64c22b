package dev.sluice.cli.option;

import dev.sluice.core.values.Suggestion;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converts option values that are numbers or names; a refusal says what is allowed. */
public final class ValueConverters {
  private ValueConverters() {}

  /** Has a program read its values so. */
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
    DuplicateOptions.NAMED.forEach(type -> register(type, program));
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

  private static <T extends Enum<?>> void register(Class<T> type, CommandLine program) {
    Map<String, T> values = new LinkedHashMap<>();
    Stream.of(type.getEnumConstants()).forEach(value -> values.put(name(value), value));
    program.registerConverter(type, text -> find(text, values));
  }

  /** The name of a value as users write it. */
  static String name(Enum<?> value) {
    return name(value.name());
  }

  private static String name(String constant) {
    return constant.toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static <T> T find(String text, Map<String, T> values) {
    if (!values.containsKey(name(text))) {
      String others = "there are " + String.join(", ", values.keySet());
      throw new TypeConversionException(
          "there is no %s; %s"
              .formatted(
                  text,
                  Suggestion.nearest(text, values.keySet())
                      .map("did you mean %s?"::formatted)
                      .orElse(others)));
    }
    return values.get(name(text));
  }
}
