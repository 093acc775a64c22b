package dev.sluice.core.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Compiles a plug-in with operators, and packs it into a jar. */
public final class TestingPlugin {
  private static final String SERVICE = "META-INF/services/dev.sluice.operators.OperatorFamily";

  private final Map<String, String> manifest = new LinkedHashMap<>();
  private final Map<String, byte[]> entries = new LinkedHashMap<>();

  private TestingPlugin() {}

  /** A plug-in without classes. */
  public static TestingPlugin of(String name, String version) {
    return new TestingPlugin()
        .saying("Sluice-Api", "1")
        .saying("Implementation-Title", name)
        .saying("Implementation-Version", version);
  }

  /**
   * A plug-in with one operator without parameters.
   *
   * @param operator its name
   * @param judging a lambda or expression for a {@code TextOperator}, with document {@code d}
   */
  public static TestingPlugin filter(String name, String version, String operator, String judging)
      throws IOException {
    return of(name, version)
        .family(
            "OperatorDescription.of(OperatorGroup.FILTER, \"%s\", \"Of a test.\").reasons(\"no\").making(arguments -> (TextOperator) d -> %s)"
                .formatted(operator, judging),
            "static final java.util.concurrent.atomic.AtomicInteger COUNT ="
                + " new java.util.concurrent.atomic.AtomicInteger();");
  }

  /** With another line in its manifest; none where the value is empty. */
  public TestingPlugin saying(String name, String value) {
    manifest.put(name, value);
    return this;
  }

  /** With a family of these operators, expressions separated by commas. */
  public TestingPlugin family(String operators, String members) throws IOException {
    return with(
            "plugin.Family",
            """
            package plugin;
            import dev.sluice.operators.*;
            import java.util.*;
            public final class Family implements OperatorFamily {
              %s
              @Override public List<OperatorDescription> all() { return List.of(%s); }
            }
            """
                .formatted(members, operators))
        .naming("plugin.Family");
  }

  /** With a class. */
  public TestingPlugin with(String name, String source) throws IOException {
    entries.putAll(compiled(name, source));
    return this;
  }

  /** With these lines in the file of the service. */
  public TestingPlugin naming(String... lines) {
    return holding(SERVICE, String.join("\n", lines).getBytes(UTF_8));
  }

  /** With this entry. */
  public TestingPlugin holding(String entry, byte[] bytes) {
    entries.put(entry, bytes);
    return this;
  }

  /** Without an entry. */
  public TestingPlugin without(String entry) {
    entries.remove(entry);
    return this;
  }

  /** The bytes of an entry. */
  public byte[] entry(String name) {
    return entries.get(name).clone();
  }

  /** Writes the jar: the same bytes for the same content. */
  public Path write(Path file) throws IOException {
    Manifest written = new Manifest();
    Attributes main = written.getMainAttributes();
    main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.forEach(
        (name, value) -> {
          if (!value.isEmpty()) {
            main.putValue(name, value);
          }
        });
    Files.createDirectories(file.getParent());
    try (OutputStream out = Files.newOutputStream(file);
        JarOutputStream jar = new JarOutputStream(out)) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      written.write(bytes);
      put(jar, "META-INF/MANIFEST.MF", bytes.toByteArray());
      for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
        put(jar, entry.getKey(), entry.getValue());
      }
    }
    return file;
  }

  private static void put(JarOutputStream jar, String name, byte[] bytes) throws IOException {
    ZipEntry entry = new ZipEntry(name);
    entry.setTime(0);
    jar.putNextEntry(entry);
    jar.write(bytes);
    jar.closeEntry();
  }

  private static Map<String, byte[]> compiled(String name, String source) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    Map<String, ByteArrayOutputStream> classes = new LinkedHashMap<>();
    List<String> options =
        List.of("-classpath", System.getProperty("java.class.path"), "--release", "17");
    List<String> problems = new ArrayList<>();
    try (JavaFileManager files =
        new InMemory(compiler.getStandardFileManager(null, null, UTF_8), classes)) {
      boolean done =
          compiler
              .getTask(
                  null,
                  files,
                  problem -> problems.add(problem.toString()),
                  options,
                  null,
                  List.of(new Source(name, source)))
              .call();
      if (!done) {
        throw new IllegalArgumentException(String.join("\n", problems));
      }
    }
    Map<String, byte[]> entries = new LinkedHashMap<>();
    classes.forEach(
        (each, bytes) -> entries.put(each.replace('.', '/') + ".class", bytes.toByteArray()));
    return entries;
  }

  /** A source that is no file. */
  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(String name, String text) {
      super(URI.create("string:///" + name.replace('.', '/') + ".java"), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }

  /** Keeps classes instead of writing them. */
  private static final class InMemory extends ForwardingJavaFileManager<JavaFileManager> {
    private final Map<String, ByteArrayOutputStream> classes;

    InMemory(JavaFileManager files, Map<String, ByteArrayOutputStream> classes) {
      super(files);
      this.classes = classes;
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
        Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      classes.put(name, bytes);
      return new SimpleJavaFileObject(URI.create("mem:///" + name + ".class"), kind) {
        @Override
        public OutputStream openOutputStream() {
          return bytes;
        }
      };
    }
  }
}
