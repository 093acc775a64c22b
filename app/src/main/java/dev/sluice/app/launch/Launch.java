package dev.sluice.app.launch;

import dev.sluice.app.config.Machine;
import dev.sluice.app.memory.HeapRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Prints how to start the JVM of a command, for the launcher: environment variables, the java and
 * its options, one per line. Runs in a JVM of its own, for about 33 ms. Every start waits for it,
 * so it uses neither picocli nor lambdas nor string concatenation, which are slow to initialize.
 */
public final class Launch {
  private static final int FIRST_THAT_WARNS = 24;
  private static final String AOT_CACHE = ".aot";

  /** The archive of classes takes 60 MiB of the process, too much with a smaller heap, in MiB. */
  private static final long MIN_HEAP_FOR_ARCHIVE = 512;

  private final CommandWords words;
  private final Map<String, String> environment;
  private final int javaVersion;
  private final JvmProfile profile;
  private final long heap;

  /**
   * @param line the words of the command line
   * @param autoMemory memory if none is configured, in bytes
   * @param javaVersion feature version, such as 17
   */
  Launch(List<String> line, Map<String, String> environment, long autoMemory, int javaVersion) {
    this.words = new CommandWords(line);
    this.environment = environment;
    this.javaVersion = javaVersion;
    this.profile = JvmProfile.of(words.command());
    this.heap =
        profile
            .heapRule()
            .heapMebibytes(ConfiguredMemory.bytes(words, environment, autoMemory) >> 20);
  }

  /**
   * Prints the variables, the java and the options.
   *
   * @param arguments the java, the archive of classes (empty if there is none) and the command line
   */
  public static void main(String[] arguments) {
    // The launcher lets this JVM use half of the machine's, or container's, memory as its heap.
    long auto = Math.min(Runtime.getRuntime().maxMemory(), Machine.MOST_AUTO_MEMORY);
    List<String> all = List.of(arguments);
    Launch launch =
        new Launch(all.subList(2, all.size()), System.getenv(), auto, Runtime.version().feature());
    List<String> lines = new ArrayList<>(launch.variables());
    lines.add(arguments[0]);
    lines.addAll(launch.options(arguments[1]));
    System.out.println(String.join("\n", lines));
  }

  /** Environment variables of the C library, unless the user sets them. */
  List<String> variables() {
    List<String> variables = new ArrayList<>();
    // Two malloc arenas. By default RocksDB and zstd allocate from an arena per thread.
    addVariable(variables, "MALLOC_ARENA_MAX", "2");
    if (profile.heapRule() == HeapRule.HALF) {
      // Huge pages for RocksDB's filters, if the system allows them: with 100 million ids, a lookup
      // mostly waits for memory.
      addVariable(variables, "GLIBC_TUNABLES", "glibc.malloc.hugetlb=1");
    }
    return variables;
  }

  private void addVariable(List<String> variables, String name, String value) {
    variables.add(name.concat("=").concat(environment.getOrDefault(name, value)));
  }

  /**
   * Options of the JVM.
   *
   * @param classes file of an AOT cache or a class archive, told apart by its ending; may be empty
   */
  List<String> options(String classes) {
    List<String> options = new ArrayList<>();
    options.add("-Xmx".concat(Long.toString(heap)).concat("m"));
    options.addAll(profile.generations(heap));
    options.add("-XX:+UseSerialGC");
    options.addAll(profile.jitOptions(heap));
    addClasses(options, classes);
    options.add("-XX:+DisplayVMOutputToStderr");
    options.add("-XX:OnOutOfMemoryError=".concat(outOfMemory()));
    options.add("-XX:+ExitOnOutOfMemoryError");
    // The metaspace may grow to this size without causing a full collection.
    options.add("-XX:MetaspaceSize=128m");
    options.add("-Dfile.encoding=UTF-8");
    if (javaVersion >= FIRST_THAT_WARNS) { // these versions warn about libraries
      options.add("--enable-native-access=ALL-UNNAMED");
      options.add("--sun-misc-unsafe-memory-access=allow");
    }
    return options;
  }

  /** If the JVM cannot use the file, it silently loads the classes as usual. */
  private void addClasses(List<String> options, String classes) {
    if (classes.isEmpty() || profile.heapRule() == HeapRule.MOST && heap < MIN_HEAP_FOR_ARCHIVE) {
      return;
    }
    if (classes.endsWith(AOT_CACHE)) {
      options.add("-XX:AOTCache=".concat(classes));
      options.add("-Xlog:aot*=off,cds*=off");
    } else {
      options.add("-XX:SharedArchiveFile=".concat(classes));
      options.add("-Xlog:cds*=off");
    }
    // Without relocation, the file is mapped; otherwise all of it is read and copied.
    options.add("-XX:+UnlockDiagnosticVMOptions");
    options.add("-XX:ArchiveRelocationMode=0");
  }

  /**
   * Ends a process that is out of memory at once, with the reason as its last line, as if it was
   * killed. The JVM's own exit code would be 3, which means a violated rule. Only process 1 of a
   * container exits with that code, because it cannot be killed from inside.
   */
  private String outOfMemory() {
    String more = Long.toString(4 * heap).concat("MiB");
    String option = JvmProfile.hasMemoryOption(words.command()) ? "--memory " : "--set memory=";
    return String.join(
        "",
        "echo 'sluice: out of memory: the heap of ",
        Long.toString(heap),
        " MiB is too small. Set memory to more, e.g. ",
        option,
        more,
        ", and repeat the command to continue.' >&2 && [ %p -ne 1 ] && kill -9 %p");
  }
}
