package dev.sluice.operators;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Properties;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Describes one of Sluice's operators and its parameters. The texts come from {@code
 * operators.properties}, which is also the source of the reference page. Immutable.
 */
public final class OperatorTexts {
  /** The texts of parameters that several operators have. */
  public static final OperatorTexts SHARED = new OperatorTexts("shared");

  private static final String FILE = "operators.properties";
  private static final Properties TEXTS = read();

  private final String operator;

  private OperatorTexts(String operator) {
    this.operator = operator;
  }

  /** Returns the texts of an operator, by its name in recipes. */
  public static OperatorTexts of(String operator) {
    return new OperatorTexts(operator);
  }

  private static Properties read() {
    Properties texts = new Properties();
    try (InputStream in = OperatorTexts.class.getResourceAsStream(FILE)) {
      texts.load(new InputStreamReader(in, UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + FILE, e);
    }
    return texts;
  }

  /** Starts a description with its summary, rule, reference and example. */
  public OperatorDescription.Builder describe(OperatorGroup group) {
    OperatorDescription.Builder description =
        OperatorDescription.of(group, operator, textOf(operator))
            .rule(TEXTS.getProperty(operator + ".rule", ""))
            .reference(TEXTS.getProperty(operator + ".reference", ""));
    String example = TEXTS.getProperty(operator + ".example");
    return example == null ? description : description.example(example);
  }

  /**
   * Describes a mapper that only needs the text.
   *
   * @param mapper creates a pure and thread-safe function from the arguments
   */
  public OperatorDescription mapper(
      OperatorGroup group,
      Function<Arguments, UnaryOperator<String>> mapper,
      Parameter<?>... parameters) {
    return describe(group)
        .parameters(parameters)
        .making(arguments -> new StringMapper(mapper.apply(arguments)));
  }

  /** Creates a parameter with a default. */
  public <T> Parameter<T> parameter(String name, ValueType<T> type, String defaultText) {
    return Parameter.of(name, type, defaultText, text(name));
  }

  /** Creates a parameter that is {@code true} or {@code false}. */
  public Parameter<Boolean> flag(String name, boolean byDefault) {
    return parameter(name, ValueType.flag(), Boolean.toString(byDefault));
  }

  /** Creates a required parameter. */
  public <T> Parameter<T> required(String name, ValueType<T> type) {
    return Parameter.required(name, type, text(name));
  }

  /** Creates a parameter that takes a list and has a default. */
  public <T> Parameter<List<T>> list(String name, ValueType<T> element, List<String> defaultTexts) {
    return Parameter.list(name, element, defaultTexts, text(name));
  }

  /** Creates a required parameter that takes a list of at least one value. */
  public <T> Parameter<List<T>> requiredList(String name, ValueType<T> element) {
    return Parameter.requiredList(name, element, text(name));
  }

  /**
   * Creates the parameter for a mapper's replacement. The replacement is a string that may be
   * empty.
   */
  public static Parameter<String> replacement(String defaultText) {
    return SHARED.parameter(
        "replacement", ValueType.matching("(?s).*", "a string, which may be empty"), defaultText);
  }

  private String text(String parameter) {
    return textOf(operator + "." + parameter);
  }

  private static String textOf(String key) {
    String text = TEXTS.getProperty(key);
    if (text == null) {
      throw new IllegalStateException(FILE + " has no " + key);
    }
    return text;
  }
}
