package dev.sluice.operators.plugin;

import dev.sluice.operators.OperatorFamily;

/** The classes that a plug-in sees: those of the JDK, and what an operator is. */
final class ApiLoader extends ClassLoader {
  private static final String API = OperatorFamily.class.getPackageName() + ".";

  private final ClassLoader program = OperatorFamily.class.getClassLoader();

  ApiLoader() {
    super("sluice-operators-api", ClassLoader.getPlatformClassLoader());
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    boolean api = name.startsWith(API) && name.indexOf('.', API.length()) < 0;
    if (api) {
      return program.loadClass(name);
    }
    throw new ClassNotFoundException(name);
  }
}
