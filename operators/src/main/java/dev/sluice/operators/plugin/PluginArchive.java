package dev.sluice.operators.plugin;

import dev.sluice.core.Digests;
import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.OperatorFamily;
import dev.sluice.operators.PluginJar;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/**
 * Reads one jar. Any problem with it is reported as an {@link UnusableJar}, whose message includes
 * a remedy.
 *
 * <p>Classes are loaded when they are first needed, perhaps after hours. They are loaded from a
 * copy, so that all belong to the jar whose digest the output records, even if the file changes.
 */
record PluginArchive(Path file, PluginWatch watch) {
  /** The prefix of the names of class loaders, which appear in messages. */
  static final String LOADER = "plug-in ";

  private static final String SERVICE = "META-INF/services/" + OperatorFamily.class.getName();
  private static final String API = "Sluice-Api";
  private static final String INDEX = "META-INF/INDEX.LIST";

  /**
   * The contents of a jar.
   *
   * @param jar its name, version and digest
   * @param operators the operators of all its families, not yet guarded
   * @param loader loads its classes
   */
  record Content(PluginJar jar, List<OperatorDescription> operators, ClassLoader loader) {}

  /** The classes that a plug-in sees: those of the JDK and of the operators' API. */
  private static final class ApiLoader extends ClassLoader {
    private static final String API = OperatorFamily.class.getPackageName() + ".";

    ApiLoader() {
      super("sluice-operators-api", ClassLoader.getPlatformClassLoader());
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      if (name.startsWith(API) && name.indexOf('.', API.length()) < 0) {
        return OperatorFamily.class.getClassLoader().loadClass(name);
      }
      throw new ClassNotFoundException(name);
    }
  }

  /** Thrown if the jar cannot be used. The message states the reason and what to do. */
  static final class UnusableJar extends Exception {
    private static final long serialVersionUID = 1L;

    UnusableJar(String message) {
      super(message);
    }
  }

  /** Loads the operators. */
  Content load() throws UnusableJar {
    PluginJar jar;
    ClassLoader loader; // stays open until the process ends
    byte[] bytes = bytes();
    Path copy = copy(bytes);
    try (JarFile entries = new JarFile(copy.toFile())) {
      Attributes main =
          Optional.ofNullable(entries.getManifest())
              .map(Manifest::getMainAttributes)
              .orElseGet(Attributes::new);
      jar = identity(main, bytes);
      requireNoOtherJars(entries, main);
      requireService(entries);
      loader = new URLClassLoader(shown(jar), new URL[] {copy.toUri().toURL()}, new ApiLoader());
    } catch (IOException e) {
      throw unreadable(e);
    }
    return new Content(jar, operators(jar, loader), loader);
  }

  private static String shown(PluginJar jar) {
    return LOADER + "%s %s".formatted(jar.name(), jar.version());
  }

