package dev.sluice.storage.jsonl;

import java.io.IOException;
import java.util.Optional;

/** Finds the boundaries of objects in a window. The window then starts at the object. */
sealed interface JsonCutter permits LineReader, ObjectCutter {
  /** Advances to the next object; false after the last. */
  boolean next() throws IOException;

  /** Length of the object in bytes; undefined if it is too long. */
  int length();

  /** The line in which the object starts, from 1. */
  long number();

  /** The line read so far, from 1. */
  long reached();

  /** Why there is no object; empty if there is one. */
  Optional<String> problem();
}
