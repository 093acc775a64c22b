package dev.sluice.storage.page;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.apache.parquet.io.ParquetDecodingException;

/**
 * The file is broken or does not fit the mapping: reading it again cannot help, so it is set aside.
 * Any other {@link IOException} of this package is an I/O error, which may pass.
 */
public final class SourceFormatException extends IOException {
  private static final long serialVersionUID = 1L;

  private static final Pattern IDENTITY = Pattern.compile("[\\w.$]+@[0-9a-f]+");
  private static final int MAX_REASON = 400;

  private final transient Path file;
  private final String reason;

  /**
   * @param file the file
   * @param reason what is wrong, where in the file, and what is allowed; without the file's name
   */
  public SourceFormatException(Path file, String reason) {
    super(file + ": " + reason);
    this.file = file;
    this.reason = reason;
  }

  /** Takes a reason that holds another's message, which may name objects by their identity. */
  public SourceFormatException(Path file, String reason, Throwable cause) {
    this(file, stable(reason));
    initCause(cause);
  }

  /**
   * What a decoder's exception means: an I/O error as it was, a page that there is no memory for,
   * anything else a broken file.
   *
   * @param place where in the file, as a message begins
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

  /** What is meant for readers of messages; other exceptions speak of a decoder's arrays. */
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

  /** The file that is set aside. */
  public Path file() {
    return file;
  }

  /** What is wrong with it, in one line without its name: a function of the file's bytes. */
  public String reason() {
    return reason;
  }
}
