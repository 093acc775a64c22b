package dev.sluice.operators.onnx;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Thrown for a model file that cannot be used. The message contains the file, the value seen and
 * the value allowed.
 */
public final class ModelFormatException extends IOException {
  private static final long serialVersionUID = 1;

  ModelFormatException(Path file, String problem) {
    super(file + " " + problem);
  }

  ModelFormatException(Path file, String problem, Throwable cause) {
    super(file + " " + problem, cause);
  }
}
