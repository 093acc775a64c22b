package dev.sluice.operators.onnx;

import java.io.IOException;
import java.nio.file.Path;

/** A file of a model that cannot be used: the message names it, what it has and what is allowed. */
public final class ModelFormatException extends IOException {
  private static final long serialVersionUID = 1;

  ModelFormatException(Path file, String problem) {
    super(file + " " + problem);
  }

  ModelFormatException(Path file, String problem, Throwable cause) {
    super(file + " " + problem, cause);
  }
}
