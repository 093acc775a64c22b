package dev.sluice.storage;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Builds messages for I/O errors. The platform's message is often only the file's name. */
public final class IoMessage {
  private IoMessage() {}

  /** Returns the problem, and the file if it is known. */
  public static String of(IOException e) {
    if (e instanceof FileSystemException file && file.getReason() == null) {
      return "%s: %s".formatted(file.getFile(), reason(file));
    }
    return e.getMessage() == null ? "an I/O error" : e.getMessage();
  }

  private static String reason(FileSystemException e) {
    if (e instanceof AccessDeniedException) {
      return "permission denied for this user";
    }
    return e instanceof NoSuchFileException
        ? "the file or directory does not exist, or cannot be created"
        : "an I/O error";
  }
}
