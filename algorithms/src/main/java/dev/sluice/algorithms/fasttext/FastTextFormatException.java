package dev.sluice.algorithms.fasttext;

import java.io.IOException;
import java.nio.file.Path;

/** A file that is no model of fastText that can be used here. */
public final class FastTextFormatException extends IOException {
  private static final long serialVersionUID = 1;

  FastTextFormatException(Path file, String problem) {
    super(file + " " + problem);
  }
}
