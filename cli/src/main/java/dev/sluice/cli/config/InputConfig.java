package dev.sluice.cli.config;

import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * What is read.
 *
 * @param path directory of the source; empty where neither file nor option names one
 * @param pattern glob for paths below it, where a leading double star also stands for none
 * @param columns which columns hold what
 * @param maxDocumentBytes larger documents travel as pointers
 */
public record InputConfig(
    Optional<Path> path, String pattern, InputColumns columns, long maxDocumentBytes) {
  /** Checks that everything is there. */
  public InputConfig {
    Objects.requireNonNull(path, "path");
    Objects.requireNonNull(pattern, "pattern");
    Objects.requireNonNull(columns, "columns");
    if (maxDocumentBytes < 1) {
      throw new IllegalArgumentException("max-document-size " + maxDocumentBytes);
    }
  }
}
