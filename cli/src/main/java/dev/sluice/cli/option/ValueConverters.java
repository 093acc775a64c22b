package dev.sluice.cli.option;

import dev.sluice.operators.Refusal;
import dev.sluice.operators.ValueType;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converts option values that are numbers or names. An error message lists the allowed values. */
public final class ValueConverters {
  private ValueConverters() {}

  /** Registers the converters with a program. */
  public static void register(CommandLine program) {
    ITypeConverter<Integer> integers =
        of(new ValueType<>(whole(Integer.MAX_VALUE), Integer::valueOf, Object::toString));
    ITypeConverter<Long> longs =
        of(new ValueType<>(whole(Long.MAX_VALUE), Long::valueOf, Object::toString));
    ITypeConverter<Double> doubles =
        of(new ValueType<>("a number", Double::valueOf, Object::toString));
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

  /** Converts the values of a type. */
  static <T> ITypeConverter<T> of(ValueType<T> type) {
    return text ->
        type.parse(text)
            .orElseThrow(
                () ->
                    new TypeConversionException(
                        "\"%s\" is not allowed%s".formatted(text, Refusal.of(type, text))));
  }

  /** Registers a converter for an enum, whose names are case-insensitive. */
  private static <T extends Enum<?>> void register(Class<T> constants, CommandLine program) {
    List<T> values = List.of(constants.getEnumConstants());
    List<String> names = values.stream().map(ValueConverters::name).toList();
    ITypeConverter<String> known = of(ValueType.oneOf(names.toArray(String[]::new)));
    program.registerConverter(
        constants, text -> values.get(names.indexOf(known.convert(name(text)))));
  }

  /** Returns the name of a value as users write it. */
  static String name(Enum<?> value) {
    return name(value.name());
  }

  private static String name(String constant) {
    return constant.toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
