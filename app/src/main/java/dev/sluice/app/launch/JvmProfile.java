package dev.sluice.app.launch;

import dev.sluice.app.memory.HeapRule;
import java.util.List;

/**
 * The JVM options of each command. The launcher knows commands only from this table, which a test
 * compares with those of the program.
 */
public enum JvmProfile {
  /** Ingest, topology, sink and broker in one process. */
  CURATION(HeapRule.HALF, Jit.FIRST, "run", "demo"),

  /** Short, except for its hashes: C2 compiles those early and everything else late. */
  SAMPLE(HeapRule.HALF, Jit.HASHES, "sample"),

  /** Loops over texts and hashes, which C2 makes several times as fast. */
  TOKENS(HeapRule.MOST, Jit.BOTH, "train-tokenizer", "tokenize", "vocabulary"),

  /** Operators on documents, which keep little in memory. */
  DOCUMENTS(HeapRule.MOST, Jit.LATE, "process", "analyze"),

  /** Near-duplicates: large long-lived arrays, and short-lived parts of documents. */
  NEAR_DUPLICATES(HeapRule.MOST, Jit.LATE, "dedup"),

  /** Loops over sorted keys, for hours on end. */
  BANDS(HeapRule.HALF, Jit.LATE, "bands"),

  /** A few large arrays that fill the heap. */
  SHUFFLE(HeapRule.MOST, Jit.LATER, "shuffle"),

  /** Copies of pages or rows. */
  SPLIT(HeapRule.MOST, Jit.FIRST, "split", "compact"),

  /** The other commands: many short paths of Kafka, or little work. */
  OTHER(
      HeapRule.HALF,
      Jit.FIRST,
      "generate",
      "validate",
      "report",
      "status",
      "page",
      "peek",
      "doctor",
      "ingest",
      "streams",
      "sink",
      "broker",
      "reset",
      "topology",
      "init",
      "config",
      "operators",
      "trace",
      "help",
      "generate-completion",
      "rehearse");

  /** Commands to which the word {@code --memory} is not an option. */
  private static final List<String> WITHOUT_MEMORY_OPTION =
      List.of(
          "",
          "demo",
          "sample",
          "generate",
          "validate",
          "report",
          "peek",
          "broker",
          "topology",
          "init",
          "config",
          "operators",
          "trace",
          "help",
          "generate-completion",
          "rehearse");

  /** From this heap on, in MiB, the sizes of the generations are fixed. */
  private static final long LARGE_HEAP = 384;

  private final HeapRule heapRule;
  private final Jit jit;
  private final List<String> commands;

  /** Which of HotSpot's JIT compilers, C1 and C2, compile what, and when. */
  private enum Jit {
    /** C1 alone: it compiles Kafka's many short paths quickly, and well enough. */
    FIRST("-XX:TieredStopAtLevel=1"),

    /** The JVM's own thresholds. */
    BOTH,

    /** C2 late: compiling what pays off after a minute takes as long as the work on 100 MB. */
    LATE(
        "-XX:Tier4InvocationThreshold=50000",
        "-XX:Tier4MinInvocationThreshold=6000",
        "-XX:Tier4CompileThreshold=150000",
        "-XX:Tier4BackEdgeThreshold=3000000"),

    /** C2 later still: the time is spent in zstd, so C2 pays off only for code run on every row. */
    LATER(
        "-XX:Tier4InvocationThreshold=200000",
        "-XX:Tier4MinInvocationThreshold=24000",
        "-XX:Tier4CompileThreshold=600000",
        "-XX:Tier4BackEdgeThreshold=16000000"),

    /** C2 early for the hashes of rows, and very late for everything else. */
    HASHES(
        "-XX:Tier4InvocationThreshold=500000",
        "-XX:Tier4MinInvocationThreshold=60000",
        "-XX:Tier4CompileThreshold=1500000",
        "-XX:Tier4BackEdgeThreshold=40000000",
        "-XX:CompileCommand=quiet",
        "-XX:CompileCommand=CompileThresholdScaling,dev/sluice/algorithms/sample/RowHashes.*,0.02");

    /** C2 itself takes 15 MiB, which is too much for a process with a smaller heap, in MiB. */
    private static final long MIN_HEAP_FOR_C2 = 96;

    private final List<String> options;

    Jit(String... options) {
      this.options = List.of(options);
    }

    private List<String> options(long heap) {
      return this == LATER && heap < MIN_HEAP_FOR_C2 ? FIRST.options : options;
    }
  }

  JvmProfile(HeapRule heapRule, Jit jit, String... commands) {
    this.heapRule = heapRule;
    this.jit = jit;
    this.commands = List.of(commands);
  }

  /** The profile of a command; {@link #OTHER} for unknown words. */
  public static JvmProfile of(String command) {
    for (JvmProfile profile : values()) {
      if (profile.commands.contains(command)) {
        return profile;
      }
    }
    return OTHER;
  }

  /** Whether a command has the option {@code --memory}. */
  public static boolean hasMemoryOption(String command) {
    return !WITHOUT_MEMORY_OPTION.contains(command);
  }

  /** The names of its commands. */
  public List<String> commands() {
    return commands;
  }

  /** The heap's share of the memory. */
  public HeapRule heapRule() {
    return heapRule;
  }

  /**
   * Options of the JIT compilers.
   *
   * @param heap in MiB
   */
  List<String> jitOptions(long heap) {
    return jit.options(heap);
  }

  /**
   * Options of the heap's generations, if they are better than the JVM's defaults.
   *
   * @param heap in MiB
   */
  List<String> generations(long heap) {
    if (this == SHUFFLE) { // its large arrays are allocated in the old generation
      return List.of(young(heap / 16 + 4));
    }
    if (this == NEAR_DUPLICATES) { // less free heap saves 30 MiB
      return heap >= LARGE_HEAP
          ? List.of("-Xms48m", "-Xmn24m", "-XX:MinHeapFreeRatio=20")
          : List.of(young(heap / 8 + 2));
    }
    if (this == DOCUMENTS) { // only a few MiB live longer than a document
      return heap >= LARGE_HEAP ? List.of("-Xms160m", "-Xmn96m") : List.of(young(heap / 4));
    }
    if (this == CURATION && heap >= 512) {
      // Batches live as long as a fetch, so in a large young generation few of them are promoted. A
      // full collection runs when the old generation has grown by a quarter, not when it is full.
      return List.of(
          young(Math.min(heap * 2 / 5, 256)),
          "-XX:SurvivorRatio=3",
          "-XX:MinHeapFreeRatio=20",
          "-XX:MaxHeapFreeRatio=40");
    }
    return List.of();
  }

  private static String young(long mebibytes) {
    return "-Xmn".concat(Long.toString(mebibytes)).concat("m");
  }
}
