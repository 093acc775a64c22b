package dev.sluice.storage.page;

import dev.sluice.storage.page.PageMemory.PagesTooLargeException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.apache.parquet.io.ParquetDecodingException;

/**
 * Thrown if a file is broken or does not fit the mapping. Reading the file again cannot help, so it
 * is quarantined. Any other {@link IOException} of this package is an I/O error, which may be
 * temporary.
 */
public final class SourceFormatException extends IOException {
  private static final long serialVersionUID = 1L;

  private static final Pattern IDENTITY = Pattern.compile("[\\w.$]+@[0-9a-f]+");
  private static final int MAX_REASON = 400;

  private final transient Path file;
  private final String reason;
  private final String lacking;

  /**
   * @param file the file
   * @param reason the problem, its place in the file, and what is allowed; without the file's name
   */
  public SourceFormatException(Path file, String reason) {
    this(file, reason, "");
  }

  private SourceFormatException(Path file, String reason, String lacking) {
    super(file + ": " + reason);
    this.file = file;
    this.reason = reason;
    this.lacking = lacking;
  }

  /**
   * Creates an exception for a file that lacks a column.
   *
   * @param says the beginning of the reason, up to the column's name
   * @param there the columns that the file has
   */
  public static SourceFormatException lacking(Path file, String says, String column, String there) {
    return new SourceFormatException(
        file, "%s %s; the file has: %s".formatted(says, column, there), column);
  }

  /**
   * Creates an exception whose reason includes the message of its cause. Object identities in that
   * message are removed, so that the reason is reproducible.
   */
  public SourceFormatException(Path file, String reason, Throwable cause) {
    this(file, stable(reason));
    initCause(cause);
  }

  /**
   * Translates an exception of a decoder. An I/O error stays an I/O error, a refused allocation
   * means too little memory, and any other exception means a broken file.
   *
   * @param place the place in the file, which starts the message
   */
  public static IOException of(Path file, String place, RuntimeException problem) {
    for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
      if (cause instanceof UncheckedIOException io) {
        return io.getCause();
      }
      if (cause instanceof PageMemory.PageTooLarge) {
        return new PagesTooLargeException(file, place + ": " + problem.getMessage(), cause);
      }
    }
    return new SourceFormatException(file, place + ": " + words(problem), problem);
  }

  /**
   * Returns the message of an exception if it is Parquet's own; other messages describe a decoder's
   * internals.
   */
  private static String words(RuntimeException problem) {
    String message = problem.getMessage();
    boolean meant =
        problem instanceof ParquetDecodingException
            || problem instanceof UnsupportedOperationException;
    boolean borrowed = problem.getCause() != null && problem.getCause().toString().equals(message);
    return meant && message != null && !borrowed ? message : "the bytes are not a valid page";
  }

  private static String stable(String reason) {
    String line = IDENTITY.matcher(reason).replaceAll("").replaceAll("\\s+", " ").strip();
    return line.length() <= MAX_REASON ? line : line.substring(0, MAX_REASON) + " ...";
  }

  /** Returns the broken file. */
  public Path file() {
    return file;
  }

  /** Returns whether the only known problem is that the file lacks this column. */
  public boolean lacks(String column) {
    return lacking.equals(column);
  }

  /**
   * Returns the problem in one line, without the file's name. It depends only on the file's bytes.
   */
  public String reason() {
    return reason;
  }
}
