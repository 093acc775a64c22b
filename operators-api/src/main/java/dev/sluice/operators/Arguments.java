package dev.sluice.operators;

import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.Map;

/** The values of all parameters of an operator. They are explicit or default values. Immutable. */
public final class Arguments {
  private final Map<Parameter<?>, Object> values;

  Arguments(Map<Parameter<?>, Object> values) {
    this.values = new IdentityHashMap<>(values);
  }

  /** Returns the default values of the parameters. Each parameter must have a default. */
  public static Arguments ofDefaults(Collection<Parameter<?>> parameters) {
    Map<Parameter<?>, Object> values = new IdentityHashMap<>();
    parameters.forEach(parameter -> values.put(parameter, parameter.defaultValue()));
    return new Arguments(values);
  }

  /** Returns a copy in which one parameter has the given value. */
  public <T> Arguments with(Parameter<T> parameter, T value) {
    Arguments copy = new Arguments(values);
    copy.values.put(parameter, value);
    return copy;
  }

  /** Returns the value of a parameter. */
  @SuppressWarnings("unchecked") // each value was parsed by its own parameter
  public <T> T value(Parameter<T> parameter) {
    Object value = values.get(parameter);
    if (value == null) {
      throw new IllegalArgumentException("not a parameter of this operator: " + parameter.name());
    }
    return (T) value;
  }
}
