package dev.sluice.operators;

import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.Map;

/** The values of all parameters of an operator, explicit or default. Immutable. */
public final class Arguments {
  private final Map<Parameter<?>, Object> values;

  Arguments(Map<Parameter<?>, Object> values) {
    this.values = new IdentityHashMap<>(values);
  }

  /** Default values of all parameters; each must have one. */
  public static Arguments ofDefaults(Collection<Parameter<?>> parameters) {
    Map<Parameter<?>, Object> values = new IdentityHashMap<>();
    parameters.forEach(parameter -> values.put(parameter, parameter.defaultValue()));
    return new Arguments(values);
  }

  /** Copies the values, with another value for one parameter. */
  public <T> Arguments with(Parameter<T> parameter, T value) {
    Arguments copy = new Arguments(values);
    copy.values.put(parameter, value);
    return copy;
  }

  /** The value of a parameter. */
  @SuppressWarnings("unchecked") // each value was parsed by its own parameter
  public <T> T value(Parameter<T> parameter) {
    Object value = values.get(parameter);
    if (value == null) {
      throw new IllegalArgumentException("not a parameter of this operator: " + parameter.name());
    }
    return (T) value;
  }
}
