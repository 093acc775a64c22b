package dev.sluice.operators.onnx;

import java.nio.file.Path;
import java.util.Optional;

/** Checks the library that runs models. Users add the library to the program if they need it. */
public final class OnnxRuntime {
  /** The only supported version. Other versions may compute different scores. */
  static final String VERSION = "1.23.2";

  private static final String JAR = "onnxruntime-" + VERSION + ".jar";
  private static final String NEEDED = "ai.onnxruntime.OrtEnvironment";

  private OnnxRuntime() {}

  /** Returns what to do if the library is missing, or empty if it is installed. */
  public static Optional<String> missing() {
    try {
      Class.forName(NEEDED, false, OnnxRuntime.class.getClassLoader());
      return Optional.empty();
    } catch (ClassNotFoundException e) {
      return Optional.of(
          "scorers in ONNX format need ONNX Runtime, which is not part of Sluice: put %s into %s; see docs/how-to/score.md"
              .formatted(JAR, place()));
    }
  }

  /**
   * Returns the place for the jar: {@code ext} beside the program's jar, whose manifest has this
   * directory on the class path.
   */
  private static String place() {
    Path program = Path.of(System.getProperty("java.class.path").split(":")[0]).toAbsolutePath();
    return program.endsWith("sluice.jar")
        ? program.resolveSibling("ext").normalize().toString()
        : "the class path";
  }
}
