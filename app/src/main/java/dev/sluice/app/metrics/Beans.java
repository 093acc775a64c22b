package dev.sluice.app.metrics;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import javax.management.Attribute;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;

/** Reads numbers from MBeans. Thread-safe. */
final class Beans {
  private final MBeanServer server;

  Beans(MBeanServer server) {
    this.server = server;
  }

  /**
   * The attributes of a bean that could be read.
   *
   * @param name name of the bean
   * @param attributes attributes by name
   */
  record Values(ObjectName name, Map<String, Object> attributes) {
    /** Copies the map. */
    Values {
      attributes = Map.copyOf(attributes);
    }

    /**
     * Returns a number, or empty if the bean has no number of this name or has measured nothing
     * yet.
     */
    OptionalDouble number(String attribute) {
      return attributes.get(attribute) instanceof Number number
              && Double.isFinite(number.doubleValue())
          ? OptionalDouble.of(number.doubleValue())
          : OptionalDouble.empty();
    }
  }

  /**
   * Reads beans.
   *
   * @param pattern pattern of the beans' names
   * @param attributes attributes to read; those that a bean does not have are omitted
   */
  List<Values> read(String pattern, List<String> attributes) {
    String[] names = attributes.toArray(String[]::new);
    List<Values> all = new ArrayList<>();
    for (ObjectName bean : server.queryNames(name(pattern), null)) {
      Map<String, Object> values = new HashMap<>();
      try {
        for (Attribute attribute : server.getAttributes(bean, names).asList()) {
          values.put(attribute.getName(), attribute.getValue());
        }
        all.add(new Values(bean, values));
      } catch (InstanceNotFoundException e) {
        continue; // its client has just been closed
      } catch (JMException e) {
        throw new IllegalStateException("the bean " + bean + " cannot be read", e);
      }
    }
    return all;
  }

  private static ObjectName name(String pattern) {
    try {
      return new ObjectName(pattern);
    } catch (MalformedObjectNameException e) {
      throw new IllegalArgumentException(pattern, e);
    }
  }
}