  private byte[] bytes() throws UnusableJar {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  private static UnusableJar unreadable(IOException problem) {
    return new UnusableJar(
        "cannot be read as a jar: %s; replace it with a complete jar, or remove it"
            .formatted(message(problem)));
  }

  /** Writes a file that no other user can change, and that is deleted at exit. */
  private static Path copy(byte[] bytes) throws UnusableJar {
    try {
      Path copy = Files.createTempFile("sluice-plug-in-", ".jar");
      copy.toFile().deleteOnExit();
      return Files.write(copy, bytes);
    } catch (IOException e) {
      throw new UnusableJar(
          "cannot be copied to %s: %s; free space there, or choose another directory with SLUICE_OPTS=-Djava.io.tmpdir=DIR"
              .formatted(System.getProperty("java.io.tmpdir"), message(e)));
    }
  }

  private PluginJar identity(Attributes main, byte[] bytes) throws UnusableJar {
    String api = main.getValue(API);
    if (api == null) {
      throw new UnusableJar(
          "its manifest does not name the version of the operators' API; add %s: %d to META-INF/MANIFEST.MF"
              .formatted(API, OperatorFamily.API_VERSION));
    }
    if (!api.strip().equals(Integer.toString(OperatorFamily.API_VERSION))) {
      throw new UnusableJar(
          "it was written for version %s of the operators' API, but this program has %d; build it against this program's sluice-operators-api, and set %s: %d in its manifest"
              .formatted(api.strip(), OperatorFamily.API_VERSION, API, OperatorFamily.API_VERSION));
    }
    String title = main.getValue(Attributes.Name.IMPLEMENTATION_TITLE);
    String version = main.getValue(Attributes.Name.IMPLEMENTATION_VERSION);
    String name = file.getFileName().toString();
    try {
      return new PluginJar(
          title == null ? name.substring(0, name.length() - ".jar".length()) : title.strip(),
          version == null ? "unversioned" : version.strip(),
          HexFormat.of().formatHex(Digests.sha256().digest(bytes)));
    } catch (IllegalArgumentException e) {
      throw new UnusableJar(
          e.getMessage() + ": fix Implementation-Title and Implementation-Version in the manifest");
    }
  }

  /** Refuses references to other jars, which the class loader of the JDK would follow. */
  private static void requireNoOtherJars(JarFile entries, Attributes main) throws UnusableJar {
    boolean classPath = main.containsKey(Attributes.Name.CLASS_PATH);
    if (classPath || entries.getJarEntry(INDEX) != null) {
      throw new UnusableJar(
          "has %s, which would load jars that the output does not record: put the libraries into the jar, and remove %<s"
              .formatted(classPath ? "Class-Path in its manifest" : INDEX));
    }
  }

  private static void requireService(JarFile entries) throws UnusableJar {
    if (entries.getJarEntry(SERVICE) == null) {
      throw new UnusableJar(
          "has no operators, because %s is missing. Add this file, containing the name of the class that implements OperatorFamily. If the jar is a library, put it into the jar of the plug-in that uses it"
              .formatted(SERVICE));
    }
  }

  private List<OperatorDescription> operators(PluginJar jar, ClassLoader loader)
      throws UnusableJar {
    List<OperatorDescription> operators;
    try {
      operators = watch.load(loader, shown(jar), "the list of its operators", () -> listed(loader));
    } catch (PluginWatch.Failure e) {
      throw new UnusableJar(e.getMessage());
    } catch (ServiceConfigurationError e) {
      throw new UnusableJar(
          e.getCause() == null
              ? "%s is broken: %s; fix it".formatted(SERVICE, e.getMessage())
              : reason(e.getCause()));
    } catch (RuntimeException | Error e) {
      throw new UnusableJar(reason(e));
    }
    if (operators.isEmpty()) {
      throw new UnusableJar(
          "has no operators: no class listed in %s provides any".formatted(SERVICE));
    }
    return operators;
  }

  private static List<OperatorDescription> listed(ClassLoader loader) {
    List<OperatorDescription> operators = new ArrayList<>();
    for (OperatorFamily family : ServiceLoader.load(OperatorFamily.class, loader)) {
      List<OperatorDescription> all = family.all();
      if (all == null || all.stream().anyMatch(Objects::isNull)) {
        throw new IllegalStateException(
            "all() of %s returns null, or a list that contains null"
                .formatted(family.getClass().getName()));
      }
      operators.addAll(all);
    }
    return operators;
  }

  /** Explains why a class cannot be loaded or does not list its operators. */
  static String reason(Throwable thrown) {
    Throwable cause =
        thrown instanceof ExceptionInInitializerError && thrown.getCause() != null
            ? thrown.getCause()
            : thrown;
    if (cause instanceof NoClassDefFoundError || cause instanceof ClassNotFoundException) {
      return "needs the class %s, which was not found: put this class into the jar. The only classes of this program that a plug-in can use are those of the operators' API"
          .formatted(String.valueOf(cause.getMessage()).replace('/', '.'));
    }
    if (cause instanceof UnsupportedClassVersionError) {
      return "was compiled for a newer Java (%s): compile the plug-in with --release %d, or use a newer Java"
          .formatted(cause.getMessage(), Runtime.version().feature());
    }
    if (cause instanceof LinkageError) {
      return "is not compatible with this program (%s): build the plug-in against this program's sluice-operators-api"
          .formatted(message(cause));
    }
    return "failed to load (%s). Fix the plug-in".formatted(message(cause));
  }

  /** Returns an exception in one line. */
  static String message(Throwable thrown) {
    return thrown.getMessage() == null
        ? thrown.getClass().getSimpleName()
        : thrown.getClass().getSimpleName() + ": " + thrown.getMessage();
  }
}
