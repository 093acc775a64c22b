package dev.sluice.algorithms.fasttext;

import java.io.IOException;
import java.nio.file.Path;

/** A file that is not a fastText model, or not one that can be used. */
public final class FastTextFormatException extends IOException {
  private static final long serialVersionUID = 1;

  FastTextFormatException(Path file, String problem) {
    super(file + " " + problem);
  }
}
