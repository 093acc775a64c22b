package dev.sluice.app.launch;

import dev.sluice.app.memory.HeapRule;
import java.util.List;

/**
 * The JVM of each command. This table is all that the launcher knows of commands; the program has
 * the same ones.
 */
public enum JvmProfile {
  /** Ingest, topology, sink and broker in one process. */
  CURATION(HeapRule.HALF, Jit.FIRST, "run", "demo"),

  /** Short but for its hashes, which the second compiler takes early; anything else late. */
  SAMPLE(HeapRule.HALF, Jit.HASHES, "sample"),

  /** Loops over texts and hashes, which the second compiler makes several times as fast. */
  TOKENS(HeapRule.MOST, Jit.BOTH, "train-tokenizer", "tokenize", "vocabulary"),

  /** Operators on documents, of which little is kept. */
  DOCUMENTS(HeapRule.MOST, Jit.LATE, "process", "analyze"),

  /** Near-duplicates: large arrays that stay, and pieces of documents that do not. */
  NEAR_DUPLICATES(HeapRule.MOST, Jit.LATE, "dedup"),

  /** A heap full of a few large arrays. */
  SHUFFLE(HeapRule.MOST, Jit.LATER, "shuffle"),

  /** Copies of pages, or of rows. */
  SPLIT(HeapRule.MOST, Jit.FIRST, "split", "compact"),

  /** The rest: many short paths of Kafka, or nothing much. */
  OTHER(
      HeapRule.HALF,
      Jit.FIRST,
      "generate",
      "validate",
      "status",
      "peek",
      "doctor",
      "ingest",
      "streams",
      "sink",
      "broker",
      "reset",
      "topology",
      "config",
      "operators",
      "help",
      "generate-completion",
      "rehearse");

  /** To these the word {@code --memory} may be a value like any other. */
  private static final List<String> WITHOUT_MEMORY_OPTION =
      List.of(
          "",
          "demo",
          "sample",
          "generate",
          "validate",
          "peek",
          "broker",
          "topology",
          "config",
          "operators",
          "help",
          "generate-completion",
          "rehearse");

  /** Above this heap, in MiB, the generations are given their sizes in MiB. */
  private static final long LARGE = 384;

  private final HeapRule heapRule;
  private final Jit jit;
  private final List<String> commands;

  /** Which of HotSpot's two JIT compilers takes what, and when. */
  private enum Jit {
    /** Kafka's many short paths are compiled quickly, and well enough, by the first. */
    FIRST("-XX:TieredStopAtLevel=1"),

    BOTH,

    /**
     * What pays in a minute costs as much as the whole work on 100 MB, so the second comes late.
     */
    LATE(
        "-XX:Tier4InvocationThreshold=50000",
        "-XX:Tier4MinInvocationThreshold=6000",
        "-XX:Tier4CompileThreshold=150000",
        "-XX:Tier4BackEdgeThreshold=3000000"),

    /** Parquet spends its time in zstd; only what every line passes is worth the second. */
    LATER(
        "-XX:Tier4InvocationThreshold=200000",
        "-XX:Tier4MinInvocationThreshold=24000",
        "-XX:Tier4CompileThreshold=600000",
        "-XX:Tier4BackEdgeThreshold=16000000"),

    HASHES(
        "-XX:Tier4InvocationThreshold=500000",
        "-XX:Tier4MinInvocationThreshold=60000",
        "-XX:Tier4CompileThreshold=1500000",
        "-XX:Tier4BackEdgeThreshold=40000000",
        "-XX:CompileCommand=quiet",
        "-XX:CompileCommand=CompileThresholdScaling,dev/sluice/core/sample/RowHashes.*,0.02");

    /** The second compiler itself takes 15 MiB: too much beside a heap of less, in MiB. */
    private static final long LEAST_FOR_LATER = 96;

    private final List<String> options;

    Jit(String... options) {
      this.options = List.of(options);
    }

    private List<String> options(long heap) {
      return this == LATER && heap < LEAST_FOR_LATER ? FIRST.options : options;
    }
  }

  JvmProfile(HeapRule heapRule, Jit jit, String... commands) {
    this.heapRule = heapRule;
    this.jit = jit;
    this.commands = List.of(commands);
  }

  /** The profile of a command; of what is none, {@link #OTHER}. */
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

  /** How much of the memory is heap. */
  public HeapRule heapRule() {
    return heapRule;
  }

  /** Which compilers work. */
  List<String> jitOptions(long heap) {
    return jit.options(heap);
  }

  /**
   * The sizes of the generations, where the JVM's own are worse.
   *
   * @param heap in MiB
   */
  List<String> generations(long heap) {
    if (this == SHUFFLE) { // its large arrays never are among the young
      return List.of(young(heap / 16 + 4));
    }
    if (this == NEAR_DUPLICATES) { // less free room saves 30 MiB
      return heap >= LARGE
          ? List.of("-Xms48m", "-Xmn24m", "-XX:MinHeapFreeRatio=20")
          : List.of(young(heap / 8 + 2));
    }
    if (this == DOCUMENTS) { // all that is kept for longer is a few MiB
      return heap >= LARGE ? List.of("-Xms160m", "-Xmn96m") : List.of(young(heap / 4));
    }
    if (this == CURATION && heap >= 512) {
      // Batches live as long as a fetch: with room for them among the young, few grow old. Those
      // that did are collected when they have grown by a quarter, not when the heap is full.
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
