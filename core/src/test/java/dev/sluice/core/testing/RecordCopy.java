package dev.sluice.core.testing;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** Copies of records with other components, so that tests name only what they change. */
public final class RecordCopy {
  private RecordCopy() {}

  /**
   * Returns a copy of a record.
   *
   * @param changes names of components, each followed by its value in the copy
   * @throws IllegalArgumentException if the record has no component of a name
   */
  public static <T extends Record> T with(T record, Object... changes) {
    Map<Object, Object> values = new HashMap<>();
    for (int i = 0; i < changes.length; i += 2) {
      values.put(changes[i], changes[i + 1]);
    }
    RecordComponent[] components = record.getClass().getRecordComponents();
    Object[] copied = new Object[components.length];
    for (int i = 0; i < components.length; i++) {
      String name = components[i].getName();
      copied[i] = values.containsKey(name) ? values.get(name) : value(record, components[i]);
      values.remove(name);
    }
    if (!values.isEmpty()) {
      throw new IllegalArgumentException("no component " + values.keySet() + " of " + record);
    }
    return create(record, components, copied);
  }

  private static Object value(Record record, RecordComponent component) {
    try {
      Method accessor = component.getAccessor();
      accessor.setAccessible(true);
      return accessor.invoke(record);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  @SuppressWarnings("unchecked")
  private static <T extends Record> T create(
      T record, RecordComponent[] components, Object[] values) {
    Class<?>[] types =
        Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    try {
      Constructor<?> constructor = record.getClass().getDeclaredConstructor(types);
      constructor.setAccessible(true);
      return (T) constructor.newInstance(values);
    } catch (InvocationTargetException e) {
      throw (RuntimeException) e.getCause();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
