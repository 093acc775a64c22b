package dev.sluice.app.launch;

import dev.sluice.app.config.Machine;
import dev.sluice.app.memory.HeapRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Tells the launcher how to start the JVM of a command: variables of its environment, the java, and
 * its options, one a line. Every start waits for this, so it needs neither picocli nor lambdas, and
 * runs in a JVM of its own that takes a thirtieth of a second.
 */
public final class Launch {
  private static final int FIRST_THAT_WARNS = 24;
  private static final String AOT_CACHE = ".aot";

  /** A file of classes counts as memory of the process, 60 MiB of it: too much beside less heap. */
  private static final long LEAST_HEAP_BESIDE_CLASSES = 512;

  private final CommandWords words;
  private final Map<String, String> environment;
  private final int javaVersion;
  private final JvmProfile profile;
  private final long heap;

  /**
   * @param line the words of the command line
   * @param autoMemory in bytes
   * @param javaVersion such as 17
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
   * Prints it.
   *
   * @param arguments the java, the file of kept classes, empty where there is none, and the command
   *     line
   */
  public static void main(String[] arguments) {
    // The launcher gives this JVM half of the machine, as far as the JVM may have it, as its heap.
    long auto = Math.min(Runtime.getRuntime().maxMemory(), Machine.MOST_AUTO_MEMORY);
    List<String> all = List.of(arguments);
    Launch launch =
        new Launch(all.subList(2, all.size()), System.getenv(), auto, Runtime.version().feature());
    List<String> lines = new ArrayList<>(launch.variables());
    lines.add(arguments[0]);
    lines.addAll(launch.options(arguments[1]));
    System.out.println(String.join("\n", lines));
  }

  /** Variables of the C library, where the user does not set them. */
  List<String> variables() {
    List<String> variables = new ArrayList<>();
    // Few malloc arenas: RocksDB and zstd would otherwise spread over one for each thread.
    addVariable(variables, "MALLOC_ARENA_MAX", "2");
    if (profile.heapRule() == HeapRule.HALF) {
      // RocksDB's filters on huge pages, where the system gives them to those that ask: among
      // 100 M ids most of a lookup is waiting for memory.
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
   * @param classes the file of kept classes, an AOT cache or a class archive by its ending; empty
   *     where there is none
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
    // What the metaspace may grow to before all garbage is collected because of that.
    options.add("-XX:MetaspaceSize=128m");
    options.add("-Dfile.encoding=UTF-8");
    if (javaVersion >= FIRST_THAT_WARNS) { // they warn of what libraries do
      options.add("--enable-native-access=ALL-UNNAMED");
      options.add("--sun-misc-unsafe-memory-access=allow");
    }
    return options;
  }

  /** Where classes cannot be taken from the file, the JVM does without, and without a word. */
  private void addClasses(List<String> options, String classes) {
    if (classes.isEmpty()
        || profile.heapRule() == HeapRule.MOST && heap < LEAST_HEAP_BESIDE_CLASSES) {
      return;
    }
    if (classes.endsWith(AOT_CACHE)) {
      options.add("-XX:AOTCache=".concat(classes));
      options.add("-Xlog:aot*=off,cds*=off");
    } else {
      options.add("-XX:SharedArchiveFile=".concat(classes));
      options.add("-Xlog:cds*=off");
    }
    // They stay where they were kept: moved, all of the file would be read, and copied.
    options.add("-XX:+UnlockDiagnosticVMOptions");
    options.add("-XX:ArchiveRelocationMode=0");
  }

  /**
   * Out of memory, the process ends at once, with the reason as its last line, and as if it was
   * killed. Left to the JVM the exit code would be 3, which means a broken rule; but process 1 of a
   * container cannot be killed from inside.
   */
  private String outOfMemory() {
    String more = Long.toString(4 * heap).concat("MiB");
    String option = JvmProfile.hasMemoryOption(words.command()) ? "--memory " : "--set memory=";
    return String.join(
        "",
        "echo 'sluice: out of memory: the heap of ",
        Long.toString(heap),
        " MiB is too small for this. Set memory to more, e.g. ",
        option,
        more,
        ", and type the same command again to continue.' >&2 && [ %p -ne 1 ] && kill -9 %p");
  }
}
