package dev.sluice.storage.page;

import dev.sluice.storage.page.PageMemory.PagesTooLargeException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.apache.parquet.io.ParquetDecodingException;

/**
 * Thrown if a file is broken or does not fit the mapping. Reading it again cannot help, so it is
 * quarantined. Any other {@link IOException} of this package is an I/O error, which may be
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
   * @param reason what is wrong, where in the file, and what is allowed; without the file's name
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
   * Of a file that lacks a column.
   *
   * @param says the beginning of the reason, up to the column's name
   * @param there the columns that it has
   */
  public static SourceFormatException lacking(Path file, String says, String column, String there) {
    return new SourceFormatException(
        file, "%s %s; there are: %s".formatted(says, column, there), column);
  }

  /**
   * With a reason that includes the message of another exception. Object identities in it are
   * removed, so that the reason is reproducible.
   */
  public SourceFormatException(Path file, String reason, Throwable cause) {
    this(file, stable(reason));
    initCause(cause);
  }

  /**
   * Translates an exception of a decoder: an I/O error stays one, a refused allocation is a lack of
   * memory, anything else is a broken file.
   *
   * @param place where in the file; the start of the message
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

  /** Messages of Parquet's own exceptions are readable; others describe a decoder's internals. */
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

  /** The broken file. */
  public Path file() {
    return file;
  }

  /** Whether nothing is known to be wrong but that the file lacks this column. */
  public boolean lacks(String column) {
    return lacking.equals(column);
  }

  /** What is wrong with it, in one line without its name: a function of the file's bytes. */
  public String reason() {
    return reason;
  }
}
