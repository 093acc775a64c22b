package dev.sluice.app.config;

import dev.sluice.ingest.source.SourceColumns;
import dev.sluice.operators.OutputColumns;
import dev.sluice.storage.source.ColumnMapping;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.Objects;
import java.util.Optional;

/**
 * What is read.
 *
 * @param path directory of the source; empty where neither file nor option names one
 * @param pattern glob for paths below it; see {@link #matcher}
 * @param columns that hold the fields of a document
 * @param maxDocumentBytes larger documents travel as pointers
 * @param maxOperatorTextBytes larger texts are not for operators
 */
public record InputConfig(
    Optional<Path> path,
    String pattern,
    SourceColumns columns,
    long maxDocumentBytes,
    long maxOperatorTextBytes) {
  /** Checks that everything is there. */
  public InputConfig {
    Objects.requireNonNull(path, "path");
    Objects.requireNonNull(pattern, "pattern");
    Objects.requireNonNull(columns, "columns");
    if (maxDocumentBytes < 1) {
      throw new IllegalArgumentException("max-document-size " + maxDocumentBytes);
    }
  }

  /**
   * The columns that operators can read.
   *
   * @param scoreScale factor applied to the source's scores
   */
  public OutputColumns operatorColumns(double scoreScale) {
    ColumnMapping mapping = columns.mapping();
    return new OutputColumns(
        mapping.id(), mapping.score().orElseThrow(), mapping.dump(), scoreScale != 1);
  }

  /** Bytes of the largest text that operators are given: one that travels. */
  public long largestOperatorText() {
    return Math.min(maxDocumentBytes, maxOperatorTextBytes);
  }

  /**
   * Tells which paths, relative to the input, are read: those that match the pattern, where a
   * directory of two stars also stands for no directory at all.
   */
  public PathMatcher matcher() {
    FileSystem files = FileSystems.getDefault();
    PathMatcher deep = files.getPathMatcher("glob:" + pattern);
    PathMatcher flat = files.getPathMatcher("glob:" + pattern.replace("**/", ""));
    return relative -> deep.matches(relative) || flat.matches(relative);
  }
}
